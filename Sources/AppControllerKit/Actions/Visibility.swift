/// Decides which nodes of a screen are not shown because their condition does not hold.
///
/// An input that is not shown has no value, so that one condition can follow from another. The number of rounds is
/// limited, because conditions can contradict one another.
struct Visibility {
  private static let rounds = 8
  private let screen: InterfaceDescription.Node
  private let form: Form
  private let conditions: [(index: Int, condition: Condition)]

  init(of screen: InterfaceDescription.Node, form: Form) {
    self.screen = screen
    self.form = form
    var conditions: [(index: Int, condition: Condition)] = []
    if screen.arena.hasConditionsOfVisibility {
      screen.arena.visitShown(screen.index, without: screen.kind == .screen ? .screen : nil) { index in
        let node = InterfaceDescription.Node(arena: screen.arena, index: index)
        guard index != screen.index, node.kind?.isScreenContent == true else { return }
        let condition = node.visible
        if condition != .always { conditions.append((index, condition)) }
      }
    }
    self.conditions = conditions
  }

  var isTrivial: Bool { conditions.isEmpty }

  func hidden(with values: InputValues) -> [Int] {
    var hidden: [Int] = []
    for _ in 0..<Self.rounds where !isTrivial {
      let shown = hidden.isEmpty ? form : Form(of: screen.hiding(hidden))
      var validity = Form.Validity()
      let next = conditions.filter { !shown.holds($0.condition, values, &validity) }.map(\.index)
      if next == hidden { break }
      hidden = next
    }
    return hidden
  }
}

/// A screen with the nodes that its values show, and its form.
struct ShownScreen {
  let node: InterfaceDescription.Node
  let form: Form
  /// Whether there may be a group that can be closed.
  let hasGroupsThatClose: Bool
  private let visibility: Visibility
  private let original: InterfaceDescription.Node
  private let initialValues: InputValues
  private let hidden: [Int]

  init(of screen: InterfaceDescription.Node) {
    (node, original, hidden) = (screen, screen, [])
    form = Form(of: screen)
    initialValues = form.initialValues
    hasGroupsThatClose = screen.arena.values.contains { $0.name == PropertyName.collapsed.rawValue }
    visibility = Visibility(of: screen, form: form)
  }

  private init(_ former: ShownScreen, hiding hidden: [Int]) {
    (original, visibility, self.hidden) = (former.original, former.visibility, hidden)
    (initialValues, hasGroupsThatClose) = (former.initialValues, former.hasGroupsThatClose)
    node = original.hiding(hidden)
    form = Form(of: node)
  }

  /// The screen with other values; unchanged when they show the same nodes.
  func with(_ values: InputValues) -> ShownScreen {
    if visibility.isTrivial { return self }
    let hidden = visibility.hidden(with: initialValues.merging(values) { $1 })
    return hidden == self.hidden ? self : ShownScreen(self, hiding: hidden)
  }
}

extension InterfaceDescription.Node {
  func hiding(_ nodes: [Int]) -> InterfaceDescription.Node {
    nodes.isEmpty ? self : InterfaceDescription.Node(arena: arena.hiding(nodes), index: index)
  }
}

extension InterfaceDescription {
  func shown(in state: PresentationState) -> InterfaceDescription {
    guard arena.hasConditionsOfVisibility else { return self }
    let screens = arena.nodes.indices.filter { arena.nodes[$0].knownKind == .screen }
    let hidden = screens.flatMap { index in
      let form = Form(of: Node(arena: arena, index: index))
      let visibility = Visibility(of: Node(arena: arena, index: index), form: form)
      return visibility.hidden(with: form.initialValues.merging(state.values) { $1 })
    }
    return hidden.isEmpty ? self : InterfaceDescription(arena: arena.hiding(hidden))
  }
}

extension Arena {
  var hasConditionsOfVisibility: Bool { values.contains { $0.name == PropertyName.visible.rawValue } }

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

extension NodeKind {
  /// Whether nodes of the kind are the content of a screen, so that they can have a condition of visibility.
  var isScreenContent: Bool {
    switch self {
    case .screen, .tabs, .navigation, .presented: false
    case .stack, .grid, .group, .list, .item, .table, .row, .divider, .spacer, .text, .code, .image, .chart, .secret,
      .field,
      .toggle, .choice, .button, .link, .progress, .banner:
      true
    }
  }
}
