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
struct TransitionMachine: Sendable, Hashable {
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
  enum Answer: Sendable, Hashable {
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

  mutating func startPending() -> [Command] {
    guard let request = pending else { return [] }
    pending = nil
    return start(request)
  }

  mutating func dropPending(_ answer: Answer) -> [Command] {
    guard let request = pending else { return [] }
    pending = nil
    return [.answer(request.waiters, answer)]
  }
}
