/// Decides which transition runs, who waits for it, and what everyone is told: the only place that does.
///
/// It is a value without effects. The controller feeds it what happens and carries out the commands that it returns;
/// an explorer can feed it everything. The law:
/// - at most one operation is active and at most one request is pending;
/// - the latest intent wins; a request for what is under way joins it;
/// - before the point of no return an operation can be stopped, after it the operation ends by itself;
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
  }

  /// What an operation does to reach its goal.
  enum Kind: Sendable, Hashable {
    /// Another interface is installed.
    case transition
    /// The goal is reached already; the session gets a new secret or expiry.
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

  /// Who waits for an answer, by number.
  typealias Waiter = Int

  /// A request by one or more waiters.
  struct Request: Sendable, Hashable {
    var goal: Goal
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

  /// An operation that is under way.
  struct Operation: Sendable, Hashable {
    let id: Int
    let kind: Kind
    var request: Request
    var phase = Phase.preparing
    var isStopping = false
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
    /// Stop this operation, and report when it has stopped.
    case stop(operation: Int)
    /// Answer these waiters.
    case answer([Waiter], Answer)
  }

  /// How many requests may lead to one another.
  static let longestChain = 16

  private(set) var position = Position.uninstalled
  private(set) var active: Operation?
  private(set) var pending: Request?
  private var operations = 0
}

// MARK: - Installing and ending

extension TransitionMachine {
  /// Begins the first installation.
  ///
  /// - Returns: Whether it may begin.
  mutating func install() -> Bool {
    switch position {
    case .uninstalled:
      position = .launching
      return true
    case .launching, .settled, .terminated:
      return false
    }
  }

  /// The first interface is installed; what was asked for meanwhile begins.
  mutating func installed(_ goal: Goal) -> [Command] {
    switch position {
    case .launching:
      position = .settled(goal)
      return startPending()
    case .uninstalled, .settled, .terminated:
      return []
    }
  }

  /// The first installation failed; it may be tried again.
  mutating func installFailed() -> [Command] {
    switch position {
    case .launching:
      position = .uninstalled
      return dropPending(.notInstalled)
    case .uninstalled, .settled, .terminated:
      return []
    }
  }

  /// The controller ends: whatever can be given up is.
  mutating func terminate() -> [Command] {
    var commands = dropPending(.notInstalled)
    if let operation = active {
      switch operation.phase {
      case .preparing:
        commands += [.answer(operation.request.waiters, .cancelled), .stop(operation: operation.id)]
        active?.request.waiters = []
        active?.isStopping = true
      case .irrevocable: break
      }
    }
    position = .terminated
    return commands
  }
}

// MARK: - Requests

extension TransitionMachine {
  /// What a login wants.
  ///
  /// Without a subject it wants whoever is, or is about to be, logged in; else `anonymous`.
  func loginGoal(subject: String?, anonymous: String) -> Goal {
    if let subject { return .loggedIn(subject: subject) }
    let goals = [pending?.goal, active?.isStopping == true ? nil : active?.request.goal, settledGoal]
    switch goals.compactMap(\.self).first {
    case .loggedIn(let subject)?: return .loggedIn(subject: subject)
    case .loggedOut?, nil: return .loggedIn(subject: anonymous)
    }
  }

  /// The goal whose interface is installed.
  var settledGoal: Goal? {
    switch position {
    case .settled(let goal): goal
    case .uninstalled, .launching, .terminated: nil
    }
  }

  /// Somebody wants a state.
  mutating func request(_ request: Request) -> [Command] {
    switch position {
    case .uninstalled, .terminated:
      return [.answer(request.waiters, .notInstalled)]
    case .launching, .settled:
      guard request.chain <= Self.longestChain else { return [.answer(request.waiters, .looped)] }
      return admit(request)
    }
  }

  private mutating func admit(_ request: Request) -> [Command] {
    switch position {
    case .uninstalled, .terminated:
      return []
    case .launching:
      return park(request)
    case .settled:
      guard let operation = active else { return start(request) }
      if operation.isStopping { return park(request) }
      if operation.request.goal == request.goal, pending?.goal != request.goal,
        !bringsSomethingNew(request, to: operation)
      {
        active?.request.waiters += request.waiters
        if request.isForced { active?.request.isForced = true }
        return dropPending(.superseded)
      }
      if operation.request.goal == request.goal { return park(request) }
      switch operation.phase {
      case .irrevocable:
        return park(request)
      case .preparing:
        active?.isStopping = true
        active?.request.waiters = []
        let stop: [Command] = [.answer(operation.request.waiters, .superseded), .stop(operation: operation.id)]
        return stop + park(request)
      }
    }
  }

  /// A waiter no longer wants an answer; when nobody is left, what can be given up is.
  mutating func withdraw(_ waiter: Waiter) -> [Command] {
    if pending?.waiters.contains(waiter) == true {
      pending?.waiters.removeAll { $0 == waiter }
      if pending?.waiters.isEmpty == true { pending = nil }
      return [.answer([waiter], .cancelled)]
    }
    guard let operation = active, operation.request.waiters.contains(waiter) else { return [] }
    switch operation.phase {
    case .irrevocable:
      // The transition stands, and the waiter learns how it ended.
      return []
    case .preparing:
      active?.request.waiters.removeAll { $0 == waiter }
      guard active?.request.waiters.isEmpty == true else { return [.answer([waiter], .cancelled)] }
      active?.isStopping = true
      return [.answer([waiter], .cancelled), .stop(operation: operation.id)]
    }
  }

  /// Whether an operation for the same goal would leave out what a request asks for: its session, or an interface that
  /// is asked for after it came.
  private func bringsSomethingNew(_ request: Request, to operation: Operation) -> Bool {
    let hasNewSession = request.session != nil && request.session != operation.request.session
    return hasNewSession || request.rebuilds && (operation.phase == .irrevocable || operation.kind == .sessionUpdate)
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
    kept.isForced = kept.isForced || request.isForced
    kept.rebuilds = kept.rebuilds || request.rebuilds
    kept.session = request.session ?? kept.session
    kept.chain = max(kept.chain, request.chain)
    pending = kept
    return []
  }

  private mutating func start(_ request: Request) -> [Command] {
    let kind: Kind
    if position != .settled(request.goal) {
      kind = .transition
    } else if request.rebuilds {
      kind = .refresh
    } else if request.session != nil {
      kind = .sessionUpdate
    } else {
      return [.answer(request.waiters, .unchanged)]
    }
    operations += 1
    let operation = Operation(id: operations, kind: kind, request: request)
    active = operation
    return [.start(operation)]
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

// MARK: - The active operation

extension TransitionMachine {
  /// Whether an operation should go on to its next step.
  func mayProceed(_ operation: Int) -> Bool {
    active?.id == operation && active?.isStopping == false
  }

  /// An operation wants to pass its point of no return.
  ///
  /// - Returns: Whether it may; when not, it has to stop.
  mutating func passPointOfNoReturn(_ operation: Int) -> Bool {
    guard mayProceed(operation) else { return false }
    active?.phase = .irrevocable
    return true
  }

  /// The new interface is installed.
  mutating func committed(_ operation: Int) {
    guard let active, active.id == operation, position != .terminated else { return }
    position = .settled(active.request.goal)
  }

  /// An operation has ended: it reached its goal, failed, or stopped as it was told.
  mutating func ended(_ operation: Int, _ answer: Answer) -> [Command] {
    guard let ended = active, ended.id == operation else { return [] }
    active = nil
    let answers: [Command] = ended.request.waiters.isEmpty ? [] : [.answer(ended.request.waiters, answer)]
    return answers + startPending()
  }
}
