/// A live node of the interface: what a view controller is on iOS.
///
/// Controllers are made from descriptions and form a tree. A parent owns its children; a child knows its parent weakly,
/// so that a tree that is removed is freed at once. Each `willMove` is followed by one `didMove` with the same parent.
@MainActor
open class InterfaceController {
  /// The controller that this one is in.
  public private(set) weak var parent: InterfaceController?
  /// The controllers in this one, in order.
  public private(set) var children: [InterfaceController] = []

  /// Makes a controller without a parent.
  public init() {}

  /// Called before the controller gets a parent, or with `nil` before it leaves.
  ///
  /// Call `super`.
  open func willMove(toParent parent: InterfaceController?) {}

  /// Called after the controller has got a parent, or with `nil` after it has left.
  ///
  /// Call `super`.
  open func didMove(toParent parent: InterfaceController?) {}

  /// Adds a child at the end; a child of another parent leaves that one first.
  public final func add(_ child: InterfaceController) {
    guard child.parent !== self, child !== self else { return }
    if child.parent != nil { child.remove() }
    child.willMove(toParent: self)
    attach(child)
    child.didMove(toParent: self)
  }

  /// Takes over a child of another parent with everything below it, which stays whole.
  final func adopt(_ child: InterfaceController) {
    child.willMove(toParent: self)
    child.parent?.detach(child)
    attach(child)
    child.didMove(toParent: self)
  }

  /// Leaves the parent, with everything below, deepest first; does nothing without a parent.
  public final func remove() {
    guard let parent else { return }
    willMove(toParent: nil)
    tearDown()
    parent.detach(self)
    didMove(toParent: nil)
  }

  /// Puts another child in the place of one.
  final func substitute(_ old: InterfaceController, with new: InterfaceController) {
    guard let position = children.firstIndex(where: { $0 === old }) else { return }
    old.willMove(toParent: nil)
    new.willMove(toParent: self)
    old.tearDown()
    old.parent = nil
    children[position] = new
    new.parent = self
    old.didMove(toParent: nil)
    new.didMove(toParent: self)
  }

  /// Removes everything below, deepest first.
  final func tearDown() {
    for child in children.reversed() { child.remove() }
  }

  final func attach(_ child: InterfaceController, at position: Int? = nil) {
    children.insert(child, at: position ?? children.count)
    child.parent = self
  }

  final func detach(_ child: InterfaceController) {
    children.removeAll { $0 === child }
    child.parent = nil
  }
}

extension InterfaceController {
  /// The controller and everything below it, each before its children.
  public var subtree: [InterfaceController] { [self] + children.flatMap(\.subtree) }

  /// The nearest controller of a type above this one, or itself, in the same layer.
  func nearest<Controller: InterfaceController>(_ type: Controller.Type) -> Controller? {
    var candidate: InterfaceController? = self
    while let controller = candidate {
      if let match = controller as? Controller { return match }
      // What is in a screen is a layer above it.
      candidate = controller.parent is ScreenController ? nil : controller.parent
    }
    return nil
  }
}
