/// The arrangement of controllers below a root container, either current or after changes that are not made yet.
///
/// Visibility is decided only here, so that a plan and the container itself agree about it.
@MainActor
struct Arrangement {
  private let root: RootContainer
  private(set) var installed: InterfaceController?
  private var presented: [InterfaceController]
  /// The children and the selected items that differ from the live tree.
  private var children: [ObjectIdentifier: [InterfaceController]] = [:]
  private var selections: [ObjectIdentifier: String] = [:]

  init(of root: RootContainer) {
    self.root = root
    installed = root.installed
    presented = root.presented
  }

  // MARK: - Queries

  func children(of controller: InterfaceController) -> [InterfaceController] {
    children[ObjectIdentifier(controller)] ?? controller.children
  }

  /// The visible layers, presented or described, the top one last.
  var layers: [InterfaceController] {
    describedLayers(above: installed) + presented.flatMap { [$0] + describedLayers(above: $0) }
  }

  private func describedLayers(above controller: InterfaceController?) -> [InterfaceController] {
    guard let screen = controller.flatMap(topScreen(of:)), let layer = children(of: screen).last else { return [] }
    return [layer] + describedLayers(above: layer)
  }

  var front: InterfaceController? { layers.last ?? installed }

  func topScreen(of controller: InterfaceController) -> ScreenController? {
    switch controller {
    case let screen as ScreenController: screen
    case let tabs as TabContainer: selected(of: tabs).flatMap(topScreen(of:))
    default: children(of: controller).last.flatMap(topScreen(of:))
    }
  }

  private func selected(of tabs: TabContainer) -> InterfaceController? {
    guard let selection = selections[ObjectIdentifier(tabs)] else { return tabs.selected }
    let children = children(of: tabs)
    return tabs.itemIDs.firstIndex(of: selection).flatMap { children.indices.contains($0) ? children[$0] : nil }
  }

  func tabs(withID id: String) -> TabContainer? { tabs(withID: id, in: root) }

  private func tabs(withID id: String, in controller: InterfaceController) -> TabContainer? {
    if let tabs = controller as? TabContainer, tabs.id == id { return tabs }
    return children(of: controller).lazy.compactMap { tabs(withID: id, in: $0) }.first
  }

  /// The nearest first; `nil` when the controller is not below the root container.
  func ancestors(of controller: InterfaceController) -> [InterfaceController]? {
    path(to: controller, from: root).map { $0.dropLast().reversed() }
  }

  private func path(to target: InterfaceController, from controller: InterfaceController) -> [InterfaceController]? {
    if controller === target { return [controller] }
    for child in children(of: controller) {
      if let path = path(to: target, from: child) { return [controller] + path }
    }
    return nil
  }

  /// A layer inside a screen is outside its stack.
  func stack(around controller: InterfaceController) -> NavigationContainer? {
    if let navigation = controller as? NavigationContainer { return navigation }
    for ancestor in ancestors(of: controller) ?? [] {
      if ancestor is ScreenController { return nil }
      if let navigation = ancestor as? NavigationContainer { return navigation }
    }
    return nil
  }

  // MARK: - Changes

  mutating func push(_ controller: InterfaceController, onto stack: NavigationContainer) {
    children[ObjectIdentifier(stack), default: stack.children].append(controller)
  }

  /// Removes the screens of a stack beyond a count, but never the first.
  mutating func cut(_ stack: NavigationContainer, to count: Int) {
    children[ObjectIdentifier(stack)] = Array(children(of: stack).prefix(max(1, count)))
  }

  mutating func present(_ controller: InterfaceController) {
    presented.append(controller)
    children[ObjectIdentifier(root), default: root.children].append(controller)
  }

  mutating func dismiss(_ layer: InterfaceController) {
    presented.removeAll { $0 === layer }
    guard let parent = ancestors(of: layer)?.first else { return }
    children[ObjectIdentifier(parent)] = children(of: parent).filter { $0 !== layer }
  }

  mutating func replace(_ old: InterfaceController, with new: InterfaceController) {
    if old === installed { installed = new }
    presented = presented.map { $0 === old ? new : $0 }
    guard let parent = ancestors(of: old)?.first else { return }
    children[ObjectIdentifier(parent)] = children(of: parent).map { $0 === old ? new : $0 }
  }

  mutating func select(_ item: String, in tabs: TabContainer) { selections[ObjectIdentifier(tabs)] = item }
}
