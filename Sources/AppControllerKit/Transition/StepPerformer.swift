/// Carries out the steps of one operation, and keeps their findings.
///
/// Only the exchange and the steps that cannot be given up on change anything; every other step only returns its
/// outcome, which is applied if it is still wanted.
@MainActor
final class StepPerformer {
  typealias Step = TransitionMachine.Step

  enum StepOutcome {
    case nothing
    case splash(InterfaceDescription, InterfaceController)
    indirect case record(SessionRecord)
    indirect case initial(TransitionMachine.Goal, Session?)
    case interface(InterfaceDescription, InterfaceController)
    case configuration(AppController.Configuration)
  }

  let hooks: [TransitionHooks]
  /// `nil` when the operation reaches its goal, or was stopped.
  private(set) var reason: OperationFailure?

  private let controller: AppController
  private let keeper: SessionStoreClient
  private let reports: ControllerReports
  private let questions: ProviderQuestions
  private let transitions: Transitions
  private let operation: TransitionMachine.Operation
  /// That of the goal, which an installation determines.
  private var state: AppController.State
  /// The session of the goal; `nil` also when the current one stays.
  private var session: Session?
  /// The generation of the known record when the operation began.
  private let generation: UInt64
  private var record = SessionRecord()
  private var interface: InterfaceDescription?
  private var target: InterfaceController?
  private var configuration = AppController.Configuration()
  /// `nil` until this operation has stored its session.
  private var replaced: SessionRecord?
  /// The session before the exchange.
  private var before: Session?
  private var problems: [String] = []
  private var animation: Task<Void, Never>?

  init(_ operation: TransitionMachine.Operation, session new: Session?, of controller: AppController) {
    (self.controller, self.operation) = (controller, operation)
    (keeper, reports) = (controller.keeper, controller.reports)
    (questions, transitions) = (controller.questions, controller.transitions)
    hooks = operation.kind == .transition ? controller.hooks : []
    generation = controller.keeper.stored.generation
    state = AppController.State(operation.request.goal)
    switch (operation.kind, operation.request.goal) {
    case (.installation, _), (_, .loggedOut): session = nil
    // The session of a followed login was just read. Without a session, the login is anonymous.
    case (.transition, .loggedIn): session = new ?? .anonymous
    case (.sessionUpdate, .loggedIn), (.refresh, .loggedIn): session = new
    }
  }

  private var shownSession: Session? {
    switch operation.kind {
    case .installation, .transition: session
    // The current session may be renewed meanwhile.
    case .sessionUpdate, .refresh: state == .loggedIn ? session ?? controller.session : nil
    }
  }

  var report: TransitionReport {
    TransitionReport(state: state, revision: controller.revision, problems: problems)
  }

  private var active: TransitionMachine.Operation { transitions.machine.active ?? operation }

  private var handle: AppController.Handle { questions.handle(state, shownSession) }
}

// MARK: - The steps

extension StepPerformer {
  /// `false` when the step may wait, and nothing has been done; an asynchronous call costs more than most steps.
  func carriesOutAtOnce(_ step: Step) -> Bool {
    switch step {
    case .showSplash, .loadSession, .askInitialState, .describe, .configure, .save, .erase, .takeBack: return false
    case .askForVeto(let hook): return hooks[hook].shouldTransition == nil
    case .callWill(let hook): return hooks[hook].will(state) == nil
    case .callDid(let hook): return hooks[hook].did(state) == nil
    case .callDidAbort(let hook): return hooks[hook].didAbort == nil
    case .animate: return animationTime == .zero
    case .tellProvider: return isTerminated && endedSession == nil
    case .exchange: exchange()
    case .adopt: adopt()
    case .takeApart: controller.takeApart()
    case .end: break
    }
    return true
  }

  func carryOut(_ step: Step) async throws -> StepOutcome {
    switch step {
    case .showSplash:
      let splash = try await questions.interface(
        of: .launching, self.questions.handle(.launching, nil), within: .step)
      return .splash(splash, try InterfaceController.live(splash))
    case .loadSession: return try await loadSession()
    case .askInitialState:
      let (goal, session) = try await questions.initialGoal(record, within: .step)
      return .initial(goal, session)
    case .askForVeto(let hook): try await askForVeto(hook)
    case .describe:
      let interface = try await questions.interface(of: state, self.handle, within: .step)
      return .interface(interface, try InterfaceController.live(valid: interface))
    case .configure: return .configuration(try await questions.configuration(self.handle, within: .step))
    case .callWill(let hook): try await callWill(hook)
    case .save: try await save()
    case .erase: try await erase()
    case .animate: await animate()
    case .callDid(let hook): try await callDid(hook)
    case .tellProvider: try await tellProvider()
    case .takeBack: try await takeBack()
    case .callDidAbort(let hook): await callDidAbort(hook)
    case .exchange, .adopt, .takeApart, .end: break
    }
    return .nothing
  }

  func take(_ outcome: StepOutcome) -> TransitionMachine.StepResult {
    switch outcome {
    case .nothing: break
    case .splash(let interface, let target): show(interface, target)
    case .record(let record):
      self.record = record
      keeper.adopt(record)
    case .initial(let goal, let session):
      (self.state, self.session) = (AppController.State(goal), session)
      return .decided(goal)
    case .interface(let interface, let target): (self.interface, self.target) = (interface, target)
    case .configuration(let configuration): self.configuration = configuration
    }
    return .succeeded
  }

  func note(_ error: any Error, at step: Step) {
    if !active.isGivingUp {
      recover(from: error, at: step)
    } else if active.hasFailed, reason == nil {
      reason = OperationFailure(error, at: step, on: state)
    }
  }

  private func recover(from error: any Error, at step: Step) {
    let text = (error as? any ExplainedError)?.what ?? (error as? StepTookTooLong)?.text ?? "\(error)"
    if let problem = step.traits.problem { problems.append("\(problem): \(text)") }
    if step == .describe {
      let loggedOut = controller.builtInInterface.loggedOut
      interface = loggedOut
      target = InterfaceController.controller(for: loggedOut)
    } else if step == .showSplash {
      reports.log(.warning, "the provider's splash is not shown: \(text)")
      let splash = controller.builtInInterface.splash
      if let target = InterfaceController.controller(for: splash) { show(splash, target) }
    }
  }

  func announce(_ step: Step) {
    guard let milestone = step.traits.milestone, !active.isGivingUp else { return }
    switch milestone {
    case .launching: reports.emit(.launching)
    case .prepared: reports.emit(.prepared, operation: operation.id)
    case .exchanged where operation.kind == .installation:
      reports.emit(.installed)
      controller.appearances.report()
    case .exchanged:
      reports.emit(.exchanged, operation: operation.id)
      controller.appearances.report()
      if operation.kind == .refresh { reports.noteUpdate(of: before, to: controller.session, operation: operation.id) }
    case .adopted: reports.noteUpdate(of: before, to: controller.session, operation: operation.id)
    }
  }
}

// MARK: - Exchange

extension StepPerformer {
  private var isTerminated: Bool { transitions.machine.position == .terminated }

  private func exchange() {
    guard let interface, let target else { return }
    let container = controller.rootContainer
    reports.holdChanges()
    controller.actions.cancel()
    var dismissesPresented = false
    switch operation.kind {
    case .transition:
      controller.authentication.giveWay()
      if animationTime > .zero {
        container.transitionConfiguration = configuration
        container.overlay = controller.installedInterface
      }
      dismissesPresented = configuration.dismissesPresentedInterfaceOnTransition
    case .refresh: LiveState(of: container.installed).restore(in: target)
    case .installation, .sessionUpdate: break
    }
    put(target, of: interface, dismissingPresented: dismissesPresented)
    if operation.kind == .refresh { controller.appearances.carryOver(to: container) }
    controller.revision += 1
    adopt()
  }

  private func show(_ splash: InterfaceDescription, _ target: InterfaceController) {
    guard active.isOpen else { return }
    reports.holdChanges()
    put(target, of: splash)
  }

  /// If other code has moved the tree elsewhere, a new one is installed instead, without a call of `willExchange`;
  /// if it ends the controller meanwhile, no interface stays installed.
  private func put(_ target: InterfaceController, of interface: InterfaceDescription, dismissingPresented: Bool = false)
  {
    let container = controller.rootContainer
    if !container.canInstall(target) || !container.exchange(for: target, dismissingPresented: dismissingPresented) {
      if let fresh = try? InterfaceController.live(valid: interface) {
        container.exchange(for: fresh, dismissingPresented: dismissingPresented, notifies: false)
      }
      problems.append("the interface was moved elsewhere before it was installed, so that it was made again")
    }
    controller.installedInterface = interface
    if isTerminated { controller.takeApart() }
  }

  private func adopt() {
    before = controller.session
    let session = shownSession
    controller.session = session
    if session != before { controller.follower.adopt(session) }
  }

  private var animationTime: Duration { controller.rootContainer.time(of: configuration) }

  /// Skipped while another request is pending.
  private func animate() async {
    let time = animationTime
    guard time > .zero else { return }
    if !active.skipsAnimation {
      let isOver = AwaitedAnswer<Void>()
      animation = Task.immediate { [clock = keeper.clock] in
        _ = try? await clock.pause(for: time)
        isOver.give(())
      }
      await isOver.value
      self.animation = nil
    }
    if controller.rootContainer.overlay != nil { controller.rootContainer.overlay = nil }
  }

  /// Whether the animation was under way.
  func skipAnimation() -> Bool {
    animation?.cancel()
    return animation != nil
  }

  private var settledHandle: AppController.Handle { questions.handle(state, controller.session) }

  private var endedSession: Session? { before?.subject == controller.session?.subject ? nil : before }

  /// When the controller has ended, only the end of the session is told.
  private func tellProvider() async throws {
    var failure: AppControllerError?
    if let endedSession {
      do throws(AppControllerError) {
        try await questions.sessionEnded(endedSession, self.settledHandle, within: .step)
      } catch {
        failure = error
      }
    }
    if isTerminated { return }
    let event: ProviderEvent = state == .loggedIn ? .didLogin : .didLogout
    try await questions.notify(event, self.settledHandle, within: .step)
    if let failure { throw failure }
  }
}

// MARK: - Session store

extension StepPerformer {
  /// The session of a followed login must still be stored.
  private func loadSession() async throws -> StepOutcome {
    if operation.kind == .installation { return .record(try await keeper.load()) }
    guard try await keeper.hasStored(session?.subject) else { return try yieldToExternalChange() }
    session = keeper.stored.session
    return .nothing
  }

  private func requireTarget() throws(AppControllerError) {
    if let target, !controller.rootContainer.canInstall(target) { throw .interfaceTaken(state) }
  }

  private func save() async throws {
    try requireTarget()
    let machine = transitions.machine
    let isRepairing = machine.hasUnwantedSession || machine.externalGoal != nil
    guard let session = shownSession, operation.kind != .sessionUpdate || session != controller.session || isRepairing
    else { return }
    let (wins, isLogin) = (operation.request.winsOverOthers, operation.kind == .transition)
    // A login that brings no session replaces nobody's, also nobody's that has become known since it began.
    if isLogin, !wins, keeper.stored.generation != generation, keeper.stored.session != nil {
      _ = try yieldToExternalChange()
    }
    do {
      replaced = try await keeper.save(session, from: wins || isLogin ? nil : generation) {
        wins || isLogin && $0.session == nil
      }
    } catch let error as AppControllerError where error.code == .sessionConflict && !wins {
      _ = try yieldToExternalChange()
    }
  }

  private func erase() async throws {
    if !active.request.isForced { try requireTarget() }
    let keepsChange = active.request.origin == .expiry
    do {
      try await keeper.erase(ifGeneration: keepsChange ? generation : nil)
    } catch let error as AppControllerError where error.code == .sessionConflict && keepsChange {
      _ = try yieldToExternalChange()
    }
  }

  private func yieldToExternalChange() throws -> StepOutcome {
    transitions.yieldToExternalChange()
    throw CancellationError()
  }

  /// Stores the current session when the previous one was wrong, or none was stored.
  private func takeBack() async throws {
    guard let replaced else { return }
    let isStoredRight = replaced.generation > 0 && !active.hasReplacedUnwantedSession
    try await keeper.putBack(isStoredRight ? replaced.session ?? replaced.foreign : controller.session)
  }
}

// MARK: - The app's functions

extension StepPerformer {
  private func askForVeto(_ hook: Int) async throws {
    guard let should = hooks[hook].shouldTransition else { return }
    try await call(.should, hook) { try await should(state) }
  }

  private func callWill(_ hook: Int) async throws {
    guard let target, let will = hooks[hook].will(state) else { return }
    try await call(.will, hook) { try await will(target) }
  }

  private func callDid(_ hook: Int) async throws {
    guard let did = hooks[hook].did(state) else { return }
    try await call(.did, hook) { try await did(report) }
  }

  private func callDidAbort(_ hook: Int) async {
    guard let didAbort = hooks[hook].didAbort else { return }
    await call(.didAbort, hook) { () async throws(Never) in await didAbort(state, reason?.error) }
  }

  private func call<Failure>(
    _ name: HookCall.Name, _ hook: Int, _ body: () async throws(Failure) -> Void
  ) async throws(Failure) {
    let call = HookCall(hook, name, state)
    reports.note(.hookCalled(call))
    do throws(Failure) {
      try await body()
    } catch {
      reports.note(.hookReturned(call, objection: "\(error)"))
      throw error
    }
    reports.note(.hookReturned(call, objection: nil))
  }
}

extension AppController {
  func takeApart() {
    rootContainer.empty()
    installedInterface = nil
    if window?.rootContainer === rootContainer { window?.rootContainer = nil }
    window = nil
  }
}

extension AppControllerError {
  fileprivate static func interfaceTaken(_ state: AppController.State) -> AppControllerError {
    AppControllerError(
      .containmentRefused, what: "the \(state.rawValue) interface was moved elsewhere before it was installed",
      why: "a handler has put it into another container, so that it cannot be installed; nothing has changed",
      fix: "leave the interface that a will handler gets where it is"
    )
  }
}
