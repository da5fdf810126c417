/// The accessible meaning of a description's nodes: the decisions that all front ends share.
struct AccessibleReading {
  let arena: Arena
  let state: PresentationState
  let words: FaceWords
  /// By the indices of the screens.
  private var statuses: [Int: ScreenStatus] = [:]
  /// Whether each grid is a list, once that is decided.
  private var listGrids: [Int: Bool] = [:]

  init(arena: Arena, state: PresentationState, _ words: FaceWords) {
    self.arena = arena
    self.state = state
    self.words = words
  }

  func flag(_ name: PropertyName, _ node: NodeRecord) -> Bool {
    guard let value = arena.value(name, in: node.values) else { return false }
    return value.tag == .bool && value.bool
  }

  func string(_ name: PropertyName, _ node: NodeRecord) -> String? { arena.string(name, in: node.values) }

  func isHidden(_ index: Int) -> Bool { flag(.hidden, arena.nodes[index]) }

  mutating func isEnabled(_ index: Int) -> Bool {
    let node = InterfaceDescription.Node(arena: arena, index: index)
    if node.value(.enabled) == nil { return true }
    let screen = node.screen
    return statuses[screen.index, default: ScreenStatus(Form(of: screen), state)].isEnabled(node)
  }
}

// MARK: - Roles

extension AccessibleReading {
  /// `nil` for a group without a name, of which only the contents are presented.
  func groupRole(_ node: NodeRecord) -> AccessibleRole? {
    guard arena.value(.label, in: node.values)?.tag == .string else { return nil }
    return switch arena.word(.style, in: node.values) {
    case "form": .form
    case "main": .region
    default: .group
    }
  }

  mutating func isListOfItems(_ grid: Int) -> Bool {
    if let known = listGrids[grid] { return known }
    let children = arena.children(of: grid).lazy.filter { [self] in !isHidden($0) }
    let isList = children.allSatisfy { [arena] in arena.nodes[$0].knownKind == .item }
    listGrids[grid] = isList
    return isList
  }

  /// An item in a grid with other nodes is none of a list.
  mutating func isListItem(_ node: NodeRecord) -> Bool {
    let parent = Int(node.parent)
    let kind = arena.nodes[parent].knownKind
    return kind == .list || kind == .grid && isListOfItems(parent)
  }

  /// `nil` for the default, and for a style that this version does not know.
  func style(_ node: NodeRecord) -> NodeStyle? {
    guard let style = arena.word(.style, in: node.values).map(NodeStyle.init(rawValue:)) else { return nil }
    return switch (node.knownKind, style) {
    case (.text, .title), (.text, .heading), (.text, .caption), (.button, .primary), (.button, .destructive),
      (.button, .cancel):
      style
    default: nil
    }
  }
}

// MARK: - Selection

extension AccessibleReading {
  func topScreen(of navigation: Int) -> (screen: Int, below: Int)? {
    var top: Int?
    var count = 0
    for screen in arena.children(of: navigation) where !isHidden(screen) {
      top = screen
      count += 1
    }
    return top.map { ($0, count - 1) }
  }

  /// `nil` when the layer has a name of its own.
  func titleScreen(of layer: Int) -> Int? {
    if arena.value(.label, in: arena.nodes[layer].values)?.tag == .string { return nil }
    guard let first = arena.children(of: layer).first(where: { !isHidden($0) }) else { return nil }
    let kind = arena.nodes[first].knownKind
    return kind == .screen ? first : kind == .navigation ? topScreen(of: first)?.screen : nil
  }
}

// MARK: - Focus

extension AccessibleReading {
  /// The first node with an error, otherwise the one that the screen names.
  func firstFocus(on screen: Int) -> Int? {
    let chosen = arena.word(.initialFocus, in: arena.nodes[screen].values) ?? ""
    var focus: Int?
    for node in InterfaceDescription.Node(arena: arena, index: screen).shownSubtree(without: .screen) {
      if !state.fieldErrors.isEmpty, state.hasError(node) { return node.index }
      let id = arena.bytes(arena.nodes[node.index].id)
      if focus == nil, !id.isEmpty, id.elementsEqual(chosen.utf8) { focus = node.index }
    }
    return focus
  }
}

// MARK: - Values

extension AccessibleReading {
  /// `nil` when the field is empty or secret.
  func value(of input: InputDescription) -> String? {
    if input.content.isSecret { return nil }
    let typed = state.values[input.name].flatMap { $0.isFilled ? $0.texts.first : nil }
    return (input.lines == nil ? typed?.displayable : typed?.displayableLines) ?? input.values.first
  }

  func isOn(_ input: InputDescription) -> Bool { (state.values[input.name]?.texts ?? input.values) == ["true"] }

  func chosen(_ input: InputDescription) -> Set<UTF8Key> {
    Set((state.values[input.name]?.texts ?? input.values).map(UTF8Key.init))
  }

  func error(of input: InputDescription) -> String? { state.fieldErrors[input.name]?.displayableLines }

  mutating func states(of input: InputDescription, _ index: Int, _ node: NodeRecord) -> AccessibleStates {
    var states = busy(node)
    if input.rules.contains(where: { $0.requirement == .required }) { states.insert(.required) }
    if state.fieldErrors[input.name] != nil { states.insert(.invalid) }
    return states.union(disabled(index))
  }

  func confirming(_ node: NodeRecord) -> AccessibleStates {
    guard let action = arena.value(.action, in: node.values), action.tag == .map,
      let confirm = arena.value(.confirm, in: action.elements), confirm.tag == .map
    else { return [] }
    return .asksFirst
  }

  /// `nil` for a group that cannot be closed.
  func isOpen(_ index: Int) -> Bool? {
    let group = InterfaceDescription.Node(arena: arena, index: index)
    return group.isCollapsed == nil ? nil : state.isOpen(group)
  }

  mutating func disabled(_ index: Int) -> AccessibleStates { isEnabled(index) ? [] : .disabled }

  func busy(_ node: NodeRecord) -> AccessibleStates { flag(.busy, node) ? .busy : [] }

  func text(of progress: ProgressDescription?) -> String {
    [progress?.percent.map { "\($0) %" } ?? words(.underWay), progress?.secondsLeft.map { words.timeLeft($0) }]
      .compactMap(\.self).joined(separator: ", ")
  }
}

extension ProgressDescription {
  /// From 0 to 1; `nil` when it is not known.
  package var share: Double? { value.map { min(max($0 / max(total ?? 1, .leastNonzeroMagnitude), 0), 1) } }

  /// From 0 to 100; `nil` when it is not known.
  package var percent: Int? { share.map { Int(($0 * 100).rounded()) } }

  /// Whole seconds; `nil` when there is no limit.
  package var secondsLeft: Int? { deadline.map { Int(min(max($0, 0), 1e9)) } }
}
