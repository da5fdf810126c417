/// A live node of the interface: what a view controller is on iOS.
///
/// Controllers are made from descriptions and form a tree. A parent owns its children; a child knows its parent weakly,
/// so that a tree that is removed is freed at once. Each `willMove` is followed by one `didMove` with the same parent.
/// A controller that is between the two is moved by nobody else.
@MainActor
open class InterfaceController {
  /// The controller that this one is in.
  public private(set) weak var parent: InterfaceController?
  /// The controllers in this one, in order.
  public private(set) var children: [InterfaceController] = []
  /// The surface that the controller is shown on, as far as it is known: its parent's, with its own overrides.
  public private(set) var traits = TraitCollection()
  /// Changes what the controller and everything below it takes its surface for; `nil` when it is as the parent's.
  public var traitOverrides: ((inout TraitCollection) -> Void)? { didSet { updateTraits() } }

  /// What the parent or the window says, before the overrides.
  private var inheritedTraits = TraitCollection()
  /// The size that the children were laid out for.
  private var laidOutSize: InterfaceSize?
  /// Whether it is between a `willMove` and its `didMove`.
  private var isMoving = false

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

  /// Called when ``traits`` have changed, before it is called for the children.
  open func traitsDidChange(from previous: TraitCollection) {}

  /// Called before the children are laid out: for a new size, or because a child has come.
  open func willLayoutChildren() {}

  /// Called when the children, and theirs, are laid out.
  open func didLayoutChildren() {}

  /// How the controller would like the surface around it to be, when no child decides.
  open var presentationTraits: PresentationTraits { PresentationTraits() }

  /// The child that decides in its place; `nil`, the default, when none does.
  open var childForPresentationTraits: InterfaceController? { nil }

  /// Shows another child in the place of the first one, or adds it when there is none.
  ///
  /// - Throws: ``AppControllerError`` with the code `ACK3014` when `new` cannot become a child; then nothing has changed.
  public func transition(to new: InterfaceController) throws(AppControllerError) {
    if !children.isEmpty { return try cycle(to: new) }
    guard isFree(new) else { throw .cannotBecomeChild }
    add(new)
  }

  /// Takes in that the controller, or something below it, is shown differently; the parent is told in turn.
  ///
  /// While a controller is moved it tells nothing: that it has come or gone is told by whoever has moved it.
  func tell(_ change: @autoclosure () -> InterfaceChange) {
    if !isMoving { parent?.tell(change()) }
  }

  /// What is told when a child comes or goes.
  func change(with child: InterfaceController) -> InterfaceChange { .content }

  /// Whether a child may leave by itself.
  func allowsRemoval(of child: InterfaceController) -> Bool { true }

  /// Whether a controller may become a child, in nobody's place.
  func allowsArrival(of child: InterfaceController) -> Bool { true }

  /// Checks that a child may give way to another one.
  func requireExchangeable(_ child: InterfaceController) throws(AppControllerError) {}

  /// A child has left, and another one stands in its place, if any does.
  func childDidLeave(_ child: InterfaceController, at position: Int, for new: InterfaceController?) {}

  /// A child has come, in nobody's place.
  func childDidJoin(_ child: InterfaceController, at position: Int) {}
}

// MARK: - Moving

extension InterfaceController {
  /// Adds a child at the end; a child of another parent leaves that one first.
  ///
  /// Does nothing when it is a child already, when it cannot leave its parent, when the one is in the other, and in the
  /// ``RootContainer`` of an ``AppController``, whose layers are presented.
  public final func add(_ child: InterfaceController) { insert(child, at: nil) }

  /// Leaves the parent, with everything below, deepest first.
  ///
  /// Does nothing without a parent. What is installed in a ``RootContainer`` leaves for another interface only.
  public final func remove() {
    if parent?.allowsRemoval(of: self) == true { leave() }
  }

  /// Puts another child in the place of one: there is one of them at every moment, never none and never both.
  ///
  /// The old one leaves with everything below it, deepest first. Nothing happens when the two are the same.
  ///
  /// - Throws: ``AppControllerError`` with the code `ACK3014` when `old` is no child of this controller, or `new` cannot
  ///   become one, and `ACK3016` when `old` is what an ``AppController`` has installed; then nothing has changed.
  public final func cycle(
    from old: InterfaceController, to new: InterfaceController
  ) throws(AppControllerError) {
    guard children.contains(where: { $0 === old }), !old.isMoving else { throw .nothingToCycleFrom }
    try requireExchangeable(old)
    if old === new { return }
    guard isFree(new) else { throw .cannotBecomeChild }
    new.leave(whole: true)
    // Who was told of that may have moved either of them.
    guard old.parent === self, !old.isMoving, new.parent == nil, !new.isMoving else { throw .cannotBecomeChild }
    let change = change(with: old)
    (old.isMoving, new.isMoving) = (true, true)
    old.willMove(toParent: nil)
    new.willMove(toParent: self)
    if let position = children.firstIndex(where: { $0 === old }) {
      children[position] = new
      (old.parent, new.parent) = (nil, self)
      childDidLeave(old, at: position, for: new)
      arrange(new)
    }
    old.tearDown()
    old.end(movingTo: nil)
    new.end(movingTo: self)
    tell(change)
  }

  /// Puts another child in the place of the first one.
  ///
  /// - Throws: ``AppControllerError`` with the code `ACK3014` when there is none, or `new` cannot become one, and
  ///   `ACK3016` when it is what an ``AppController`` has installed; then nothing has changed.
  public final func cycle(to new: InterfaceController) throws(AppControllerError) {
    guard let old = children.first else { throw .nothingToCycleFrom }
    try cycle(from: old, to: new)
  }

  /// Takes over a child of another parent with everything below it, which stays whole.
  final func adopt(_ child: InterfaceController) {
    guard isFree(child), allowsArrival(of: child) else { return }
    child.begin(movingTo: self)
    let former = child.parent
    let loss = former?.change(with: child)
    former?.detach(child)
    attach(child, at: nil)
    let gain = change(with: child)
    child.end(movingTo: self)
    if let loss { former?.tell(loss) }
    tell(gain)
  }

  final func insert(_ child: InterfaceController, at position: Int?) {
    guard child.parent !== self, isFree(child), allowsArrival(of: child) else { return }
    child.leave(whole: true)
    guard child.parent == nil, !child.isMoving else { return }
    child.begin(movingTo: self)
    attach(child, at: position)
    let change = change(with: child)
    child.end(movingTo: self)
    tell(change)
  }

  /// Leaves the parent, allowed or not; whole, with everything below, when it is on its way to another one.
  final func leave(whole: Bool = false) {
    guard let parent, !isMoving else { return }
    begin(movingTo: nil)
    if !whole { tearDown() }
    let change = parent.change(with: self)
    parent.detach(self)
    end(movingTo: nil)
    parent.tell(change)
  }

  /// Removes everything below, deepest first.
  private func tearDown() {
    for child in children.reversed() { child.leave() }
  }

  /// Whether a controller could become a child: it is moved by nobody, may leave where it is, and this one is not in it.
  final func isFree(_ child: InterfaceController) -> Bool {
    guard !child.isMoving, !(child is RootContainer), child.parent?.allowsRemoval(of: child) != false else {
      return false
    }
    var candidate: InterfaceController? = self
    while let controller = candidate {
      if controller === child { return false }
      candidate = controller.parent
    }
    return true
  }

  private func begin(movingTo parent: InterfaceController?) {
    isMoving = true
    willMove(toParent: parent)
  }

  private func end(movingTo parent: InterfaceController?) {
    isMoving = false
    didMove(toParent: parent)
  }

  private func attach(_ child: InterfaceController, at position: Int?) {
    let position = min(position ?? children.count, children.count)
    children.insert(child, at: position)
    child.parent = self
    childDidJoin(child, at: position)
    arrange(child)
  }

  private func detach(_ child: InterfaceController) {
    guard let position = children.firstIndex(where: { $0 === child }) else { return }
    children.remove(at: position)
    child.parent = nil
    childDidLeave(child, at: position, for: nil)
  }
}

// MARK: - Traits and layout

extension InterfaceController {
  /// How the surface around should be: as the child says that decides, or as this controller does.
  public final var effectivePresentationTraits: PresentationTraits {
    childForPresentationTraits?.effectivePresentationTraits ?? presentationTraits
  }

  /// How large the controller is: it fills its parent, unless its overrides say otherwise.
  public final var size: InterfaceSize { InterfaceSize(columns: traits.columns, rows: traits.rows) }

  /// Takes the traits of the parent or the window, and lays out what has another size by them.
  final func inherit(_ inherited: TraitCollection) {
    inheritedTraits = inherited
    updateTraits()
  }

  private func updateTraits() {
    let previous = traits
    forwardTraits()
    layOut()
    // A container with nothing in it shows nothing that could look different.
    if traits != previous, parent != nil || !children.isEmpty { tell(.traits) }
  }

  private func forwardTraits() {
    var new = inheritedTraits
    traitOverrides?(&new)
    let previous = traits
    if new == previous { return }
    traits = new
    traitsDidChange(from: previous)
    for child in children where child.parent === self {
      child.inheritedTraits = traits
      child.forwardTraits()
    }
  }

  private func layOut() {
    if laidOutSize == size { return }
    laidOutSize = size
    willLayoutChildren()
    for child in children { child.layOut() }
    didLayoutChildren()
  }

  private func arrange(_ child: InterfaceController) {
    child.inheritedTraits = traits
    child.forwardTraits()
    willLayoutChildren()
    child.layOut()
    didLayoutChildren()
  }
}

extension InterfaceController {
  /// Tells whoever draws the controller that it is shown differently now.
  ///
  /// Call it in a subclass that shows something of its own, such as a title in its presentation traits, when that has
  /// changed. What the kit's own controllers show is told without it. Does nothing outside an installed tree.
  public final func setNeedsDisplay() { tell(.content) }

  /// The controller and everything below it, each before its children.
  public var subtree: [InterfaceController] { [self] + children.flatMap(\.subtree) }
}

extension AppControllerError {
  static let nothingToCycleFrom = AppControllerError(
    .containmentRefused,
    what: "there is no such child to put another one in the place of",
    why: "the container is empty, the controller is another one's child, or it is being moved just now",
    fix: "add the child, or use transition(to:), which adds when there is none"
  )

  static let containerOwned = AppControllerError(
    .containerOwned,
    what: "the interface of a container that an AppController owns cannot be changed from outside",
    why: "the controller's state says what is installed, and would not be right any more",
    fix: "call the controller's login or logout; present a layer with present(_:), or make a RootContainer of your own"
  )

  static let cannotBecomeChild = AppControllerError(
    .containmentRefused,
    what: "the controller cannot become a child here",
    why: "it is a root container, is being moved just now, is installed in a root container, or holds this container",
    fix: "pass a controller that stands nowhere else"
  )
}
