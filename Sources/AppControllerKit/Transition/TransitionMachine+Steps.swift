// What an operation does, step by step. Up to the point of no return every step may fail or be stopped, and nothing has
// changed; from there on nothing stops it.
extension TransitionMachine {
  /// An operation begins.
  ///
  /// - Parameters:
  ///   - operation: The operation that was started.
  ///   - hooks: How many hooks it calls.
  /// - Returns: Its first step; `nil` when it is not the active one.
  mutating func begin(_ operation: Int, hooks: Int) -> Step? {
    guard var active, active.id == operation, active.step == nil else { return nil }
    active.hooks = hooks
    let step: Step =
      switch active.kind {
      case .installation: .showSplash
      case .transition: active.nextVeto(after: -1)
      case .sessionUpdate: active.storing
      case .refresh: .describe
      }
    return take(active.isStopping ? active.stopped() : step, active)
  }

  /// The step of an operation has returned, or has been given up on.
  ///
  /// - Returns: The next step; `nil` when the operation is not the active one.
  mutating func advance(_ operation: Int, _ result: StepResult) -> Step? {
    guard var active, active.id == operation, let step = active.step else { return nil }
    if case .decided(let goal) = result { active.request.goal = goal }
    let next = active.next(after: step, result != .refused, isTerminated: position == .terminated)
    if step == .takeBack { isStoreWrong = result == .refused }
    if step == .save || step == .erase, result != .refused { isStoreWrong = false }
    if step == .exchange, position != .terminated { position = .settled(active.request.goal) }
    return take(next, active)
  }

  private mutating func take(_ step: Step, _ operation: Operation) -> Step {
    active = operation
    active?.step = step
    return step
  }
}

extension TransitionMachine.Operation {
  typealias Step = TransitionMachine.Step

  /// What comes after a step.
  ///
  /// A splash that cannot be shown keeps nobody out; and a controller that was ended while it erased keeps what is stored,
  /// and shows nothing any more.
  fileprivate mutating func next(after step: Step, _ succeeded: Bool, isTerminated: Bool) -> Step {
    switch step {
    case .showSplash: proceed(true, .loadSession)
    case .loadSession: proceed(succeeded, .askInitialState)
    case .askInitialState: proceed(succeeded, .describe)
    case .askForVeto(let hook): proceed(succeeded || request.isForced, nextVeto(after: hook))
    case .describe: proceed(succeeded || failsClosed, afterDescription)
    case .configure: proceed(succeeded || failsClosed, nextWill(after: -1))
    case .callWill(let hook): proceed(succeeded || request.isForced, nextWill(after: hook))
    case .save: afterSave(succeeded)
    case .erase: succeeded && isTerminated ? stopped() : proceed(succeeded, afterStoring)
    case .exchange: kind == .transition ? .animate : .end(.completed)
    case .adopt: .end(.completed)
    case .animate: nextDid(after: -1)
    case .callDid(let hook): nextDid(after: hook)
    case .tellProvider: .end(.completed)
    case .takeBack: afterTakingBack(succeeded)
    case .callDidAbort(let hook): nextAbort(before: hook)
    case .takeApart: .end(isStopping ? .cancelled : .failed)
    case .end: step
    }
  }

  /// Goes on, unless the operation was told to stop or its step has failed.
  private mutating func proceed(_ succeeded: Bool, _ next: Step) -> Step {
    if isStopping { return stopped() }
    if !succeeded {
      hasFailed = true
      return giveUp()
    }
    if case .callWill(let hook) = next { told = hook + 1 }
    return next
  }

  fileprivate mutating func stopped() -> Step {
    isStopping = true
    return giveUp()
  }

  private mutating func afterSave(_ succeeded: Bool) -> Step {
    hasSaved = succeeded
    return proceed(succeeded, afterStoring)
  }

  private mutating func afterTakingBack(_ succeeded: Bool) -> Step {
    if !succeeded { hasFailed = true }
    return nextAbort(before: told)
  }

  private func giveUp() -> Step { hasSaved ? .takeBack : nextAbort(before: told) }

  /// Whether a provider that fails keeps nobody logged in: a built-in interface stands in for its own.
  private var failsClosed: Bool { kind == .transition && request.goal == .loggedOut }

  fileprivate func nextVeto(after hook: Int) -> Step {
    request.isForced || hook + 1 == hooks ? .describe : .askForVeto(hook: hook + 1)
  }

  private var afterDescription: Step {
    switch kind {
    case .transition: .configure
    case .refresh: request.session == nil && !mendsStore ? .exchange : storing
    case .installation, .sessionUpdate: .exchange
    }
  }

  private var afterStoring: Step { kind == .sessionUpdate ? .adopt : .exchange }

  private func nextWill(after hook: Int) -> Step {
    hook + 1 < hooks ? .callWill(hook: hook + 1) : storing
  }

  fileprivate var storing: Step { request.goal == .loggedOut ? .erase : .save }

  private func nextDid(after hook: Int) -> Step { hook + 1 < hooks ? .callDid(hook: hook + 1) : .tellProvider }

  private func nextAbort(before hook: Int) -> Step {
    if hook > 0 { return .callDidAbort(hook: hook - 1) }
    if kind == .installation { return .takeApart }
    return .end(isStopping && !hasFailed ? .cancelled : .failed)
  }
}
