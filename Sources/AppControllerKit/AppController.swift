/// Switches an app between its logged-out and its logged-in interface inside one root container.
///
/// ```swift
/// let controller = AppController(interfaceProvider: MyProvider())
/// controller.didLoginHandler = { print("welcome") }
/// try await controller.installRootInterface(in: window)
/// await controller.login(Session(subject: "kitty@example.com"))
/// ```
///
/// It mirrors the class of the same name of the iOS pod, with these differences: every request returns its outcome,
/// overlapping requests follow a stated rule (the latest intent wins), and a failure before the exchange changes
/// nothing, on disk or in memory.
@MainActor
public final class AppController {
  /// The provider that describes the interfaces.
  public let interfaceProvider: any AppControllerInterfaceProviding
  /// The container that the interfaces are switched in; the same for the controller's life.
  public let rootContainer: RootContainer
  /// The name that the provider's session is stored under.
  public var providerID: String { keeper.providerID }

  /// Called first to decide whether a transition may happen; a returned text is the reason for a veto.
  ///
  /// A forced logout does not call it.
  public var shouldTransitionHandler: (@MainActor (_ target: State) async throws -> String?)?
  /// Called before a login transition with the interface that is coming.
  ///
  /// Throwing gives the transition up.
  public var willLoginHandler: (@MainActor (_ target: InterfaceController) async throws -> Void)?
  /// Called after a login transition.
  public var didLoginHandler: (@MainActor () async throws -> Void)?
  /// Called before a logout transition with the interface that is coming.
  ///
  /// Throwing gives the transition up.
  public var willLogoutHandler: (@MainActor (_ target: InterfaceController) async throws -> Void)?
  /// Called after a logout transition.
  public var didLogoutHandler: (@MainActor () async throws -> Void)?
  /// Called instead of a `did` handler when a transition was given up after its `will` handler was called.
  public var didAbortHandler: (@MainActor (_ target: State) async -> Void)?
  /// Receives each line of the provider's and the controller's log.
  public var logHandler: (@MainActor (_ level: LogLevel, _ text: String) -> Void)?

  /// Called with each event as it happens, before the readers of ``events`` receive it.
  public var eventHandler: (@MainActor (_ event: ControllerEvent) -> Void)?

  /// The time limit for a question to the provider that belongs to a transition; `nil` means no limit.
  ///
  /// When the time is up, the question is cancelled. A login then fails; a logout continues with a built-in interface.
  /// A late answer is dropped. A plugin has its own limit as well. A function that keeps the main actor is not
  /// interrupted.
  public var providerDeadline: Duration? = .seconds(30)
  /// The time limit for each of the app's handlers; `nil`, the default, means no limit.
  ///
  /// A handler that exceeds it is treated as one that throws.
  public var handlerDeadline: Duration?
  /// The time limit for each handler and each question once a logout is forced or the session has expired: 5 s.
  ///
  /// It limits the calls under way at that moment, the logout itself, and the work that is left after ``terminate()``.
  /// A shorter ``providerDeadline`` or ``handlerDeadline`` still applies. The session store has no time limit.
  public var forcedDeadline: Duration = .seconds(5)

  /// Whether the controller follows logins and logouts of other processes; read at the installation.
  ///
  /// It needs a store that reports changes, as the stores of the kit do. A logout elsewhere cannot be vetoed here. A
  /// login can be vetoed; the session that the other process has stored then stays.
  public var followsSessionStore = true

  /// The session of the installed interface; `nil` when logged out.
  public internal(set) var session: Session?
  /// The description of the installed interface; `nil` before the first installation.
  public internal(set) var installedInterface: InterfaceDescription?
  /// The number of the installed interface, counting up.
  public internal(set) var revision: UInt64 = 0
  /// The window that the container is installed in.
  public internal(set) weak var window: InterfaceWindow?

  /// The observers of the controller: they see each request, each step and each result.
  package var observers: [any ControllerObserver] = []
  /// The number of the last request that was made while an observer was present.
  var lastInput = 0

  /// Hooks besides the app's own handlers, in the order in which they were added.
  var addedHooks: [(token: HookToken, hooks: TransitionHooks)] = []
  var machine = TransitionMachine()
  /// The waiters that have made a request from inside a function that has neither returned nor suspended yet.
  var held: Set<TransitionMachine.Waiter> = []
  var answers: [TransitionMachine.Waiter: TransitionOutcome] = [:]
  var continuations: [TransitionMachine.Waiter: CheckedContinuation<TransitionOutcome, Never>] = [:]
  /// The sessions of the requests that are under way or pending, by number.
  var sessions: [Int: Session] = [:]
  /// The last valid logged-out interface; the provider usually returns the same one again, which then skips validation.
  var validLoggedOutInterface: InterfaceDescription?
  /// The session that the provider reported for the installed interface while an operation was under way.
  var deferredUpdate: Session?
  var isOutdated = false
  /// The screens that are to be requested again, and the one that is being requested now.
  var outdatedScreens: [(id: String, chain: Int)] = []
  var screenRefresh: ScreenRefresh?
  /// Whether the session has expired while an operation was under way.
  var hasExpired = false
  /// The task that reads the record that another process has stored.
  var look: Task<Void, Never>?
  /// The states that the operations of the current chain have targeted.
  var history: [State] = []
  /// The operation under way.
  var run: OperationRun?
  /// The cancellation of each unanswered question about an action, by its number.
  var performs: [Int: () -> Void] = [:]
  var nextNumber = 0
  /// Whether an event that covers every change is about to be sent, and whether anything has changed since then.
  var holdsChanges = false
  var hasHeldChange = false
  let keeper: SessionKeeper
  let inbox: ControllerInbox
  let lane = QuestionLane()
  let hub = EventHub()

  /// Makes a controller; nothing happens until it is installed.
  ///
  /// - Parameters:
  ///   - interfaceProvider: The provider that describes the interfaces. Used from the main actor only.
  ///   - providerID: The name that the session is stored under; 1 to 64 bytes of `[A-Za-z0-9._-]`.
  ///   - sessionStore: The store that keeps the session.
  ///   - rootContainerClass: The class of the root container.
  ///   - clock: The clock that times transitions and deadlines.
  ///   - wallClock: The time in seconds since 1970-01-01T00:00:00Z, which sessions expire by.
  public init(
    interfaceProvider: any AppControllerInterfaceProviding, providerID: String = "app",
    sessionStore: any SessionStore = InMemorySessionStore(),
    rootContainerClass: RootContainer.Type = RootContainer.self,
    clock: any Clock<Duration> = ContinuousClock(), wallClock: @escaping @Sendable () -> Int64 = WallClock.now
  ) {
    self.interfaceProvider = interfaceProvider
    keeper = SessionKeeper(providerID: providerID, store: sessionStore, clock: clock, wallClock: wallClock)
    rootContainer = rootContainerClass.init()
    inbox = ControllerInbox()
    inbox.attach(self)
    rootContainer.owner = self
    keeper.notify = { [weak self] in self?.handle($0) }
    Broadcast.shared.add(inbox)
  }

  /// The current state.
  public var state: State {
    switch machine.position {
    case .uninstalled: .uninstalled
    case .launching: .launching
    case .settled(.loggedOut): .loggedOut
    case .settled(.loggedIn): .loggedIn
    case .terminated: .terminated
    }
  }

  /// Whether an installation, a transition or an update is under way.
  public var isBusy: Bool { machine.active != nil }

  /// Whether one interface is being replaced by the other, from the first `will` handler to the last `did` handler.
  ///
  /// A window ignores what the user types meanwhile, because it is meant for neither interface.
  public var isExchanging: Bool { machine.active?.isExchanging == true }

  /// Whether the provider's answer to an action is pending.
  public var isPerforming: Bool { !performs.isEmpty }

  var clock: any Clock<Duration> { keeper.clock }
}

// MARK: - Logging in and out

extension AppController {
  /// Switches to the logged-in interface of a session.
  ///
  /// If the session's subject is logged in already, the session replaces the stored one without a transition. Without a
  /// session, the current one stays; if there is none, an anonymous one begins.
  ///
  /// A handler or provider function cannot wait for a login, in whatever task, and gets `ACK3004`; it uses
  /// ``requestLogin(_:)`` instead. A task that is already cancelled gets the outcome of a cancellation, and nothing is
  /// done. A failure is also logged and sent as an event.
  ///
  /// - Parameters:
  ///   - session: The session to log in with.
  ///   - rebuild: Whether to build the interface again if it is installed already.
  /// - Returns: The outcome of the request, after the `did` handler.
  @discardableResult
  public func login(_ session: Session? = nil, rebuild: Bool = false) async -> TransitionOutcome {
    await observed(.login(session, rebuilds: rebuild), as: \.summary) { await enter(session, rebuild: rebuild) }
  }

  /// Switches to the logged-out interface, and erases the stored session permanently.
  ///
  /// A forced logout always completes: it waits for each handler and question no longer than ``forcedDeadline``. The
  /// restrictions of ``login(_:rebuild:)`` apply to forced and unforced logouts as well: a handler uses
  /// ``requestLogout()`` instead, and a task that is already cancelled logs nobody out.
  ///
  /// - Parameters:
  ///   - force: Whether vetoes and throwing `will` handlers are ignored.
  ///   - rebuild: Whether to build the interface again if it is installed already.
  /// - Returns: The outcome of the request, after the `did` handler.
  @discardableResult
  public func logout(force: Bool = false, rebuild: Bool = false) async -> TransitionOutcome {
    await observed(.logout(isForced: force, rebuilds: rebuild), as: \.summary) {
      await leave(force: force, rebuild: rebuild)
    }
  }

  /// Asks every live controller for a login without a session; inside a plugin, those of the hosts that have loaded it.
  nonisolated public static func login() { ControllerHandle.requestLogin() }

  /// Asks every live controller for a logout; inside a plugin, those of the hosts that have loaded it.
  nonisolated public static func logout() { ControllerHandle.requestLogout() }

  /// Requests a login without waiting for it; `nil` requests an anonymous session.
  ///
  /// Returns at once, from any thread and also inside a handler: the login follows the operation under way.
  nonisolated public func requestLogin(_ session: Session? = nil) { inbox.send(.login(session)) }

  /// Requests a logout without waiting for it.
  ///
  /// Returns at once, from any thread and also inside a handler: the logout follows the operation under way.
  nonisolated public func requestLogout() { inbox.send(.logout) }

  /// Ends the controller: an operation before its point of no return is given up, and later requests are refused.
  ///
  /// An animation ends at once. Hooks that got a `will` call but no `did` call yet get a `didAbort` call.
  public func terminate() {
    if machine.position == .terminated { return }
    isAsked(.terminate)
    carryOut(machine.terminate())
    for cancel in performs.values { cancel() }
    outdatedScreens = []
    screenRefresh?.stop()
    empty()
    keeper.stop()
    emit(.terminated)
    hub.finish()
  }

  /// Removes the installed interface, and leaves the window.
  func empty() {
    rootContainer.empty()
    installedInterface = nil
    leaveWindow()
  }

  /// Waits until no operation is under way and no request is queued.
  ///
  /// For tests and for a program that is about to end. Inside a handler or a question to the provider it returns at
  /// once and logs the reason: the operation under way cannot end before that function returns.
  public func settle() async {
    if AwaitedCall.underWay(of: self) != nil {
      let error = AppControllerError.wouldDeadlock
      return log(.error, "\(error.what) [\(error.codeName)]")
    }
    while true {
      inbox.drain()
      if let run {
        await run.ended()
      } else if let look {
        await look.value
      } else if let screenRefresh {
        await screenRefresh.ended()
      } else if inbox.isEmpty {
        return
      } else {
        await Task.yield()
      }
    }
  }

  /// Passes the queued lines to the log; queued requests stay in the queue.
  ///
  /// For a program that is about to end.
  package func flushLog() { inbox.drainLines() }
}

extension AppController.State {
  init(_ goal: TransitionMachine.Goal) {
    self =
      switch goal {
      case .loggedOut: .loggedOut
      case .loggedIn: .loggedIn
      }
  }
}
