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

  /// Called first to decide whether a transition may happen.
  ///
  /// It throws to veto the transition, a ``Veto`` with the reason, and returns nothing when the transition may happen.
  /// A forced logout does not call it.
  public var shouldTransitionHandler: (@MainActor (_ target: State) async throws -> Void)?
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
  /// Called when the session of the logged-in subject was replaced by one with another secret, expiry or attributes,
  /// whoever has renewed it: the new session is stored, and is the current one.
  public var didRenewHandler: (@MainActor (_ session: Session) -> Void)?
  /// Receives each line of the provider's and the controller's log.
  public var logHandler: (@MainActor (_ level: LogLevel, _ text: String) -> Void)?

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
  /// The time limit for all handlers and questions together, once a logout is forced or the session has expired: 5 s.
  ///
  /// It limits what comes before the session is erased, from the call under way at that moment on, and once more what
  /// comes after it; also the work that is left after ``terminate()``. When the time is up, each further call is given
  /// up when it suspends. A shorter ``providerDeadline`` or ``handlerDeadline`` still applies. The session store has no
  /// time limit.
  public var forcedDeadline: Duration = .seconds(5)

  /// Whether the controller follows logins and logouts of other processes; read at the installation.
  ///
  /// It needs a store that reports changes, as the stores of the kit do. A logout elsewhere cannot be vetoed here. A
  /// login can be vetoed; the session that the other process has stored then stays.
  public var followsSessionStore = true

  /// The languages in which a face can say its own words; of two that fit a user, the more exact one holds.
  ///
  /// An app adds a ``FaceWords`` of its own for another language, or replaces one of the kit's.
  public var catalogs = FaceWords.catalogs

  /// The session of the installed interface; `nil` when logged out.
  public internal(set) var session: Session?
  /// The description of the installed interface; `nil` before the first installation.
  public internal(set) var installedInterface: InterfaceDescription?
  /// The number of the installed interface, counting up.
  public internal(set) var revision: UInt64 = 0
  /// The container that the interfaces are switched in; the same for the controller's life.
  public let rootContainer: RootContainer
  /// The window that the container is installed in.
  public internal(set) weak var window: InterfaceWindow?

  /// The parts that the controller consists of, each with a state of its own; they reach one another through it.
  package let keeper: SessionStoreClient
  package let inbox = ControllerInbox()
  private(set) lazy var reports = ControllerReports(of: self)
  package private(set) lazy var questions = ProviderQuestions(of: self)
  private(set) lazy var assets = ProviderAssets(of: self)
  package private(set) lazy var transitions = Transitions(of: self)
  private(set) lazy var follower = SessionFollower(of: self)
  private(set) lazy var refresher = SessionRefresher(of: self)
  private(set) lazy var refreshes = ScreenRefreshes(of: self)
  private(set) lazy var authentication = Authentication(of: self)
  private(set) lazy var actions = ActionPerformer(of: self)
  private(set) lazy var appearances = ScreenAppearances(of: self)
  private var addedHooks = HookList()

  /// Makes a controller; nothing happens until it is installed.
  ///
  /// - Parameters:
  ///   - interfaceProvider: The provider that describes the interfaces. Used from the main actor only.
  ///   - providerID: The name that the session is stored under; 1 to 64 bytes of `[A-Za-z0-9._-]`.
  ///   - sessionStore: The store that keeps the session.
  ///   - rootContainerClass: The class of the root container.
  ///   - clock: The clock that times transitions and deadlines.
  ///   - wallClock: The time that sessions expire by.
  public init(
    interfaceProvider: any AppControllerInterfaceProviding, providerID: String = "app",
    sessionStore: any SessionStore = InMemorySessionStore(),
    rootContainerClass: RootContainer.Type = RootContainer.self,
    clock: any Clock<Duration> = ContinuousClock(), wallClock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.interfaceProvider = interfaceProvider
    keeper = SessionStoreClient(
      providerID: providerID, store: sessionStore,
      settings: (interfaceProvider as? any SettingsProvider)?.sessionSettings, clock: clock, wallClock: wallClock)
    rootContainer = rootContainerClass.init()
    inbox.attach(self)
    rootContainer.owner = self
    keeper.notify = { [weak self] in self?.follower.handle($0) }
    Broadcast.shared.add(inbox)
    (interfaceProvider as? any EndingProvider)?.onEnd { [weak self] in self?.reports.noteEnd(ofProvider: $0) }
    MainActorWatch.start
  }
}

// MARK: - The installed interface

extension AppController {
  /// The current state.
  public var state: State { State(transitions.machine.position) }

  /// The name that the provider's session is stored under.
  public var providerID: String { keeper.providerID }

  /// Whether an installation, a transition or an update is under way.
  public var isBusy: Bool { transitions.machine.active != nil }

  /// Whether one interface is being replaced by the other, from the first `will` handler to the last `did` handler.
  ///
  /// A window ignores what the user types meanwhile, because it is meant for neither interface.
  public var isExchanging: Bool { transitions.machine.active?.isExchanging == true }

  /// Whether the provider's answer to an action is pending.
  public var isPerforming: Bool { actions.isPerforming }

  /// The node with an id in the installed interface, the pushed screens and the presented layers; the topmost match
  /// wins.
  public func node(withID id: String) -> InterfaceDescription.Node? {
    for screen in screens.reversed() {
      if let node = screen.node.subtree.first(where: { $0.id == id }) { return node }
    }
    return nil
  }

  /// The screens of the live tree, each before the screens that cover it.
  public var screens: [ScreenController] { rootContainer.subtree.compactMap { $0 as? ScreenController } }
}

// MARK: - The first interface

extension AppController {
  /// Installs the root container in a window, and in the container the interface for the stored session.
  ///
  /// The window is set up before the provider is asked, so that its traits are known. The first interface is the
  /// logged-in one when the provider says so and the last recorded change is not a logout. Another call with the same
  /// window waits for the installation under way, and does nothing after it.
  ///
  /// - Throws: ``AppControllerError`` when the store or the provider fails, when the task is cancelled, or when the
  ///   controller is installed in another window; then nothing is installed, and the call can be repeated.
  public func installRootInterface(in window: InterfaceWindow) async throws(AppControllerError) {
    switch state {
    case .uninstalled: break
    case .launching where self.window === window: break
    case .loggedOut where self.window === window, .loggedIn where self.window === window: return
    case .launching, .loggedOut, .loggedIn, .terminated: throw .alreadyInstalled(state)
    }
    try await reports.observed(.install(window.traits), as: { _ in "done" }) { () async throws(AppControllerError) in
      try await install(in: window)
    }
  }

  private func install(in window: InterfaceWindow) async throws(AppControllerError) {
    let outcome = await transitions.install { [self] in
      self.window = window
      window.rootContainer = rootContainer
      window.makeKeyAndVisible()
      if followsSessionStore { keeper.follow() }
    }
    switch outcome {
    case .completed, .unchanged, .superseded: break
    case .failed(let error): throw error
    case .vetoed, .cancelled: throw .notInstalled
    }
  }

  /// Determines the state of the first interface, without installing anything.
  ///
  /// - Returns: The state, and its session.
  /// - Throws: ``AppControllerError`` when the store or the provider fails.
  public func initialState() async throws(AppControllerError) -> (state: State, session: Session?) {
    try await reports.observed(.initialState, as: { $0.state.rawValue }) { () async throws(AppControllerError) in
      let record = try await keeper.load()
      if state == .uninstalled { keeper.adopt(record) }
      let (goal, session) = try await questions.initialGoal(record)
      return (state: State(goal), session: session)
    }
  }

  /// Asks the provider for the interface of a state, and checks it; nothing is installed.
  ///
  /// - Parameters:
  ///   - state: ``ControllerState/loggedOut``, ``ControllerState/loggedIn`` or ``ControllerState/launching``.
  ///   - session: The session of the interface; the current session unless given.
  /// - Returns: The valid interface.
  /// - Throws: ``AppControllerError`` when the provider fails or its description is not valid.
  public func describe(_ state: State, session: Session? = nil) async throws(AppControllerError) -> InterfaceDescription
  {
    let current = state == .loggedIn ? session ?? self.session : nil
    return try await reports.observed(.describe(state, current), as: { "nodes: \($0.nodeCount)" }) {
      () async throws(AppControllerError) in try await questions.interface(of: state, self.handle(state, session))
    }
  }

  /// Returns the pictures that an interface names and that the provider has sent so far, by their names.
  ///
  /// The controller asks for them together with the interface, in ``describe(_:session:)`` as well.
  ///
  /// - Parameters:
  ///   - interface: The interface.
  ///   - session: The session of the interface; `nil` for a logged-out one.
  /// - Returns: The pictures that can be shown.
  public func assets(of interface: InterfaceDescription, session: Session?) -> [String: AssetImage] {
    assets.images(named: interface.root.assetNames, for: session?.subject)
  }

  /// Asks the provider for the look of the transition to a state, and checks it; no transition takes place.
  ///
  /// - Parameters:
  ///   - state: ``ControllerState/loggedOut`` or ``ControllerState/loggedIn``.
  ///   - session: The session of the interface; the current session unless given.
  /// - Returns: The configuration, with valid times.
  /// - Throws: ``AppControllerError`` when the provider fails or its configuration is not valid.
  public func configuration(
    of state: State, session: Session? = nil
  ) async throws(AppControllerError) -> Configuration {
    let current = state == .loggedIn ? session ?? self.session : nil
    return try await reports.observed(.configuration(state, current), as: { _ in "done" }) {
      () async throws(AppControllerError) in try await questions.configuration(self.handle(state, session))
    }
  }

  private func handle(_ state: State, _ given: Session?) -> Handle {
    questions.handle(state, state == .loggedIn ? given ?? session : nil)
  }
}

// MARK: - Logging in and out

extension AppController {
  /// Switches to the logged-in interface of a session.
  ///
  /// If the session's subject is logged in already, the session replaces the stored one without a transition. Without a
  /// session, the current one stays; if there is none, an anonymous one begins.
  ///
  /// A handler or a provider's function cannot wait for a login, in any task: the call fails with `ACK3004`. Use
  /// ``requestLogin(_:)`` there. In a task that is already cancelled, the outcome is that of a cancellation, and
  /// nothing is done. A failure is also logged and sent as an event.
  ///
  /// - Parameters:
  ///   - session: The session to log in with.
  ///   - rebuild: Whether to build the interface again if it is installed already.
  /// - Returns: The outcome of the request, after the `did` handler.
  @discardableResult
  public func login(_ session: Session? = nil, rebuild: Bool = false) async -> TransitionOutcome {
    await reports.observed(.login(session, rebuilds: rebuild), as: \.summary) {
      await transitions.enter(session, rebuild: rebuild)
    }
  }

  /// Has the user do what a purpose says, in the provider's interface for it, above what is shown.
  ///
  /// ```swift
  /// if case .unchanged = await controller.login(purpose: .confirm) { try await deleteAccount() }
  /// ```
  ///
  /// The layer goes when the provider has logged in, or when the user leaves it. Only the user of the session can
  /// confirm, unlock or change the secret; the session then stays, with a new secret if the provider has given one.
  /// Where a provider has no interface for a purpose, the one for signing in is shown if it serves: see
  /// ``AuthenticationPurpose/isServedBySigningIn``. Another call takes the place of one that is under way. A handler
  /// and a provider's function cannot wait for it, as for ``login(_:rebuild:)``.
  ///
  /// - Parameter purpose: What the user is to do.
  /// - Returns: The outcome of the login: ``TransitionOutcome/unchanged`` when the user of the session has done it,
  ///   ``TransitionOutcome/completed(_:)`` when another user is logged in now, ``TransitionOutcome/cancelled`` when the
  ///   layer was left or the task cancelled, and otherwise ``TransitionOutcome/failed(_:)`` with the reason: `ACK4006`
  ///   without a session, `ACK3021` when the provider has no such interface.
  public func login(purpose: AuthenticationPurpose) async -> TransitionOutcome {
    await login(purpose: purpose) { _ in }
  }

  package func login(
    purpose: AuthenticationPurpose, onShown: (AuthenticationLayer) -> Void
  ) async -> TransitionOutcome {
    await reports.observed(.loginFor(purpose), as: \.summary) {
      do throws(AppControllerError) {
        let layer = try await authentication.begin(purpose)
        onShown(layer)
        return await layer.ended()
      } catch {
        return error.code == .cancelled ? .cancelled : .failed(reports.refuse(error, isHeard: true))
      }
    }
  }

  /// Switches to the logged-out interface, and erases the stored session permanently.
  ///
  /// A forced logout always completes: it waits for each handler and question no longer than ``forcedDeadline``. The
  /// restrictions of ``login(_:rebuild:)`` apply to forced and unforced logouts as well: a handler uses
  /// ``requestLogout()`` instead, and a task that is already cancelled does not log out.
  ///
  /// - Parameters:
  ///   - force: Whether vetoes and throwing `will` handlers are ignored.
  ///   - rebuild: Whether to build the interface again if it is installed already.
  /// - Returns: The outcome of the request, after the `did` handler.
  @discardableResult
  public func logout(force: Bool = false, rebuild: Bool = false) async -> TransitionOutcome {
    await reports.observed(.logout(isForced: force, rebuilds: rebuild), as: \.summary) {
      await transitions.leave(force: force, rebuild: rebuild)
    }
  }

  /// Returns the stored session with a secret that is valid for a time; if necessary, the provider renews the secret.
  ///
  /// The controller need not be installed. While it is, a secret that expires soon is renewed without a call. Of all
  /// processes with this session, only one renews the secret at a time, and stores the new session before another
  /// process reads it: two processes that need a new secret at the same time cause one request.
  ///
  /// - Parameters:
  ///   - time: The time for which the secret and the session have to be valid. A secret with less time left is returned
  ///     if it has not expired, and the provider does not renew it or fails.
  ///   - refused: A secret that was refused, such as with the HTTP status 401; the returned session has another one.
  /// - Returns: The session.
  /// - Throws: ``AppControllerError``: `notLoggedIn`; `notRenewable` when the provider cannot renew a secret that has
  ///   expired or was refused; `sessionEnded` when the session has ended at the provider, which logs the user out;
  ///   `renewedInVain` when the renewed secret is not accepted either; `cancelled`, at once, when the task is
  ///   cancelled; `wouldDeadlock` inside a question to the provider, which is not asked then; `providerFailed`,
  ///   `timedOut` and the errors of the store.
  public func freshSession(
    validFor time: Duration = .seconds(60), insteadOf refused: Secret? = nil
  ) async throws(AppControllerError) -> Session {
    try await refresher.session(validFor: time, insteadOf: refused)
  }

  /// Asks the provider for a credential of the stored session, which a program uses in the place of the session's
  /// secret.
  ///
  /// The controller need not be installed. The session's secret is renewed before if necessary, as by
  /// ``freshSession(validFor:insteadOf:)``. Nothing is stored, and each call asks. Which host may ask for which session
  /// is the app's decision.
  ///
  /// - Parameter request: The program, the host and the path.
  /// - Returns: The credential; `nil` when the provider gives none and leaves the decision to the app, which may use
  ///   the session's secret.
  /// - Throws: ``AppControllerError``: the errors of ``freshSession(validFor:insteadOf:)``; `providerFailed` also for a
  ///   credential that has ended or exceeds a limit. The session's secret is no substitute then.
  public func credential(for request: CredentialRequest) async throws(AppControllerError) -> Credential? {
    try await freshCredential(for: request).credential
  }

  /// With the session that it is of: another one may be stored by the time of the next look.
  package func freshCredential(
    for request: CredentialRequest
  ) async throws(AppControllerError) -> (session: Session, credential: Credential?) {
    try await reports.observed(.credential(request), as: { $0.credential == nil ? "none" : "given" }) {
      () async throws(AppControllerError) -> (session: Session, credential: Credential?) in
      let session = try await refresher.session(validFor: .seconds(60))
      return (session, try await questions.credential(request, of: session))
    }
  }

  /// Requests a login without a session: in a plugin, of every controller that has an instance of it; in an app, of
  /// every live controller.
  nonisolated public static func login() { ControllerHandle.requestLogin() }

  /// Requests a logout: in a plugin, of every controller that has an instance of it; in an app, of every live
  /// controller.
  nonisolated public static func logout() { ControllerHandle.requestLogout() }

  /// Requests a login without waiting for it; `nil` requests an anonymous session.
  ///
  /// Returns at once, from any thread and also inside a handler: the login follows the operation under way.
  nonisolated public func requestLogin(_ session: Session? = nil) { OpenCall.send(.login(session), to: inbox) }

  /// Requests a logout without waiting for it.
  ///
  /// Returns at once, from any thread and also inside a handler: the logout follows the operation under way.
  nonisolated public func requestLogout() { OpenCall.send(.logout, to: inbox) }

  /// Ends the controller: an operation before its point of no return is given up, and later requests are refused.
  ///
  /// An animation ends at once. Hooks that got a `will` call but no `did` call yet get a `didAbort` call.
  public func terminate() {
    if state == .terminated { return }
    reports.noteRequest(.terminate)
    transitions.terminate()
    actions.cancel()
    refreshes.stop()
    takeApart()
    appearances.report()
    keeper.stop()
    reports.finish()
  }

  /// Waits until no operation and no renewal is under way, and no request is queued.
  ///
  /// For tests and for a program that is about to end. Inside a handler or a question to the provider it returns at
  /// once and logs the reason: the operation under way cannot end before that function returns.
  public func settle() async {
    if OpenCall.underWay(of: inbox) != nil {
      let error = AppControllerError.wouldDeadlock
      return reports.log(.error, "\(error.what) [\(error.codeName)]")
    }
    while true {
      inbox.drain()
      if await transitions.ended() { continue }
      if await follower.ended() { continue }
      if await refreshes.ended() { continue }
      if await refresher.ended() { continue }
      if inbox.isEmpty { return }
      await Task.yield()
    }
  }

  package func receive(_ request: ControllerRequest, from source: RequestSource) {
    transitions.receive(request, from: source)
  }
}

// MARK: - Actions

extension AppController {
  /// Carries out the action of a node, and applies the provider's answer.
  ///
  /// - Parameters:
  ///   - nodeID: The id of a button or item of the installed interface.
  ///   - values: The values of the screen's inputs; values that were typed before stay unless replaced.
  ///   - payload: Values that are added to the described payload, or replace entries of it.
  ///   - revision: The number of the interface that the user saw; an outdated one is refused.
  /// - Returns: The answer, and the outcome of the login or logout in it.
  /// - Throws: ``AppControllerError`` when there is no such action, an input breaks a rule (`ACK3011`), the provider
  ///   fails, or its answer cannot be applied; then nothing is applied.
  public func perform(
    nodeID: String, values: InputValues = [:], payload: [String: String] = [:], revision: UInt64? = nil
  ) async throws(AppControllerError) -> ActionOutcome {
    try await actions.perform(nodeID: nodeID, values: values, payload: payload, revision: revision)
  }

  /// Applies an answer to the installed interface: all of it, or nothing.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - screen: The screen that its action came from.
  /// - Returns: The answer, and the outcome of the login or logout in it.
  /// - Throws: ``AppControllerError`` when an effect has no place in what is installed; then nothing is applied.
  public func apply(
    _ response: ActionResponse, from screen: ScreenController
  ) async throws(AppControllerError) -> ActionOutcome {
    try await actions.apply(response, from: screen)
  }

  /// Carries out an action whose inputs have passed the form.
  package func perform(
    _ action: InterfaceAction, isHostAction: Bool, on screen: ScreenController
  ) async throws(AppControllerError) -> ActionOutcome {
    try await actions.perform(action, isHostAction: isHostAction, on: screen)
  }

  /// Requests the answer to an action, and checks it without applying it.
  package func answer(
    to action: InterfaceAction, state: State, session: Session? = nil
  ) async throws(AppControllerError) -> ActionResponse {
    try await actions.answer(to: action, state: state, session: session)
  }
}

// MARK: - Hooks, events and the log

extension AppController {
  /// Adds hooks, which are called after those that were added before.
  ///
  /// A transition that is under way does not call them.
  ///
  /// - Returns: A token for removing them.
  @discardableResult
  public func addHooks(_ hooks: TransitionHooks) -> HookToken { addedHooks.add(hooks) }

  /// Removes hooks; a transition that is under way still calls them, so that each `will` is followed by its `did` or
  /// `didAbort`.
  public func removeHooks(_ token: HookToken) { addedHooks.remove(token) }

  /// All hooks, in the order of their calls: the app's own handlers are the first.
  var hooks: [TransitionHooks] {
    var own = TransitionHooks()
    own.shouldTransition = shouldTransitionHandler
    own.willLogin = willLoginHandler
    if let handler = didLoginHandler { own.didLogin = { _ in try await handler() } }
    own.willLogout = willLogoutHandler
    if let handler = didLogoutHandler { own.didLogout = { _ in try await handler() } }
    if let handler = didAbortHandler { own.didAbort = { target, _ in await handler(target) } }
    return [own] + addedHooks.hooks
  }

  /// The events of the controller from now on, numbered without a gap.
  ///
  /// A reader may fall 256 events behind before it misses the oldest.
  public var events: ControllerEvents { events(buffering: 256) }

  /// The events of the controller from now on.
  ///
  /// - Parameter capacity: The number of events that a reader may fall behind before it misses the oldest, at least 2.
  /// - Returns: The events, for any number of readers.
  public func events(buffering capacity: Int) -> ControllerEvents { reports.events(buffering: capacity) }

  /// The number of the last event: a drawing made now shows everything up to it.
  public var eventNumber: UInt64 { reports.eventNumber }

  package func addObserver(_ observer: any ControllerObserver) { reports.add(observer) }

  /// For a program that is about to end; queued requests stay in the queue.
  package func flushLog() { inbox.drainLines() }
}
