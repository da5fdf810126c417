/// The accessible meaning of a description's nodes: the decisions that all front ends share.
struct AccessibleReading {
  let arena: Arena
  let state: PresentationState
  let words: FaceWords
  private var forms: ScreenForms
  /// The grids for which it was decided whether they are lists.
  private var listGrids: [Int: Bool] = [:]

  init(arena: Arena, state: PresentationState, _ words: FaceWords) {
    self.arena = arena
    self.state = state
    self.words = words
    forms = ScreenForms(arena: arena, state: state)
  }

  func flag(_ name: PropertyName, _ node: NodeRecord) -> Bool {
    guard let value = arena.value(name, in: node.values) else { return false }
    return value.tag == .bool && value.bool
  }

  func string(_ name: PropertyName, _ node: NodeRecord) -> String? { arena.string(name, in: node.values) }

  func isHidden(_ index: Int) -> Bool { flag(.hidden, arena.nodes[index]) }

  mutating func isEnabled(_ index: Int, _ node: NodeRecord) -> Bool { forms.isEnabled(index, node) }
}

// MARK: - Roles

extension AccessibleReading {
  /// The role of a group; `nil` for one without a name, of which only the contents are presented.
  func groupRole(_ node: NodeRecord) -> AccessibleRole? {
    guard arena.value(.label, in: node.values)?.tag == .string else { return nil }
    return switch arena.word(.style, in: node.values) {
    case "form": .form
    case "main": .region
    default: .group
    }
  }

  /// Whether a grid contains only items, so that it is a list in columns.
  mutating func isListOfItems(_ grid: Int) -> Bool {
    if let known = listGrids[grid] { return known }
    let children = arena.children(of: grid).lazy.filter { [self] in !isHidden($0) }
    let isList = children.allSatisfy { [arena] in arena.nodes[$0].knownKind == .item }
    listGrids[grid] = isList
    return isList
  }

  /// Whether an item stands in a list; an item in a grid with other nodes does not.
  mutating func isListItem(_ node: NodeRecord) -> Bool {
    let parent = Int(node.parent)
    let kind = arena.nodes[parent].knownKind
    return kind == .list || kind == .grid && isListOfItems(parent)
  }

  /// The style of a text or a button; `nil` for the default, and for one that this version does not know.
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
  /// The selected tab among the visible ones; the first one when none is selected, `nil` without visible tabs.
  func selectedItem(of tabs: Int, _ node: NodeRecord) -> Int? {
    let chosen = state.selectedItems[arena.string(node.id)] ?? arena.word(.selected, in: node.values) ?? ""
    var first: Int?
    for item in arena.children(of: tabs) where !isHidden(item) {
      if arena.bytes(arena.nodes[item].id).elementsEqual(chosen.utf8) { return item }
      if first == nil { first = item }
    }
    return first
  }

  /// The screen on top of a navigation stack, and the number of screens below it.
  func topScreen(of navigation: Int) -> (screen: Int, below: Int)? {
    var top: Int?
    var count = 0
    for screen in arena.children(of: navigation) where !isHidden(screen) {
      top = screen
      count += 1
    }
    return top.map { ($0, count - 1) }
  }

  /// The screen whose title names a layer, because the layer has no name of its own.
  func titleScreen(of layer: Int) -> Int? {
    if arena.value(.label, in: arena.nodes[layer].values)?.tag == .string { return nil }
    guard let first = arena.children(of: layer).first(where: { !isHidden($0) }) else { return nil }
    let kind = arena.nodes[first].knownKind
    return kind == .screen ? first : kind == .navigation ? topScreen(of: first)?.screen : nil
  }
}

// MARK: - Current screen and focus

extension AccessibleReading {
  /// The screen of a node that the user sees: the top of the top layer.
  func currentScreen(in index: Int) -> Int? {
    if isHidden(index) { return nil }
    let node = arena.nodes[index]
    switch node.knownKind {
    case .screen:
      var layer: Int?
      for child in arena.children(of: index) where arena.nodes[child].knownKind == .presented && !isHidden(child) {
        if arena.hasShownScreen(child) { layer = child }
      }
      return layer.map(currentScreen) ?? index
    case .tabs: return selectedItem(of: index, node).flatMap(currentScreen)
    case .navigation: return (topScreen(of: index)?.screen).flatMap(currentScreen)
    case .item, .presented:
      for child in arena.children(of: index) where !isHidden(child) { return currentScreen(in: child) }
      return nil
    case .stack, .grid, .group, .list, .divider, .spacer, .text, .code, .image, .field, .toggle, .choice, .button,
      .link, .progress, .banner, .table, .row, .chart, .secret, nil:
      return nil
    }
  }

  /// The node of a screen that has the focus initially: the first one with an error, or the one that the screen names.
  func firstFocus(on screen: Int) -> Int? {
    let chosen = arena.word(.initialFocus, in: arena.nodes[screen].values) ?? ""
    var focus: Int?
    var isWrong = false
    arena.visitShown(screen, without: .screen) { index in
      let node = arena.nodes[index]
      if !isWrong, !state.fieldErrors.isEmpty, node.knownKind?.isInput == true {
        let input = InterfaceDescription.Node(arena: arena, index: index).input
        isWrong = input.map { state.fieldErrors[$0.name] != nil } ?? false
        if isWrong { focus = index }
      }
      let isChosen = focus == nil && node.idSize > 0 && arena.bytes(node.id).elementsEqual(chosen.utf8)
      if isChosen { focus = index }
    }
    return focus
  }
}

// MARK: - Values

extension AccessibleReading {
  /// The value of a field; `nil` when it is empty or secret.
  func value(of input: InputDescription) -> String? {
    if input.content.isSecret { return nil }
    let typed = state.values[input.name].flatMap { $0.isFilled ? $0.texts.first : nil }
    return (input.lines == nil ? typed?.displayable : typed?.displayableLines) ?? input.values.first
  }

  func isOn(_ input: InputDescription) -> Bool { (state.values[input.name]?.texts ?? input.values) == ["true"] }

  /// The values of a choice's selected options.
  func chosen(_ input: InputDescription) -> Set<ExactName> {
    Set((state.values[input.name]?.texts ?? input.values).map(ExactName.init))
  }

  /// The error message of an input, ready to be shown.
  func error(of input: InputDescription) -> String? { state.fieldErrors[input.name]?.displayableLines }

  /// The states that every kind of input can have.
  mutating func states(of input: InputDescription, _ index: Int, _ node: NodeRecord) -> AccessibleStates {
    var states = busy(node)
    if input.rules.contains(where: { $0.requirement == .required }) { states.insert(.required) }
    if state.fieldErrors[input.name] != nil { states.insert(.invalid) }
    return states.union(disabled(index, node))
  }

  /// The state of a node whose action asks for confirmation; empty for any other node.
  func confirming(_ node: NodeRecord) -> AccessibleStates {
    guard let action = arena.value(.action, in: node.values), action.tag == .map,
      let confirm = arena.value(.confirm, in: action.elements), confirm.tag == .map
    else { return [] }
    return .asksFirst
  }

  /// Whether a group that can be closed is open; `nil` for any other group.
  func isOpen(_ index: Int) -> Bool? {
    let group = InterfaceDescription.Node(arena: arena, index: index)
    return group.isCollapsed == nil ? nil : state.isOpen(group)
  }

  mutating func disabled(_ index: Int, _ node: NodeRecord) -> AccessibleStates {
    isEnabled(index, node) ? [] : .disabled
  }

  func busy(_ node: NodeRecord) -> AccessibleStates { flag(.busy, node) ? .busy : [] }

  /// The progress as a text.
  func text(of progress: ProgressDescription?) -> String {
    [progress?.percent.map { "\($0) %" } ?? words(.underWay), progress?.secondsLeft.map { words(.secondsLeft($0)) }]
      .compactMap(\.self).joined(separator: ", ")
  }
}

extension ProgressDescription {
  /// The share that is done, from 0 to 1; `nil` when it is not known.
  package var share: Double? { value.map { min(max($0 / max(total ?? 1, .leastNonzeroMagnitude), 0), 1) } }

  /// The percentage that is done, from 0 to 100; `nil` when it is not known.
  package var percent: Int? { share.map { Int(($0 * 100).rounded()) } }

  /// The time that is left in whole seconds; `nil` when there is no limit.
  package var secondsLeft: Int? { deadline.map { Int(min(max($0, 0), 1e9)) } }
}
