/// Decides alone which operation runs, which step is next, who waits for it, and which answers are given.
///
/// It is a value without effects. The controller feeds it events and carries out the commands and steps that it
/// returns; an explorer can feed it all possible events. The rules:
/// - at most one operation is active and at most one request is pending;
/// - the latest intent wins; a request for what is under way joins it;
/// - before the point of no return an operation can be stopped, after it the operation ends by itself;
/// - every `will` is followed by one `did` or one `didAbort`;
/// - every waiter is answered exactly once.
package struct TransitionMachine: Sendable, Hashable {
  package enum Position: Sendable, Hashable {
    /// No interface has been installed.
    case uninstalled
    /// The splash is installed, until the first interface is known.
    case launching
    case settled(Goal)
    case terminated
  }

  package enum Goal: Sendable, Hashable {
    case loggedOut
    case loggedIn(subject: String)

    package static let anonymous = Goal.loggedIn(subject: Session.anonymous.subject)
  }

  /// The number of a caller that waits for an answer.
  package typealias Waiter = Int

  package enum Origin: Sendable, Hashable {
    /// Made by the app or the provider.
    case explicit
    /// The provider has marked the interface as out of date; the stored session is not involved.
    case invalidation
    /// The provider has another session for the logged-in subject; it must not replace another subject.
    case update
    /// The session has expired; a change that another process has stored since is kept.
    case expiry
    /// The store contains the goal already, because another process has changed it.
    case store
  }

  package struct Request: Sendable, Hashable {
    package var goal: Goal
    package var origin = Origin.explicit
    /// Any logged-in subject satisfies the request.
    package var isForAnyone = false
    /// Vetoes are ignored.
    package var isForced = false
    package var rebuilds = false
    /// A number: the controller keeps the sessions.
    package var session: Int?
    /// Counts the requests that led to this one, each made from inside the operation of the one before.
    var chain = 0
    package var waiters: [Waiter] = []

    package init(
      goal: Goal, origin: Origin = .explicit, isForAnyone: Bool = false, isForced: Bool = false, rebuilds: Bool = false,
      session: Int? = nil, chain: Int = 0, waiters: [Waiter] = []
    ) {
      (self.goal, self.origin, self.isForAnyone, self.isForced) = (goal, origin, isForAnyone, isForced)
      (self.rebuilds, self.session, self.chain, self.waiters) = (rebuilds, session, chain, waiters)
    }

    /// A logout, or a login that brings a session, replaces a change that another process has stored.
    package var winsOverOthers: Bool { origin == .explicit && (session != nil || goal == .loggedOut) }
    /// Requests no state: never begins, stops or follows a transition.
    package var givesWay: Bool { origin == .update || origin == .expiry }
  }

  package enum Answer: Sendable, Hashable {
    case completed
    case unchanged
    case superseded
    case cancelled
    case notInstalled
    case looped
    /// Failed or vetoed; the controller knows the reason.
    case failed
  }

  package enum Command: Sendable, Hashable {
    case start(Operation)
    /// The operation is advanced when the step has returned.
    case stop(operation: Int)
    case skipAnimation(operation: Int)
    case answer([Waiter], Answer)
  }

  /// A longer chain of requests, each made from inside an operation, is a loop.
  package static let longestChain = 16

  package var position = Position.uninstalled
  package var active: Operation?
  package var pending: Request?
  /// Set when a session that is no longer wanted could not be taken back, so that the store has another one than
  /// installed.
  package var hasUnwantedSession = false
  /// Stored by another process while another goal is installed; `nil` otherwise.
  package var externalGoal: Goal?
  /// The store is read, and its session installed, as soon as no other request is pending.
  package var mustFollow = false
  private var operations = 0

  package init() {}
}

// MARK: - Beginning and ending

extension TransitionMachine {
  package mutating func install(_ waiter: Waiter) -> [Command] {
    switch position {
    case .uninstalled:
      position = .launching
      return [start(.installation, Request(goal: .loggedOut, waiters: [waiter]))]
    case .launching where active?.isGivingUp == false:
      active?.request.waiters.append(waiter)
      return []
    case .launching, .terminated: return [.answer([waiter], .notInstalled)]
    case .settled: return [.answer([waiter], .unchanged)]
    }
  }

  /// An operation that can be given up is, and animations are skipped.
  package mutating func terminate() -> [Command] {
    var commands = dropPending(.notInstalled)
    if let operation = active, operation.isOpen {
      commands += [.answer(operation.request.waiters, .cancelled), .stop(operation: operation.id)]
      active?.request.waiters = []
      active?.isStopping = true
    }
    commands += skipAnimation()
    position = .terminated
    mustFollow = false
    return commands
  }

  mutating func skipAnimation() -> [Command] {
    guard let operation = active, operation.phase == .irrevocable else { return [] }
    let wasSkipping = operation.skipsAnimation
    active?.skipsAnimation = true
    return operation.step == .animate && !wasSkipping ? [.skipAnimation(operation: operation.id)] : []
  }

  /// A forced logout is under way or pending, or the controller is ending.
  var isForced: Bool {
    position == .terminated || active?.request.isForced == true || pending?.isForced == true
      || mustFollow && externalGoal == .loggedOut
  }

  package var settledGoal: Goal? {
    switch position {
    case .settled(let goal): goal
    case .uninstalled, .launching, .terminated: nil
    }
  }
}

// MARK: - Sequence of operations

extension TransitionMachine {
  package mutating func ended(_ operation: Int) -> [Command] {
    guard let ended = active, ended.id == operation, case .end(let answer) = ended.step else { return [] }
    active = nil
    if ended.request.origin == .store { settleFollowing(ended.request.goal, answer) }
    let answers: [Command] = ended.request.waiters.isEmpty ? [] : [.answer(ended.request.waiters, answer)]
    if position == .launching {
      position = .uninstalled
      return answers + dropPending(.notInstalled)
    }
    return answers + startPending()
  }

  mutating func start(_ request: Request) -> [Command] {
    var request = request
    if request.isForAnyone {
      if case .loggedIn(let subject)? = settledGoal { request.goal = .loggedIn(subject: subject) }
      // Without a session, a login of another subject than the installed one can only be anonymous.
      if request.goal != settledGoal, request.session == nil { request.goal = .anonymous }
      // If a subject is logged in elsewhere, the login is for that one, and stores nothing.
      if request.session == nil, mustFollow, case .loggedIn? = externalGoal, let goal = externalGoal {
        (request.goal, request.origin, mustFollow) = (goal, .store, false)
      }
    }
    if position != .settled(request.goal) { return [start(.transition, request)] }
    if request.rebuilds { return [start(.refresh, request)] }
    let isStoredWrong =
      hasUnwantedSession || externalGoal != nil && (request.winsOverOthers || request.origin == .store)
    if request.session != nil || isStoredWrong { return [start(.sessionUpdate, request)] }
    return [.answer(request.waiters, .unchanged)]
  }

  private mutating func start(_ kind: Operation.Kind, _ request: Request) -> Command {
    // An installation has no number: no operation runs beside it, and its events belong to the controller.
    if kind != .installation { operations += 1 }
    let id = kind == .installation ? 0 : operations
    var operation = Operation(id: id, kind: kind, request: request, repairsStore: hasUnwantedSession)
    operation.replacesExternalGoal = externalGoal != nil && request.winsOverOthers
    active = operation
    return .start(operation)
  }

  private mutating func startPending() -> [Command] {
    guard let request = pending else { return [] }
    pending = nil
    return start(request)
  }

  private mutating func dropPending(_ answer: Answer) -> [Command] {
    guard let request = pending else { return [] }
    pending = nil
    return [.answer(request.waiters, answer)]
  }
}

// MARK: - Requests

extension TransitionMachine {
  /// Without a subject it is for the subject that is, or is about to be, logged in.
  ///
  /// If there is none, it is for `anonymous`, or for the subject that is logged in when it begins.
  package func loginRequest(subject: String?, anonymous: String) -> Request {
    if let subject { return Request(goal: .loggedIn(subject: subject)) }
    let goals = [pending?.goal, active?.isGivingUp == true ? nil : active?.request.goal, settledGoal]
    switch goals.compactMap(\.self).first {
    case .loggedIn(let subject)?: return Request(goal: .loggedIn(subject: subject), isForAnyone: true)
    case .loggedOut?, nil: return Request(goal: .loggedIn(subject: anonymous), isForAnyone: true)
    }
  }

  package mutating func request(_ request: Request) -> [Command] {
    if request.givesWay, mustGiveWay(request) { return [.answer(request.waiters, .superseded)] }
    switch position {
    case .uninstalled, .terminated:
      return [.answer(request.waiters, .notInstalled)]
    case .launching:
      return request.chain > Self.longestChain ? [.answer(request.waiters, .looped)] : park(request)
    case .settled:
      if request.chain > Self.longestChain { return [.answer(request.waiters, .looped)] }
      guard let operation = active else { return start(request) }
      if operation.isGivingUp { return park(request) }
      return operation.request.goal == request.goal ? join(request, operation) : supersede(request, operation)
    }
  }

  private func mustGiveWay(_ request: Request) -> Bool {
    guard active == nil, externalGoal == nil, case .settled(.loggedIn) = position else { return true }
    return request.origin == .update && position != .settled(request.goal)
  }

  private mutating func join(_ request: Request, _ operation: Operation) -> [Command] {
    if pending?.goal == request.goal || bringsSomethingNew(request, to: operation) { return park(request) }
    active?.request.waiters += request.waiters
    if request.isForced { active?.request.isForced = true }
    return dropPending(.superseded)
  }

  private mutating func supersede(_ request: Request, _ operation: Operation) -> [Command] {
    switch operation.phase {
    case .irrevocable: return park(request) + skipAnimation()
    case .preparing:
      active?.isStopping = true
      active?.request.waiters = []
      return [.answer(operation.request.waiters, .superseded), .stop(operation: operation.id)] + park(request)
    }
  }

  /// An operation without waiters is given up if it can be.
  package mutating func withdraw(_ waiter: Waiter) -> [Command] {
    if pending?.waiters.contains(waiter) == true {
      pending?.waiters.removeAll { $0 == waiter }
      if pending?.waiters.isEmpty == true { pending = nil }
      return [.answer([waiter], .cancelled)]
    }
    // An operation past its point of no return, or one that is being given up already, ends by itself and answers its
    // waiters.
    guard let operation = active, operation.isOpen, operation.request.waiters.contains(waiter) else { return [] }
    active?.request.waiters.removeAll { $0 == waiter }
    let isWanted = active?.request.waiters.isEmpty == false || operation.request.origin != .explicit
    guard !isWanted else { return [.answer([waiter], .cancelled)] }
    active?.isStopping = true
    return [.answer([waiter], .cancelled), .stop(operation: operation.id)]
  }

  /// That is another session, an interface requested after the operation's own was loaded, or a logout that keeps
  /// nothing.
  private func bringsSomethingNew(_ request: Request, to operation: Operation) -> Bool {
    let hasNewSession = request.session != nil && request.session != operation.request.session
    let isBuiltTooEarly = request.rebuilds && (operation.phase == .irrevocable || operation.kind == .sessionUpdate)
    let hasStored = !operation.stores || operation.phase == .irrevocable
    let sparesSomething = operation.request.origin == .expiry || externalGoal != nil && hasStored
    let mustErase = request.goal == .loggedOut && request.origin == .explicit
    let mustStay = operation.request.origin == .update && request.origin == .explicit
    return hasNewSession || isBuiltTooEarly || mustErase && sparesSomething || mustStay
  }

  /// A parked request for another goal is dropped.
  private mutating func park(_ request: Request) -> [Command] {
    guard var kept = pending else {
      pending = request
      return []
    }
    guard kept.goal == request.goal else {
      pending = request
      return [.answer(kept.waiters, .superseded)]
    }
    kept.waiters += request.waiters
    if request.origin == .explicit { kept.origin = .explicit }
    kept.isForAnyone = kept.isForAnyone && request.isForAnyone
    kept.isForced = kept.isForced || request.isForced
    kept.rebuilds = kept.rebuilds || request.rebuilds
    kept.session = request.session ?? kept.session
    kept.chain = max(kept.chain, request.chain)
    pending = kept
    return []
  }
}

// MARK: - Changes of other processes

// A change of another process counts as a request, until the app makes another one.
extension TransitionMachine {
  /// `nil` when the stored goal is the installed one.
  package mutating func noteExternalChange(_ goal: Goal?, isFollowed: Bool = true) {
    guard case .settled = position else { return }
    (externalGoal, mustFollow, hasUnwantedSession) = (goal, isFollowed && goal != nil, false)
  }

  /// A renewal is no operation: nothing begins, ends or gives way because of it.
  ///
  /// An erased session is followed like a logout by another process. Returns whether the stored session belongs to the
  /// installed interface.
  package mutating func noteRenewal(_ goal: Goal) -> Bool {
    guard case .settled(let installed) = position, installed != .loggedOut else { return false }
    noteExternalChange(goal == installed ? nil : goal)
    return goal == installed
  }

  /// The store must just have been read, and no operation be under way.
  package mutating func follow(_ stored: Goal) -> [Command] {
    guard case .settled = position, active == nil, mustFollow else { return [] }
    mustFollow = false
    // A session that could not be taken back is unwanted, and the one that it has replaced is lost.
    let goal = hasUnwantedSession ? .loggedOut : stored
    externalGoal = goal
    // A subject whose session is erased is logged out without vetoes of handlers.
    return start(Request(goal: goal, origin: .store, isForced: goal == .loggedOut))
  }

  /// The app must not have requested the operation.
  package mutating func yieldToExternalChange() -> [Command] {
    guard let operation = active, !operation.isGivingUp else { return [] }
    active?.isStopping = true
    active?.request.waiters = []
    return operation.request.waiters.isEmpty ? [] : [.answer(operation.request.waiters, .superseded)]
  }

  /// An operation that was stopped by a request of this app is begun again, unless that request's goal is stored.
  ///
  /// After a failure, a subject whose session is erased does not stay logged in; the change of the other process is
  /// kept.
  private mutating func settleFollowing(_ goal: Goal, _ answer: Answer) {
    guard externalGoal != nil else { return }
    switch answer {
    case .cancelled: mustFollow = true
    case .failed:
      guard case .settled(.loggedIn) = position, goal != .loggedOut else { return }
      if pending != nil { return mustFollow = true }
      pending = Request(goal: .loggedOut, origin: .store, isForced: true)
    case .completed, .unchanged, .superseded, .notInstalled, .looped: break
    }
  }
}
