/// Carries out one operation: does the steps that the machine names, and tells the machine how each went.
///
/// A step only finds out; what it found is taken in when the step has returned, and only if it is still wanted. So a step
/// that takes too long is given up on, and whatever it says later is nobody's concern.
@MainActor
final class OperationRun {
  typealias Step = TransitionMachine.Step

  let controller: AppController
  let operation: TransitionMachine.Operation
  let hooks: [TransitionHooks]

  /// The session that the goal is reached with.
  var session: Session?
  /// What is stored when an installation begins.
  var record = SessionRecord()
  /// The interface that is coming, and its live tree.
  var interface: InterfaceDescription?
  var target: InterfaceController?
  var configuration = AppController.Configuration()
  /// What was stored before this operation stored its session; `nil` as long as it has not.
  var replaced: SessionRecord?
  /// Who was logged in before the exchange.
  var before: Session?
  /// What went wrong without stopping it.
  var problems: [String] = []
  /// The sleep that the animation is.
  var animation: Task<Void, Never>?
  /// Why it does not reach its goal; `nil` when it does, or was stopped.
  private(set) var reason: OperationFailure?

  private var step: Step?
  /// Counts the steps, so that the answer of one that was given up on is recognised.
  private var stepNumber = 0
  private var task: Task<Void, Never>?
  private var hasSuspended = false
  /// What the step waits for, if it is no question.
  private var call: AwaitedCall?
  private var watch: Task<Void, Never>?
  /// Watches the step once a logout is forced.
  private var forcedWatch: Task<Void, Never>?
  private var observers: [CheckedContinuation<Void, Never>] = []

  init(_ operation: TransitionMachine.Operation, of controller: AppController) {
    self.controller = controller
    self.operation = operation
    hooks = operation.kind == .transition ? controller.hooks : []
    let isStored = operation.request.origin == .store
    let new =
      isStored ? controller.keeper.stored.session : operation.request.session.flatMap { controller.sessions[$0] }
    switch (operation.kind, operation.request.goal) {
    case (.installation, _), (_, .loggedOut): session = nil
    // Whoever is followed was just read. Without a session only an anonymous one begins.
    case (.transition, .loggedIn): session = new ?? .anonymous
    case (.sessionUpdate, .loggedIn), (.refresh, .loggedIn): session = new ?? controller.session
    }
  }

  /// The operation as the machine sees it now.
  var active: TransitionMachine.Operation { controller.machine.active ?? operation }

  /// The state that it leads to.
  var state: AppController.State { AppController.State(active.request.goal) }

  var report: TransitionReport {
    TransitionReport(state: state, revision: controller.revision, problems: problems)
  }

  /// Begins; up to its first suspension the operation runs here, and mostly there is none.
  func start() {
    step = controller.machine.begin(operation.id, hooks: hooks.count)
    goOn()
  }

  /// Tells the step that is under way to stop.
  func stop() { task?.cancel() }

  /// Waits for the end.
  func ended() async {
    if step != nil { await withCheckedContinuation { observers.append($0) } }
  }
}

// MARK: - From step to step

extension OperationRun {
  private func goOn() {
    let task = Task.immediate {
      await TransitionChain.$length.withValue(operation.request.chain) { await doSteps() }
    }
    if step == nil { return }
    self.task = task
    if active.isStopping { task.cancel() }
    hasSuspended = true
    watchStep()
  }

  private func doSteps() async {
    while let step {
      if case .end(let answer) = step { return finish(answer) }
      controller.note(.begins(step, operation: operation.id))
      if carryOutAtOnce(step) {
        advance(from: step, .success(.nothing))
        if hasSuspended { watchStep() }
        continue
      }
      let number = stepNumber
      let finding: Result<Finding, any Error>
      do { finding = .success(try await waiting(for: step)) } catch { finding = .failure(error) }
      // Somebody else goes on with an operation whose step was given up on.
      if number != stepNumber { return }
      advance(from: step, finding)
      if hasSuspended { watchStep() }
    }
  }

  /// Carries out a step in which whoever waits for the operation's end is recognised; a question sees to that itself, and
  /// an animation ends when something else is asked for.
  private func waiting(for step: Step) async throws -> Finding {
    if step.isQuestion || step == .animate { return try await carryOut(step) }
    let call = AwaitedCall(of: controller)
    self.call = call
    defer { call.end() }
    return try await TransitionChain.$call.withValue(call) { try await carryOut(step) }
  }

  private func advance(from step: Step, _ finding: Result<Finding, any Error>) {
    stepNumber += 1
    switch finding {
    case .success(let finding):
      self.step = controller.machine.advance(operation.id, take(finding))
    case .failure(let error):
      self.step = controller.machine.advance(operation.id, .refused)
      if !active.isGivingUp {
        overcome(error, at: step)
      } else if active.hasFailed, reason == nil {
        reason = OperationFailure(error, at: step, on: state)
      }
    }
    if !active.isGivingUp { announce(step) }
    controller.tellHeldChange()
  }

  private func finish(_ answer: TransitionMachine.Answer) {
    step = nil
    stopWatching()
    controller.finish(self, answer)
    for observer in observers { observer.resume() }
    observers = []
  }
}

// MARK: - Deadlines

extension OperationRun {
  /// Watches the step that is under way; an operation that never suspends is never watched.
  private func watchStep() {
    stopWatching()
    guard let step else { return }
    watch = watch(for: controller.limit(of: step))
    watchForcedDeadline()
  }

  /// Waits for nobody longer than a forced logout does, if there is one.
  func watchForcedDeadline() {
    guard forcedWatch == nil, let step, step.canBeGivenUp, controller.isForced else { return }
    forcedWatch = watch(for: controller.forcedDeadline)
  }

  private func watch(for limit: Duration?) -> Task<Void, Never>? {
    guard let limit else { return nil }
    let number = stepNumber
    return Task { [weak self, clock = controller.clock] in
      guard (try? await clock.sleep(for: limit)) != nil, !Task.isCancelled else { return }
      self?.giveUp(onStep: number, after: limit)
    }
  }

  private func stopWatching() {
    watch?.cancel()
    forcedWatch?.cancel()
    (watch, forcedWatch) = (nil, nil)
  }

  private func giveUp(onStep number: Int, after limit: Duration) {
    guard number == stepNumber, let step else { return }
    // An animation ends when it is cancelled.
    if let animation { return animation.cancel() }
    task?.cancel()
    call?.end()
    if step.isQuestion { controller.lane.giveUp() }
    advance(from: step, .failure(StepTookTooLong(limit: limit)))
    goOn()
  }
}

extension AppController {
  fileprivate func limit(of step: TransitionMachine.Step) -> Duration? {
    if step.isQuestion { return providerDeadline }
    return step.isCall ? handlerDeadline : nil
  }

  /// Whether a logout is forced, or the session has ended: by what is under way, or by what comes next.
  fileprivate var isForced: Bool { machine.isForced || hasExpired }
}

extension TransitionMachine.Step {
  /// Whether it ends by itself, whatever it waits for; nobody can tell what a store that is given up on will have stored.
  fileprivate var canBeGivenUp: Bool { isQuestion || isCall || self == .animate }
}
