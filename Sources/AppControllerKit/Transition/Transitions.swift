/// Takes the requests to a controller, carries out the decisions of the machine, and answers the requests.
///
/// No other type changes the machine.
@MainActor
package final class Transitions {
  package typealias Waiter = TransitionMachine.Waiter

  private unowned let controller: AppController
  private let keeper: SessionStoreClient
  private let reports: ControllerReports
  package private(set) var machine = TransitionMachine()
  private var run: OperationDriver?
  private var history: [AppController.State] = []
  package private(set) var askers: [Waiter: Asker] = [:]
  package private(set) var sessions: [(number: Int, session: Session)] = []
  private var updates: [Waiter: Session] = [:]
  /// Shared by waiters and sessions.
  private var lastNumber = 0
  /// Reported for the installed interface while this operation was under way.
  private var deferredUpdate: (session: Session, operation: Int?)?
  /// Set when the installed interface became out of date while an operation was under way.
  private var isOutdated = false

  /// Who has made a request that is not answered yet.
  package struct Asker {
    /// `nil` when nobody waits for it.
    var answer: AwaitedAnswer<TransitionOutcome>?
    /// Whether the function has neither returned nor suspended since it has made the request.
    var isHeld = false
    var layer: AuthenticationLayer?
  }

  init(of controller: AppController) {
    self.controller = controller
    (keeper, reports) = (controller.keeper, controller.reports)
  }

  /// Work on the installed interface requests no state, and must not supersede a request for one.
  var mustWait: Bool { machine.active != nil || machine.position == .launching }

  /// Concerns the operation under way or the next one.
  var isForced: Bool { machine.isForced || controller.follower.hasExpired }

  /// Returns whether an operation was under way.
  func ended() async -> Bool {
    guard let run else { return false }
    await run.ended()
    return true
  }

  private func number() -> Int {
    lastNumber += 1
    return lastNumber
  }
}

// MARK: - Requests that wait for an answer

extension Transitions {
  func enter(
    _ session: Session?, rebuild: Bool = false, for layer: AuthenticationLayer? = nil
  ) async -> TransitionOutcome {
    do throws(AppControllerError) { try admit(session, for: layer) } catch {
      return .failed(reports.refuse(error, isHeard: layer != nil))
    }
    return await wait { [self] waiter in
      if let layer { askers[waiter]?.layer = layer }
      submit(loginRequest(session, rebuild: rebuild), as: waiter)
    }
  }

  private func admit(_ session: Session?, for layer: AuthenticationLayer?) throws(AppControllerError) {
    if let session { try keeper.requireUsable(session) }
    try layer?.enter(session)
  }

  func leave(force: Bool = false, rebuild: Bool = false) async -> TransitionOutcome {
    await wait { [self] waiter in
      submit(TransitionMachine.Request(goal: .loggedOut, isForced: force, rebuilds: rebuild), as: waiter)
    }
  }

  /// `prepare` is called before the operation begins, unless it joins one.
  func install(_ prepare: @escaping () -> Void) async -> TransitionOutcome {
    await wait { [self] waiter in
      if machine.position == .uninstalled { prepare() }
      carryOut(machine.install(waiter))
    }
  }

  /// Withdraws the request when the task is cancelled; a task that is already cancelled makes none.
  private func wait(_ ask: @escaping (Waiter) -> Void) async -> TransitionOutcome {
    if Task.isCancelled { return .cancelled }
    let waiter = number()
    let answer = AwaitedAnswer<TransitionOutcome>()
    let call = OpenCall.underWay(of: controller.inbox)
    askers[waiter] = Asker(answer: answer, isHeld: call != nil)
    if let call {
      call.hold { [self] hasReturned in
        guard release(waiter) else { return }
        if hasReturned {
          ask(waiter)
        } else {
          resolve(waiter, .failed(reports.refuse(.wouldDeadlock)))
        }
      }
    } else {
      ask(waiter)
    }
    if let outcome = answer.given { return outcome }
    return await withTaskCancellationHandler {
      await answer.value
    } onCancel: {
      Task { @MainActor [weak self] in self?.withdraw(waiter) }
    }
  }

  private func withdraw(_ waiter: Waiter) {
    if release(waiter) { return resolve(waiter, .cancelled) }
    carryOut(machine.withdraw(waiter))
  }

  /// Returns whether the request was held.
  private func release(_ waiter: Waiter) -> Bool {
    guard askers[waiter]?.isHeld == true else { return false }
    askers[waiter]?.isHeld = false
    return true
  }

  private func resolve(_ waiter: Waiter, _ outcome: TransitionOutcome) {
    let asker = askers.removeValue(forKey: waiter)
    asker?.answer?.give(outcome)
    if !updates.isEmpty, let update = updates.removeValue(forKey: waiter), outcome == .superseded { drop(update) }
    asker?.layer?.take(outcome)
  }
}

// MARK: - Requests without an answer

extension Transitions {
  /// The number of a request without a waiter is negative.
  func submit(_ request: TransitionMachine.Request) { submit(request, as: -number()) }

  private func submit(_ request: TransitionMachine.Request, as waiter: Waiter) {
    var request = request
    request.waiters = [waiter]
    reports.emit(.requested(AppController.State(request.goal)))
    if let link = TransitionChain.link { request.chain = max(request.chain, link.length + 1) }
    carryOut(machine.request(request))
  }

  private func loginRequest(_ session: Session?, rebuild: Bool = false) -> TransitionMachine.Request {
    var request = machine.loginRequest(subject: session?.subject, anonymous: Session.anonymous.subject)
    request.rebuilds = rebuild
    // The current session is brought again when something else is under way, or stored elsewhere.
    let isNew = machine.active != nil || machine.externalGoal != nil || session != controller.session
    if let session, isNew {
      let number = sessions.first { $0.session == session }?.number ?? number()
      sessions.removeAll { $0.number == number }
      sessions.append((number, session))
      request.session = number
    }
    return request
  }

  func receive(_ request: ControllerRequest, from source: RequestSource) {
    reports.noteRequest(.request(request, source))
    if source.isLate, case .updateSession(let session) = request { return drop(session) }
    handle(request, from: source)
  }

  package func handle(_ request: ControllerRequest, from source: RequestSource = RequestSource()) {
    func chained(_ request: TransitionMachine.Request) -> TransitionMachine.Request {
      var request = request
      request.chain = source.chain
      return request
    }
    switch request {
    case .login(let session):
      // A login without a session proves nothing about the user.
      let layer = session == nil ? nil : controller.authentication.layer
      do throws(AppControllerError) { try admit(session, for: layer) } catch {
        reports.refuse(error)
        return
      }
      let waiter = -number()
      if let layer { askers[waiter] = Asker(layer: layer) }
      submit(chained(loginRequest(session)), as: waiter)
    case .logout: submit(chained(TransitionMachine.Request(goal: .loggedOut)))
    case .updateSession(let session):
      if mustWait {
        return deferredUpdate = (session, source.operation)
      }
      guard (try? session.validated()) != nil, machine.settledGoal == .loggedIn(subject: session.subject) else {
        return drop(session)
      }
      var update = loginRequest(session)
      update.origin = .update
      let waiter = -number()
      updates[waiter] = session
      submit(chained(update), as: waiter)
    case .invalidate:
      if mustWait { return isOutdated = true }
      guard let goal = machine.settledGoal else { return }
      submit(chained(TransitionMachine.Request(goal: goal, origin: .invalidation, rebuilds: true)))
    case .invalidateScreen(let id): controller.refreshes.invalidate(screen: id, chain: source.chain)
    }
  }
}

// MARK: - Operations

extension Transitions {
  func terminate() { carryOut(machine.terminate()) }

  func begin(_ operation: Int, hooks: Int) -> TransitionMachine.Step? { machine.begin(operation, hooks: hooks) }

  func advance(_ operation: Int, _ result: TransitionMachine.StepResult) -> TransitionMachine.Step? {
    if machine.active?.step?.traits.effect == .stores, result != .refused {
      if machine.active?.request.origin != .update { controller.inbox.noteReplaced() }
      // Only what was reported from inside the operation is about the session of it.
      if let update = deferredUpdate, update.operation != operation { dropDeferredUpdate() }
    }
    return machine.advance(operation, result)
  }

  /// Returns whether the stored session belongs to the installed interface.
  func noteRenewal(_ stored: TransitionMachine.Goal) -> Bool {
    controller.inbox.noteReplaced()
    dropDeferredUpdate()
    return machine.noteRenewal(stored)
  }

  private func dropDeferredUpdate() {
    guard let update = deferredUpdate?.session else { return }
    deferredUpdate = nil
    drop(update)
  }

  /// Has the provider end the session.
  private func drop(_ update: Session) {
    reports.log(
      .warning, "a session update was dropped: what is logged in and stored now is not what it was reported for")
    controller.refresher.end(update)
  }

  func yieldToExternalChange() { carryOut(machine.yieldToExternalChange()) }

  /// `nil` when the stored goal is the installed one.
  func noteExternalChange(_ goal: TransitionMachine.Goal?, isFollowed: Bool) {
    controller.inbox.noteReplaced()
    machine.noteExternalChange(goal, isFollowed: isFollowed)
  }

  func follow(_ stored: TransitionMachine.Goal) { carryOut(machine.follow(stored)) }

  func watchForcedDeadline() { run?.watchForcedDeadline() }

  private func carryOut(_ commands: [TransitionMachine.Command], outcome: TransitionOutcome? = nil) {
    for command in commands {
      switch command {
      case .start(let operation): start(operation)
      case .stop: run?.stop()
      case .skipAnimation: run?.skipAnimation()
      case .answer(let waiters, let answer):
        let outcome: TransitionOutcome =
          switch answer {
          case .completed: outcome ?? .unchanged
          case .unchanged: .unchanged
          case .superseded: .superseded
          case .cancelled: .cancelled
          case .failed: outcome ?? .cancelled
          case .looped: .failed(reports.refuse(.transitionLoop(history)))
          case .notInstalled: .failed(reports.refuse(.notInstalled))
          }
        for waiter in waiters { resolve(waiter, outcome) }
      }
    }
    run?.watchForcedDeadline()
    // Removes the sessions of requests that have ended.
    sessions.removeAll { number, _ in
      number != machine.active?.request.session && number != machine.pending?.session
    }
  }

  private func start(_ operation: TransitionMachine.Operation) {
    let request = operation.request
    let session =
      request.origin == .store
      ? keeper.stored.session : sessions.first { $0.number == request.session }?.session
    let run = OperationDriver(operation, session: session, of: controller)
    self.run = run
    controller.refreshes.postponeCurrent()
    if operation.kind != .installation {
      if request.chain == 0 { history.removeAll(keepingCapacity: true) }
      let state = AppController.State(request.goal)
      history.append(state)
      reports.emit(.began(state), operation: operation.id)
    }
    run.start()
  }

  func finish(_ run: OperationDriver, _ answer: TransitionMachine.Answer) {
    self.run = nil
    let (kind, id, report) = (run.operation.kind, run.operation.id, run.report)
    let isAwaited = machine.active?.request.waiters.contains { $0 > 0 } == true
    // A request that has waited for the first interface meets with what was stored meanwhile.
    controller.follower.noteEarlyChanges()
    let commands = machine.ended(id)
    reports.note(.operationEnded(operation: id))
    var outcome: TransitionOutcome?
    switch (answer, run.reason) {
    case (.completed, _):
      if kind == .transition || kind == .refresh {
        outcome = .completed(report)
        reports.emit(.completed(report), operation: id)
      }
    case (_, .vetoed(let reason)?):
      outcome = .vetoed(reason: reason)
      reports.emit(.vetoed(reason: reason), operation: id)
    case (_, .failed(let error)?):
      outcome = .failed(error)
      if kind == .installation {
        reports.emit(.installationFailed(error))
      } else {
        reports.emit(.failed(error), operation: id)
      }
      reports.log(isAwaited ? .info : .error, "\(error.what) [\(error.codeName)]")
    case (_, nil):
      reports.emit(.stopped, operation: id)
    }
    carryOut(commands, outcome: outcome)
    performDeferredWork()
  }

  private func performDeferredWork() {
    if mustWait { return }
    let (update, wasOutdated) = (deferredUpdate, isOutdated)
    (deferredUpdate, isOutdated) = (nil, false)
    if let update { handle(.updateSession(update.session)) }
    if wasOutdated { handle(.invalidate) }
    controller.follower.performDeferredWork()
    controller.refreshes.requestOutdated()
  }
}

extension AppController.State {
  init(_ goal: TransitionMachine.Goal) {
    self =
      switch goal {
      case .loggedOut: .loggedOut
      case .loggedIn: .loggedIn
      }
  }

  init(_ position: TransitionMachine.Position) {
    self =
      switch position {
      case .uninstalled: .uninstalled
      case .launching: .launching
      case .settled(let goal): AppController.State(goal)
      case .terminated: .terminated
      }
  }
}

extension AppControllerError {
  fileprivate static func transitionLoop(_ history: [AppController.State]) -> AppControllerError {
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

  static func alreadyInstalled(_ state: AppController.State) -> AppControllerError {
    AppControllerError(
      .alreadyInstalled,
      what: "the controller is \(state.rawValue) already, and not in this window",
      why: "a controller has one root container, in one window, for its life",
      fix: "make another AppController for another window"
    )
  }

  static let notInstalled = AppControllerError(
    .notInstalled,
    what: "the controller is not installed in a window",
    why: "a login or logout replaces the installed interface, and there is none",
    fix: "await installRootInterface(in:) first, and do not use the controller after terminate()"
  )
}
