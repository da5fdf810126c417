/// The inputs of a screen, and the checks of their values.
public struct Form: Sendable {
  /// An input and the node that shows it.
  public struct Entry: Sendable {
    /// The node.
    public let node: InterfaceDescription.Node
    /// The input of the node.
    public let input: InputDescription

    /// The label, or the name when there is none.
    public var label: String { node.label ?? input.name }

    /// The value as the rules see it: a toggle that is off has no value.
    func texts(in values: InputValues) -> [String] {
      let texts = values[input.name]?.texts ?? []
      return node.kind == .toggle && texts == ["false"] ? [] : texts
    }
  }

  /// A broken rule of one input.
  public struct Violation: Sendable, Hashable {
    /// The input's name.
    public let input: String
    /// The label of the input, or its name.
    public let label: String
    /// The rule that is broken.
    public let rule: InputRule
    private let content: FieldContent

    fileprivate init(_ entry: Entry, _ rule: InputRule) {
      (input, label, self.rule, content) = (entry.input.name, entry.label, rule, entry.input.content)
    }

    /// The message for the user: that of the rule, or else one in the words of a face.
    public func message(_ words: FaceWords) -> String {
      if let message = rule.message { return message }
      let isForm = rule.requirement == .range(min: nil, max: nil)
      return words(
        isForm && content == .number ? .notANumber(label: label) : .broken(rule.requirement, label: label))
    }
  }

  /// The inputs that are not hidden, in document order.
  public let entries: [Entry]
  /// The button of the primary style, if there is exactly one.
  let primaryButton: InterfaceDescription.Node?
  /// The names of the inputs that are hidden, which have no value.
  private let absent: Set<UTF8Key>
  private let positions: [UTF8Key: Int]

  /// Collects the inputs of a node and of its subtree; for a screen, without those of the screens above it.
  public init(of node: InterfaceDescription.Node) {
    var (entries, primary): ([Entry], [InterfaceDescription.Node]) = ([], [])
    for node in node.shownSubtree(without: node.kind == .screen ? .screen : nil) {
      guard let kind = node.kind, kind.isInput || kind == .button else { continue }
      if kind == .button, node.style == .primary { primary.append(node) }
      if let input = node.input { entries.append(Entry(node: node, input: input)) }
    }
    self.entries = entries
    primaryButton = primary.count == 1 ? primary[0] : nil
    absent = Self.absent(in: node, except: entries)
    positions = Dictionary(entries.enumerated().map { (UTF8Key(text: $1.input.name), $0) }) { first, _ in first }
  }

  private static func absent(in node: InterfaceDescription.Node, except entries: [Entry]) -> Set<UTF8Key> {
    let inputs = node.range.filter { node.arena.nodes[$0].knownKind?.isInput == true }
    if inputs.count == entries.count { return [] }
    let names = inputs.compactMap { InterfaceDescription.Node(arena: node.arena, index: $0).input?.name }
    return Set(names.map(UTF8Key.init)).subtracting(entries.map { UTF8Key(text: $0.input.name) })
  }

  fileprivate func value(_ name: String, in values: InputValues) -> InputValue? {
    absent.isEmpty || !absent.contains(UTF8Key(text: name)) ? values[name] : nil
  }

  /// The input with a name.
  public func entry(named name: String) -> Entry? { positions[UTF8Key(text: name)].map { entries[$0] } }

  /// The values that the description itself gives.
  public var initialValues: InputValues {
    var values: InputValues = [:]
    for entry in entries where !entry.input.values.isEmpty { values[entry.input.name] = .plain(entry.input.values) }
    for entry in entries where entry.node.kind == .toggle && entry.input.values.isEmpty {
      values[entry.input.name] = .text("false")
    }
    return values
  }

  /// The values that the user has entered win over those of the description.
  package func values(with entered: InputValues) -> InputValues { initialValues.merging(entered) { $1 } }

  func sealed(_ values: InputValues) -> InputValues {
    var sealed = values
    for entry in entries where entry.input.content.isSecret {
      if case .plain(let texts)? = values[entry.input.name] {
        sealed[entry.input.name] = .secret(Secret(texts.first ?? ""))
      }
    }
    return sealed
  }

  /// Whether a condition holds for these values.
  public func holds(_ condition: Condition, _ values: InputValues) -> Bool {
    var validity = Validity()
    return holds(condition, values, &validity)
  }

  /// Whether an input satisfies its rules, by its name; inputs that were not checked are missing.
  typealias Validity = [UTF8Key: Bool]

  /// `validity` caches the result for each input across conditions on the same values.
  func holds(_ condition: Condition, _ values: InputValues, _ validity: inout Validity) -> Bool {
    condition.holds(
      isFilled: { value($0, in: values)?.isFilled == true },
      isValid: { name in
        if let isValid = validity[UTF8Key(text: name)] { return isValid }
        let isValid = violations(in: [name], values).isEmpty
        validity[UTF8Key(text: name)] = isValid
        return isValid
      },
      isChecked: { value($0, in: values)?.texts == ["true"] }
    )
  }

  /// The first broken rule of each named input; an input that is named several times counts once.
  public func violations(in names: [String], _ values: InputValues) -> [Violation] {
    var seen: Set<UTF8Key> = []
    return names.compactMap { name in
      guard seen.insert(UTF8Key(text: name)).inserted, let entry = entry(named: name) else { return nil }
      let texts = entry.texts(in: values)
      let rules = entry.input.rules + (entry.input.impliedRule.map { [$0] } ?? [])
      let broken = rules.first { rule in
        !rule.isSatisfied(by: texts, of: entry.input) { value($0, in: values)?.texts.first }
      }
      return broken.map { Violation(entry, $0) }
    }
  }
}

extension InterfaceDescription.Node {
  var isActionable: Bool { arena.isActionable(index) }

  /// The visible node of the subtree with an id; `nil` when there is none, or it is hidden.
  public func visibleNode(withID id: String) -> InterfaceDescription.Node? {
    guard let found = arena.index(ofID: id, in: range), arena.isShown(found, below: index) else { return nil }
    return InterfaceDescription.Node(arena: arena, index: found)
  }

  /// The node and its visible subtree, each node before its children.
  public var visibleSubtree: [InterfaceDescription.Node] { Array(shownSubtree()) }

  func shownSubtree(without kind: NodeKind? = nil) -> some Sequence<InterfaceDescription.Node> {
    ShownIndices(arena: arena, root: index, kind: kind, index: index).lazy.map {
      InterfaceDescription.Node(arena: arena, index: $0)
    }
  }
}

/// A node and its visible subtree in one pass, because a subtree is a contiguous run of nodes.
private struct ShownIndices: Sequence, IteratorProtocol {
  let arena: Arena
  let root: Int
  let kind: NodeKind?
  var index: Int

  mutating func next() -> Int? {
    while index < Int(arena.nodes[root].end) {
      guard index != root && arena.nodes[index].isOf(kind) || arena.isOmitted(index, below: root) else {
        defer { index += 1 }
        return index
      }
      index = Int(arena.nodes[index].end)
    }
    return nil
  }
}

extension Arena {
  /// A fallback is omitted too, because the shown description has been resolved already.
  fileprivate func isOmitted(_ index: Int, below root: Int) -> Bool {
    index != root && nodes[index].isPropertyValue || value(.hidden, in: nodes[index].values)?.isTrue == true
  }

  package func isShown(_ index: Int, below root: Int, without kind: NodeKind? = nil) -> Bool {
    hidingNode(of: index, below: root, without: kind) == nil
  }

  package func isActionable(_ index: Int) -> Bool {
    let values = nodes[index].values
    return nodes[index].knownKind?.isInteractive == true || value(.action, in: values) != nil
      || nodes[index].knownKind == .group && value(.collapsed, in: values) != nil
  }

  /// The outermost node that hides a node of a subtree, which may be that node itself; `nil` when it is shown.
  ///
  /// A node outside the subtree hides itself.
  package func hidingNode(of index: Int, below root: Int, without kind: NodeKind? = nil) -> Int? {
    guard root..<Int(nodes[root].end) ~= index else { return index }
    var (node, hiding) = (index, Int?.none)
    while true {
      if node != root && nodes[node].isOf(kind) || isOmitted(node, below: root) { hiding = node }
      if node == root { return hiding }
      node = Int(nodes[node].parent)
    }
  }
}

extension NodeRecord {
  fileprivate func isOf(_ kind: NodeKind?) -> Bool { kind.map { $0.rawValue == self.kind } == true }
}

extension ValueRecord {
  fileprivate var isTrue: Bool { tag == .bool && bool }
}

extension InterfaceAction {
  /// Makes the action of a node from the values that the user has entered on its screen.
  ///
  /// - Parameters:
  ///   - node: A node with an action.
  ///   - values: The values of the screen's inputs; only those that the action names are sent.
  ///   - payload: Values that are added to the described payload, or replace entries of it.
  ///   - revision: The number of the interface that the node is in.
  /// - Throws: ``AppControllerError`` with the code `ACK3010` when the node has no action or is disabled.
  public init(
    of node: InterfaceDescription.Node, values: InputValues, payload: [String: String] = [:], revision: UInt64 = 0
  ) throws(AppControllerError) {
    guard let action = node.action else {
      throw .noAction("the \(node.kindName) \"\(node.id ?? node.path)\" has no action")
    }
    let form = ShownScreen(of: node.screen).with(values).form
    let all = form.values(with: values)
    guard form.holds(node.enabled, all) else {
      throw .notEnabled(node)
    }
    var sent: InputValues = [:]
    for name in action.sends { sent[name] = form.value(name, in: all) ?? .text("") }
    self.init(
      action.name, nodeID: node.id ?? "", values: form.sealed(sent), payload: action.payload.merging(payload) { $1 },
      revision: revision, deadline: .seconds(min(max(action.deadline ?? 30, 0), 600))
    )
  }
}

extension InterfaceDescription.Node {
  /// The screen that contains the node; the root when no screen contains it.
  public var screen: InterfaceDescription.Node {
    var node = self
    while node.kind != .screen, let parent = node.parent { node = parent }
    return node
  }
}

extension AppControllerError {
  static func notEnabled(_ node: InterfaceDescription.Node) -> AppControllerError {
    noAction("the \(node.kindName) \"\(node.id ?? node.path)\" is not enabled with these values")
  }

  static func noAction(_ what: String) -> AppControllerError {
    AppControllerError(
      .noSuchAction, what: what, why: "only a button or an item that has an action and is enabled can be used",
      fix: "fill in what it waits for, or choose another"
    )
  }
}
