@testable import AppControllerKit

/// Something that can happen to a machine.
enum ExplorerEvent: Hashable {
  /// Somebody installs the controller.
  case install
  /// The request at this place of the alphabet is made, by a new waiter.
  case request(Int)
  /// A waiter's task is cancelled.
  case withdraw(Int)
  /// The step that is under way returns.
  case step(TransitionMachine.Step, TransitionMachine.StepResult)
  /// The controller is ended.
  case terminate
  /// Another process stores a session, or erases it.
  case change(TransitionMachine.Goal)
  /// That is noticed.
  case notice
  /// The session of whoever is logged in comes to its end.
  case expire
}

extension ExplorerEvent: CustomStringConvertible {
  var description: String {
    switch self {
    case .install: "install"
    case .request(let index): "request \(index)"
    case .withdraw(let waiter): "withdraw \(waiter)"
    case .step(let step, .succeeded): "\(step)"
    case .step(let step, .refused): "\(step) fails"
    case .step(let step, .decided(let goal)): "\(step) \(goal)"
    case .terminate: "terminate"
    case .change(let goal): "elsewhere \(goal)"
    case .notice: "notice"
    case .expire: "expire"
    }
  }
}

/// A machine with everything around it: who waits, what is installed and stored, and which hooks were called.
///
/// The guarantees that it checks are named by the numbers that Docs/Architecture.md gives them.
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

  /// A session in the store: the number of the one that was asked for, or 0 for one without; and whose it is.
  struct Stored: Hashable {
    let session: Int
    let goal: TransitionMachine.Goal
  }

  var machine = Machine()
  private(set) var waiters: [Waiter] = []
  private(set) var requests = 0
  private(set) var installations = 0
  private var changes = 0
  private var notices = 0
  private var installed: Installed?
  /// `nil` when erased.
  private var stored: Stored?
  /// The one that belongs to what is installed.
  private var rightful: Stored?
  /// What the active operation has stored, and what was stored before.
  private var saved: (new: Stored, old: Stored?)? {
    get { savedNew.map { ($0, savedOld) } }
    set { (savedNew, savedOld) = (newValue?.new, newValue?.old) }
  }
  private var savedNew: Stored?
  private var savedOld: Stored?
  /// What another process has stored and nobody here knows yet.
  private var unnoticed: TransitionMachine.Goal?
  /// Whether the active operation has met with it.
  private var hasConflicted = false
  private var hasExpired = false
  /// Installed and stored when the active operation began.
  private var installedBefore: Installed?
  private var storedBefore: Stored?
  /// The hooks that were told that a transition will happen, and not yet what became of it.
  private var told: [Int] = []
  /// The operation that was told to stop last.
  private var stopped: Int?
  /// Who waited when the active operation failed.
  private var concerned: [Int] = []
  private var latest: TransitionMachine.Request?
  /// Whether the latest intent has failed or was withdrawn, so that it need not be reached.
  private var hadTrouble = false
  /// The session that the latest intent wants to be stored, and whether it says so.
  private var wantedSession: Int?
  private var isSessionWanted = false
  /// Whether the latest intent was to build again, and nothing was exchanged since.
  private var isBuildOwed = false
  private var lastOperation = 0
  private let hooks: Int

  init(hooks: Int) { self.hooks = hooks }

  var waitingNumbers: Set<Int> { Set(waiters.map(\.number)) }

  /// Whether nothing is installed, not even a splash.
  var isEmpty: Bool { installed == nil }

  /// Whether nothing is under way.
  var isAtRest: Bool { machine.active == nil && machine.pending == nil }

  /// What can happen now.
  func events(in scope: ExplorerScope) -> [ExplorerEvent] {
    var events: [ExplorerEvent] = []
    if machine.position == .uninstalled, installations < scope.installations { events.append(.install) }
    if requests < scope.requests { events += scope.alphabet.indices.map(ExplorerEvent.request) }
    events += waiters.map { .withdraw($0.number) }
    if scope.terminates, machine.position != .terminated { events.append(.terminate) }
    if let step = machine.active?.step {
      events += step.results.filter { !isConflict(step) || $0 == .refused }.map { .step(step, $0) }
    }
    guard scope.changes > 0, case .settled(let goal) = machine.position else { return events }
    if changes < scope.changes { events += scope.elsewhere.map(ExplorerEvent.change) }
    if unnoticed != nil, machine.active == nil { events.append(.notice) }
    if !hasExpired, machine.active == nil, goal != .loggedOut { events.append(.expire) }
    return events
  }

  /// Whether a step has to fail, because another process has changed what it would replace.
  private func isConflict(_ step: TransitionMachine.Step) -> Bool {
    unnoticed != nil && (step == .save || step == .erase && machine.active?.request.origin == .expiry)
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
      commands = machine.install(nextWaiter - 1) ?? []
    case .request(let index): commands = ask(scope.alphabet[index])
    case .withdraw(let waiter):
      if latest?.waiters == [waiter] { hadTrouble = true }
      (isSessionWanted, isBuildOwed) = (false, false)
      commands = machine.withdraw(waiter)
    case .terminate:
      hadTrouble = true
      (installed, commands) = (nil, machine.terminate())
      if machine.active?.step == .animate, machine.active?.isHurried != true {
        return "G3: an animation outlives the controller"
      }
    case .step(let step, let result): broken = take(step, result)
    case .change(let goal): change(goal)
    case .notice: commands = notice()
    case .expire:
      (hasExpired, isSessionWanted, hadTrouble) = (true, false, true)
      commands = machine.request(TransitionMachine.Request(goal: .loggedOut, origin: .expiry, isForced: true))
    }
    broken = broken ?? carryOut(commands, event) ?? doWhatIsNotAwaited(event)
    return broken ?? brokenNow() ?? brokenProgress(since: former, event)
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
    waiters.append(Waiter(number: nextWaiter, goal: letter.goal, notices: notices))
    // Nobody can want anything of a controller that is not installed.
    if machine.position == .uninstalled || machine.position == .terminated { return machine.request(request) }
    let previous = latest?.goal ?? .loggedOut
    if request.goal != previous { isSessionWanted = false }
    if request.session != nil || request.goal == .loggedOut, request.origin == .wish {
      (wantedSession, isSessionWanted) = (request.session, true)
    }
    isBuildOwed = request.rebuilds || isBuildOwed && request.goal == previous
    (latest, hadTrouble) = (request, false)
    return machine.request(request)
  }

  /// Another process changes what is stored.
  private mutating func change(_ goal: TransitionMachine.Goal) {
    changes += 1
    stored = goal == .loggedOut ? nil : Stored(session: 100 + changes, goal: goal)
    (storedBefore, unnoticed, isSessionWanted) = (stored, goal, false)
  }

  /// It is known here; what was under way may have won over it or not, and what comes next has to be told apart.
  private mutating func notice() -> [TransitionMachine.Command] {
    guard let goal = unnoticed else { return [] }
    unnoticed = nil
    notices += 1
    hadTrouble = machine.active != nil
    latest = TransitionMachine.Request(goal: goal)
    (wantedSession, isSessionWanted, isBuildOwed) = (stored?.session, machine.active == nil, false)
    return machine.follow(goal)
  }

  /// A step returns; what it has done is done.
  private mutating func take(_ step: TransitionMachine.Step, _ result: TransitionMachine.StepResult) -> String? {
    guard let active = machine.active else { return "a step without an operation" }
    hasConflicted = hasConflicted || isConflict(step)
    // A splash that the provider cannot describe is one of ours.
    if step == .showSplash, active.isOpen { installed = .splash }
    if result != .refused {
      switch step {
      case .save:
        let isSame = stored?.goal == active.request.goal
        let session = active.request.session ?? (isSame ? stored?.session : nil) ?? 0
        let new = Stored(session: session, goal: active.request.goal)
        (saved, stored) = ((new, stored), new)
      case .erase: (stored, unnoticed) = (nil, nil)
      case .takeBack: if stored == saved?.new { stored = active.hasReplacedWrong ? rightful : saved?.old }
      case .adopt: rightful = stored
      case .exchange:
        if stopped == active.id { return "G6: what was stopped is installed" }
        rightful = stored
        installed = machine.position == .terminated ? nil : .interface(active.request.goal)
        isBuildOwed = false
      case .takeApart: installed = nil
      case .askInitialState:
        let goal = TransitionMachine.Goal.loggedIn(subject: "kitty")
        stored = result == .decided(.loggedOut) ? nil : Stored(session: 0, goal: goal)
        storedBefore = stored
      case .showSplash, .loadSession, .askForVeto, .describe, .configure, .callWill, .animate: break
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
      if step == .animate, !active.isHurried { return "G3: an animation outlives the controller" }
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
      case .animate where !active.isHurried: return nil
      // A provider whose controller has ended is told of nothing but a session's end.
      case .tellProvider where machine.position != .terminated: return nil
      case .exchange, .adopt, .takeApart, .animate, .tellProvider:
        if let broken = take(step, .succeeded) { return broken }
      case .end(let answer):
        if let broken = brokenByEnd(of: active, answer) { return broken }
        if let broken = carryOut(machine.ended(active.id), event) { return broken }
        // What has waited has begun already when the other process's change is noticed.
        if hasConflicted, let broken = carryOut(notice(), event) { return broken }
        (concerned, hasConflicted) = ([], false)
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
        (installedBefore, storedBefore, saved) = (installed, stored, nil)
        _ = machine.begin(operation.id, hooks: operation.kind == .transition ? hooks : 0)
        stopped = nil
        if let broken = enter(after: operation) { return broken }
      case .stop(let operation):
        if machine.active?.id != operation || machine.active?.isStopping != true { return "the wrong one is stopped" }
        if machine.active?.phase == .irrevocable { return "G6: what stands is stopped" }
        stopped = operation
      case .hurry(let operation):
        if machine.active?.id != operation || machine.active?.step != .animate { return "nothing is there to hurry" }
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
      if waiter.goal == .loggedOut, stored != nil, unnoticed == nil, notices == waiter.notices {
        return "G16: waiter \(number) is told of a logout, and a session is stored"
      }
    case .superseded:
      if case .request = event { break }
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
    if case .settled(let goal) = machine.position, goal != .loggedOut, unnoticed == nil, !machine.isStoreWrong {
      if stored?.goal != goal { return "G15: somebody is logged in whose session is gone" }
    }
    if !waiters.isEmpty { return "G5: waiters \(waiters.map(\.number)) are never answered" }
    guard let latest, !hadTrouble, case .settled(let goal) = machine.position else { return nil }
    if goal != latest.goal { return "G4: the latest intent lost" }
    if isSessionWanted, unnoticed == nil, stored?.session != wantedSession {
      return "G4: session \(wantedSession ?? 0) was lost"
    }
    return isBuildOwed ? "G4: the interface is out of date" : nil
  }

  /// A step brings the end nearer: that of its operation, or that of everything.
  private func brokenProgress(since former: Self, _ event: ExplorerEvent) -> String? {
    // Another process's change brings new work, as a request does.
    guard case .step = event, notices == former.notices else { return nil }
    let isSame = former.machine.active?.id == machine.active?.id && former.machine.active?.kind == machine.active?.kind
    if isSame, let step = machine.active?.step, let earlier = former.machine.active?.step {
      return step.distance < earlier.distance ? nil : "the operation does not end: \(step) follows \(earlier)"
    }
    return machine.distance < former.machine.distance ? nil : "there is no end of operations"
  }
}

extension ExplorableMachine {
  /// More than that of every machine that the end of an operation may lead to.
  ///
  /// An operation that follows another process is begun again when it was stopped, and leads to a logout when it fails;
  /// one that takes back what it has stored over another process's leads to that.
  fileprivate var distance: Int {
    let own =
      switch active?.request.origin {
      case nil: 0
      case .wish, .expiry, .invalidation: active?.replacedElsewhere == nil ? 1 : 3
      case .store: active?.isStopping == true ? 3 : active?.request.goal == .loggedOut ? 1 : 2
      }
    return own + (pending == nil ? 0 : 2) + (mustFollow ? 2 : 0)
  }
}

extension TransitionMachine.Step {
  /// How it can go.
  fileprivate var results: [TransitionMachine.StepResult] {
    switch self {
    case .askInitialState: [.decided(.loggedOut), .decided(.loggedIn(subject: "kitty")), .refused]
    case .animate: [.succeeded]
    case .showSplash, .loadSession, .askForVeto, .describe, .configure, .callWill, .save, .erase:
      [.succeeded, .refused]
    case .callDid, .tellProvider, .takeBack, .callDidAbort: [.succeeded, .refused]
    case .exchange, .adopt, .takeApart, .end: []
    }
  }

  /// More than that of every step that may come after it in the same operation.
  fileprivate var distance: Int {
    switch self {
    case .showSplash: 99
    case .loadSession: 98
    case .askInitialState: 97
    case .askForVeto(let hook): 90 - hook
    case .describe: 80
    case .configure: 79
    case .callWill(let hook): 70 - hook
    case .save, .erase: 60
    case .exchange: 59
    case .adopt: 58
    case .animate: 57
    case .callDid(let hook): 50 - hook
    case .tellProvider: 40
    case .takeBack: 30
    case .callDidAbort(let hook): 20 + hook
    case .takeApart: 10
    case .end: 0
    }
  }
}
