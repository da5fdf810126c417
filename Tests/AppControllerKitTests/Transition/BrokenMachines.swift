import AppControllerKit

/// Drops a request while an operation is past its point of no return.
struct ForgetfulMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func request(_ request: TransitionMachine.Request) -> [Command] {
    if let active, active.phase == .irrevocable, active.request.goal != request.goal { return [] }
    return real.request(request)
  }
}

/// Answers a request for another goal without having it win.
struct StubbornMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func request(_ request: TransitionMachine.Request) -> [Command] {
    if let active, active.request.goal != request.goal { return [.answer(request.waiters, .superseded)] }
    return real.request(request)
  }
}

/// Answers a waiter who withdraws, and again at the end.
struct HastyMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func withdraw(_ waiter: TransitionMachine.Waiter) -> [Command] {
    let commands = real.withdraw(waiter)
    return commands.isEmpty ? [.answer([waiter], .cancelled)] : commands
  }
}

/// Goes on with an operation that was told to stop.
struct DeafMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func advance(_ operation: Int, _ result: TransitionMachine.StepResult) -> Step? {
    if real.active?.phase == .preparing { real.active?.isStopping = false }
    return real.advance(operation, result)
  }
}

/// Takes a veto for advice.
struct ObstinateMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func advance(_ operation: Int, _ result: TransitionMachine.StepResult) -> Step? {
    if case .askForVeto? = real.active?.step { return real.advance(operation, .succeeded) }
    return real.advance(operation, result)
  }
}

/// Keeps to itself that a transition does not happen.
struct SilentMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func advance(_ operation: Int, _ result: TransitionMachine.StepResult) -> Step? {
    if result == .refused { real.active?.willCount = 0 }
    return real.advance(operation, result)
  }
}

/// Leaves the session of a login stored that nobody wants any more.
struct CarelessMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func advance(_ operation: Int, _ result: TransitionMachine.StepResult) -> Step? {
    let step = real.advance(operation, result)
    if step != .takeBack { return step }
    return real.advance(operation, .succeeded)
  }
}

/// Keeps the user logged in when the provider cannot describe its logged-out interface.
struct FailOpenMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func advance(_ operation: Int, _ result: TransitionMachine.StepResult) -> Step? {
    if result == .refused, real.active?.step == .describe, let active = real.active, active.kind == .transition {
      real.active?.hasFailed = true
      real.active?.step = .end(.failed)
      return real.active?.step
    }
    return real.advance(operation, result)
  }
}

/// Lets a request join an operation that has failed already.
struct LateMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func request(_ request: TransitionMachine.Request) -> [Command] {
    guard let active, active.hasFailed, active.request.goal == request.goal else { return real.request(request) }
    real.active?.request.waiters += request.waiters
    return []
  }
}

/// Tries again what has failed, for ever.
struct RestlessMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func ended(_ operation: Int) -> [Command] {
    guard let request = real.active?.request, case .end(.failed)? = real.active?.step, real.pending == nil else {
      return real.ended(operation)
    }
    _ = real.ended(operation)
    return real.request(request)
  }
}

/// Shows something although it has been ended meanwhile.
struct LooseMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func terminate() -> [Command] {
    if real.active?.step == .erase { return [] }
    return real.terminate()
  }
}

/// Asks whether it may even when it is forced.
struct TimidMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func advance(_ operation: Int, _ result: TransitionMachine.StepResult) -> Step? {
    if result == .refused { real.active?.request.isForced = false }
    return real.advance(operation, result)
  }
}

/// Forgets another process's change when somebody here stops following it.
struct DistractedMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func ended(_ operation: Int) -> [Command] {
    if real.active?.request.origin == .store, real.active?.isStopping == true { real.externalGoal = nil }
    return real.ended(operation)
  }
}

/// Keeps somebody logged in whose session another process has replaced, when the other's interface cannot be had.
struct LoyalMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func ended(_ operation: Int) -> [Command] {
    if real.active?.request.origin == .store, real.active?.hasFailed == true { real.externalGoal = nil }
    return real.ended(operation)
  }
}

/// Takes a session that has ended for a logout that somebody wants.
struct SparingMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func request(_ request: TransitionMachine.Request) -> [Command] {
    guard real.active?.request.origin == .expiry, request.goal == .loggedOut, !request.rebuilds else {
      return real.request(request)
    }
    real.active?.request.waiters += request.waiters
    return []
  }
}

/// Follows what it has heard of when it began to, and not what is stored.
struct HearsayMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func noteExternalChange(_ goal: TransitionMachine.Goal?, isFollowed: Bool) {
    if real.active == nil { real.noteExternalChange(goal, isFollowed: isFollowed) }
  }

  mutating func yieldToExternalChange() -> [Command] {
    real.active?.step == .loadSession ? [] : real.yieldToExternalChange()
  }

  mutating func advance(_ operation: Int, _ result: TransitionMachine.StepResult) -> Step? {
    let isFollowing = real.active?.request.origin == .store && real.active?.step == .loadSession
    return real.advance(operation, isFollowing ? .succeeded : result)
  }

  mutating func ended(_ operation: Int) -> [Command] {
    let commands = real.ended(operation)
    guard real.active == nil, let externalGoal = real.externalGoal else { return commands }
    return commands + real.follow(externalGoal)
  }
}

/// Shows whoever it follows without seeing whether they are stored still.
struct TrustingMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func advance(_ operation: Int, _ result: TransitionMachine.StepResult) -> Step? {
    let step = real.advance(operation, result)
    if step != .loadSession || real.active?.kind == .installation { return step }
    return real.advance(operation, .succeeded)
  }
}

/// Does not keep in mind what another process has stored when a login meets with it.
struct ObliviousMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func noteExternalChange(_ goal: TransitionMachine.Goal?, isFollowed: Bool) {
    if real.active == nil { real.noteExternalChange(goal, isFollowed: isFollowed) }
  }
}

/// Takes what a provider answers to a renewal for a request.
struct DemandingMachine: BrokenMachine {
  static var requestsRenewals: Bool { true }
  var real = TransitionMachine()

  mutating func request(_ request: TransitionMachine.Request) -> [Command] {
    if !request.givesWay { return real.request(request) }
    var request = request
    request.origin = .explicit
    return real.request(request)
  }
}

/// Stores what a provider answers over whatever is stored by then.
struct OverwritingMachine: BrokenMachine {
  static var storesBlindly: Bool { true }
  var real = TransitionMachine()
}

/// Does not hear that a renewal has found the end of the session.
struct UnhearingMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func noteRenewal(_ goal: TransitionMachine.Goal) -> Bool {
    goal == .loggedOut ? false : real.noteRenewal(goal)
  }
}

/// Keeps showing the session that a renewal has replaced.
struct ClingingMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func noteRenewal(_ goal: TransitionMachine.Goal) -> Bool {
    let isInstalled = real.noteRenewal(goal)
    return isInstalled && real.active != nil
  }
}

/// Stops what is under way when a renewal has found the end of the session.
struct MeddlingMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func noteRenewal(_ goal: TransitionMachine.Goal) -> Bool {
    if goal == .loggedOut { _ = real.yieldToExternalChange() }
    return real.noteRenewal(goal)
  }
}

/// Tells hooks of an interface although the controller has ended.
struct TalkativeMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func advance(_ operation: Int, _ result: TransitionMachine.StepResult) -> Step? {
    let position = real.position
    guard position == .terminated, let active = real.active, active.hasExchanged else {
      return real.advance(operation, result)
    }
    real.position = .settled(active.request.goal)
    defer { real.position = position }
    return real.advance(operation, result)
  }
}

/// Goes on with its animation although the controller has ended.
struct LingeringMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func terminate() -> [Command] {
    let commands = real.terminate()
    real.active?.skipsAnimation = false
    return commands.filter { if case .skipAnimation = $0 { false } else { true } }
  }
}

/// Keeps from the hooks that what they were told of will not be there.
struct TerseMachine: BrokenMachine {
  var real = TransitionMachine()

  mutating func advance(_ operation: Int, _ result: TransitionMachine.StepResult) -> Step? {
    if real.position == .terminated, let active = real.active, active.hasExchanged {
      real.active?.didCount = active.willCount
    }
    return real.advance(operation, result)
  }
}
