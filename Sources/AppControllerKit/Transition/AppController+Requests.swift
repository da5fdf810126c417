// The path of a request to the machine, and of its answer back.
extension AppController {
  /// Logs in like ``login(_:rebuild:)``, without reporting to the observers.
  func enter(_ session: Session?, rebuild: Bool = false) async -> TransitionOutcome {
    if let session {
      do throws(AppControllerError) { try keeper.requireUsable(session) } catch { return .failed(refuse(error)) }
    }
    return await submit { $0.makeLoginRequest(session, rebuild: rebuild) }
  }

  /// Logs out like ``logout(force:rebuild:)``, without reporting to the observers.
  func leave(force: Bool = false, rebuild: Bool = false) async -> TransitionOutcome {
    await submit { _ in TransitionMachine.Request(goal: .loggedOut, isForced: force, rebuilds: rebuild) }
  }

  func makeLoginRequest(_ session: Session?, rebuild: Bool = false) -> TransitionMachine.Request {
    var request = machine.loginRequest(subject: session?.subject, anonymous: Session.anonymous.subject)
    request.rebuilds = rebuild
    if let session, isBusy || session != self.session {
      let number = sessions.first { $0.value == session }?.key ?? number()
      sessions[number] = session
      request.session = number
    }
    return request
  }

  /// Submits a request and waits for its answer; cancelling the task withdraws it.
  func submit(_ make: @escaping (AppController) -> TransitionMachine.Request) async -> TransitionOutcome {
    await wait { [self] waiter in post(make(self), as: waiter) }
  }

  /// Waits for the answer to a waiter's request; a task that is already cancelled makes no request.
  func wait(_ ask: @escaping (TransitionMachine.Waiter) -> Void) async -> TransitionOutcome {
    if Task.isCancelled { return .cancelled }
    let waiter = number()
    if let call = AwaitedCall.underWay(of: self) {
      held.insert(waiter)
      call.hold { [self] hasReturned in
        guard held.remove(waiter) != nil else { return }
        if hasReturned { ask(waiter) } else { tell(waiter, .failed(refuse(.wouldDeadlock))) }
      }
    } else {
      ask(waiter)
    }
    if let outcome = answers.removeValue(forKey: waiter) { return outcome }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuations[waiter] = $0 }
    } onCancel: {
      Task { @MainActor [weak self] in self?.withdraw(waiter) }
    }
  }

  /// Submits a request without a waiter; its number is negative, and its answer is dropped.
  func post(_ request: TransitionMachine.Request) {
    post(request, as: -number())
  }

  private func post(_ request: TransitionMachine.Request, as waiter: TransitionMachine.Waiter) {
    var request = request
    request.waiters = [waiter]
    emit(.requested(State(request.goal)))
    if let chain = TransitionChain.length { request.chain = max(request.chain, chain + 1) }
    carryOut(machine.request(request))
  }

  private func withdraw(_ waiter: TransitionMachine.Waiter) {
    if held.remove(waiter) != nil { return tell(waiter, .cancelled) }
    carryOut(machine.withdraw(waiter))
  }

  func carryOut(_ commands: [TransitionMachine.Command], outcome: TransitionOutcome? = nil) {
    for command in commands {
      switch command {
      case .start(let operation): start(operation)
      case .stop: run?.stop()
      case .skipAnimation: run?.animation?.cancel()
      case .answer(let waiters, let answer):
        let outcome =
          switch answer {
          case .looped: TransitionOutcome.failed(refuse(.transitionLoop(history)))
          case .notInstalled: TransitionOutcome.failed(refuse(.notInstalled))
          case .completed, .unchanged, .superseded, .cancelled, .failed: TransitionOutcome(answer, outcome)
          }
        for waiter in waiters { tell(waiter, outcome) }
      }
    }
    run?.watchForcedDeadline()
    forgetSessions()
  }

  /// Reports a request that has changed nothing, in case its caller ignores the outcome.
  ///
  /// - Returns: The error.
  @discardableResult
  func refuse(_ error: AppControllerError) -> AppControllerError {
    emit(.failed(error))
    log(.error, "\(error.what) [\(error.codeName)]")
    return error
  }

  private func start(_ operation: TransitionMachine.Operation) {
    let run = OperationRun(operation, of: self)
    self.run = run
    setAsideScreenRefresh()
    if operation.kind != .installation {
      if operation.request.chain == 0 { history = [] }
      history.append(run.state)
      emit(.began(run.state), operation: operation.id)
    }
    run.start()
  }

  /// Ends an operation, and begins the work that has waited for that.
  func finish(_ run: OperationRun, _ answer: TransitionMachine.Answer) {
    self.run = nil
    let (kind, id, report) = (run.operation.kind, run.operation.id, run.report)
    let isAwaited = machine.active?.request.waiters.contains { $0 > 0 } == true
    let commands = machine.ended(id)
    note(.ends(operation: id))
    var outcome: TransitionOutcome?
    switch (answer, run.reason) {
    case (.completed, _):
      if kind == .transition || kind == .refresh {
        outcome = .completed(report)
        emit(.completed(report), operation: id)
      }
    case (_, .vetoed(let reason)?):
      outcome = .vetoed(reason: reason)
      emit(.vetoed(reason: reason), operation: id)
    case (_, .failed(let error)?):
      outcome = .failed(error)
      if kind == .installation { emit(.installationFailed(error)) } else { emit(.failed(error), operation: id) }
      log(isAwaited ? .info : .error, "\(error.what) [\(error.codeName)]")
    case (_, nil):
      emit(.stopped, operation: id)
    }
    carryOut(commands, outcome: outcome)
    catchUp()
  }

  /// Removes the sessions of requests that have ended.
  private func forgetSessions() {
    for number in sessions.keys
    where number != machine.active?.request.session && number != machine.pending?.session {
      sessions[number] = nil
    }
  }

  private func tell(_ waiter: TransitionMachine.Waiter, _ outcome: TransitionOutcome) {
    if let continuation = continuations.removeValue(forKey: waiter) {
      continuation.resume(returning: outcome)
    } else if waiter > 0 {
      answers[waiter] = outcome
    }
  }

  func number() -> Int {
    nextNumber += 1
    return nextNumber
  }

  /// Receives a request from the inbox.
  package func receive(_ request: ControllerRequest, chain: Int) {
    isAsked(.request(request, chain: chain))
    handle(request, chain: chain)
  }

  /// Carries out a request that a provider made through its handle.
  func handle(_ request: ControllerRequest, chain: Int = 0) {
    func chained(_ request: TransitionMachine.Request) -> TransitionMachine.Request {
      var request = request
      request.chain = chain
      return request
    }
    switch request {
    case .login(let session):
      if let session {
        do throws(AppControllerError) { try keeper.requireUsable(session) } catch {
          refuse(error)
          return
        }
      }
      post(chained(makeLoginRequest(session)))
    case .logout: post(chained(TransitionMachine.Request(goal: .loggedOut)))
    case .updateSession(let session):
      if mustWait { return deferredUpdate = session }
      guard (try? session.validated()) != nil, machine.settledGoal == .loggedIn(subject: session.subject) else {
        return log(.warning, "a session update was ignored: its subject is not the one that is logged in")
      }
      var update = makeLoginRequest(session)
      update.origin = .update
      post(chained(update))
    case .invalidate:
      if mustWait { return isOutdated = true }
      guard let goal = machine.settledGoal else { return }
      post(chained(TransitionMachine.Request(goal: goal, origin: .invalidation, rebuilds: true)))
    case .invalidateScreen(let id): invalidate(screen: id, chain: chain)
    }
  }

  /// Whether a message about the installed interface has to wait: it does not request a state, and must not supersede a
  /// request that does.
  var mustWait: Bool { isBusy || machine.position == .launching }

  /// Carries out the waiting work when no operation is under way.
  func catchUp() {
    if mustWait { return }
    let (update, wasOutdated) = (deferredUpdate, isOutdated)
    (deferredUpdate, isOutdated) = (nil, false)
    if let update { handle(.updateSession(update)) }
    if wasOutdated { handle(.invalidate) }
    if hasExpired {
      hasExpired = false
      if let session { expire(session) }
    }
    lookAtStore()
    refreshScreens()
  }

  func log(_ level: LogLevel, _ text: String) { logHandler?(level, text.displayable) }
}

extension TransitionOutcome {
  init(_ answer: TransitionMachine.Answer, _ outcome: TransitionOutcome?) {
    self =
      switch answer {
      case .completed: outcome ?? .unchanged
      case .unchanged: .unchanged
      case .superseded: .superseded
      case .cancelled: .cancelled
      case .notInstalled, .looped, .failed: outcome ?? .cancelled
      }
  }
}

extension AppControllerError {
  static func transitionLoop(_ history: [AppController.State]) -> AppControllerError {
    AppControllerError(
      .transitionLoop,
      what: "\(TransitionMachine.longestChain) requests in a row were made from inside the transition before: "
        + history.map(\.rawValue).joined(separator: ", "),
      why: "a handler or the provider answers each transition with another one, which would never end",
      fix: "make the request depend on something that the transition changes"
    )
  }

  static let wouldDeadlock = AppControllerError(
    .wouldDeadlock,
    what: "a handler or a provider waits from inside for what comes after it",
    why: "the next transition begins when this one has ended, and this one ends when the function has returned",
    fix: "request it without waiting, with requestLogin or requestLogout of the controller or of the handle"
  )
  static let notInstalled = AppControllerError(
    .notInstalled,
    what: "the controller is not installed in a window",
    why: "a login or logout replaces the installed interface, and there is none",
    fix: "await installRootInterface(in:) first, and do not use the controller after terminate()"
  )
}

// The first installation: the splash, the stored session, and the interface for it. No handler is called, and nothing
// is animated.
extension AppController {
  /// Installs the root container in a window, and in the container the interface for the stored session.
  ///
  /// The window is set up before the provider is asked, so that its traits are known. The first interface is the
  /// logged-in one when the provider says so and the last recorded change is not a logout. Another call with the same
  /// window does nothing.
  ///
  /// - Throws: ``AppControllerError`` when the store or the provider fails, when the task is cancelled, or when the
  ///   controller is installed in another window; then nothing is installed, and the call can be repeated.
  public func installRootInterface(in window: InterfaceWindow) async throws(AppControllerError) {
    if self.window === window, machine.position != .uninstalled { return }
    if state != .uninstalled { throw .alreadyInstalled(state) }
    try await observed(.install(window.traits), as: { _ in "done" }) { () async throws(AppControllerError) in
      try await install(in: window)
    }
  }

  private func install(in window: InterfaceWindow) async throws(AppControllerError) {
    let outcome = await wait { [self] waiter in
      guard let commands = machine.install(waiter) else { return }
      self.window = window
      window.rootContainer = rootContainer
      window.makeKeyAndVisible()
      if followsSessionStore { keeper.follow() }
      carryOut(commands)
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
    try await observed(.initialState, as: { $0.state.rawValue }) { () async throws(AppControllerError) in
      let record = try await keeper.load()
      if state == .uninstalled { keeper.know(record) }
      let (goal, session) = try await askInitialGoal(record)
      return (state: State(goal), session: session)
    }
  }

  /// Asks the provider for the first state, given the stored record.
  func askInitialGoal(
    _ record: SessionRecord
  ) async throws(AppControllerError) -> (TransitionMachine.Goal, Session?) {
    let handle = makeHandle(state: .launching, session: record.session)
    let says = try await asking("initial state") { try await $0.isInitiallyLoggedIn(for: handle) }
    // A generation without a session is a logout, which no provider can undo.
    guard says, record.session != nil || record.generation == 0 else { return (.loggedOut, nil) }
    let session = record.session ?? Session.anonymous
    return (.loggedIn(subject: session.subject), session)
  }

  /// Leaves the window, unless another container is in it by now.
  func leaveWindow() {
    if window?.rootContainer === rootContainer { window?.rootContainer = nil }
    window = nil
  }
}

extension AppControllerError {
  static func alreadyInstalled(_ state: AppController.State) -> AppControllerError {
    AppControllerError(
      .alreadyInstalled,
      what: "the controller is \(state.rawValue) already, and not in this window",
      why: "a controller has one root container, in one window, for its life",
      fix: "make another AppController for another window"
    )
  }
}
