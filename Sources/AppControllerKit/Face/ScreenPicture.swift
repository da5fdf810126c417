/// The picture of a screen and its surroundings at one moment; later changes of the screen do not affect it.
public struct ScreenPicture: Sendable, Identifiable {
  /// The screen that going back leads to.
  public struct Back: Sendable, Hashable {
    /// Its title; `nil` when it has none.
    public let title: String?
  }

  /// The screen's node, in a copy of the description that hides the nodes whose conditions do not hold.
  public var node: InterfaceDescription.Node { shown.node }
  /// The values and the error messages at that moment.
  public var state: PresentationState
  /// The node that had the focus.
  public var focusedID: String?
  /// Counts the moves of the focus that are not the user's; for a face that cannot see the end of its own intents.
  package let focusRevision: Int
  /// The tab bars around the screen, the outermost first; for a layer, only those inside it.
  public let tabBars: [TabBarPicture]
  /// The screens of its stack from the first one to this one, by identity; only this one without a stack.
  ///
  /// It tells a face that keeps the widgets of covered screens which of them may come back.
  public let stack: [FaceNodeID]
  /// The screen that going back leads to; `nil` when there is none below.
  public let back: Back?
  /// The screen below it in its stack, for a face that has room for both; `nil` when there is none.
  ///
  /// The user cannot use it before going back. Its own `below` is `nil`.
  public var below: ScreenPicture? { covered.first }
  /// At most one picture, in an array because a value cannot contain another of its own type.
  private let covered: [ScreenPicture]
  /// Whether the screen is in a layer above others, which can be closed.
  public let isLayer: Bool
  /// The language of the description as a BCP 47 tag; `und` when it is not given.
  public let language: String
  /// The direction of the description's text.
  public let direction: TextDirection
  /// The words that a face says by itself on the screen.
  public let words: FaceWords
  /// The inputs of the screen that are shown.
  public var form: Form { shown.form }
  private var shown: ShownScreen
  private let identities: FaceIdentities.Screen

  /// The identity of the screen in its face.
  public var id: FaceNodeID { identities[node.index] }

  /// The screen as a face shows it, with the nodes that are shown below it.
  public var content: FaceNode { FaceNode(screen: self, node: node) }

  /// The node with an identity; `nil` when the screen does not show it.
  public subscript(id: FaceNodeID) -> FaceNode? { identities.index(of: id).flatMap(shownNode) }

  /// The shown node with an id of the description; `nil` when the screen does not show it.
  public subscript(id: String) -> FaceNode? { node.arena.index(ofID: id, in: node.range).flatMap(shownNode) }

  private func shownNode(_ index: Int) -> FaceNode? {
    guard node.arena.isShown(index, below: node.index, without: .presented) else { return nil }
    return FaceNode(screen: self, node: InterfaceDescription.Node(arena: node.arena, index: index))
  }

  /// The shown field, toggle or choice whose input has a name.
  public subscript(input name: String) -> FaceNode? {
    form.entry(named: name).map { FaceNode(screen: self, node: $0.node) }
  }

  /// Adds the secrets that a face has taken and keeps itself, so that conditions count them as filled.
  ///
  /// - Parameter secrets: The secrets, by the names of their inputs.
  public mutating func add(secrets: InputValues) {
    state.values.merge(secrets) { $1 }
    shown = shown.with(state.values)
  }

  func identity(of index: Int) -> FaceNodeID { identities[index] }
}

// MARK: - Accessible elements

extension ScreenPicture {
  /// The accessible elements of the screen and its surroundings, in reading order: the tab bars, the way back, the way
  /// to close a layer, and the elements of the screen, without those of a layer above it.
  public var accessibleElements: [AccessibleElement] {
    surroundings + node.accessibleElements(state: state, words, .withoutLayers)
  }

  /// The accessible elements around the screen: the tab bars, the way back, and the way to close a layer.
  public var surroundings: [AccessibleElement] {
    var elements = tabBars.flatMap { $0.accessibleElements(words) }
    if let back { elements.append(AccessibleElement(.button, name: words(back))) }
    if isLayer { elements.append(AccessibleElement(.button, name: words(.close))) }
    return elements
  }
}

extension FaceWords {
  func callAsFunction(_ back: ScreenPicture.Back) -> String { self(back.title.map { .backTo($0) } ?? .back) }
}

extension TabBarPicture {
  fileprivate func accessibleElements(_ words: FaceWords) -> [AccessibleElement] {
    let bar = AccessibleElement(.tabList, name: label ?? words(.tabs), hint: hint, states: isBusy ? .busy : [])
    return [bar]
      + items.map { item in
        var states: AccessibleStates = item.id == selectedID ? .selected : []
        if item.isBusy { states.insert(.busy) }
        return AccessibleElement(
          .tab, id: item.id, name: item.label, hint: item.hint, badge: item.badge, states: states, level: 1)
      }
  }
}

// MARK: - Usable nodes

extension ScreenPicture {
  /// The nodes that the user can act on now, in reading order.
  public var usableNodes: [FaceNode] {
    var status = self.status
    let usable = node.shownSubtree(without: .presented).filter { status.isUsable($0) }
    return usable.map { FaceNode(screen: self, node: $0) }
  }

  package var status: ScreenStatus { ScreenStatus(form, state) }

  package var hasGroupsThatClose: Bool { shown.hasGroupsThatClose }

  /// The button that Return presses in a field: the button that the screen names, or the only primary one.
  public var primaryButton: FaceNode? {
    if let named = node.primaryAction { return self[named] }
    return form.primaryButton.map { FaceNode(screen: self, node: $0) }
  }
}

// MARK: - Pictures of live screens

extension ScreenPicture {
  /// Takes the picture of a live screen as it is now.
  ///
  /// The identities of its nodes count from 1; those of one face come with ``Face/snapshot``.
  @MainActor
  public init(of screen: ScreenController) {
    self.init(of: screen) { FaceIdentities.Screen(of: $0.node) }
  }

  @MainActor
  init(
    of screen: ScreenController, withBelow: Bool = true, identities: (ScreenController) -> FaceIdentities.Screen
  ) {
    var (bars, back, stack): ([TabBarPicture], Back?, [FaceNodeID]?) = ([], nil, nil)
    var covered: [ScreenPicture] = []
    var top: InterfaceController = screen
    // A layer inside a screen covers the screen and its tab bars.
    while let parent = top.parent, !(parent is ScreenController), !(parent is RootContainer) {
      if let tabs = parent as? TabContainer { bars.append(TabBarPicture(of: tabs)) }
      if let navigation = parent as? NavigationContainer, stack == nil {
        back = navigation.screens.dropLast().last.map { Back(title: $0.effectivePresentationTraits.title) }
        stack = navigation.screens.compactMap { $0 as? ScreenController }.map { identities($0)[$0.node.index] }
        if withBelow, let below = navigation.screens.dropLast().last as? ScreenController {
          covered = [ScreenPicture(of: below, withBelow: false, identities: identities)]
        }
      }
      top = parent
    }
    let document = InterfaceDescription(arena: screen.node.arena)
    let own = identities(screen)
    var state = screen.state
    if !screen.assetNames.isEmpty { state.assets = screen.owner?.assets.images(named: screen.assetNames) ?? [:] }
    self.init(
      state: state, focusedID: screen.focusedID, focusRevision: screen.focusRevision, tabBars: bars.reversed(),
      stack: stack ?? [own[screen.node.index]], back: back, covered: covered,
      isLayer: top.parent is ScreenController || (top.parent as? RootContainer).map { $0.installed !== top } == true,
      language: document.language, direction: document.direction, words: screen.words, shown: screen.shown(),
      identities: own
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
    let words = FaceWords(for: description.language, TraitCollection())
    guard let picture = Self.visible(in: description, state, words).last else { return nil }
    self = picture
  }

  /// The visible screens of a description, each before the layer above it; none when the top layer shows none.
  static func visible(
    in description: InterfaceDescription, _ state: PresentationState, _ words: FaceWords
  ) -> [ScreenPicture] {
    let document = description.resolved()
    let identities = FaceIdentities.Screen(of: document.root)
    var pictures: [ScreenPicture] = []
    var (bars, back, stack): ([TabBarPicture], Back?, [FaceNodeID]?) = ([], nil, nil)
    var below: InterfaceDescription.Node?
    func picture(of screen: InterfaceDescription.Node, over covered: [ScreenPicture] = []) -> ScreenPicture {
      ScreenPicture(
        state: state, focusedID: screen.initialFocus, focusRevision: 0, tabBars: bars,
        stack: stack ?? [identities[screen.index]], back: back, covered: covered, isLayer: !pictures.isEmpty,
        language: document.language, direction: document.direction, words: words,
        shown: ShownScreen(of: screen).with(state.values), identities: identities)
    }
    for node in document.root.wayToFront(in: state) {
      if node.kind == .tabs {
        bars.append(TabBarPicture(of: node, selected: state.selectedItem(of: node)))
      } else if node.kind == .navigation {
        let screens = node.shownChildren
        back = screens.dropLast().last.map { Back(title: $0.label) }
        stack = screens.filter { $0.kind == .screen }.map { identities[$0.index] }
        below = screens.dropLast().last { $0.kind == .screen }
      } else if node.kind == .screen {
        pictures.append(picture(of: node, over: below.map { [picture(of: $0)] } ?? []))
        (bars, back, stack, below) = ([], nil, nil, nil)
      }
    }
    return pictures
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
    /// A second line that explains the tab; `nil` when there is none.
    public let hint: String?
    /// Whether the tab is waiting for a result.
    public let isBusy: Bool

    /// The node is `nil` for a tab without a description.
    init(id: String, label: String, of node: InterfaceDescription.Node?) {
      self.id = id
      self.label = label
      badge = node?.badge
      hint = node?.hint
      isBusy = node?.isBusy ?? false
    }
  }

  /// The id of the tab bar.
  public let id: String
  /// The accessible name; `nil` when it has none.
  public let label: String?
  /// A second line that explains the tab bar; `nil` when there is none.
  public let hint: String?
  /// Whether the tab bar is waiting for a result.
  public let isBusy: Bool
  /// The tabs, in order.
  public let items: [Item]
  /// The id of the selected item; it matches no item when none is selected.
  public let selectedID: String
}

extension TabBarPicture {
  @MainActor
  init(of tabs: TabContainer) {
    self.init(
      id: tabs.id, label: tabs.label, hint: tabs.node?.hint, isBusy: tabs.node?.isBusy ?? false,
      items: tabs.itemPictures, selectedID: tabs.selectedID)
  }

  init(of node: InterfaceDescription.Node, selected: InterfaceDescription.Node?) {
    let items = node.shownChildren.map { Item(id: $0.id ?? "", label: $0.label ?? $0.id ?? "", of: $0) }
    self.init(
      id: node.id ?? "", label: node.label, hint: node.hint, isBusy: node.isBusy, items: items,
      selectedID: selected?.id ?? "")
  }
}
