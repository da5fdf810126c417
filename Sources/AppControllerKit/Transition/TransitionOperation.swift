extension TransitionMachine {
  package struct Operation: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      case installation
      case transition
      /// The goal is reached already; only the stored session is replaced.
      case sessionUpdate
      /// The goal is reached already; a new session is stored if there is one.
      case refresh
    }

    package enum Phase: Sendable, Hashable {
      /// Nothing has changed, and the operation can be given up.
      case preparing
      case irrevocable
    }

    package let id: Int
    package let kind: Kind
    package var request: Request
    /// Stores the session without a request for that, because the stored one is wrong.
    var repairsStore = false
    /// Overrides a change of another process, by a decision of this app.
    var replacesExternalGoal = false
    /// Stored by another process, and not installed when the operation stored its session.
    package var replacedExternalGoal: TransitionMachine.Goal?
    /// The replaced session was wrong, and is not put back.
    package var hasReplacedUnwantedSession = false
    /// `nil` before the operation has begun.
    package var step: Step?
    var hooks = 0
    package var willCount = 0
    package var didCount = 0
    package var hasExchanged = false
    package var hasSaved = false
    package var isStopping = false
    package var hasFailed = false
    /// Set because another request is pending.
    package var skipsAnimation = false
  }
}

extension TransitionMachine.Operation {
  /// From the first `will` of a hook to the last `did`.
  var isExchanging: Bool { kind == .transition && step?.traits.isExchanging == true }

  package var phase: Phase { step?.traits.phase ?? .preparing }

  package var isGivingUp: Bool { isStopping || hasFailed }

  var stores: Bool {
    if request.origin == .store { return repairsStore }
    switch kind {
    case .installation: return false
    case .transition, .sessionUpdate: return true
    case .refresh: return request.session != nil || repairsStore || replacesExternalGoal
    }
  }

  package var isOpen: Bool { phase == .preparing && !isGivingUp && !hasExchanged }
}

// MARK: - Step by step

// The sequence of an operation's steps. Up to the point of no return every step may fail or be stopped, and nothing has
// changed; after it nothing stops the operation.
extension TransitionMachine {
  /// `nil` when the operation is not the active one.
  package mutating func begin(_ operation: Int, hooks: Int) -> Step? {
    guard let kind = active?.kind, active?.id == operation, active?.step == nil else { return nil }
    active?.hooks = hooks
    if active?.isStopping == true { return take(active?.stopped()) }
    switch kind {
    case .installation: return take(.showSplash)
    case .transition: return take(active?.nextVeto(after: -1))
    case .sessionUpdate: return take(active?.storing)
    case .refresh: return take(.describe)
    }
  }

  /// `nil` when the operation is not the active one.
  package mutating func advance(_ operation: Int, _ result: StepResult) -> Step? {
    guard active?.id == operation, let step = active?.step else { return nil }
    if case .decided(let goal) = result { active?.request.goal = goal }
    let (succeeded, isTerminated) = (result != .refused, position == .terminated)
    let next = active?.next(after: step, succeeded, isTerminated: isTerminated)
    note(step, succeeded)
    if step == .exchange, !isTerminated, let goal = active?.request.goal { position = .settled(goal) }
    return take(next)
  }

  private mutating func note(_ step: Step, _ succeeded: Bool) {
    switch step.traits.effect {
    case .none: break
    case .stores:
      if !succeeded { break }
      active?.replacedExternalGoal = externalGoal
      active?.hasReplacedUnwantedSession = hasUnwantedSession
      (hasUnwantedSession, externalGoal, mustFollow) = (false, nil, false)
    case .restores:
      // A change that another process has stored since is not the work of this operation.
      if externalGoal != nil { break }
      hasUnwantedSession = !succeeded
      guard let goal = active?.replacedExternalGoal else { break }
      (externalGoal, mustFollow) = (succeeded ? goal : .loggedOut, true)
    case .installs:
      if externalGoal != nil, active?.request.origin == .store, active?.request.goal == externalGoal, !mustFollow {
        externalGoal = nil
      }
    }
  }

  private mutating func take(_ step: Step?) -> Step? {
    active?.step = step
    return step
  }
}

extension TransitionMachine.Operation {
  package typealias Step = TransitionMachine.Step

  /// A splash that cannot be shown does not stop an installation.
  ///
  /// A controller that was ended during the erasure keeps the stored session, and shows nothing any more; one that was
  /// ended after the exchange calls `didAbort` for the hooks whose `did` was not called.
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
    case .tellProvider: isTerminated ? nextAbort(before: willCount) : .end(.completed)
    case .takeBack: afterTakingBack(succeeded)
    case .callDidAbort(let hook): nextAbort(before: hook)
    case .takeApart: .end(isStopping ? .cancelled : .failed)
    case .end: step
    }
  }

  private mutating func proceed(_ succeeded: Bool, _ next: Step) -> Step {
    if isStopping { return stopped() }
    if !succeeded {
      hasFailed = true
      return giveUp()
    }
    if case .callWill(let hook) = next { willCount = hook + 1 }
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
    return nextAbort(before: willCount)
  }

  private func giveUp() -> Step { hasSaved ? .takeBack : nextAbort(before: willCount) }

  /// A logout shows a built-in interface after a failure of the provider.
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

  /// A session that is stored already is not stored again; that of a followed login must still be stored.
  fileprivate var storing: Step {
    if !stores { return kind == .transition && request.goal != .loggedOut ? .loadSession : afterStoring }
    return request.goal == .loggedOut ? .erase : .save
  }

  private mutating func afterExchange(_ isTerminated: Bool) -> Step {
    hasExchanged = true
    if kind != .transition { return .end(.completed) }
    return isTerminated ? .tellProvider : .animate
  }

  /// No `did` is called after the controller has ended, because nothing is installed then.
  private mutating func nextDid(after hook: Int, _ isTerminated: Bool) -> Step {
    if isTerminated || hook + 1 == hooks { return .tellProvider }
    didCount = hook + 2
    return .callDid(hook: hook + 1)
  }

  private func nextAbort(before hook: Int) -> Step {
    if hook > didCount { return .callDidAbort(hook: hook - 1) }
    if kind == .installation { return .takeApart }
    if hasExchanged { return .end(.completed) }
    return .end(isStopping && !hasFailed ? .cancelled : .failed)
  }
}

/// The outcome of a request to log in or out.
public enum TransitionOutcome: Sendable, Equatable {
  /// The other interface is installed.
  case completed(TransitionReport)
  /// The interface was installed already; at most the session was updated.
  case unchanged
  /// A later request has replaced it.
  case superseded
  /// A handler vetoed it; nothing has changed.
  case vetoed(reason: String)
  /// It failed; nothing has changed.
  case failed(AppControllerError)
  /// The task of the request was cancelled; the request has changed nothing.
  case cancelled
}

/// A report of a transition.
public struct TransitionReport: Sendable, Hashable {
  /// The target state.
  public let state: AppController.State
  /// The number of the installed interface, counting up.
  public let revision: UInt64
  /// The problems that did not stop the transition, such as a logged-out interface that the provider could not
  /// describe, or a failed `did` handler.
  ///
  /// Empty when there were none.
  public let problems: [String]
}

extension TransitionMachine {
  /// In the order of a transition.
  package enum Step: Sendable, Hashable {
    case showSplash
    /// The first session of an installation, or a check that the session of a followed login is still stored.
    case loadSession
    case askInitialState
    case askForVeto(hook: Int)
    case describe
    case configure
    case callWill(hook: Int)
    /// If the login is still wanted after it, the point of no return is passed.
    case save
    /// The point of no return of a logout.
    case erase
    case exchange
    case adopt
    case animate
    case callDid(hook: Int)
    case tellProvider
    /// Puts back the session that was stored before.
    case takeBack
    case callDidAbort(hook: Int)
    /// Removes the parts that an installation has begun.
    case takeApart
    case end(Answer)
  }

  package enum StepResult: Sendable, Hashable {
    case succeeded
    /// The step failed, was vetoed by a hook, or took too long.
    case refused
    /// Determined the goal of an installation.
    case decided(Goal)
  }
}

// MARK: - The traits of each step

extension TransitionMachine.Step {
  enum Party: Sendable {
    case provider(StaticString)
    case hook(HookCall.Name, Int)
    case store
    case clock
    /// Carried out at once.
    case controller
  }

  /// The effect on the difference between the stored and the installed session.
  enum StoreEffect: Sendable {
    case none
    case stores
    case restores
    case installs
  }

  enum Milestone: Sendable {
    case launching
    case prepared
    case exchanged
    case adopted
  }

  struct Traits: Sendable {
    let waitsFor: Party
    let phase: TransitionMachine.Operation.Phase
    /// Between the first `will` of a transition and the last `did`.
    let isExchanging: Bool
    let effect: StoreEffect
    let milestone: Milestone?
    /// The beginning of the sentence that reports a failure when the operation continues; `nil` for none.
    let problem: StaticString?

    fileprivate init(
      _ waitsFor: Party, _ phase: TransitionMachine.Operation.Phase = .preparing, isExchanging: Bool = false,
      effect: StoreEffect = .none, milestone: Milestone? = nil, problem: StaticString? = nil
    ) {
      (self.waitsFor, self.phase, self.isExchanging) = (waitsFor, phase, isExchanging)
      (self.effect, self.milestone, self.problem) = (effect, milestone, problem)
    }
  }

  var traits: Traits {
    switch self {
    case .showSplash: Traits(.provider("splash"), milestone: .launching)
    case .loadSession: Traits(.store, isExchanging: true)
    case .askInitialState: Traits(.provider("initial state"))
    case .askForVeto(let hook): Traits(.hook(.should, hook))
    case .describe:
      Traits(
        .provider("interface"),
        problem: "the provider could not describe its logged-out interface, so a built-in one is shown")
    case .configure:
      Traits(
        .provider("configuration"), milestone: .prepared, problem: "the provider's configuration was not used")
    case .callWill(let hook):
      Traits(.hook(.will, hook), isExchanging: true, problem: "a will handler failed and was overruled")
    case .save: Traits(.store, isExchanging: true, effect: .stores)
    case .erase: Traits(.store, .irrevocable, isExchanging: true, effect: .stores)
    case .exchange: Traits(.controller, .irrevocable, isExchanging: true, effect: .installs, milestone: .exchanged)
    case .adopt: Traits(.controller, .irrevocable, isExchanging: true, effect: .installs, milestone: .adopted)
    case .animate: Traits(.clock, .irrevocable, isExchanging: true)
    case .callDid(let hook):
      Traits(
        .hook(.did, hook), .irrevocable, isExchanging: true, problem: "a did handler failed after the transition")
    case .tellProvider:
      Traits(.provider("notification"), .irrevocable, problem: "the provider failed to end its session")
    case .takeBack: Traits(.store, effect: .restores)
    case .callDidAbort(let hook): Traits(.hook(.didAbort, hook))
    case .takeApart: Traits(.controller)
    case .end: Traits(.controller, .irrevocable)
    }
  }

  var subject: String {
    switch traits.waitsFor {
    case .provider(let answer): "the provider's \(answer)"
    case .hook(let name, _): "a \(name.function) handler"
    case .store: "the session store"
    case .clock, .controller: "the controller"
    }
  }
}
