/// What stands below a root container, as it is now or after effects that are not carried out yet.
///
/// What is in front is decided only here, so that a plan and the container itself agree about it.
@MainActor
struct Stage {
  private let root: RootContainer
  private var installed: InterfaceController?
  private var presented: [InterfaceController]
  /// The children and the selected items that differ from the live tree.
  private var children: [ObjectIdentifier: [InterfaceController]] = [:]
  private var selections: [ObjectIdentifier: String] = [:]

  init(of root: RootContainer) {
    self.root = root
    installed = root.installed
    presented = root.presented
  }

  subscript(childrenOf controller: InterfaceController) -> [InterfaceController] {
    get { children[ObjectIdentifier(controller)] ?? controller.children }
    set { children[ObjectIdentifier(controller)] = newValue }
  }

  // MARK: - What is in front

  /// One above the other: the installed interface, then the layers, presented or described.
  private var planes: [InterfaceController] {
    ([installed].compactMap(\.self) + presented).flatMap(planes(from:))
  }

  private func planes(from controller: InterfaceController) -> [InterfaceController] {
    [controller] + (layer(on: controller).map(planes(from:)) ?? [])
  }

  private func layer(on plane: InterfaceController) -> InterfaceController? {
    topScreen(of: plane).flatMap { self[childrenOf: $0].last }
  }

  /// The top one last.
  var layers: [InterfaceController] { Array(planes.drop { $0 === installed }) }

  var front: InterfaceController? {
    var front = presented.last ?? installed
    while let plane = front, let layer = layer(on: plane) { front = layer }
    return front
  }

  var frontScreen: ScreenController? { front.flatMap(topScreen(of:)) }

  /// That of the installed interface first, that of the top layer last; none when the top layer shows none.
  var visibleScreens: [ScreenController] { frontScreen == nil ? [] : planes.compactMap(topScreen(of:)) }

  func topScreen(of controller: InterfaceController) -> ScreenController? {
    switch controller {
    case let screen as ScreenController: screen
    case let tabs as TabContainer: selected(of: tabs).flatMap(topScreen(of:))
    default: self[childrenOf: controller].last.flatMap(topScreen(of:))
    }
  }

  private func selected(of tabs: TabContainer) -> InterfaceController? {
    let (selection, children) = (selections[ObjectIdentifier(tabs)] ?? tabs.selectedID, self[childrenOf: tabs])
    return tabs.itemIDs.firstIndex(of: selection).flatMap { children.indices.contains($0) ? children[$0] : nil }
  }

  // MARK: - Where things are

  func tabs(withID id: String) -> TabContainer? { tabs(withID: id, in: root) }

  private func tabs(withID id: String, in controller: InterfaceController) -> TabContainer? {
    if let tabs = controller as? TabContainer, tabs.id == id { return tabs }
    return self[childrenOf: controller].lazy.compactMap { tabs(withID: id, in: $0) }.first
  }

  /// The controller itself, then what contains it; nothing when it is not below the root container.
  func lineage(of controller: InterfaceController) -> [InterfaceController] { lineage(of: controller, in: root) }

  private func lineage(of target: InterfaceController, in controller: InterfaceController) -> [InterfaceController] {
    if controller === target { return [target] }
    for child in self[childrenOf: controller] {
      let lineage = lineage(of: target, in: child)
      if !lineage.isEmpty { return lineage + [controller] }
    }
    return []
  }

  /// A layer inside a screen is outside its stack.
  func stack(around controller: InterfaceController) -> NavigationContainer? {
    lineage(of: controller).first {
      $0 is NavigationContainer || $0 is ScreenController && $0 !== controller
    } as? NavigationContainer
  }

  // MARK: - Changes

  mutating func present(_ controller: InterfaceController) {
    presented.append(controller)
    self[childrenOf: root].append(controller)
  }

  /// With `nil`, the old one only leaves.
  mutating func replace(_ old: InterfaceController, with new: InterfaceController?) {
    if old === installed { installed = new }
    presented = presented.compactMap { $0 === old ? new : $0 }
    guard let parent = lineage(of: old).dropFirst().first else { return }
    self[childrenOf: parent] = self[childrenOf: parent].compactMap { $0 === old ? new : $0 }
  }

  mutating func select(_ item: String, in tabs: TabContainer) { selections[ObjectIdentifier(tabs)] = item }
}
