/// The one permanent container in which the two interfaces are switched: the pod's `AppViewController`.
///
/// Subclass it to watch or decorate the switch, and pass the class to ``AppController``. Or put a container into a
/// window and call ``transition(to:configuration:clock:willBeginTransition:completionHandler:)`` yourself. From the
/// first installation on it always has exactly one installed interface. It belongs in a window, never in a controller.
/// When an ``AppController`` has made it, only that controller switches its interfaces; any caller may present layers
/// in it.
open class RootContainer: InterfaceController {
  /// The interface that is installed; `nil` before the first installation.
  public private(set) var installed: InterfaceController?
  /// The layers above it, the top one last.
  public private(set) var presented: [InterfaceController] = []
  /// The picture from before the transition, on top until the transition ends; `nil` when there is no transition.
  ///
  /// It covers everything, including a layer that is presented meanwhile.
  public internal(set) var overlay: InterfaceDescription? {
    didSet { overlayWasSet(from: oldValue) }
  }
  /// The configuration of the transition under way; `nil` when there is none, or it takes no time.
  public internal(set) var transitionConfiguration: AppController.Configuration?
  private(set) var pictureBeforeOverlay: ScreenPicture?
  /// The first interface while it is being added; it becomes the installed one as soon as it is a child.
  private var comingFirst: InterfaceController?
  /// The controller that alone switches the interfaces and receives reports of changes; `nil` without a controller.
  weak var owner: AppController?
  private var isCycling = false
  private let lane = SerialLane()
  /// The window that contains the container.
  public internal(set) weak var window: InterfaceWindow?

  /// Makes an empty container.
  public required override init() { super.init() }

  /// Called during the exchange, before any controller has moved.
  open func willExchange(_ old: InterfaceController?, for new: InterfaceController) {}

  /// Called during the exchange, after all controllers have moved; afterwards `old` is freed unless the app keeps it.
  open func didExchange(_ old: InterfaceController?, for new: InterfaceController) {}

  /// Called when the overlay with the old picture has appeared or disappeared.
  open func overlayDidChange() {}

  /// Called in the container of an ``AppController`` after a screen has been shown to the user, covered, or left.
  ///
  /// The provider of the screen is told at the same time: see
  /// ``AppControllerInterfaceProviding/screenDidChange(_:to:for:)``.
  open func screenDidChange(_ screen: ScreenController, to appearance: ScreenAppearance) {}

  /// The installed interface decides.
  open override var childForPresentationTraits: InterfaceController? { installed }

  /// Shows another interface; for a container that is used without an ``AppController``.
  ///
  /// The first interface appears at once. Every other one replaces the installed interface, whose picture stays on top
  /// for the delay and the duration of the configuration. A transition that is requested during another waits for its
  /// end, so that each `willBeginTransition` is followed by its own `completionHandler`. Cancelling the task ends the
  /// animation, never the transition.
  ///
  /// - Parameters:
  ///   - new: The interface; nothing happens when it is installed already.
  ///   - configuration: The look of the transition.
  ///   - clock: The clock that times the transition.
  ///   - willBeginTransition: Called before anything has changed.
  ///   - completionHandler: Called when the old picture has disappeared.
  /// - Returns: Whether there was a transition.
  /// - Throws: ``AppControllerError`` with the code `ACK1003` for times that are out of range, `ACK3014` for an
  ///   interface that cannot be added, and `ACK3016` when an ``AppController`` owns the container; then nothing has
  ///   changed.
  @discardableResult
  open func transition(
    to new: InterfaceController, configuration: AppController.Configuration,
    clock: any Clock<Duration> = ContinuousClock(), willBeginTransition: ((InterfaceController) -> Void)? = nil,
    completionHandler: (() -> Void)? = nil
  ) async throws(AppControllerError) -> Bool {
    if owner != nil { throw .containerOwned }
    try configuration.requireValid()
    _ = await lane.reserve()?.value
    defer { lane.leave() }
    if new === installed { return false }
    guard isFree(new) else { throw .cannotBecomeChild }
    willBeginTransition?(new)
    let time = installed == nil ? .zero : time(of: configuration)
    let isAnimated = time > .zero
    if isAnimated {
      transitionConfiguration = configuration
      overlay = (visibleScreen?.node.arena).map(InterfaceDescription.init(arena:))
    }
    let isDone = exchange(for: new, dismissingPresented: configuration.dismissesPresentedInterfaceOnTransition)
    if isDone, isAnimated { try? await clock.pause(for: time) }
    if isAnimated { overlay = nil }
    if !isDone { throw .cannotBecomeChild }
    completionHandler?()
    return true
  }

  func time(of configuration: AppController.Configuration) -> Duration {
    traits.motion == .none ? .zero : configuration.time
  }

  /// Exchanges the installed interface for another at once, or installs the first one; layers stay.
  ///
  /// - Throws: ``AppControllerError`` with the code `ACK3014` when `new` cannot be added, and `ACK3016` when an
  ///   ``AppController`` owns the container; then nothing has changed.
  public override func transition(to new: InterfaceController) throws(AppControllerError) {
    if owner != nil { throw .containerOwned }
    guard new === installed || exchange(for: new, dismissingPresented: false) else { throw .cannotBecomeChild }
  }

  /// Exchanges the installed interface for another synchronously; returns whether `new` was installed by this call.
  ///
  /// The order of the calls is the same for every configuration: presented layers are dismissed, top first; the old
  /// interface gets its `willMove`; the new one gets its `willMove` and takes the place; the old subtree is removed,
  /// deepest first.
  @discardableResult
  package func exchange(for new: InterfaceController, dismissingPresented: Bool, notifies: Bool = true) -> Bool {
    guard new !== installed, isFree(new) else { return false }
    let old = installed
    if notifies { willExchange(old, for: new) }
    // A layer may become the installed interface; it is removed from the layers then.
    new.leave(whole: true)
    if dismissingPresented { while dismiss() {} }
    if let old {
      isCycling = true
      defer { isCycling = false }
      guard (try? cycle(from: old, to: new)) != nil else { return false }
    } else {
      comingFirst = new
      insert(new, at: 0)
      comingFirst = nil
      guard installed === new else { return false }
    }
    didExchange(old, for: new)
    return true
  }

  package func empty() {
    while dismiss() {}
    installed?.leave()
    overlay = nil
  }

  package func replace(_ old: InterfaceController, with new: InterfaceController) {
    if old === installed {
      exchange(for: new, dismissingPresented: false)
    } else {
      try? old.parent?.cycle(from: old, to: new)
    }
  }

  /// Puts a layer above everything but the overlay; does nothing for a controller that is in the container already.
  public func present(_ controller: InterfaceController) {
    if controller.parent === self { return }
    presented.append(controller)
    add(controller)
    if controller.parent !== self { presented.removeAll { $0 === controller } }
  }

  /// Removes the layer on top, presented or described.
  ///
  /// - Returns: Whether a layer was removed.
  @discardableResult
  public func dismiss() -> Bool {
    guard let top = Stage(of: self).front, top !== installed else { return false }
    top.remove()
    return top.parent == nil
  }

  override func allowsRemoval(of child: InterfaceController) -> Bool { child !== installed }

  override func reportChange(_ change: @autoclosure () -> InterfaceChange, moves: Bool = false) {
    if moves { owner?.appearances.noteMove() }
    owner?.reports.reportChange(change())
  }

  override func change(with child: InterfaceController) -> InterfaceChange {
    child === installed ? .interface : presented.contains { $0 === child } ? .layers : .content
  }

  override func allowsArrival(of child: InterfaceController) -> Bool {
    owner == nil || child === comingFirst || presented.contains { $0 === child }
  }

  override func requireExchangeable(_ child: InterfaceController) throws(AppControllerError) {
    if owner != nil, child === installed, !isCycling { throw .containerOwned }
  }

  /// Whether an interface can be installed, which other code may have moved in the meantime.
  func canInstall(_ target: InterfaceController) -> Bool {
    isFree(target) && (target.parent == nil || target.parent === self)
  }

  private func overlayWasSet(from old: InterfaceDescription?) {
    pictureBeforeOverlay = overlay == nil ? nil : visibleScreen.map { ScreenPicture(of: $0) }
    if overlay == nil { transitionConfiguration = nil }
    overlayDidChange()
    if old != nil || overlay != nil { reportChange(.overlay) }
  }

  override func childDidJoin(_ child: InterfaceController, at position: Int) {
    if child === comingFirst { installed = child }
  }

  override func childDidLeave(_ child: InterfaceController, at position: Int, for new: InterfaceController?) {
    if child === installed { installed = new }
    guard let index = presented.firstIndex(where: { $0 === child }) else { return }
    if let new { presented[index] = new } else { presented.remove(at: index) }
  }
}

extension RootContainer {
  /// The top one last.
  package var layers: [InterfaceController] { Stage(of: self).layers }

  /// The screen that has the user's attention: the top of the top layer.
  public var visibleScreen: ScreenController? { Stage(of: self).frontScreen }

  var visibleScreens: [ScreenController] { Stage(of: self).visibleScreens }

  /// The tab bar with an id, anywhere in the tree.
  public func tabs(withID id: String) -> TabContainer? { Stage(of: self).tabs(withID: id) }

  /// The visible picture: the old one while there is an overlay, otherwise the screen that has the user's attention.
  public var picture: ScreenPicture? {
    overlay == nil ? visibleScreen.map { ScreenPicture(of: $0) } : pictureBeforeOverlay
  }
}

/// The positions and opacities of the two interfaces at one moment of a transition.
public struct TransitionFrame: Sendable, Hashable {
  /// The opacity of the old interface, from 0 (invisible) to 1.
  public var oldOpacity = 0.0
  /// The opacity of the new interface, from 0 (invisible) to 1.
  public var newOpacity = 1.0
  /// The distance of the new interface from its place towards the trailing edge, in widths of the container.
  public var trailingOffset = 0.0
  /// The distance of the new interface from its place towards the bottom, in heights of the container.
  public var bottomOffset = 0.0
}

extension AppController.Configuration {
  /// The frame that an animating front end draws at a time after the exchange.
  ///
  /// The frame depends on the configuration and the time alone. Before the delay has passed it is the first frame;
  /// after the duration it is the last, which shows only the new interface.
  public func frame(at elapsed: Duration) -> TransitionFrame {
    let animated = elapsed - transitionDelay
    guard style != .none, animated < transitionDuration else { return TransitionFrame() }
    let progress = max(0, animated / transitionDuration)
    let rest = 1 - progress
    return switch style {
    case .none: TransitionFrame()
    case .crossDissolve: TransitionFrame(oldOpacity: rest, newOpacity: progress)
    case .fade: TransitionFrame(oldOpacity: max(0, 1 - 2 * progress), newOpacity: max(0, 2 * progress - 1))
    case .slideLeading: TransitionFrame(oldOpacity: 1, trailingOffset: rest)
    case .slideTrailing: TransitionFrame(oldOpacity: 1, trailingOffset: -rest)
    case .slideUp: TransitionFrame(oldOpacity: 1, bottomOffset: rest)
    case .slideDown: TransitionFrame(oldOpacity: 1, bottomOffset: -rest)
    }
  }
}
