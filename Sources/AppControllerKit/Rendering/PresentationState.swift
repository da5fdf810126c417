/// The state that is not part of a description: typed values, selections and error messages.
public struct PresentationState: Sendable, Equatable {
  /// The values of the inputs, by name; without secrets.
  public var values: InputValues
  /// The error messages of the inputs, by name.
  public var fieldErrors: [String: String]
  /// The selected item of each tab bar, by the ids of both.
  public var selectedItems: [String: String]
  /// Whether the user has opened or closed each group that can be closed, by its id.
  public var openGroups: [String: Bool]
  /// The pictures of the provider that are known, by their names; an image of another name is shown as text.
  public var assets: [String: AssetImage]

  /// Makes a state; empty unless given.
  public init(
    values: InputValues = [:], fieldErrors: [String: String] = [:], selectedItems: [String: String] = [:],
    openGroups: [String: Bool] = [:], assets: [String: AssetImage] = [:]
  ) {
    self.values = values
    self.fieldErrors = fieldErrors
    self.selectedItems = selectedItems
    self.openGroups = openGroups
    self.assets = assets
  }
}

extension PresentationState {
  /// An input with an error opens the group around it.
  package func isOpen(_ group: InterfaceDescription.Node) -> Bool {
    guard let isCollapsed = group.isCollapsed else { return true }
    if openGroups[group.id ?? ""] ?? !isCollapsed { return true }
    if fieldErrors.isEmpty { return false }
    return group.shownSubtree().contains(where: hasError)
  }

  func hasError(_ node: InterfaceDescription.Node) -> Bool {
    node.kind?.isInput == true && node.input.map { fieldErrors[$0.name] != nil } == true
  }

  /// For a medium in which no group can be opened.
  package func openingGroups(of description: InterfaceDescription) -> PresentationState {
    var state = self
    for node in description.allNodes where node.isCollapsed == true { state.openGroups[node.id ?? ""] = true }
    return state
  }
}

// MARK: - What is in front

extension PresentationState {
  /// The first visible tab when none is selected; `nil` without visible tabs.
  func selectedItem(of tabs: InterfaceDescription.Node) -> InterfaceDescription.Node? {
    let items = tabs.shownChildren
    guard let chosen = selectedItems[tabs.id ?? ""] ?? tabs.selected else { return items.first }
    return items.first { $0.id?.utf8.elementsEqual(chosen.utf8) == true } ?? items.first
  }
}

extension InterfaceDescription.Node {
  /// The controllers, tabs, layers and screens from here down to the screen in front; empty when none is in front.
  func wayToFront(in state: PresentationState) -> [InterfaceDescription.Node] {
    var way: [InterfaceDescription.Node] = []
    var next: InterfaceDescription.Node? = self
    while let node = next, !node.isHidden {
      way.append(node)
      switch node.kind {
      case .tabs: next = state.selectedItem(of: node)
      case .navigation: next = node.shownChildren.last
      case .item: next = node.shownChildren.first { [.screen, .tabs, .navigation].contains($0.kind) }
      case .presented: next = node.shownChildren.first
      case .screen:
        let layers = arena.children(of: node.index).filter { arena.nodes[$0].knownKind == .presented }
        let shown = layers.lazy.map { InterfaceDescription.Node(arena: arena, index: $0) }
        next = shown.last { !$0.isHidden && $0.hasShownScreen }
        if next == nil { return way }
      case .stack, .grid, .group, .list, .divider, .spacer, .text, .code, .image, .field, .toggle, .choice, .button,
        .link, .progress, .banner, .table, .row, .chart, .secret, nil:
        return []
      }
    }
    return []
  }

  var hasShownScreen: Bool { shownSubtree().contains { $0.kind == .screen } }
}
