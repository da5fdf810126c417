/// Switches an app between its logged-out and its logged-in interface inside one root container.
///
/// ```swift
/// let controller = AppController(interfaceProvider: MyProvider())
/// controller.didLoginHandler = { print("welcome") }
/// try await controller.installRootInterface(in: window)
/// await controller.login(Session(subject: "kitty@example.com"))
/// ```
///
/// It mirrors the class of the same name of the iOS pod, with these differences: requests answer with what became of
/// them, overlapping requests follow a stated law (the latest intent wins), and a failure before the exchange changes
/// nothing, on disk too.
@MainActor
public final class AppController {
  /// The provider that describes the interfaces.
  public let interfaceProvider: any AppControllerInterfaceProviding
  /// The container that the interfaces are switched in; the same for the controller's life.
  public let rootContainer: RootContainer
  /// The name that the provider's session is stored under.
  public var providerID: String { keeper.providerID }

  /// Asked first of all whether a transition may happen; a text is the reason why not.
  ///
  /// A forced logout does not ask.
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

  /// Receives each event as it happens, before whoever reads ``events``.
  public var eventHandler: (@MainActor (_ event: ControllerEvent) -> Void)?

  /// How long the provider may take over a question that belongs to a transition; `nil` for as long as it likes.
  ///
  /// It is told to stop then, and a login has failed; a logout goes on with a built-in interface. What it answers later
  /// is dropped. A plugin has a limit of its own besides. A function that keeps the main actor is not interrupted.
  public var providerDeadline: Duration? = .seconds(30)
  /// How long each of the app's handlers may take; `nil`, the default, for as long as it likes.
  ///
  /// One that takes longer counts as one that throws.
  public var handlerDeadline: Duration?
  /// How long each handler and each question may take once a logout is forced or the session has expired: 5 s.
  ///
  /// It bounds what is under way then, the logout itself, and what is left to do after ``terminate()``; a shorter
  /// ``providerDeadline`` or ``handlerDeadline`` counts all the same. The session store has the time that it needs.
  public var forcedDeadline: Duration = .seconds(5)

  /// Whether it follows when another process logs in or out; read when it is installed.
  ///
  /// It needs a store that tells, as those of the kit do. A logout elsewhere cannot be vetoed here; a login can, and
  /// then what the other process has stored stays.
  public var followsSessionStore = true

  /// The session of the installed interface; `nil` when logged out.
  public internal(set) var session: Session?
  /// The description of the installed interface; `nil` before the first installation.
  public internal(set) var installedInterface: InterfaceDescription?
  /// The number of the installed interface, counting up.
  public internal(set) var revision: UInt64 = 0
  /// The window that the container is installed in.
  public internal(set) weak var window: InterfaceWindow?

  /// Who sees what is asked of the controller, what it does, and what comes of it.
  package var observers: [any ControllerObserver] = []
  /// The number of what was asked last while somebody observed.
  var lastInput = 0

  /// Hooks besides the app's own handlers, in the order in which they were added.
  var addedHooks: [(token: HookToken, hooks: TransitionHooks)] = []
  var machine = TransitionMachine()
  /// Who asks from inside a function that has neither returned nor suspended yet.
  var held: Set<TransitionMachine.Waiter> = []
  var answers: [TransitionMachine.Waiter: TransitionOutcome] = [:]
  var continuations: [TransitionMachine.Waiter: CheckedContinuation<TransitionOutcome, Never>] = [:]
  /// The sessions of the requests that are under way or pending, by number.
  var sessions: [Int: Session] = [:]
  /// The last logged-out interface that was valid; it mostly comes again, and is then not checked again.
  var validLoggedOutInterface: InterfaceDescription?
  /// What the provider said about the installed interface while something was under way.
  var deferredUpdate: Session?
  var isOutdated = false
  /// The screens that are to be asked for again, and the one that is asked for now.
  var outdatedScreens: [(id: String, chain: Int)] = []
  var screenRefresh: ScreenRefresh?
  /// Whether the session has ended while something was under way.
  var hasExpired = false
  /// Looks at what another process has stored.
  var look: Task<Void, Never>?
  /// The states that the operations of the present chain were for.
  var history: [State] = []
  /// The operation that is under way.
  var run: OperationRun?
  /// How to cancel each question about an action that is not answered yet.
  var performs: [Int: () -> Void] = [:]
  var nextNumber = 0
  /// Whether an event that tells of everything is about to come, and whether anything has changed since that is so.
  var holdsChanges = false
  var hasHeldChange = false
  let keeper: SessionKeeper
  let inbox: ControllerInbox
  let lane = QuestionLane()
  let hub = EventHub()

  /// Makes a controller; nothing happens until it is installed.
  ///
  /// - Parameters:
  ///   - interfaceProvider: Describes the interfaces. Used from the main actor only.
  ///   - providerID: The name that its session is stored under; 1 to 64 bytes of `[A-Za-z0-9._-]`.
  ///   - sessionStore: Where the session is kept.
  ///   - rootContainerClass: The class of the root container.
  ///   - clock: What transitions and deadlines are timed by.
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
    keeper.notify = { [weak self] in self?.heed($0) }
    Broadcast.shared.add(inbox)
  }

  /// Where the controller is.
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

  /// Whether one interface gives way to the other, from the first `will` handler to the last `did` handler.
  ///
  /// What a user types meanwhile is meant for neither, so that a window passes it over.
  public var isExchanging: Bool { machine.active?.isExchanging == true }

  /// Whether an answer of the provider to an action is waited for.
  public var isPerforming: Bool { !performs.isEmpty }

  var clock: any Clock<Duration> { keeper.clock }
}

// MARK: - Logging in and out

extension AppController {
  /// Switches to the logged-in interface of a session.
  ///
  /// A session of the subject that is logged in already replaces the stored one, without a transition. Without a session
  /// the current one stays, or an anonymous one begins.
  ///
  /// A handler or provider function cannot wait for it, by whatever task, and is told `ACK3004`: see ``requestLogin(_:)``.
  /// A task that is cancelled already is told so, and nothing is done. A failure is logged and is an event besides.
  ///
  /// - Parameters:
  ///   - session: Who is logged in.
  ///   - rebuild: Whether the interface is built again when it is installed already.
  /// - Returns: What became of the request, after the `did` handler.
  @discardableResult
  public func login(_ session: Session? = nil, rebuild: Bool = false) async -> TransitionOutcome {
    await observed(.login(session, rebuilds: rebuild), as: \.summary) { await enter(session, rebuild: rebuild) }
  }

  /// Switches to the logged-out interface, and erases the stored session for good.
  ///
  /// A forced one always ends: it waits for each handler and question no longer than ``forcedDeadline``. What is said of
  /// ``login(_:rebuild:)`` holds for a logout as well, forced or not: inside a handler there is ``requestLogout()``, and a
  /// task that is cancelled already logs nobody out.
  ///
  /// - Parameters:
  ///   - force: Whether vetoes and throwing `will` handlers are ignored.
  ///   - rebuild: Whether the interface is built again when it is installed already.
  /// - Returns: What became of the request, after the `did` handler.
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

  /// Asks for a login, and does not wait for it; `nil` for an anonymous session.
  ///
  /// Returns at once, from any thread, also inside a handler: the login follows what is under way.
  nonisolated public func requestLogin(_ session: Session? = nil) { inbox.send(.login(session)) }

  /// Asks for a logout, and does not wait for it.
  ///
  /// Returns at once, from any thread, also inside a handler: the logout follows what is under way.
  nonisolated public func requestLogout() { inbox.send(.logout) }

  /// Ends the controller: what is under way before its point of no return is given up, later requests are refused.
  ///
  /// An animation ends at once. Whatever heard of a `will` and of no `did` yet hears of a `didAbort`.
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

  /// Takes out whatever is installed, and leaves the window.
  func empty() {
    rootContainer.empty()
    installedInterface = nil
    leaveWindow()
  }

  /// Waits until nothing is under way and nothing is queued.
  ///
  /// For tests and for a program that is about to end. From inside a handler or a question to the provider it returns at
  /// once, and logs why: what is under way ends when that has returned.
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

  /// Hands the lines that wait to the log; requests stay where they are.
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
