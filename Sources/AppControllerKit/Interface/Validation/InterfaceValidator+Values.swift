// The rules inside a node's properties: inputs, images, links, progress.
extension InterfaceValidator {
  /// Returns whether every type is right.
  @discardableResult
  mutating func checkPart(_ part: PropertyMap, _ index: Int, _ step: String, _ values: Range<Int>) -> Bool {
    var isRight = true
    for position in values {
      let value = arena.values[position]
      guard let name = value.knownName else {
        unknown(value, index, step, in: .map(part))
        continue
      }
      let rule = PropertyRule(name, at: .map(part))
      if !rule.isAllowed {
        misplaced(value, index, step, in: .map(part))
      } else if !rule.types.contains(value.tag) {
        error(.wrongType, index, "\(step).\(name.name)", "it must be \(rule.types.name)")
        isRight = false
      }
    }
    return isRight
  }

  mutating func checkInput(_ index: Int, _ node: NodeRecord, _ kind: NodeKind) {
    guard let input = arena.value(.input, in: node.values) else {
      return error(.missingInput, index, ".input", "a \(kind.name) needs an input")
    }
    guard input.tag == .map else { return }
    let values = input.elements
    checkPart(.input, index, ".input", values)
    checkInputName(index, arena.value(.name, in: values))
    let content = arena.word(.content, in: values).flatMap(FieldContent.init(rawValue:))
    if content == nil, let unknown = arena.string(.content, in: values) {
      checkContent(index, unknown)
    }
    if kind == .choice { checkOptions(index, values) }
    checkLines(index, kind, values)
    if let value = arena.value(.value, in: values) {
      if content?.isSecret == true {
        error(.secretValue, index, ".input.value", "a secret has no value in a description")
      } else {
        checkInitialValue(index, kind, value, values)
      }
    }
    checkRules(index, kind, values)
  }

  private mutating func checkContent(_ index: Int, _ word: String) {
    let (known, path) = (FieldContent.allCases.map(\.rawValue), place(of: index) + ".input.content")
    if ForeignNames.hidesText(Suggestion.nearest(to: word, among: known) ?? word) {
      diagnostics.append(
        .warning, .lostRestriction, at: path,
        "this host does not know \"\(word)\", and shows what is typed\(PropertyPlace.hint(for: word, among: known))")
    } else {
      warnOfChoice(word, of: known, at: path, so: ", and takes it as text")
    }
  }

  private mutating func checkLines(_ index: Int, _ kind: NodeKind, _ values: Range<Int>) {
    guard let lines = arena.value(.lines, in: values), lines.tag == .int else { return }
    if !NodeLimits.lines.contains(Int(clamping: lines.int)) {
      let (least, most) = (NodeLimits.lines.lowerBound, NodeLimits.lines.upperBound)
      error(.wrongType, index, ".input.lines", "it must be a whole number from \(least) to \(most)")
    } else if kind != .field || arena.value(.content, in: values) != nil {
      warning(.misplacedProperty, index, ".input.lines", "only a field for any text has several lines")
    }
  }

  private mutating func checkInputName(_ index: Int, _ name: ValueRecord?) {
    guard let name, name.tag != .string || isName(name.text) else {
      return error(.badInputName, index, ".input.name", "an input needs a name; \(IdentifierRule.text)")
    }
    if name.tag == .string { note(input: name.text, of: index) }
  }

  private mutating func checkInitialValue(
    _ index: Int, _ kind: NodeKind, _ value: ValueRecord, _ values: Range<Int>
  ) {
    let step = ".input.value"
    guard kind == .choice else {
      let isRight = value.tag == (kind == .toggle ? .bool : .string)
      // A value of a type that no input can have is reported already.
      if !isRight, PropertyRule(.value, at: .map(.input)).types.contains(value.tag) {
        error(.wrongType, index, step, kind == .toggle ? "it must be true or false" : "it must be a text")
      }
      let content = arena.word(.content, in: values).flatMap(FieldContent.init(rawValue:)) ?? .text
      if kind == .field, isRight, value.text.length > 0, let form = content.form,
        content.position(of: arena.string(value.text)) == nil
      {
        error(.wrongType, index, step, "a \(content.rawValue) has the form \(form)")
      }
      return
    }
    let chosen = value.tag == .list ? arena.values[value.elements] : [value]
    guard chosen.allSatisfy({ $0.tag == .string }) else {
      return error(.wrongType, index, step, "it must be the value of an option, or a list of such")
    }
    if chosen.count > 1, arena.value(.multiple, in: values)?.bool != true {
      error(.badOptions, index, step, "there are \(chosen.count) values, and only a multiple choice has several")
    }
    let options = Set(
      elements(.options, in: values).compactMap { option -> ArraySlice<UInt8>? in
        guard option.tag == .map, let value = arena.value(.value, in: option.elements), value.tag == .string else {
          return nil
        }
        return arena.bytes(value.text)
      })
    for choice in chosen where !options.contains(arena.bytes(choice.text)) {
      error(.badOptions, index, step, "the value \"\(arena.string(choice.text))\" is none of the options")
    }
  }

  private mutating func checkOptions(_ index: Int, _ values: Range<Int>) {
    if let options = arena.value(.options, in: values), options.tag != .list { return }
    let options = elements(.options, in: values)
    if options.isEmpty {
      return error(.badOptions, index, ".input.options", "a choice needs options, each a map with a value and a label")
    }
    var seen: Set<ArraySlice<UInt8>> = []
    for (position, option) in options.enumerated() {
      let step = ".input.options[\(position)]"
      guard option.tag == .map, let value = arena.value(.value, in: option.elements) else {
        error(.badOptions, index, step, "an option is a map, and needs a value")
        continue
      }
      guard checkPart(.option, index, step, option.elements), value.tag == .string else { continue }
      if !seen.insert(arena.bytes(value.text)).inserted {
        let text = arena.string(value.text)
        error(.badOptions, index, step + ".value", "the value \"\(text)\" stands twice; values are distinct")
      }
    }
  }

  private mutating func checkRules(_ index: Int, _ kind: NodeKind, _ values: Range<Int>) {
    let rules = elements(.rules, in: values)
    if rules.count > InputRule.maximumCount {
      error(
        .badRule, index, ".input.rules",
        "there are \(rules.count) rules; an input has at most \(InputRule.maximumCount)")
    }
    for (position, rule) in rules.enumerated() {
      let step = ".input.rules[\(position)]"
      guard rule.tag == .map else {
        error(.wrongType, index, step, "it must be a map")
        continue
      }
      guard checkPart(.rule, index, step, rule.elements) else { continue }
      switch InputRule(arena: arena, values: rule.elements).requirement {
      case .required, .digits, .email, .oneOf: break
      case .range: checkRange(index, step, kind, rule.elements, of: values)
      case .length(let min, let max):
        let wrong = [PropertyName.min, .max].filter { name in
          arena.value(name, in: rule.elements).map { $0.tag != .int } ?? false
        }
        for name in wrong { error(.wrongType, index, "\(step).\(name.name)", "it must be a whole number") }
        if wrong.isEmpty, min == nil && max == nil || (min ?? 0) < 0 || (min ?? 0) > (max ?? .max) {
          error(.badRule, index, step, "a length needs a min, a max or both, with 0 <= min <= max")
        }
      case .sameAs(let name):
        if name.isEmpty { error(.badRule, index, step, "sameAs needs the name of another input") }
      case .unknown(let name):
        if name.isEmpty {
          error(.badRule, index, step, "a rule needs its name under \"rule\"")
        } else {
          warnOfChoice(
            name, of: InputRule.names, at: place(of: index) + step + ".rule", so: ", so that the provider must check")
        }
      }
    }
  }

  private mutating func checkRange(
    _ index: Int, _ step: String, _ kind: NodeKind, _ rule: Range<Int>, of input: Range<Int>
  ) {
    // A content type of a later version may have an order that this version does not know.
    let word = arena.word(.content, in: input) ?? FieldContent.text.rawValue
    guard let content = FieldContent(rawValue: word) else { return }
    guard kind == .field, let form = content.form else {
      return error(.badRule, index, step, "a range is for numbers, days and times; say the content of the field")
    }
    var bounds: [PropertyName: Int128] = [:]
    for name in [PropertyName.min, .max, .step] where name != .step || content == .number {
      guard let value = arena.value(name, in: rule) else { continue }
      guard value.tag == .string || content == .number, let text = arena.bound(name, in: rule),
        let bound = content.position(of: text)
      else {
        let types = content == .number ? "a number, or a text" : "a text"
        error(.badRule, index, "\(step).\(name.name)", "it must be \(types) of the form \(form)")
        continue
      }
      bounds[name] = bound
    }
    if let min = bounds[.min], let max = bounds[.max], min > max {
      error(.badRule, index, step, "a range needs min <= max")
    }
    if arena.value(.step, in: rule) != nil, content != .number {
      error(.badRule, index, step + ".step", "only a number goes in steps")
    } else if let size = bounds[.step], size <= 0 {
      error(.badRule, index, step + ".step", "it must be above 0")
    }
  }

  /// Checks the rules that refer to another input, once all inputs are known.
  mutating func checkRuleReferences(_ index: Int, _ input: ValueRecord) {
    for (position, rule) in elements(.rules, in: input.elements).enumerated() where rule.tag == .map {
      guard arena.word(.rule, in: rule.elements) == "sameAs", let name = arena.value(.name, in: rule.elements),
        name.tag == .string, name.text.length > 0, self.input(name.text, near: index) == nil
      else { continue }
      missingInput(index, ".input.rules[\(position)].name", name.text, .unknownInput)
    }
  }

  func elements(_ name: PropertyName, in values: Range<Int>) -> ArraySlice<ValueRecord> {
    guard let list = arena.value(name, in: values), list.tag == .list else { return [] }
    return arena.values[list.elements]
  }

  mutating func checkLink(_ index: Int, _ node: NodeRecord) {
    guard let url = arena.value(.url, in: node.values) else {
      return error(.badLink, index, ".url", "a link needs a URL")
    }
    let text = arena.text
    if url.tag == .string, !LinkPolicy.allows(text.span.extracting(url.text.bounds)) {
      error(.badLink, index, ".url", LinkPolicy.refusal(of: arena.string(url.text)))
    }
  }

  mutating func checkImage(_ index: Int, _ node: NodeRecord) {
    let media = arena.value(.media, in: node.values)
    if let media, media.tag != .map { return }
    let values = media?.elements ?? 0..<0
    guard checkPart(.media, index, ".media", values) else { return }
    let alternative = arena.string(.alt, in: values) ?? ""
    if alternative.isEmpty, arena.value(.decorative, in: values)?.bool != true {
      error(.missingAlternative, index, ".media.alt", "an image needs an alt that says what it shows, or decorative")
    }
    if let aspect = arena.number(.aspect, in: values), aspect <= 0 {
      error(.badAspect, index, ".media.aspect", "it is \(aspect); width divided by height is above 0")
    }
    if let asset = arena.value(.asset, in: values) { checkAsset(index, asset.text) }
  }

  mutating func checkProgress(_ index: Int, _ node: NodeRecord) {
    guard let progress = arena.value(.progress, in: node.values), progress.tag == .map,
      checkPart(.progress, index, ".progress", progress.elements)
    else { return }
    let total = arena.number(.total, in: progress.elements) ?? 1
    let deadline = arena.number(.deadline, in: progress.elements) ?? 0
    let value = arena.number(.value, in: progress.elements) ?? 0
    if total <= 0 || deadline < 0 || !(0...max(0, total)).contains(value) {
      error(.badProgress, index, ".progress", "it needs 0 <= value <= total, and no negative deadline")
    }
  }
}

// The rules of actions and conditions, which refer to inputs of their screen.
extension InterfaceValidator {
  mutating func checkAction(_ index: Int, _ value: ValueRecord) {
    checkPart(.action, index, ".action", value.elements)
    let action = Action(arena: arena, values: value.elements)
    guard let name = arena.value(.name, in: value.elements), name.tag != .string || isName(name.text) else {
      return error(.badAction, index, ".action.name", "an action needs a name; \(IdentifierRule.text)")
    }
    if let sends = arena.value(.sends, in: value.elements), sends.tag == .list {
      checkInputNames(index, ".action.sends", sends, .unknownInput)
    }
    if let deadline = action.deadline, deadline <= 0 || deadline > 600 {
      error(.badAction, index, ".action.deadline", "it is \(deadline) s; it must be over 0 and at most 600")
    }
    if let payload = arena.value(.payload, in: value.elements), payload.tag == .map {
      for entry in payload.elements.map({ arena.values[$0] }) where entry.tag != .string {
        error(.wrongType, index, ".action.payload.\(arena.keyName(of: entry))", "it must be a text")
      }
    }
    if let scope = arena.value(.scope, in: value.elements), scope.tag == .string,
      arena.word(.scope, in: value.elements).flatMap(Action.Scope.init(rawValue:)) == nil
    {
      error(.badAction, index, ".action.scope", "it must be \"provider\" or \"host\"")
    }
    if let confirm = arena.value(.confirm, in: value.elements), confirm.tag == .map {
      checkConfirmation(index, confirm.elements)
    }
    guard name.tag == .string else { return }
    if action.scope == .host { checkHostAction(index, action) }
  }

  private mutating func checkConfirmation(_ index: Int, _ values: Range<Int>) {
    guard checkPart(.confirm, index, ".action.confirm", values) else { return }
    if arena.string(.title, in: values)?.isEmpty != false {
      error(.badAction, index, ".action.confirm.title", "a confirmation needs a title, which is the question")
    }
    if arena.string(.label, in: values)?.isEmpty == true {
      error(.badAction, index, ".action.confirm.label", "the label of the button that goes on is empty")
    }
  }

  private mutating func checkHostAction(_ index: Int, _ action: Action) {
    guard let verb = HostAction(rawValue: action.name) else {
      let known = HostAction.allCases.map(\.rawValue)
      let hint = PropertyPlace.hint(for: action.name, among: known)
      return error(
        .badHostAction, index, ".action.name",
        "the host does not know \"\(action.name)\"; it knows \(known.joined(separator: ", "))\(hint)")
    }
    for name in verb.neededPayload where action.payload[name] == nil {
      error(.badHostAction, index, ".action.payload.\(name)", "\(verb.rawValue) needs it")
    }
    if verb == .openURL, let url = action.payload["url"], !LinkPolicy.allows(url) {
      error(.badLink, index, ".action.payload.url", LinkPolicy.refusal(of: url))
    }
  }

  mutating func checkCondition(_ index: Int, _ step: String, _ value: ValueRecord) {
    guard value.tag == .map, value.elements.count == 1 else {
      if value.tag != .bool { conditionError(index, step, value) }
      return
    }
    let inner = arena.values[value.elements.lowerBound]
    switch (inner.knownName, inner.tag) {
    case (.filled, .list): checkInputNames(index, step + ".filled", inner, .badCondition)
    case (.valid, .list): checkInputNames(index, step + ".valid", inner, .badCondition)
    case (.checked, .string):
      if input(inner.text, near: index) == nil { missingInput(index, step + ".checked", inner.text, .badCondition) }
    case (.all, .list), (.any, .list):
      for (position, element) in inner.elements.enumerated() {
        checkCondition(index, "\(step).\(arena.keyName(of: inner))[\(position)]", arena.values[element])
      }
    case (.not, _): checkCondition(index, step + ".not", inner)
    default: conditionError(index, step, value)
    }
  }

  private mutating func conditionError(_ index: Int, _ step: String, _ value: ValueRecord) {
    let only = value.tag == .map && value.elements.count == 1 ? arena.values[value.elements.lowerBound] : nil
    let hint = only.map { PropertyPlace.map(.condition).remark(on: arena.keyName(of: $0)).hint } ?? ""
    error(
      .badCondition, index, step,
      "it must be true, false, or a map with one of filled, valid, checked, all, any, not\(hint)")
  }

  private mutating func checkInputNames(_ index: Int, _ step: String, _ list: ValueRecord, _ code: Diagnostic.Code) {
    guard list.tag == .list else { return error(.wrongType, index, step, "it must be a list of input names") }
    for (position, element) in list.elements.enumerated() {
      let value = arena.values[element]
      if value.tag != .string {
        error(.wrongType, index, "\(step)[\(position)]", "it must be the name of an input")
      } else if input(value.text, near: index) == nil {
        missingInput(index, "\(step)[\(position)]", value.text, code)
      }
    }
  }

  mutating func missingInput(_ index: Int, _ step: String, _ name: TextRange, _ code: Diagnostic.Code) {
    let name = (range: name, text: arena.string(name))
    if isLost(name.range, near: index) {
      error(.lostInput, index, step, "the input \"\(name.text)\" is left out, because this host does not know its kind")
    } else {
      error(code, index, step, "there is no input \"\(name.text)\" on this screen")
    }
  }
}

extension HostAction {
  var neededPayload: [String] {
    switch self {
    case .login, .logout, .pop, .dismiss: []
    case .push, .present: ["screen"]
    case .select: ["tabs", "item"]
    case .copy: ["text"]
    case .openURL: ["url"]
    }
  }
}
