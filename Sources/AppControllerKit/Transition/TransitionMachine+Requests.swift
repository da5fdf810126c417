// Who wants what, and who wins.
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
