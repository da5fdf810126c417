/// Checks a description against every rule: one pass over the nodes, and a second for references to other nodes.
struct InterfaceValidator {
  let arena: Arena
  var diagnostics = DiagnosticList()
  private var ids: IDSet
  private var inputs: [InputKey: Int] = [:]
  /// The inputs that are omitted on this host.
  private var lostInputs: Set<InputKey> = []
  private var screens: [Int]
  private let plan: FallbackPlan
  /// Whether each node is omitted on this host, because a fallback replaces it or is not needed.
  private var isOmitted: [Bool]
  var assets: Set<ArraySlice<UInt8>> = []

  private struct InputKey: Hashable {
    let screen: Int
    let name: ArraySlice<UInt8>
  }

  init(arena: Arena) {
    self.arena = arena
    ids = IDSet(expecting: arena.nodes.count)
    screens = [Int](repeating: 0, count: arena.nodes.count)
    isOmitted = [Bool](repeating: false, count: arena.nodes.count)
    plan = FallbackPlan(arena)
  }

  mutating func run() {
    checkDocument()
    // The rules of an unknown version of the vocabulary are not known here.
    if checkHost() { return }
    for index in arena.nodes.indices {
      let node = arena.nodes[index]
      screens[index] = node.knownKind == .screen ? index : screens[Int(node.parent)]
      isOmitted[index] = index > 0 && (isOmitted[Int(node.parent)] || plan.leavesOut(node))
      checkIdentity(index, node)
      checkPlace(index, node)
      checkProperties(index, node)
      checkPlacement(index, node)
      if let kind = node.knownKind { checkContent(index, node, kind) }
      noteLostInput(index, node)
    }
    for index in arena.nodes.indices where !isOmitted[index] { checkReferences(index, arena.nodes[index]) }
  }

  mutating func error(_ code: Diagnostic.Code, _ index: Int, _ step: String, _ message: String) {
    diagnostics.append(.error, code, at: place(of: index) + step, message)
  }

  mutating func warning(_ code: Diagnostic.Code, _ index: Int, _ step: String, _ message: String) {
    diagnostics.append(.warning, code, at: place(of: index) + step, message)
  }

  /// The path of a node, or nothing once the list is full: a path takes time to find, and a hostile description has
  /// many errors.
  func place(of index: Int) -> String { diagnostics.isFull ? "" : arena.path(of: index) }
}

// MARK: - The document and the nodes

extension InterfaceValidator {
  private mutating func checkDocument() {
    for index in arena.documentValues {
      let value = arena.values[index]
      guard let name = value.knownName else {
        unknown(value, nil, "", in: .map(.document))
        continue
      }
      let types = PropertyRule(name, at: .map(.document)).types
      switch name {
      case .schema where value.tag != .int || value.int < 1:
        documentError(.wrongType, ".schema", "it must be a whole number from 1")
      case _ where types.isEmpty: misplaced(value, nil, "", in: .map(.document))
      case _ where !types.contains(value.tag): documentError(.wrongType, ".\(name)", "it must be \(types.name)")
      case .id where !isName(value.text):
        documentError(.badID, ".id", "\"\(arena.string(value.text))\" is no id; \(IdentifierRule.text)")
      case .dir: checkChoice("$.dir", value.text, of: TextDirection.allCases.map(\.rawValue))
      case .requires:
        for requirement in value.elements.map({ arena.values[$0] }) where requirement.tag != .int {
          documentError(.wrongType, ".requires.\(arena.keyName(of: requirement))", "it must be a whole number")
        }
      default: continue
      }
    }
  }

  /// Returns whether the document needs a newer host; with a fallback text, an unmet requirement is a warning.
  private mutating func checkHost() -> Bool {
    let unmet = HostRequirements.unmet(by: arena)
    let hasFallback = arena.string(.fallbackText, in: arena.documentValues)?.isEmpty == false
    let severity = hasFallback ? Severity.warning : .error
    let end = hasFallback ? "its fallbackText is shown instead" : "it has no fallbackText to show instead"
    for need in unmet {
      switch need {
      case .schema(let schema):
        diagnostics.append(
          severity, .newerSchema, at: "$.schema",
          "this host knows schema \(HostRequirements.schema), and the description has \(schema); \(end)")
      case .feature(let name, let revision):
        diagnostics.append(
          severity, .unmetRequirement, at: "$.requires.\(name)",
          "this host does not have revision \(revision) of \"\(name)\"; \(end)")
      }
    }
    return !unmet.isEmpty
  }

  private mutating func documentError(_ code: Diagnostic.Code, _ step: String, _ message: String) {
    diagnostics.append(.error, code, at: "$" + step, message)
  }

  private mutating func checkIdentity(_ index: Int, _ node: NodeRecord) {
    if node.idSize > 0 {
      if !isName(node.id) {
        error(.badID, index, ".id", "\"\(arena.string(node.id))\" is no id; \(IdentifierRule.text)")
      }
      if let first = ids.insert(index, in: arena) {
        let id = arena.string(node.id)
        error(.duplicateID, index, ".id", "the id \"\(id)\" stands at \(place(of: first)) already; ids are unique")
      }
    } else if let kind = node.knownKind, kind.needs(.id) {
      error(.missingID, index, ".id", "a \(kind.name) needs an id")
    }
  }

  private mutating func checkPlace(_ index: Int, _ node: NodeRecord) {
    guard let kind = node.knownKind else {
      let (stand, name) = (plan[index].description, arena.string(node.kindName))
      let hint = diagnostics.isFull ? "" : PropertyPlace.hint(forKind: name)
      warning(
        .unknownKind, index, ".kind", "this host does not know the kind \"\(name)\"; \(stand)\(hint)")
      if index == 0, plan.controllers(of: arena).isEmpty {
        error(.badRoot, index, ".kind", "nothing stands in for the root; it must be a screen, tabs or a navigation")
      }
      return
    }
    if index == 0 {
      if kind.role != .controller {
        error(.badRoot, index, ".kind", "the root is a \(kind.name); it must be a screen, tabs or a navigation")
      }
      return
    }
    let parent = arena.nodes[Int(node.parent)]
    guard !node.isPropertyValue, let parentKind = parent.knownKind else { return }
    let isTab =
      parentKind == .item && Int(parent.parent) != Int(node.parent)
      && arena.nodes[Int(parent.parent)].knownKind == .tabs
    if isTab ? kind.role != .controller : !parentKind.holds(kind) {
      let place = isTab ? "tab" : parentKind.name
      error(.misplacedNode, index, ".kind", "a \(kind.name) cannot stand in a \(place)")
    }
  }

  private mutating func checkProperties(_ index: Int, _ node: NodeRecord) {
    for position in node.values {
      let value = arena.values[position]
      guard let name = value.knownName else {
        if let kind = node.knownKind { unknown(value, index, "", in: .node(kind)) }
        continue
      }
      let rule = PropertyRule(name, at: .node(node.knownKind))
      if !rule.types.isEmpty, !rule.types.contains(value.tag) {
        error(.wrongType, index, ".\(name.name)", "it must be \(rule.types.name)")
      } else if !rule.isAllowed, let kind = node.knownKind {
        misplaced(value, index, "", in: .node(kind))
      } else if rule.hasWords, value.tag == .string {
        checkChoice(".\(name.name)", at: index, value.text, of: rule.form.words)
      } else if value.tag == .int, case .whole(let range) = rule.form, !range.contains(Int(clamping: value.int)) {
        let most = range.upperBound == .max ? "" : " to \(range.upperBound)"
        error(.wrongType, index, ".\(name.name)", "it must be a whole number from \(range.lowerBound)\(most)")
      }
    }
  }

  /// Any other text is treated as the default.
  private mutating func checkChoice(
    _ step: @autoclosure () -> String, at index: Int? = nil, _ text: TextRange, of choices: [String]
  ) {
    let bytes = arena.text
    let word = bytes.span.extracting(text.bounds)
    // Most choices differ in the count, which is known without a span.
    for choice in choices where choice.utf8.count == word.count {
      if word.hasSameBytes(as: choice.utf8Span.span) { return }
    }
    warnOfChoice(arena.string(text), of: choices, at: (index.map(place(of:)) ?? "") + step())
  }

  private mutating func checkContent(_ index: Int, _ node: NodeRecord, _ kind: NodeKind) {
    if kind.needs(.label), isMissing(.label, node) {
      error(.missingLabel, index, ".label", "a \(kind.name) needs a label, which is its accessible name")
    }
    switch kind {
    case .screen:
      if isMissing(.label, node) {
        warning(.missingLabel, index, ".label", "a screen needs a label, which is its title")
      }
    case .tabs: checkChildCount(index, kind, 1...Int.max, "at least one item")
    case .navigation: checkChildCount(index, kind, 1...Int.max, "at least one screen")
    case .presented: checkChildCount(index, kind, 1...1, "exactly one screen, tabs or navigation")
    case .item:
      if index > 0, arena.nodes[Int(node.parent)].knownKind == .tabs {
        checkChildCount(index, kind, 1...1, "exactly one screen, tabs or navigation")
      }
    case .text, .code, .banner:
      if isMissing(.text, node) { error(.missingText, index, ".text", "a \(kind.name) needs a text") }
      if kind == .code { checkQRCode(index, node) }
    case .field, .toggle, .choice: checkInput(index, node, kind)
    case .button:
      if arena.value(.action, in: node.values) == nil {
        error(.missingAction, index, ".action", "a button needs an action")
      }
    case .link: checkLink(index, node)
    case .image: checkImage(index, node)
    case .progress: checkProgress(index, node)
    case .group: checkDisclosure(index, node)
    case .table: checkTable(index, node)
    case .row: checkRow(index, node)
    case .chart: checkChart(index, node)
    case .secret: checkSecret(index, node)
    case .stack, .grid, .list, .divider, .spacer: break
    }
  }

  private mutating func checkChildCount(_ index: Int, _ kind: NodeKind, _ range: ClosedRange<Int>, _ rule: String) {
    var count = 0
    for _ in arena.children(of: index) { count += 1 }
    if !range.contains(count) {
      error(.missingChild, index, ".children", "a \(kind.name) needs \(rule); it has \(count)")
    }
  }

  func isMissing(_ name: PropertyName, _ node: NodeRecord) -> Bool {
    guard let value = arena.value(name, in: node.values) else { return true }
    return value.tag == .string && value.text.length == 0
  }

  func isName(_ range: TextRange) -> Bool {
    let text = arena.text
    return IdentifierRule.allows(text.span.extracting(range.bounds))
  }
}

// MARK: - References

extension InterfaceValidator {
  /// Records an input under its screen, for the second pass.
  mutating func note(input name: TextRange, of index: Int) {
    if isOmitted[index] { return }
    let key = InputKey(screen: screens[index], name: arena.bytes(name))
    if let first = inputs.updateValue(index, forKey: key) {
      let text = arena.string(name)
      error(
        .duplicateInput, index, ".input.name",
        "the input \"\(text)\" stands at \(place(of: first)) already; names are unique on a screen"
      )
    }
  }

  private mutating func noteLostInput(_ index: Int, _ node: NodeRecord) {
    guard isOmitted[index] || plan[index] != .node,
      let input = arena.value(.input, in: node.values), input.tag == .map,
      let name = arena.value(.name, in: input.elements), name.tag == .string
    else { return }
    lostInputs.insert(InputKey(screen: screens[index], name: arena.bytes(name.text)))
  }

  func isLost(_ name: TextRange, near index: Int) -> Bool {
    lostInputs.contains(InputKey(screen: screens[index], name: arena.bytes(name)))
  }

  func input(_ name: TextRange, near index: Int) -> Int? {
    inputs[InputKey(screen: screens[index], name: arena.bytes(name))]
  }

  func node(_ id: TextRange) -> Int? { ids.find(id, in: arena) }

  private mutating func checkReferences(_ index: Int, _ node: NodeRecord) {
    for position in node.values {
      let value = arena.values[position]
      switch (value.knownName, value.tag) {
      case (.action, .map): checkAction(index, value)
      case (.enabled, .map): checkCondition(index, ".enabled", value)
      case (.visible, .map): checkCondition(index, ".visible", value)
      case (.input, .map): checkRuleReferences(index, value)
      case (.selected, .string): checkReference(index, ".selected", value.text) { $0.parent == index }
      case (.initialFocus, .string):
        checkReference(index, ".initialFocus", value.text) { $0.kind?.isInteractive == true }
      case (.primaryAction, .string): checkReference(index, ".primaryAction", value.text) { $0.kind == .button }
      default: continue
      }
    }
  }

  private mutating func checkReference(
    _ index: Int, _ step: String, _ id: TextRange, _ fits: ((parent: Int, kind: NodeKind?)) -> Bool
  ) {
    if let found = node(id), index..<Int(arena.nodes[index].end) ~= found,
      fits((Int(arena.nodes[found].parent), arena.nodes[found].knownKind))
    {
      return
    }
    error(.unknownReference, index, step, "there is no such node here: \"\(arena.string(id))\"")
  }
}

extension InterfaceDescription {
  /// Reports every rule that the description breaks, in document order; empty when the description can be shown.
  ///
  /// At most 100 are listed, then one that counts the rest. A description that could not be built, because a limit was
  /// reached, reports only that. Takes time linear in the size of the description.
  public func validate() -> [Diagnostic] { brokenRules.all }

  var brokenRules: DiagnosticList {
    var diagnostics = DiagnosticList()
    guard let failure = arena.failure else {
      var validator = InterfaceValidator(arena: arena)
      validator.run()
      return validator.diagnostics
    }
    diagnostics.append(failure)
    return diagnostics
  }

  /// Throws an error that lists every rule that the description breaks.
  ///
  /// - Parameter subject: The subject of the description, for the message.
  /// - Returns: The warnings.
  /// - Throws: ``AppControllerError`` with the code `ACK1001`.
  @discardableResult
  public func requireValid(_ subject: String) throws(AppControllerError) -> [Diagnostic] {
    let diagnostics = validate()
    let errors = diagnostics.filter { $0.severity == .error }
    guard let first = errors.first else { return diagnostics }
    let more = errors.count < 2 ? "" : errors.count == 2 ? "; 1 more error" : "; \(errors.count - 1) more errors"
    throw AppControllerError(
      .invalidDescription,
      what: "\(subject) is not valid: \(first.text)\(more)",
      why: "a description that breaks a rule is refused whole, so that nothing half-right is shown",
      fix: "correct the provider's description at the path that is named",
      diagnostics: diagnostics
    )
  }
}

// MARK: - Groups that open and close, and properties that have a meaning in some places only

extension InterfaceValidator {
  mutating func checkDisclosure(_ index: Int, _ node: NodeRecord) {
    guard let collapsed = arena.value(.collapsed, in: node.values), collapsed.tag == .bool else { return }
    if node.idSize == 0 { error(.missingID, index, ".id", "a group that opens and closes needs an id") }
    if isMissing(.label, node) {
      error(.missingLabel, index, ".label", "a group that opens and closes needs a label, which is pressed")
    }
  }

  /// Checks the properties that have a meaning only in a row or on a screen.
  mutating func checkPlacement(_ index: Int, _ node: NodeRecord) {
    guard let kind = node.knownKind else { return }
    let parent = arena.nodes[Int(node.parent)]
    if arena.value(.weight, in: node.values) != nil, index == 0 || !arena.isRow(parent) {
      warning(.misplacedProperty, index, ".weight", "it counts in a horizontal stack only")
    }
    let isOnScreen = kind.isScreenContent && (kind != .item || parent.knownKind != .tabs)
    if !isOnScreen, arena.value(.visible, in: node.values) != nil {
      warning(.misplacedProperty, index, ".visible", "it counts for what a screen contains only")
    }
  }
}

extension Arena {
  package func isRow(_ node: NodeRecord) -> Bool {
    node.knownKind == .stack && word(.axis, in: node.values) == Axis.horizontal.rawValue
  }
}
