import AppControllerKit

/// A machine with everything around it: who waits, what is installed and stored, and which hooks were called.
///
/// The guarantees that it checks are named by the numbers that Docs/Transitions.md gives them.
struct ExplorerWorld<Machine: ExplorableMachine>: Hashable {
  /// What stands in the root container.
  enum Installed: Hashable {
    case splash
    case interface(TransitionMachine.Goal)
  }

  struct Waiter: Hashable {
    let number: Int
    /// What it wants; `nil` when it installs, and takes whatever comes.
    let goal: TransitionMachine.Goal?
    /// How often another process's change had been noticed when it began to wait.
    var notices = 0
  }

  typealias Stored = ExplorerSession

  var machine = Machine()
  private(set) var waiters: [Waiter] = []
  private(set) var requests = 0
  private(set) var installations = 0
  var other = ExplorerOtherProcess()
  var renewal = ExplorerRenewal()
  private var installed: Installed?
  /// `nil` when erased.
  var stored: Stored?
  /// The one that belongs to what is installed.
  var rightful: Stored?
  /// The one that the active operation brings, if it has one by now.
  private var coming: Stored?
  /// What the active operation has stored, and what was stored before.
  private var saved: (new: Stored, old: Stored?)? {
    get { savedNew.map { ($0, savedOld) } }
    set { (savedNew, savedOld) = (newValue?.new, newValue?.old) }
  }
  private var savedNew: Stored?
  private var savedOld: Stored?
  private var hasExpired = false
  /// Installed and stored when the active operation began.
  private var installedBefore: Installed?
  var storedBefore: Stored?
  /// What was known to be stored then.
  private var knownBefore: Stored?
  /// The hooks that were told that a transition will happen, and not yet what became of it.
  private var told: [Int] = []
  /// The operation that was told to stop last.
  private var stopped: Int?
  /// Who waited when the active operation failed.
  private var concerned: [Int] = []
  var latest: TransitionMachine.Request?
  /// Whether the latest intent has failed or was withdrawn, so that it need not be reached.
  var hadTrouble = false
  /// The session that the latest intent wants to be stored, and whether it says so.
  var wantedSession: Int?
  var isSessionWanted = false
  /// Whether the latest intent was to build again, and nothing was exchanged since.
  var isBuildOwed = false
  private var lastOperation = 0
  /// Whether an operation ends now because another process has stored something else.
  private var givesWay = false
  private let hooks: Int

  init(hooks: Int) { self.hooks = hooks }

  var waitingNumbers: Set<Int> { Set(waiters.map(\.number)) }

  /// Whether nothing is installed, not even a splash.
  var isEmpty: Bool { installed == nil }

  /// Whether nothing is under way.
  var isAtRest: Bool { machine.active == nil && machine.pending == nil && other.look == nil }

  /// What can happen now.
  func events(in scope: ExplorerScope) -> [ExplorerEvent] {
    var events: [ExplorerEvent] = []
    let canInstall = machine.position == .uninstalled || machine.position == .launching
    if canInstall, installations < scope.installations { events.append(.install) }
    if requests < scope.requests {
      events += scope.alphabet.indices.filter { canBeMade(scope.alphabet[$0]) }.map(ExplorerEvent.request)
    }
    events += waiters.map { .withdraw($0.number) }
    if scope.terminates, machine.position != .terminated { events.append(.terminate) }
    if let step = machine.active?.step {
      events += step.results.map { .step(step, $0) }
    }
    guard scope.changes > 0 || scope.renewals > 0, case .settled(let goal) = machine.position else { return events }
    events += renewalEvents(in: scope)
    if other.changes < scope.changes { events += scope.elsewhere.map(ExplorerEvent.change) }
    switch other.look {
    // News are heard whether they are new or not.
    case nil: if machine.active == nil, other.hears < scope.changes { events.append(.hear) }
    case .begun: events.append(.read)
    case .read: events.append(.looked)
    }
    if !hasExpired, machine.active == nil, goal != .loggedOut { events.append(.expire) }
    return events
  }

  /// A provider's update waits until nothing is under way, and is for whoever is logged in.
  private func canBeMade(_ request: TransitionMachine.Request) -> Bool {
    request.origin != .update || machine.active == nil && machine.position == .settled(request.goal)
  }

  /// Lets something happen.
  ///
  /// - Returns: The guarantee that is broken by it; `nil` when none is.
  mutating func happen(_ event: ExplorerEvent, in scope: ExplorerScope) -> String? {
    let former = self
    var commands: [TransitionMachine.Command] = []
    var broken: String?
    switch event {
    case .install:
      installations += 1
      waiters.append(Waiter(number: nextWaiter, goal: nil))
      commands = machine.install(nextWaiter - 1)
    case .request(let index): commands = ask(scope.alphabet[index])
    case .withdraw(let waiter):
      if latest?.waiters == [waiter] { hadTrouble = true }
      (isSessionWanted, isBuildOwed) = (false, false)
      commands = machine.withdraw(waiter)
    case .terminate:
      hadTrouble = true
      (installed, commands) = (nil, machine.terminate())
      if machine.active?.step == .animate, machine.active?.skipsAnimation != true {
        return "G3: an animation outlives the controller"
      }
    case .step(let step, let result): broken = take(step, result)
    case .change(let goal): change(goal)
    case .hear: other.hear()
    case .read: other.read(stored)
    case .looked: commands = take(other.endLook())
    case .renew: renew()
    case .renewed: commands = takeRenewed()
    case .endsElsewhere: commands = takeEnd()
    case .expire:
      (hasExpired, isSessionWanted, hadTrouble) = (true, false, true)
      commands = machine.request(TransitionMachine.Request(goal: .loggedOut, origin: .expiry, isForced: true))
    }
    broken = broken ?? carryOut(commands, event) ?? doWhatIsNotAwaited(event)
    if machine.active == nil, machine.settledGoal != nil { other.lookAgain(machine.mustFollow) }
    givesWay = false
    return broken ?? brokenByRenewal(since: former, event) ?? brokenNow() ?? brokenProgress(since: former, event)
  }

  /// The number that the next waiter gets.
  var nextWaiter: Int { (waiters.map(\.number).max() ?? 0) + 1 }
}

// MARK: - What happens

extension ExplorerWorld {
  private mutating func ask(_ letter: TransitionMachine.Request) -> [TransitionMachine.Command] {
    requests += 1
    var request = letter
    request.waiters = [nextWaiter]
    if request.session != nil { request.session = requests }
    let goal = letter.isForAnyone ? nil : letter.goal
    waiters.append(Waiter(number: nextWaiter, goal: goal, notices: other.notices))
    if request.origin == .update {
      isSessionWanted = false
      return machine.request(request)
    }
    // Nobody can want anything of a controller that is not installed.
    if machine.position == .uninstalled || machine.position == .terminated { return machine.request(request) }
    // A login that brings no session counts as if it had come before a logout elsewhere, which takes it with it.
    if request.isForAnyone, renewal.hasFoundEnd || other.changes > 0 {
      hadTrouble = true
      return machine.request(request)
    }
    let previous = latest?.goal ?? .loggedOut
    if request.goal != previous { isSessionWanted = false }
    if request.session != nil || request.goal == .loggedOut, request.origin == .explicit {
      (wantedSession, isSessionWanted) = (request.session, true)
    }
    isBuildOwed = request.rebuilds || isBuildOwed && request.goal == previous
    (latest, hadTrouble) = (request, false)
    return machine.request(request)
  }

  /// Another process changes what is stored.
  private mutating func change(_ goal: TransitionMachine.Goal) {
    other.change()
    stored = goal == .loggedOut ? nil : Stored(session: 100 + other.changes, goal: goal)
    (storedBefore, isSessionWanted) = (stored, false)
  }

  /// What was read comes to the controller, unless something of its own was changing it.
  private mutating func take(_ result: ExplorerOtherProcess.ReadResult?) -> [TransitionMachine.Command] {
    guard let result, machine.active == nil else {
      if result != nil { other.isHeard = true }
      return []
    }
    if result.isNew { note(result.stored, isCurrent: result.isCurrent) }
    return machine.follow(other.known?.goal ?? .loggedOut)
  }

  /// What another process has stored is known here.
  mutating func note(_ session: Stored?, isCurrent: Bool = true) {
    guard other.isUnnoticed, let goal = machine.settledGoal else { return }
    let wanted = session?.goal ?? .loggedOut
    let isInstalled = wanted == goal && session == rightful
    let isKnown = session != nil && session?.goal == other.known?.goal
    let isNoLogin = goal == .loggedOut && isKnown && machine.active == nil && !machine.mustFollow
    other.notice(session, isCurrent: isCurrent)
    machine.noteExternalChange(isInstalled ? nil : wanted, isFollowed: !isNoLogin)
    // Who wishes for something wins over it, unless its own session was stored before.
    if let active = machine.active, active.request.winsOverOthers, !active.hasSaved, !active.hasExchanged { return }
    hadTrouble = machine.active != nil || isNoLogin
    latest = TransitionMachine.Request(goal: wanted)
    (wantedSession, isSessionWanted, isBuildOwed) = (session?.session, machine.active == nil && !isNoLogin, false)
  }

  /// Whether a step meets with another process's change that wins over it; then it ends.
  private mutating func meets(_ step: TransitionMachine.Step, _ active: TransitionMachine.Operation) -> Bool {
    let isExplicit = active.request.origin == .explicit
    switch step {
    case .save:
      note(stored)
      let isChanged = other.hasNewlyNoticed || other.known != knownBefore
      // A login that brings a session wins, and one that brings none over nobody's.
      return isChanged
        && !(isExplicit && (active.request.session != nil || active.kind == .transition && stored == nil))
    case .erase:
      if active.request.origin != .expiry { return false }
      note(stored)
      return other.hasNewlyNoticed || other.known != knownBefore
    case .loadSession:
      if active.kind == .installation { return false }
      note(stored)
      return stored?.goal != active.request.goal
    case .showSplash, .askInitialState, .askForVeto, .describe, .configure, .callWill, .exchange, .adopt, .animate,
      .callDid, .tellProvider, .takeBack, .callDidAbort, .takeApart, .end:
      return false
    }
  }

  /// A step returns; what it has done is done.
  private mutating func take(_ step: TransitionMachine.Step, _ found: TransitionMachine.StepResult) -> String? {
    guard let active = machine.active else { return "a step without an operation" }
    var result = found
    other.hasNewlyNoticed = false
    if meets(step, active), result != .refused {
      givesWay = true
      result = .refused
      for case .answer(let numbers, .superseded) in machine.yieldToExternalChange() {
        waiters.removeAll { numbers.contains($0.number) }
      }
    }
    // A splash that the provider cannot describe is one of ours.
    if step == .showSplash, active.isOpen { installed = .splash }
    if result != .refused {
      switch step {
      case .save:
        let isSame = stored?.goal == active.request.goal
        let session = active.request.session ?? (isSame ? stored?.session : nil) ?? 0
        let new = Stored(session: session, goal: active.request.goal)
        (saved, stored, coming) = ((new, stored), new, new)
        other.replace(stored)
      case .erase:
        stored = nil
        other.replace(nil)
      case .takeBack:
        if stored == saved?.new {
          stored = active.hasReplacedUnwantedSession ? rightful : saved?.old
          other.replace(stored)
        } else {
          note(stored)
        }
      case .loadSession: coming = stored
      case .adopt:
        if let broken = brokenByInvention(active) { return broken }
        rightful = coming ?? rightful
      case .exchange:
        if stopped == active.id { return "G6: what was stopped is installed" }
        if let broken = brokenByInvention(active) { return broken }
        rightful = active.kind == .refresh ? coming ?? rightful : coming
        installed = machine.position == .terminated ? nil : .interface(active.request.goal)
        isBuildOwed = false
      case .takeApart: installed = nil
      case .askInitialState:
        let goal = TransitionMachine.Goal.loggedIn(subject: "kitty")
        stored = result == .decided(.loggedOut) ? nil : Stored(session: 0, goal: goal)
        (storedBefore, coming) = (stored, stored)
        other.replace(stored)
      case .showSplash, .askForVeto, .describe, .configure, .callWill, .animate: break
      case .callDid, .tellProvider, .callDidAbort, .end: break
      }
    }
    switch step {
    case .callDid(let hook):
      guard told.first == hook else { return "G3: hook \(hook) hears of an end out of turn" }
      told.removeFirst()
    case .callDidAbort(let hook):
      guard told.last == hook else { return "G3: hook \(hook) hears of an abort out of turn" }
      told.removeLast()
    case .showSplash, .loadSession, .askInitialState, .askForVeto, .describe, .configure, .callWill, .save, .erase:
      break
    case .exchange, .adopt, .animate, .tellProvider, .takeBack, .takeApart, .end: break
    }
    _ = machine.advance(active.id, result)
    return brokenByRefusal(of: step, result, active) ?? enter(after: active)
  }

  /// A step begins.
  private mutating func enter(after former: TransitionMachine.Operation) -> String? {
    guard let active = machine.active, let step = active.step else { return nil }
    if active.hasFailed, !former.hasFailed {
      concerned = active.request.waiters
      let isConcerned = latest?.waiters.first.map(concerned.contains) ?? (active.request.origin == .store)
      if active.kind == .installation || isConcerned { hadTrouble = true }
      (isSessionWanted, isBuildOwed) = (false, false)
    }
    if machine.position == .terminated {
      if case .callDid = step { return "G3: a hook hears of an interface that is not there" }
      if step == .animate, !active.skipsAnimation { return "G3: an animation outlives the controller" }
    }
    if case .callWill(let hook) = step {
      guard told.count == hook else { return "G3: hook \(hook) is told twice" }
      told.append(hook)
    }
    return nil
  }

  /// Whatever a controller does in one go happens in one go: the exchange, an animation that nobody wants to see, the end,
  /// the next operation's beginning.
  private mutating func doWhatIsNotAwaited(_ event: ExplorerEvent) -> String? {
    while let active = machine.active, let step = active.step {
      switch step {
      case .animate where !active.skipsAnimation: return nil
      // A provider whose controller has ended is told of nothing but a session's end.
      case .tellProvider where machine.position != .terminated: return nil
      case .exchange, .adopt, .takeApart, .animate, .tellProvider:
        if let broken = take(step, .succeeded) { return broken }
      case .end(let answer):
        if let broken = brokenByEnd(of: active, answer) { return broken }
        if let broken = carryOut(machine.ended(active.id), event) { return broken }
        concerned = []
      case .showSplash, .loadSession, .askInitialState, .askForVeto, .describe, .configure, .callWill, .save, .erase,
        .callDid, .takeBack, .callDidAbort:
        return nil
      }
    }
    return nil
  }

  private mutating func carryOut(_ commands: [TransitionMachine.Command], _ event: ExplorerEvent) -> String? {
    for command in commands {
      switch command {
      case .start(let operation):
        if machine.active != operation { return "G10: an operation begins beside another" }
        if operation.kind != .installation {
          if operation.id != lastOperation + 1 { return "G8: operation \(operation.id) follows \(lastOperation)" }
          lastOperation = operation.id
        }
        (installedBefore, storedBefore, knownBefore, saved) = (installed, stored, other.known, nil)
        coming = operation.request.origin == .store && operation.request.goal != .loggedOut ? other.known : nil
        _ = machine.begin(operation.id, hooks: operation.kind == .transition ? hooks : 0)
        stopped = nil
        if let broken = enter(after: operation) { return broken }
      case .stop(let operation):
        if machine.active?.id != operation || machine.active?.isStopping != true { return "the wrong one is stopped" }
        if machine.active?.phase == .irrevocable { return "G6: what stands is stopped" }
        stopped = operation
      case .skipAnimation(let operation):
        if machine.active?.id != operation || machine.active?.step != .animate {
          return "there is no animation to skip"
        }
      case .answer(let numbers, let answer):
        for number in numbers {
          if let broken = tell(number, answer, event) { return broken }
        }
      }
    }
    return nil
  }

  private mutating func tell(
    _ number: Int, _ answer: TransitionMachine.Answer, _ event: ExplorerEvent
  ) -> String? {
    guard let index = waiters.firstIndex(where: { $0.number == number }) else {
      return "G5: waiter \(number) is answered twice"
    }
    let waiter = waiters.remove(at: index)
    switch answer {
    case .completed, .unchanged:
      guard case .settled(let goal) = machine.position else {
        return machine.position == .terminated ? nil : "G5: waiter \(number) is told what is not so"
      }
      if let wanted = waiter.goal, wanted != goal { return "G5: waiter \(number) is told what is not so" }
      if waiter.goal == .loggedOut, stored != nil, !other.isUnnoticed, other.notices == waiter.notices {
        return "G16: waiter \(number) is told of a logout, and a session is stored"
      }
    case .superseded:
      if case .request = event { break }
      if givesWay { break }
      return "G4: waiter \(number) gives way to nobody"
    case .cancelled:
      if event == .withdraw(number) || machine.position == .terminated { break }
      return "G5: waiter \(number) did not want to be cancelled"
    case .failed:
      if !concerned.contains(number) { return "G5: waiter \(number) is told of a failure before its time" }
    case .notInstalled, .looped:
      if latest?.waiters == [number] { hadTrouble = true }
    }
    return nil
  }

}

// MARK: - What has to hold

extension ExplorerWorld {
  /// What a refusal may and may not do.
  private func brokenByRefusal(
    of step: TransitionMachine.Step, _ result: TransitionMachine.StepResult, _ operation: TransitionMachine.Operation
  ) -> String? {
    guard result == .refused, let active = machine.active, !active.isStopping else { return nil }
    let isLogout = operation.kind == .transition && operation.request.goal == .loggedOut
    switch step {
    case .describe, .configure:
      if isLogout, active.hasFailed { return "G7: a provider keeps somebody logged in" }
      if !isLogout, !active.hasFailed { return "G6: an interface that nobody described is shown" }
    case .askForVeto, .callWill:
      if operation.request.isForced, active.hasFailed { return "G7: a hook keeps somebody logged in against force" }
      if !operation.request.isForced, !active.hasFailed { return "G6: a hook is overruled" }
    case .loadSession, .askInitialState, .save, .erase, .takeBack:
      if !active.hasFailed { return "G6: a failure is passed over" }
    case .showSplash, .callDid, .tellProvider:
      if active.isGivingUp { return "G6: what stands is given up" }
    case .exchange, .adopt, .animate, .callDidAbort, .takeApart, .end: break
    }
    return nil
  }

  private func brokenByEnd(of operation: TransitionMachine.Operation, _ answer: TransitionMachine.Answer) -> String? {
    if !told.isEmpty { return "G3: hooks \(told) never hear what became of it" }
    if answer == .completed { return nil }
    if installed != installedBefore, machine.position != .terminated { return "G6: a failure changed the interface" }
    // An ended controller keeps what it has stored; and what cannot be put back is told.
    let isTold = machine.position == .terminated || operation.isStopping && operation.hasFailed
    if stored != storedBefore, stored != rightful, !isTold { return "G6: a failure changed the stored session" }
    return nil
  }

  /// Whoever is shown was stored, and whoever is followed is.
  private func brokenByInvention(_ operation: TransitionMachine.Operation) -> String? {
    guard operation.request.goal != .loggedOut, operation.kind != .installation else { return nil }
    if operation.request.origin == .store, coming?.goal != operation.request.goal {
      return "G15: somebody is shown whom nobody has stored"
    }
    let isFollowed = operation.request.origin == .store && operation.kind == .transition
    return isFollowed && coming != stored ? "G15: somebody is shown who is not stored" : nil
  }

  private func brokenNow() -> String? {
    let isRight =
      switch machine.position {
      case .uninstalled, .terminated: installed == nil
      case .launching: installed == nil || installed == .splash
      case .settled(let goal): installed == .interface(goal)
      }
    if !isRight { return "G2: \(machine.position) is not what is installed" }
    if machine.pending != nil, machine.active == nil { return "a request is stuck" }
    guard isAtRest else { return nil }
    if machine.mustFollow { return "G15: nobody follows another process" }
    if case .settled(let goal) = machine.position, goal != .loggedOut, !other.isUnnoticed, !machine.hasUnwantedSession {
      if stored?.goal != goal { return "G15: somebody is logged in whose session is gone" }
      if stored != rightful { return "G15: a session is shown, and another one is stored" }
    }
    let isKnown = !other.isUnnoticed && !machine.hasUnwantedSession && machine.externalGoal == nil
    if machine.position == .settled(.loggedOut), let stored, stored.session > 200, isKnown {
      return "G22: a session is stored again after a logout"
    }
    if !waiters.isEmpty { return "G5: waiters \(waiters.map(\.number)) are never answered" }
    guard let latest, !hadTrouble, case .settled(let goal) = machine.position else { return nil }
    let isReached = goal == latest.goal || latest.isForAnyone && goal != .loggedOut
    if !isReached { return "G4: the latest intent lost" }
    if isSessionWanted, !other.isUnnoticed, stored?.session != wantedSession {
      return "G4: session \(wantedSession ?? 0) was lost"
    }
    return isBuildOwed ? "G4: the interface is out of date" : nil
  }

  /// A step brings the end nearer: that of its operation, or that of everything.
  private func brokenProgress(since former: Self, _ event: ExplorerEvent) -> String? {
    // Another process's change brings new work, as a request does.
    guard case .step = event, other.notices == former.other.notices else { return nil }
    let isSame = former.machine.active?.id == machine.active?.id && former.machine.active?.kind == machine.active?.kind
    if isSame, let kind = machine.active?.kind, let step = machine.active?.step,
      let earlier = former.machine.active?.step
    {
      return step.distance(in: kind) < earlier.distance(in: kind)
        ? nil : "the operation does not end: \(step) follows \(earlier)"
    }
    return machine.distance < former.machine.distance ? nil : "there is no end of operations"
  }
}
