/// The picture of a screen and its surroundings at one moment; later changes of the screen do not affect it.
public struct ScreenPicture: Sendable {
  /// The screen that going back leads to.
  public struct Back: Sendable, Hashable {
    /// Its title; `nil` when it has none.
    public let title: String?
  }

  /// The screen's node.
  public let node: InterfaceDescription.Node
  /// The values and the error messages at that moment.
  public var state: PresentationState
  /// The node that had the focus.
  public var focusedID: String?
  /// The tab bars around the screen, the outermost first; for a layer, only those inside it.
  public let tabBars: [TabBarPicture]
  /// The screen that going back leads to; `nil` when there is none below.
  public let back: Back?
  /// Whether the screen is in a layer above others, which can be closed.
  public let isLayer: Bool
  /// The language of the description as a BCP 47 tag; `und` when it is not given.
  public let language: String
  /// The direction of the description's text.
  public let direction: TextDirection
}

// MARK: - Pictures of live screens

extension ScreenPicture {
  /// Takes the picture of a live screen as it is now.
  @MainActor
  public init(of screen: ScreenController) {
    var (bars, back): ([TabBarPicture], Back?) = ([], nil)
    var hasStack = false
    var top: InterfaceController = screen
    // A layer inside a screen covers the screen and its tab bars.
    while let parent = top.parent, !(parent is ScreenController), !(parent is RootContainer) {
      if let tabs = parent as? TabContainer { bars.append(TabBarPicture(of: tabs)) }
      if let navigation = parent as? NavigationContainer, !hasStack {
        hasStack = true
        back = navigation.screens.dropLast().last.map { Back(title: $0.effectivePresentationTraits.title) }
      }
      top = parent
    }
    let document = InterfaceDescription(arena: screen.node.arena)
    self.init(
      node: screen.node, state: screen.state, focusedID: screen.focusedID, tabBars: bars.reversed(), back: back,
      isLayer: top.parent is ScreenController || (top.parent as? RootContainer).map { $0.installed !== top } == true,
      language: document.language, direction: document.direction
    )
  }
}

// MARK: - Pictures of descriptions

extension ScreenPicture {
  /// Takes the picture of a description in the given state: the selected tabs, the tops of the stacks, the top layer.
  ///
  /// Hidden nodes are not part of it.
  ///
  /// - Returns: `nil` when there is no screen, as in a description that could not be built.
  public init?(of description: InterfaceDescription, state: PresentationState = .init()) {
    guard let picture = Self.seen(in: description.resolved(), state) else { return nil }
    self = picture
  }

  private static func seen(in document: InterfaceDescription, _ state: PresentationState) -> ScreenPicture? {
    var (bars, back, isLayer): ([TabBarPicture], Back?, Bool) = ([], nil, false)
    var node = document.root
    while !node.isHidden {
      var next: InterfaceDescription.Node?
      switch node.kind {
      case .tabs:
        let selected = node.selectedItem(in: state)
        bars.append(TabBarPicture(of: node, selected: selected))
        next = selected?.shownChildren.first { $0.kind?.isController == true }
      case .navigation:
        let screens = node.shownChildren
        back = screens.dropLast().last.map { Back(title: $0.label) }
        next = screens.last
      case .screen:
        guard let layer = node.shownChildren.last(where: { $0.kind == .presented && $0.hasShownScreen }) else {
          return ScreenPicture(
            node: node, state: state, focusedID: node.initialFocus, tabBars: bars, back: back, isLayer: isLayer,
            language: document.language, direction: document.direction)
        }
        (bars, back, isLayer, next) = ([], nil, true, layer.shownChildren.first)
      case .stack, .grid, .group, .list, .item, .divider, .spacer, .presented, .text, .code, .image, .field, .toggle,
        .choice, .button, .link, .progress, .banner, nil:
        return nil
      }
      guard let next else { return nil }
      node = next
    }
    return nil
  }
}

extension InterfaceDescription.Node {
  /// Whether the node contains a screen that is not hidden.
  var hasShownScreen: Bool { arena.hasShownScreen(index) }

  /// The selected item of a tab bar: by the state, otherwise by the description, otherwise the first.
  fileprivate func selectedItem(in state: PresentationState) -> InterfaceDescription.Node? {
    let items = shownChildren
    let chosen = state.selectedItems[id ?? ""] ?? selected ?? ""
    return items.first { $0.id == chosen } ?? items.first
  }
}

extension Arena {
  /// Whether a node contains a screen that is not hidden.
  func hasShownScreen(_ index: Int) -> Bool {
    var hasScreen = false
    visitShown(index, without: nil) { hasScreen = hasScreen || nodes[$0].knownKind == .screen }
    return hasScreen
  }
}

extension NodeKind {
  /// Whether the node becomes a live controller.
  fileprivate var isController: Bool {
    switch self {
    case .screen, .tabs, .navigation: true
    case .stack, .grid, .group, .list, .item, .divider, .spacer, .presented: false
    case .text, .code, .image, .field, .toggle, .choice, .button, .link, .progress, .banner: false
    }
  }
}

/// The picture of a tab bar at one moment.
public struct TabBarPicture: Sendable, Hashable {
  /// One tab.
  public struct Item: Sendable, Hashable {
    /// The id, which selects the item.
    public let id: String
    /// The visible name.
    public let label: String
    /// A few characters beside the label, such as a count; `nil` when there are none.
    public let badge: String?
  }

  /// The id of the tab bar.
  public let id: String
  /// The accessible name; `nil` when it has none.
  public let label: String?
  /// The tabs, in order.
  public let items: [Item]
  /// The id of the selected item; it matches no item when none is selected.
  public let selectedID: String
}

extension TabBarPicture {
  @MainActor
  init(of tabs: TabContainer) {
    self.init(id: tabs.id, label: tabs.label, items: tabs.itemPictures, selectedID: tabs.selectedID)
  }

  /// Takes the picture of a tab bar's node with one of its items selected.
  init(of node: InterfaceDescription.Node, selected: InterfaceDescription.Node?) {
    let items = node.shownChildren.map { Item(id: $0.id ?? "", label: $0.label ?? $0.id ?? "", badge: $0.badge) }
    self.init(id: node.id ?? "", label: node.label, items: items, selectedID: selected?.id ?? "")
  }
}
