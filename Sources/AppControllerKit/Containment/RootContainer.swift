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
    attach(new)
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
    } else if let index = presented.firstIndex(where: { $0 === old }) {
      presented[index] = new
      old.remove()
      add(new)
    } else {
      old.parent?.substitute(old, with: new)
    }
  }

  /// Puts a layer above everything.
  public func present(_ controller: InterfaceController) {
    presented.append(controller)
    add(controller)
  }

  /// Removes the layer on top.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func dismiss() -> Bool {
    guard let top = presented.popLast() else { return false }
    top.remove()
    return true
  }

  /// The screen that has the user's attention: the top of the top layer.
  public var visibleScreen: ScreenController? {
    var candidate: InterfaceController? = presented.last ?? installed
    while let controller = candidate {
      switch controller {
      case let navigation as NavigationContainer: candidate = navigation.top
      case let tabs as TabContainer: candidate = tabs.selected
      case let screen as ScreenController: return screen
      default: candidate = controller.children.last
      }
    }
    return nil
  }
}
