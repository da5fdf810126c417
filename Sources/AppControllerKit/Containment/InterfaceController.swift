/// A live node of the interface, the counterpart of a view controller on iOS.
///
/// Controllers are made from descriptions and form a tree. A parent owns its children; a child refers to its parent
/// weakly, so that a removed tree is freed at once. Each `willMove` is followed by one `didMove` with the same parent.
/// Between the two calls no other call can move the controller.
@MainActor
open class InterfaceController {
  /// The parent, which contains this controller.
  public private(set) weak var parent: InterfaceController?
  /// The children, in order.
  public private(set) var children: [InterfaceController] = []
  /// The known traits of the surface: the parent's, with the controller's own overrides.
  public private(set) var traits = TraitCollection()
  /// Overrides the traits for the controller and its subtree; `nil` when they are the parent's.
  public var traitOverrides: ((inout TraitCollection) -> Void)? { didSet { updateTraits() } }

  /// The traits from the parent or the window, before the overrides.
  private var inheritedTraits = TraitCollection()
  private var laidOutSize: InterfaceSize?
  /// Whether the controller is between a `willMove` and its `didMove`.
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

  /// Called after the whole subtree is laid out.
  open func didLayoutChildren() {}

  /// The presentation that the controller asks of the surface around it when no child decides.
  open var presentationTraits: PresentationTraits { PresentationTraits() }

  /// The child that decides instead; `nil`, the default, when none does.
  open var childForPresentationTraits: InterfaceController? { nil }

  /// Replaces the first child by another one, or adds it when there is none.
  ///
  /// - Throws: ``AppControllerError`` with the code `ACK3014` when `new` cannot become a child; then nothing has
  ///   changed.
  public func transition(to new: InterfaceController) throws(AppControllerError) {
    if !children.isEmpty { return try cycle(to: new) }
    guard isFree(new) else { throw .cannotBecomeChild }
    add(new)
  }

  /// Reports a change up through the parents; `moves` says whether another screen may be in front now.
  ///
  /// A controller that is being moved reports nothing: the code that moves it reports that it was added or removed.
  func reportChange(_ change: @autoclosure () -> InterfaceChange, moves: Bool = false) {
    if !isMoving { parent?.reportChange(change(), moves: moves) }
  }

  func change(with child: InterfaceController) -> InterfaceChange { .content }

  /// Whether a child may be removed by itself.
  func allowsRemoval(of child: InterfaceController) -> Bool { true }

  /// Whether a controller may be added as a child without replacing another one.
  func allowsArrival(of child: InterfaceController) -> Bool { true }

  func requireExchangeable(_ child: InterfaceController) throws(AppControllerError) {}

  /// `new` is the child that replaces it, if any.
  func childDidLeave(_ child: InterfaceController, at position: Int, for new: InterfaceController?) {}

  /// Called after a child was added without replacing another one.
  func childDidJoin(_ child: InterfaceController, at position: Int) {}
}

// MARK: - Moving

extension InterfaceController {
  /// Adds a child at the end; a child of another parent leaves that parent first.
  ///
  /// Does nothing when the controller is a child already, when it cannot leave its parent, or when either controller
  /// contains the other. Also does nothing in the ``RootContainer`` of an ``AppController``, whose layers are presented
  /// instead.
  public final func add(_ child: InterfaceController) { insert(child, at: nil) }

  /// Leaves the parent, with the whole subtree, deepest first.
  ///
  /// Does nothing without a parent. The installed interface of a ``RootContainer`` can only be replaced by another one.
  public final func remove() {
    if parent?.allowsRemoval(of: self) == true { leave() }
  }

  /// Replaces a child by another one: there is exactly one of the two at every moment.
  ///
  /// The old child leaves with its subtree, deepest first. Nothing happens when the two are the same.
  ///
  /// - Throws: ``AppControllerError`` with the code `ACK3014` when `old` is no child of this controller or `new` cannot
  ///   become one, and `ACK3016` when `old` is the interface that an ``AppController`` has installed; then nothing has
  ///   changed.
  public final func cycle(
    from old: InterfaceController, to new: InterfaceController
  ) throws(AppControllerError) {
    guard children.contains(where: { $0 === old }), !old.isMoving else { throw .nothingToCycleFrom }
    try requireExchangeable(old)
    if old === new { return }
    guard isFree(new) else { throw .cannotBecomeChild }
    new.leave(whole: true)
    // A callback may have moved either of them.
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
    reportChange(change, moves: true)
  }

  /// Replaces the first child by another one.
  ///
  /// - Throws: ``AppControllerError`` with the code `ACK3014` when there is no child or `new` cannot become one, and
  ///   `ACK3016` when the first child is the interface that an ``AppController`` has installed; then nothing has
  ///   changed.
  public final func cycle(to new: InterfaceController) throws(AppControllerError) {
    guard let old = children.first else { throw .nothingToCycleFrom }
    try cycle(from: old, to: new)
  }

  /// Takes over a child of another parent with its subtree, which stays intact.
  final func adopt(_ child: InterfaceController) {
    guard isFree(child), allowsArrival(of: child) else { return }
    child.begin(movingTo: self)
    let former = child.parent
    let loss = former?.change(with: child)
    former?.detach(child)
    attach(child, at: nil)
    let gain = change(with: child)
    child.end(movingTo: self)
    if let loss { former?.reportChange(loss, moves: true) }
    reportChange(gain, moves: true)
  }

  final func insert(_ child: InterfaceController, at position: Int?) {
    guard child.parent !== self, isFree(child), allowsArrival(of: child) else { return }
    child.leave(whole: true)
    guard child.parent == nil, !child.isMoving else { return }
    child.begin(movingTo: self)
    attach(child, at: position)
    let change = change(with: child)
    child.end(movingTo: self)
    reportChange(change, moves: true)
  }

  /// Leaves the parent without a check; the subtree stays intact when the controller moves to another parent.
  final func leave(whole: Bool = false) {
    guard let parent, !isMoving else { return }
    begin(movingTo: nil)
    if !whole { tearDown() }
    let change = parent.change(with: self)
    parent.detach(self)
    end(movingTo: nil)
    parent.reportChange(change, moves: true)
  }

  private func tearDown() {
    for child in children.reversed() { child.leave() }
  }

  /// Whether a controller can become a child of this one.
  final func isFree(_ child: InterfaceController) -> Bool {
    guard !child.isMoving, !(child is RootContainer), child.parent?.allowsRemoval(of: child) != false else {
      return false
    }
    return !isInside(child)
  }

  /// Also for the other controller itself.
  final func isInside(_ other: InterfaceController) -> Bool {
    var candidate: InterfaceController? = self
    while let controller = candidate, controller !== other { candidate = controller.parent }
    return candidate != nil
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
  /// The presentation that the surface should have: that of the child that decides, or this controller's own.
  public final var effectivePresentationTraits: PresentationTraits {
    childForPresentationTraits?.effectivePresentationTraits ?? presentationTraits
  }

  /// The size of the controller: it fills its parent, unless its overrides say otherwise.
  public final var size: InterfaceSize { InterfaceSize(columns: traits.columns, rows: traits.rows) }

  final func inherit(_ inherited: TraitCollection) {
    inheritedTraits = inherited
    updateTraits()
  }

  private func updateTraits() {
    let previous = traits
    forwardTraits()
    layOut()
    // An empty container shows nothing that could look different.
    if traits != previous, parent != nil || !children.isEmpty { reportChange(.traits) }
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
  /// Reports to the renderers of the controller that it is shown differently now.
  ///
  /// Call it in a subclass that shows content of its own, such as a title in its presentation traits, after that has
  /// changed. The kit's own controllers report their changes without it. Does nothing outside an installed tree.
  public final func setNeedsDisplay() { reportChange(.content) }

  /// The controller and its subtree, each controller before its children.
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

/// The part of a controller's picture that has changed.
///
/// It names parts by their ids, and contains no typed values. The new picture is in the live tree, which is read at the
/// next drawing.
public enum InterfaceChange: Sendable, Hashable {
  /// Another interface replaces the installed one, without a transition.
  case interface
  /// The screens of a stack, by the id of its node.
  case screens(stack: String?)
  /// The items of a tab bar.
  case items(tabs: String)
  /// The selected item of a tab bar.
  case selection(tabs: String)
  /// The layers above the interface or above a screen.
  case layers
  /// The description of a screen, which was requested again.
  case description(screen: String)
  /// The values in the inputs of a screen.
  case values(screen: String)
  /// The error messages at the inputs of a screen.
  case fieldErrors(screen: String)
  /// The focus of a screen.
  case focus(screen: String)
  /// The appearance or the content of one of the app's own controllers.
  case content
  /// The traits of the surface, such as its size.
  case traits
  /// The old picture of a transition, which has appeared or disappeared.
  case overlay
  /// Whether the provider's answer to an action is pending.
  case busy
}

extension InterfaceChange {
  var text: String {
    switch self {
    case .interface: "the interface"
    case .screens(let stack): "the screens of \(stack.map { "the stack \"\($0.displayable)\"" } ?? "a stack")"
    case .items(let tabs): "the items of the tabs \"\(tabs.displayable)\""
    case .selection(let tabs): "the selected item of the tabs \"\(tabs.displayable)\""
    case .layers: "the layers"
    case .description(let screen): "the description of the screen \"\(screen.displayable)\""
    case .values(let screen): "a value on the screen \"\(screen.displayable)\""
    case .fieldErrors(let screen): "what is wrong on the screen \"\(screen.displayable)\""
    case .focus(let screen): "the focus on the screen \"\(screen.displayable)\""
    case .content: "a controller of the app's own"
    case .traits: "the surface"
    case .overlay: "the old picture on top"
    case .busy: "whether an answer is waited for"
    }
  }
}
