/// Runs one operation: begins the steps that the machine names, and reports each result to the machine.
///
/// A step only determines an outcome, which is applied after the step has returned, and only if it is still wanted. So
/// a step that takes too long can be given up on, and its late result is ignored.
@MainActor
final class OperationDriver {
  typealias Step = TransitionMachine.Step

  let operation: TransitionMachine.Operation
  private let controller: AppController
  private let reports: ControllerReports
  private let transitions: Transitions
  private let work: StepPerformer
  private var step: Step?
  /// Tells the late answer of a step that was given up on.
  private var stepNumber = 0
  private var task: Task<Void, Never>?
  private var hasSuspended = false
  /// Not set for a question.
  private var call: OpenCall?
  private var watch: Task<Void, Never>?
  /// Runs from the moment at which a logout is forced to the end of the next step of the store or of an animation.
  private var forcedWatch: Task<Void, Never>?
  private var isForcedTimeUp = false
  private var end: AwaitedAnswer<Void>?

  /// Keeps the controller alive until the end of the run.
  init(_ operation: TransitionMachine.Operation, session: Session?, of controller: AppController) {
    (self.operation, self.controller) = (operation, controller)
    (reports, transitions) = (controller.reports, controller.transitions)
    work = StepPerformer(operation, session: session, of: controller)
  }

  /// `nil` when the operation reaches its goal, or was stopped.
  var reason: OperationFailure? { work.reason }

  var report: TransitionReport { work.report }

  /// Runs synchronously up to the first suspension; usually there is none.
  func start() {
    step = transitions.begin(operation.id, hooks: work.hooks.count)
    resume()
  }

  func stop() { task?.cancel() }

  func skipAnimation() { _ = work.skipAnimation() }

  func ended() async {
    if step == nil { return }
    let end = end ?? AwaitedAnswer()
    self.end = end
    await end.value
  }
}

// MARK: - Running the steps

extension OperationDriver {
  private func resume() {
    let link = TransitionChain.Link(length: operation.request.chain, operation: operation.id)
    let task = TransitionChain.$link.withValue(link) { Task.immediate { await doSteps() } }
    if step == nil { return }
    self.task = task
    if transitions.machine.active?.isStopping == true { task.cancel() }
    hasSuspended = true
    watchStep()
  }

  private func doSteps() async {
    while let step {
      if case .end(let answer) = step { return finish(answer) }
      reports.note(.stepBegan(step, operation: operation.id))
      let number = stepNumber
      var outcome = Result<StepPerformer.StepOutcome, any Error>.success(.nothing)
      if !work.carriesOutAtOnce(step) {
        do {
          switch step.traits.waitsFor {
          case .store where !controller.keeper.callsOut, .provider, .clock, .controller:
            outcome = .success(try await work.carryOut(step))
          case .hook, .store: outcome = .success(try await call(for: step))
          }
        } catch {
          outcome = .failure(error)
        }
      }
      // An operation whose step was given up on has been continued elsewhere.
      if number != stepNumber { return }
      advance(from: step, outcome)
      if hasSuspended { watchStep() }
    }
  }

  /// A call of the app or of the store is recorded, so that waiting for the operation from inside it is detected.
  ///
  /// A question records its own call, and an animation ends when another request is made.
  private func call(for step: Step) async throws -> StepPerformer.StepOutcome {
    let call = OpenCall(to: controller.inbox, .step)
    self.call = call
    defer { call.close() }
    return try await OpenCall.$current.withValue(call) { try await work.carryOut(step) }
  }

  private func advance(from step: Step, _ outcome: Result<StepPerformer.StepOutcome, any Error>) {
    stepNumber += 1
    switch step.traits.waitsFor {
    case .store, .clock: stopForcedTime()
    case .provider, .hook, .controller: break
    }
    switch outcome {
    case .success(let outcome):
      self.step = transitions.advance(operation.id, work.take(outcome))
    case .failure(let error):
      self.step = transitions.advance(operation.id, .refused)
      work.note(error, at: step)
    }
    work.announce(step)
    reports.reportHeldChange()
  }

  private func finish(_ answer: TransitionMachine.Answer) {
    step = nil
    watch?.cancel()
    stopForcedTime()
    transitions.finish(self, answer)
    end?.give(())
  }
}

// MARK: - Deadlines

extension OperationDriver {
  /// An operation that never suspends is never watched.
  private func watchStep() {
    watch?.cancel()
    guard let step else { return }
    let number = stepNumber
    watch = limit(of: step).map { limit in
      pausing(for: limit) { $0.giveUp(onStep: number, after: limit) }
    }
    watchForcedDeadline()
  }

  private func limit(of step: Step) -> Duration? {
    switch step.traits.waitsFor {
    case .provider: controller.providerDeadline
    case .hook: controller.handlerDeadline
    case .store, .clock, .controller: nil
    }
  }

  /// Also applies the limit when the time is up already.
  func watchForcedDeadline() {
    guard let step, step.canBeGivenUp, transitions.isForced else { return }
    let limit = controller.forcedDeadline
    if isForcedTimeUp {
      let number = stepNumber
      Task { giveUp(onStep: number, after: limit) }
    } else if forcedWatch == nil {
      forcedWatch = pausing(for: limit) { run in
        run.isForcedTimeUp = true
        guard let step = run.step, step.canBeGivenUp else { return }
        run.giveUp(onStep: run.stepNumber, after: limit)
      }
    }
  }

  private func stopForcedTime() {
    forcedWatch?.cancel()
    (forcedWatch, isForcedTimeUp) = (nil, false)
  }

  private func pausing(for limit: Duration, _ body: @escaping (OperationDriver) -> Void) -> Task<Void, Never> {
    Task { [weak self, clock = controller.keeper.clock] in
      guard (try? await clock.pause(for: limit)) != nil, !Task.isCancelled, let self else { return }
      body(self)
    }
  }

  private func giveUp(onStep number: Int, after limit: Duration) {
    guard number == stepNumber, let step else { return }
    // A cancelled animation ends at once.
    if work.skipAnimation() { return }
    task?.cancel()
    call?.close()
    if case .provider = step.traits.waitsFor { controller.questions.giveUp() }
    advance(from: step, .failure(StepTookTooLong(limit: limit)))
    resume()
  }
}

extension TransitionMachine.Step {
  /// A step of the store cannot be given up on, because the stored record would be unknown.
  fileprivate var canBeGivenUp: Bool {
    switch traits.waitsFor {
    case .provider, .hook, .clock: true
    case .store, .controller: false
    }
  }
}
