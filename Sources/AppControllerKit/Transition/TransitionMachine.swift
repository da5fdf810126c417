/// Decides which operation runs, what it does next, who waits for it, and what everyone is told: the only place that
/// does.
///
/// It is a value without effects. The controller feeds it what happens and carries out the commands and steps that it
/// returns; an explorer can feed it everything. The law:
/// - at most one operation is active and at most one request is pending;
/// - the latest intent wins; a request for what is under way joins it;
/// - before the point of no return an operation can be stopped, after it the operation ends by itself;
/// - every `will` is followed by one `did` or one `didAbort`;
/// - every waiter is answered exactly once.
package struct TransitionMachine: Sendable, Hashable {
  /// Where the controller is.
  enum Position: Sendable, Hashable {
    /// No interface has been installed.
    case uninstalled
    /// The splash is installed, until the first interface is known.
    case launching
    /// This interface is installed.
    case settled(Goal)
    /// The controller has ended.
    case terminated
  }

  /// What a request wants: a state and, when logged in, a subject.
  enum Goal: Sendable, Hashable {
    case loggedOut
    case loggedIn(subject: String)

    static let anonymous = Goal.loggedIn(subject: Session.anonymous.subject)
  }

  /// Who waits for an answer, by number.
  typealias Waiter = Int

  /// Where a request comes from.
  enum Origin: Sendable, Hashable {
    /// Somebody wants it.
    case wish
    /// The provider says that the interface is out of date; what is stored is no concern of it.
    case invalidation
    /// The provider has another session for whoever is logged in; nobody else is to be replaced by it.
    case update
    /// The session has come to its end; what another process has stored since is spared.
    case expiry
    /// The store says so already, because another process has changed it.
    case store
  }

  /// A request by one or more waiters.
  struct Request: Sendable, Hashable {
    var goal: Goal
    var origin = Origin.wish
    /// Whether whoever is logged in already will do as well.
    var isForAnyone = false
    /// Whether vetoes are ignored.
    var isForced = false
    /// Whether the interface is built again even when the goal is reached.
    var rebuilds = false
    /// Which session to store; the controller keeps them by number.
    var session: Int?
    /// How many requests led to this one, each made from inside the operation of the one before.
    var chain = 0
    var waiters: [Waiter] = []
  }

  /// What a waiter is told.
  package enum Answer: Sendable, Hashable {
    case completed
    case unchanged
    case superseded
    case cancelled
    case notInstalled
    /// Requests from inside operations have followed one another too often.
    case looped
    /// The operation failed or was vetoed; the controller knows the reason.
    case failed
  }

  /// What the controller has to do.
  enum Command: Sendable, Hashable {
    /// Start this operation.
    case start(Operation)
    /// Tell this operation's step to stop; the operation is advanced when the step has returned.
    case stop(operation: Int)
    /// Leave out the rest of this operation's animation.
    case hurry(operation: Int)
    /// Answer these waiters.
    case answer([Waiter], Answer)
  }

  /// How many requests may lead to one another.
  static let longestChain = 16

  var position = Position.uninstalled
  var active: Operation?
  var pending: Request?
  /// Whether a session that nobody wants any more could not be taken back, so that the store says something else than
  /// what is installed.
  var isStoreWrong = false
  /// What another process has stored, as long as something else is installed.
  var elsewhere: Goal?
  /// Whether the store is to be looked at, and what it says then installed, as soon as nothing else is wanted.
  var mustFollow = false
  private var operations = 0
}

// MARK: - Beginning and ending

extension TransitionMachine {
  /// Begins the first installation, when nothing is installed.
  mutating func install(_ waiter: Waiter) -> [Command]? {
    switch position {
    case .uninstalled:
      position = .launching
      return [start(.installation, Request(goal: .loggedOut, waiters: [waiter]))]
    case .launching, .settled, .terminated:
      return nil
    }
  }

  /// The controller ends: whatever can be given up is, and nothing is animated any more.
  mutating func terminate() -> [Command] {
    var commands = dropPending(.notInstalled)
    if let operation = active, operation.isOpen {
      commands += [.answer(operation.request.waiters, .cancelled), .stop(operation: operation.id)]
      active?.request.waiters = []
      active?.isStopping = true
    }
    commands += hurry()
    position = .terminated
    mustFollow = false
    return commands
  }

  /// Leaves out the rest of the animation.
  mutating func hurry() -> [Command] {
    guard let operation = active, operation.phase == .irrevocable else { return [] }
    let wasHurried = operation.isHurried
    active?.isHurried = true
    return operation.step == .animate && !wasHurried ? [.hurry(operation: operation.id)] : []
  }

  /// Whether nobody is waited for longer than a forced logout waits: one is under way or comes next, or it is the end.
  var isForced: Bool {
    position == .terminated || active?.request.isForced == true || pending?.isForced == true
      || mustFollow && elsewhere == .loggedOut
  }

  /// The goal whose interface is installed.
  var settledGoal: Goal? {
    switch position {
    case .settled(let goal): goal
    case .uninstalled, .launching, .terminated: nil
    }
  }
}

// MARK: - One operation after the other

extension TransitionMachine {
  /// An operation has come to its end; what has waited for that begins.
  mutating func ended(_ operation: Int) -> [Command] {
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

  /// Starts what leads to the goal of a request, or answers that the goal is reached.
  mutating func start(_ request: Request) -> [Command] {
    var request = request
    if request.isForAnyone {
      if case .loggedIn(let subject)? = settledGoal { request.goal = .loggedIn(subject: subject) }
      // Nobody is logged in whose session nobody has.
      if request.goal != settledGoal, request.session == nil { request.goal = .anonymous }
    }
    if request.origin == .update, elsewhere != nil { return [.answer(request.waiters, .superseded)] }
    if position != .settled(request.goal) { return [start(.transition, request)] }
    if request.rebuilds { return [start(.refresh, request)] }
    if request.session != nil || isStoreWrong || elsewhere != nil { return [start(.sessionUpdate, request)] }
    return [.answer(request.waiters, .unchanged)]
  }

  private mutating func start(_ kind: Operation.Kind, _ request: Request) -> Command {
    // An installation is not numbered: it has none beside it, and its events belong to the controller.
    if kind != .installation { operations += 1 }
    let id = kind == .installation ? 0 : operations
    var operation = Operation(id: id, kind: kind, request: request, mendsStore: isStoreWrong)
    operation.replacesElsewhere = elsewhere != nil && request.origin == .wish
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

// MARK: - Who wants what, and who wins

extension TransitionMachine {
  /// What a login wants.
  ///
  /// Without a subject it wants whoever is, or is about to be, logged in; else `anonymous`, or whoever turns out to be
  /// logged in when it begins.
  func loginRequest(subject: String?, anonymous: String) -> Request {
    if let subject { return Request(goal: .loggedIn(subject: subject)) }
    let goals = [pending?.goal, active?.isGivingUp == true ? nil : active?.request.goal, settledGoal]
    switch goals.compactMap(\.self).first {
    case .loggedIn(let subject)?: return Request(goal: .loggedIn(subject: subject), isForAnyone: true)
    case .loggedOut?, nil: return Request(goal: .loggedIn(subject: anonymous), isForAnyone: true)
    }
  }

  /// Somebody wants a state.
  mutating func request(_ request: Request) -> [Command] {
    switch position {
    case .uninstalled, .terminated:
      return [.answer(request.waiters, .notInstalled)]
    case .launching:
      return request.chain > Self.longestChain ? [.answer(request.waiters, .looped)] : park(request)
    case .settled:
      if request.chain > Self.longestChain { return [.answer(request.waiters, .looped)] }
      guard let operation = active else { return start(request) }
      if operation.isGivingUp { return park(request) }
      return operation.request.goal == request.goal ? join(request, operation) : oppose(request, operation)
    }
  }

  /// Adds a request to the operation for the same goal, or keeps it when the operation would leave something of it out.
  private mutating func join(_ request: Request, _ operation: Operation) -> [Command] {
    if pending?.goal == request.goal || bringsSomethingNew(request, to: operation) { return park(request) }
    active?.request.waiters += request.waiters
    if request.isForced { active?.request.isForced = true }
    return dropPending(.superseded)
  }

  /// Stops the operation for another goal, or has the request wait until that has ended.
  private mutating func oppose(_ request: Request, _ operation: Operation) -> [Command] {
    switch operation.phase {
    case .irrevocable: return park(request) + hurry()
    case .preparing:
      active?.isStopping = true
      active?.request.waiters = []
      return [.answer(operation.request.waiters, .superseded), .stop(operation: operation.id)] + park(request)
    }
  }

  /// A waiter no longer wants an answer; when nobody is left, what can be given up is.
  mutating func withdraw(_ waiter: Waiter) -> [Command] {
    if pending?.waiters.contains(waiter) == true {
      pending?.waiters.removeAll { $0 == waiter }
      if pending?.waiters.isEmpty == true { pending = nil }
      return [.answer([waiter], .cancelled)]
    }
    // What stands, or is being given up already, ends by itself, and the waiter learns how.
    guard let operation = active, operation.isOpen, operation.request.waiters.contains(waiter) else { return [] }
    active?.request.waiters.removeAll { $0 == waiter }
    let isWanted = active?.request.waiters.isEmpty == false || operation.request.origin != .wish
    guard !isWanted else { return [.answer([waiter], .cancelled)] }
    active?.isStopping = true
    return [.answer([waiter], .cancelled), .stop(operation: operation.id)]
  }

  /// Whether an operation for the same goal would leave out what a request asks for: its session, an interface that is
  /// asked for after it came, or a logout that spares nothing.
  private func bringsSomethingNew(_ request: Request, to operation: Operation) -> Bool {
    let hasNewSession = request.session != nil && request.session != operation.request.session
    let isBuiltTooEarly = request.rebuilds && (operation.phase == .irrevocable || operation.kind == .sessionUpdate)
    let hasStored = !operation.stores || operation.phase == .irrevocable
    let sparesSomething = operation.request.origin == .expiry || elsewhere != nil && hasStored
    let mustErase = request.goal == .loggedOut && request.origin == .wish
    let mustStay = operation.request.origin == .update && request.origin == .wish
    return hasNewSession || isBuiltTooEarly || mustErase && sparesSomething || mustStay
  }

  /// Keeps a request for when the active operation has ended; one that was kept for another goal is dropped.
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
    if request.origin == .wish { kept.origin = .wish }
    kept.isForAnyone = kept.isForAnyone && request.isForAnyone
    kept.isForced = kept.isForced || request.isForced
    kept.rebuilds = kept.rebuilds || request.rebuilds
    kept.session = request.session ?? kept.session
    kept.chain = max(kept.chain, request.chain)
    pending = kept
    return []
  }
}

// MARK: - What another process stores

// What another process stores counts as what this one wants, until somebody here wants something else.
extension TransitionMachine {
  /// Another process has changed what is stored.
  ///
  /// - Parameters:
  ///   - goal: What is stored now; `nil` when it is what is installed.
  ///   - isFollowed: Whether that is to be installed, as soon as nothing else is wanted.
  mutating func meet(_ goal: Goal?, isFollowed: Bool = true) {
    guard case .settled = position else { return }
    (elsewhere, mustFollow, isStoreWrong) = (goal, isFollowed && goal != nil, false)
  }

  /// The store was just looked at, and nothing is under way: what is installed follows what it says, if it has to.
  mutating func follow(_ stored: Goal) -> [Command] {
    guard case .settled = position, active == nil, mustFollow else { return [] }
    mustFollow = false
    // Nobody wants a session that could not be taken back; and whoever it has replaced is gone.
    let goal = isStoreWrong ? .loggedOut : stored
    elsewhere = goal
    // Whoever's session is gone is logged out whatever the app's handlers say.
    return start(Request(goal: goal, origin: .store, isForced: goal == .loggedOut))
  }

  /// What another process has stored wins over the operation under way, which nobody here has wished for.
  mutating func giveWay() -> [Command] {
    guard let operation = active, !operation.isGivingUp else { return [] }
    active?.isStopping = true
    active?.request.waiters = []
    return operation.request.waiters.isEmpty ? [] : [.answer(operation.request.waiters, .superseded)]
  }

  /// An operation that followed another process has ended.
  ///
  /// One that somebody here has stopped is begun again, unless what they want is stored. When it has failed, nobody stays
  /// logged in whose session is gone; what another process has stored stays.
  private mutating func settleFollowing(_ goal: Goal, _ answer: Answer) {
    guard elsewhere != nil else { return }
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
