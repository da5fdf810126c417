/// The one permanent container that the two interfaces are switched in: the pod's `AppViewController`.
///
/// Subclass it to watch or decorate the switch, and give the class to ``AppController``. It has one installed interface
/// from the first installation on, never none and never two.
open class RootContainer: InterfaceController {
  /// The interface that is installed; `nil` before the first installation.
  public private(set) var installed: InterfaceController?
  /// The layers above it, the top one last.
  public private(set) var presented: [InterfaceController] = []
  /// What was seen before, on top until the transition ends; `nil` when there is no transition.
  public internal(set) var overlay: InterfaceDescription?

  /// Makes a container with nothing in it.
  public required override init() { super.init() }

  /// Exchanges the installed interface for another, in one go: nothing is awaited, and nothing can fail.
  ///
  /// The order of the calls is the same for every configuration: presented layers are dismissed, top first; the old
  /// interface is told that it leaves; the new one is told that it comes, and is added; the old one is taken apart,
  /// deepest first.
  func exchange(for new: InterfaceController, dismissingPresented: Bool) {
    if dismissingPresented { while dismiss() {} }
    let old = installed
    old?.willMove(toParent: nil)
    new.willMove(toParent: self)
    attach(new, at: old.flatMap { old in children.firstIndex { $0 === old } })
    installed = new
    if let old {
      old.tearDown()
      detach(old)
      old.didMove(toParent: nil)
    }
    new.didMove(toParent: self)
  }

  /// Takes everything out, when an installation failed or the controller ends.
  func empty() {
    while dismiss() {}
    installed?.remove()
    installed = nil
    overlay = nil
  }

  /// Puts another screen where one is: in its stack, in its layer, or as the installed interface.
  func replace(_ old: InterfaceController, with new: InterfaceController) {
    if old === installed {
      exchange(for: new, dismissingPresented: false)
    } else {
      if let index = presented.firstIndex(where: { $0 === old }) { presented[index] = new }
      old.parent?.substitute(old, with: new)
    }
  }

  /// Puts a layer above everything.
  public func present(_ controller: InterfaceController) {
    presented.append(controller)
    add(controller)
  }

  /// Removes the layer on top, presented or described.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func dismiss() -> Bool {
    guard let top = layers.last else { return false }
    presented.removeAll { $0 === top }
    top.remove()
    return true
  }

  /// The layers that can be seen above the installed interface, the top one last: those that were presented, and those
  /// that screens are described with.
  var layers: [InterfaceController] {
    describedLayers(above: installed) + presented.flatMap { [$0] + describedLayers(above: $0) }
  }

  private func describedLayers(above controller: InterfaceController?) -> [InterfaceController] {
    guard let layer = controller?.topScreen?.layer else { return [] }
    return [layer] + describedLayers(above: layer)
  }

  /// The screen that has the user's attention: the top of the top layer.
  public var visibleScreen: ScreenController? { (layers.last ?? installed)?.topScreen }
}

extension InterfaceController {
  /// The screen that is seen of the controller: the top of a stack, the selected one of tabs.
  fileprivate var topScreen: ScreenController? {
    switch self {
    case let navigation as NavigationContainer: navigation.top?.topScreen
    case let tabs as TabContainer: tabs.selected?.topScreen
    case let screen as ScreenController: screen
    default: children.last?.topScreen
    }
  }
}
