/// Carries out one operation: runs the steps that the machine names, and reports each result to the machine.
///
/// A step only determines a finding, which is applied after the step has returned, and only if it is still wanted. So a
/// step that takes too long can be given up on, and its late result is ignored.
@MainActor
final class OperationRun {
  typealias Step = TransitionMachine.Step

  let controller: AppController
  let operation: TransitionMachine.Operation
  let hooks: [TransitionHooks]

  /// The session of the goal.
  var session: Session?
  /// The record that is stored when an installation begins.
  var record = SessionRecord()
  /// The new interface, and its live tree.
  var interface: InterfaceDescription?
  var target: InterfaceController?
  var configuration = AppController.Configuration()
  /// The record before this operation stored its session; `nil` until it has stored it.
  var replaced: SessionRecord?
  /// The session before the exchange.
  var before: Session?
  /// The problems that did not stop the operation.
  var problems: [String] = []
  /// The task of the animation, which sleeps.
  var animation: Task<Void, Never>?
  /// The reason why the operation does not reach its goal; `nil` when it does, or was stopped.
  private(set) var reason: OperationFailure?

  private var step: Step?
  /// The number of steps so far, which identifies the late answer of a step that was given up on.
  private var stepNumber = 0
  private var task: Task<Void, Never>?
  private var hasSuspended = false
  /// The call that the step waits for, if it is not a question.
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
    // The session of a followed login was just read. Without a session, the login is anonymous.
    case (.transition, .loggedIn): session = new ?? .anonymous
    case (.sessionUpdate, .loggedIn), (.refresh, .loggedIn): session = new ?? controller.session
    }
  }

  /// The operation as the machine sees it now.
  var active: TransitionMachine.Operation { controller.machine.active ?? operation }

  /// The target state of the operation.
  var state: AppController.State { AppController.State(active.request.goal) }

  var report: TransitionReport {
    TransitionReport(state: state, revision: controller.revision, problems: problems)
  }

  /// Begins the operation; it runs synchronously up to its first suspension, and usually there is none.
  func start() {
    step = controller.machine.begin(operation.id, hooks: hooks.count)
    goOn()
  }

  /// Cancels the step under way.
  func stop() { task?.cancel() }

  /// Waits for the end of the operation.
  func ended() async {
    if step != nil { await withCheckedContinuation { observers.append($0) } }
  }
}

// MARK: - Running the steps

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
      // An operation whose step was given up on has been continued elsewhere.
      if number != stepNumber { return }
      advance(from: step, finding)
      if hasSuspended { watchStep() }
    }
  }

  /// Carries out a step and records its call, so that waiting for the operation from inside the call is detected.
  ///
  /// A question records its own call, and an animation ends when another request is made.
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
        recover(from: error, at: step)
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
  /// Watches the step under way; an operation that never suspends is never watched.
  private func watchStep() {
    stopWatching()
    guard let step else { return }
    watch = watch(for: controller.limit(of: step))
    watchForcedDeadline()
  }

  /// Starts the time limit of a forced logout for the step under way, if one is under way or pending.
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
    // A cancelled animation ends at once.
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

  /// Whether a logout is forced, or the session has expired: in the operation under way or the next one.
  fileprivate var isForced: Bool { machine.isForced || hasExpired }
}

extension TransitionMachine.Step {
  /// Whether the step can be given up on; the store cannot, because it is not known what it would have stored.
  fileprivate var canBeGivenUp: Bool { isQuestion || isCall || self == .animate }
}
