/// A screen with the nodes that its values show, and its form.
///
/// An input that is not shown has no value, so that one condition can follow from another.
struct ShownScreen {
  /// Limited, because conditions can contradict one another.
  private static let rounds = 8

  private(set) var node: InterfaceDescription.Node
  private(set) var form: Form
  /// Whether there may be a group that can be closed.
  let hasGroupsThatClose: Bool
  private var hidden: [Int] = []
  let original: (node: InterfaceDescription.Node, form: Form)
  private let conditions: [(index: Int, condition: Condition)]

  init(of screen: InterfaceDescription.Node) {
    original = (screen, Form(of: screen))
    (node, form) = original
    let shown = screen.shownSubtree(without: screen.kind == .screen ? .screen : nil)
    hasGroupsThatClose = shown.contains { $0.isCollapsed != nil }
    let content = screen.arena.hasConditionsOfVisibility ? shown.filter { $0.kind?.isScreenContent == true } : []
    conditions = content.map { (index: $0.index, condition: $0.visible) }
      .filter { $0.index != screen.index && $0.condition != .always }
  }

  /// The screen with other values; unchanged when they show the same nodes.
  func with(_ values: InputValues) -> ShownScreen {
    let hidden = hidden(with: values)
    if hidden == self.hidden { return self }
    var shown = self
    (shown.hidden, shown.node) = (hidden, original.node.hiding(hidden))
    shown.form = Form(of: shown.node)
    return shown
  }

  fileprivate func hidden(with values: InputValues) -> [Int] {
    if conditions.isEmpty { return [] }
    let values = original.form.values(with: values)
    var hidden: [Int] = []
    for _ in 0..<Self.rounds {
      let shown = hidden.isEmpty ? original.form : Form(of: original.node.hiding(hidden))
      var validity = Form.Validity()
      let next = conditions.filter { !shown.holds($0.condition, values, &validity) }.map(\.index)
      if next == hidden { break }
      hidden = next
    }
    return hidden
  }
}

extension InterfaceDescription.Node {
  fileprivate func hiding(_ nodes: [Int]) -> InterfaceDescription.Node {
    nodes.isEmpty ? self : InterfaceDescription.Node(arena: arena.hiding(nodes), index: index)
  }
}

extension InterfaceDescription {
  func shown(in state: PresentationState) -> InterfaceDescription {
    guard arena.hasConditionsOfVisibility else { return self }
    let screens = arena.nodes.indices.filter { arena.nodes[$0].knownKind == .screen }
    let hidden = screens.flatMap { ShownScreen(of: Node(arena: arena, index: $0)).hidden(with: state.values) }
    return hidden.isEmpty ? self : InterfaceDescription(arena: arena.hiding(hidden))
  }
}

extension Arena {
  fileprivate var hasConditionsOfVisibility: Bool { values.contains { $0.name == PropertyName.visible.rawValue } }

  fileprivate func hiding(_ indices: [Int]) -> Arena {
    var values = values
    for index in indices {
      for position in nodes[index].values where values[position].name == PropertyName.visible.rawValue {
        values[position].name = PropertyName.hidden.rawValue
        (values[position].tag, values[position].payload) = (.bool, 1)
      }
    }
    return Arena(nodes: nodes, values: values, text: text, documentValues: documentValues, failure: failure)
  }
}
