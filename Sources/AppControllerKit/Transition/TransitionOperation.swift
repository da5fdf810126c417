extension TransitionMachine {
  /// An operation that is under way.
  struct Operation: Sendable, Hashable {
    /// What an operation does to reach its goal.
    enum Kind: Sendable, Hashable {
      /// The first interface is installed.
      case installation
      /// Another interface is installed.
      case transition
      /// The goal is reached already; what is stored is replaced, by a session with a new secret or expiry.
      case sessionUpdate
      /// The goal is reached already; its interface is asked for again, and a new session is stored if there is one.
      case refresh
    }

    /// How far an operation is.
    enum Phase: Sendable, Hashable {
      /// It can be given up, and nothing has changed.
      case preparing
      /// It has passed the point of no return.
      case irrevocable
    }

    let id: Int
    let kind: Kind
    var request: Request
    /// Whether it stores the session although nobody asks for that, because what is stored is wrong.
    var mendsStore = false
    /// Whether it stores the session because another process has stored something else, which somebody here decides against.
    var replacesElsewhere = false
    /// What another process had stored, and was not installed, when it stored its session.
    var replacedElsewhere: TransitionMachine.Goal?
    /// Whether what it has replaced was wrong, so that it is not to be put back.
    var hasReplacedWrong = false
    /// What it does now; `nil` before it has begun.
    var step: Step?
    /// How many hooks it calls.
    var hooks = 0
    /// How many of them were told that it will happen.
    var told = 0
    /// How many of those were told that it has happened.
    var ended = 0
    /// Whether its interface was installed.
    var hasExchanged = false
    /// Whether it has stored its session.
    var hasSaved = false
    /// Whether it has been told to stop.
    var isStopping = false
    /// Whether a step has failed, so that it does not reach its goal.
    var hasFailed = false
    /// Whether the rest of its animation is left out, because something else is wanted.
    var isHurried = false
  }

  /// What an operation does at a time, in the order of a transition.
  package enum Step: Sendable, Hashable {
    /// Installs the splash.
    case showSplash
    /// Loads the stored session: an installation's first one, or to see whether whoever is followed is stored still.
    case loadSession
    /// Asks the provider which state is the first.
    case askInitialState
    /// Asks a hook whether the transition may happen.
    case askForVeto(hook: Int)
    /// Asks the provider for the interface, and checks it.
    case describe
    /// Asks the provider for the configuration, and checks it.
    case configure
    /// Tells a hook that the transition will happen.
    case callWill(hook: Int)
    /// Stores the session of a login; when it is still wanted then, the point of no return is passed.
    case save
    /// Erases the stored session for a logout, from where on there is no return.
    case erase
    /// Installs the interface.
    case exchange
    /// Makes the stored session the current one.
    case adopt
    /// Keeps the old picture on top.
    case animate
    /// Tells a hook that the transition has happened.
    case callDid(hook: Int)
    /// Tells the provider that the transition has happened.
    case tellProvider
    /// Puts the session back that was stored before.
    case takeBack
    /// Tells a hook that the transition will not happen after all.
    case callDidAbort(hook: Int)
    /// Takes apart what an installation has begun.
    case takeApart
    /// Tells everyone.
    case end(Answer)
  }

  /// How a step went.
  enum StepResult: Sendable, Hashable {
    case succeeded
    /// It failed, a hook said no, or it took too long.
    case refused
    /// It succeeded, and the goal of an installation is known now.
    case decided(Goal)
  }
}

extension TransitionMachine.Operation {
  /// Whether another interface comes: from the first hook that is told so to the last that is told that it is there.
  var isExchanging: Bool {
    switch step {
    case .callWill, .loadSession, .save, .erase, .exchange, .adopt, .animate, .callDid: kind == .transition
    case nil, .showSplash, .askInitialState, .askForVeto, .describe, .configure: false
    case .tellProvider, .takeBack, .callDidAbort, .takeApart, .end: false
    }
  }

  var phase: Phase {
    switch step {
    case nil, .showSplash, .loadSession, .askInitialState, .askForVeto, .describe, .configure, .callWill, .save:
      .preparing
    case .takeBack, .callDidAbort, .takeApart: .preparing
    case .erase, .exchange, .adopt, .animate, .callDid, .tellProvider, .end: .irrevocable
    }
  }

  /// Whether it is on its way out without having reached its goal.
  var isGivingUp: Bool { isStopping || hasFailed }

  /// Whether it stores the session of its goal, or erases what is stored.
  var stores: Bool {
    if request.origin == .store { return mendsStore }
    switch kind {
    case .installation: return false
    case .transition, .sessionUpdate: return true
    case .refresh: return request.session != nil || mendsStore || replacesElsewhere
    }
  }

  /// Whether it can be told to stop.
  var isOpen: Bool { phase == .preparing && !isGivingUp && !hasExchanged }
}

// MARK: - Step by step

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
    note(step, result != .refused, &active)
    if step == .exchange, position != .terminated { position = .settled(active.request.goal) }
    return take(next, active)
  }

  /// Notes what the store says now, beside what is installed.
  private mutating func note(_ step: Step, _ succeeded: Bool, _ operation: inout Operation) {
    switch step {
    case .save where succeeded, .erase where succeeded:
      (operation.replacedElsewhere, operation.hasReplacedWrong) = (elsewhere, isStoreWrong)
      (isStoreWrong, elsewhere, mustFollow) = (false, nil, false)
    case .takeBack:
      // What another process has stored since is not what this operation has stored.
      if elsewhere != nil { break }
      isStoreWrong = !succeeded
      guard let goal = operation.replacedElsewhere else { break }
      (elsewhere, mustFollow) = (succeeded ? goal : .loggedOut, true)
    case .exchange, .adopt:
      if operation.request.origin == .store, operation.request.goal == elsewhere, !mustFollow { elsewhere = nil }
    case .showSplash, .loadSession, .askInitialState, .askForVeto, .describe, .configure, .callWill, .save, .erase:
      break
    case .animate, .callDid, .tellProvider, .callDidAbort, .takeApart, .end: break
    }
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
  /// A splash that cannot be shown keeps nobody out. A controller that was ended while it erased keeps what is stored, and
  /// shows nothing any more; one that was ended after its exchange aborts what is not told of that yet.
  fileprivate mutating func next(after step: Step, _ succeeded: Bool, isTerminated: Bool) -> Step {
    switch step {
    case .showSplash: proceed(true, .loadSession)
    case .loadSession: proceed(succeeded, kind == .installation ? .askInitialState : afterStoring)
    case .askInitialState: proceed(succeeded, .describe)
    case .askForVeto(let hook): proceed(succeeded || request.isForced, nextVeto(after: hook))
    case .describe: proceed(succeeded || failsClosed, afterDescription)
    case .configure: proceed(succeeded || failsClosed, nextWill(after: -1))
    case .callWill(let hook): proceed(succeeded || request.isForced, nextWill(after: hook))
    case .save: afterSave(succeeded)
    case .erase: succeeded && isTerminated ? stopped() : proceed(succeeded, afterStoring)
    case .exchange: afterExchange(isTerminated)
    case .adopt: .end(.completed)
    case .animate: nextDid(after: -1, isTerminated)
    case .callDid(let hook): nextDid(after: hook, isTerminated)
    case .tellProvider: isTerminated ? nextAbort(before: told) : .end(.completed)
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
    case .refresh: storing
    case .installation, .sessionUpdate: .exchange
    }
  }

  private var afterStoring: Step { kind == .sessionUpdate ? .adopt : .exchange }

  private func nextWill(after hook: Int) -> Step {
    hook + 1 < hooks ? .callWill(hook: hook + 1) : storing
  }

  /// What is stored already is not stored again; somebody who is to be logged in by that has to be stored still.
  fileprivate var storing: Step {
    if !stores { return kind == .transition && request.goal != .loggedOut ? .loadSession : afterStoring }
    return request.goal == .loggedOut ? .erase : .save
  }

  private mutating func afterExchange(_ isTerminated: Bool) -> Step {
    hasExchanged = true
    if kind != .transition { return .end(.completed) }
    return isTerminated ? .tellProvider : .animate
  }

  /// Nobody hears that an interface is there when the controller has ended meanwhile, and nothing is.
  private mutating func nextDid(after hook: Int, _ isTerminated: Bool) -> Step {
    if isTerminated || hook + 1 == hooks { return .tellProvider }
    ended = hook + 2
    return .callDid(hook: hook + 1)
  }

  private func nextAbort(before hook: Int) -> Step {
    if hook > ended { return .callDidAbort(hook: hook - 1) }
    if kind == .installation { return .takeApart }
    if hasExchanged { return .end(.completed) }
    return .end(isStopping && !hasFailed ? .cancelled : .failed)
  }
}
