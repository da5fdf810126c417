@testable import AppControllerKit

/// What the explorer needs of a machine, so that broken ones can be explored too.
protocol ExplorableMachine: Hashable {
  init()
  var position: TransitionMachine.Position { get }
  var active: TransitionMachine.Operation? { get }
  var pending: TransitionMachine.Request? { get }
  mutating func install() -> Bool
  mutating func installed(_ goal: TransitionMachine.Goal) -> [TransitionMachine.Command]
  mutating func request(_ request: TransitionMachine.Request) -> [TransitionMachine.Command]
  mutating func withdraw(_ waiter: TransitionMachine.Waiter) -> [TransitionMachine.Command]
  mutating func passPointOfNoReturn(_ operation: Int) -> Bool
  mutating func committed(_ operation: Int)
  mutating func ended(_ operation: Int, _ answer: TransitionMachine.Answer) -> [TransitionMachine.Command]
}

extension TransitionMachine: ExplorableMachine {}

/// Something that can happen to a machine.
enum ExplorerEvent: Hashable {
  /// The first interface, the logged-out one, is installed.
  case installed
  /// The request at this place of the alphabet is made, by a new waiter.
  case request(Int)
  /// A waiter's task is cancelled.
  case withdraw(Int)
  /// The active operation passes its point of no return.
  case pass
  /// The active transition is exchanged.
  case commit
  /// The active operation reaches its end.
  case finish
  /// The active operation fails where it may.
  case fail
  /// The active operation heeds that it was stopped.
  case stopped
}

/// A machine, and what an observer who remembers everything knows about it.
struct ExplorerWorld<Machine: ExplorableMachine>: Hashable {
  var machine = Machine()
  /// What each waiter wanted, by number.
  private var wanted: [TransitionMachine.Goal] = []
  private var unanswered: Set<Int> = []
  private var isExchanged = false
  /// Whether something failed or was withdrawn, so that the latest intent need not be reached.
  private var hadTrouble = false
  private var latest: TransitionMachine.Request?
  /// The session that is stored, and the one that the latest intent wants to be.
  private var storedSession: Int?
  private var wantedSession: Int?
  private var isSessionWanted = true
  /// Whether the latest intent was to build again, and nothing was exchanged since.
  private var isBuildOwed = false

  init(isInstalled: Bool) {
    _ = machine.install()
    if isInstalled { _ = machine.installed(.loggedOut) }
  }

  /// What can happen now.
  func events(alphabet: Int, requests: Int) -> [ExplorerEvent] {
    var events: [ExplorerEvent] = machine.position == .launching ? [.installed] : []
    if wanted.count < requests { events += (0..<alphabet).map(ExplorerEvent.request) }
    events += unanswered.sorted().map(ExplorerEvent.withdraw)
    guard let active = machine.active else { return events }
    if active.isStopping { return events + [.stopped, .fail] }
    switch active.phase {
    case .preparing: return events + [.pass, .fail]
    case .irrevocable:
      if active.kind == .transition, !isExchanged {
        // Erasing the session is the point of no return of a logout, and may fail.
        return events + (active.request.goal == .loggedOut ? [.commit, .fail] : [.commit])
      }
      return events + [.finish]
    }
  }

  /// Lets something happen.
  ///
  /// - Returns: The law that is broken by it; `nil` when none is.
  mutating func happen(_ event: ExplorerEvent, alphabet: [TransitionMachine.Request]) -> String? {
    let before = machine
    var commands: [TransitionMachine.Command] = []
    switch event {
    case .installed: commands = machine.installed(.loggedOut)
    case .request(let index): commands = ask(alphabet[index])
    case .withdraw(let waiter):
      hadTrouble = true
      commands = machine.withdraw(waiter)
    case .pass:
      guard let active = machine.active, machine.passPointOfNoReturn(active.id) else { return "it may not pass" }
      if active.kind != .sessionUpdate { isBuildOwed = false }
      if active.kind != .refresh || active.request.session != nil { storedSession = active.request.session }
    case .commit:
      machine.committed(machine.active?.id ?? 0)
      isExchanged = true
    case .finish: commands = machine.ended(machine.active?.id ?? 0, .completed)
    case .fail:
      hadTrouble = hadTrouble || machine.active?.isStopping == false
      commands = machine.ended(machine.active?.id ?? 0, .failed)
    case .stopped: commands = machine.ended(machine.active?.id ?? 0, .cancelled)
    }
    if machine.active?.id != before.active?.id { isExchanged = false }
    return broken(by: commands, since: before, event) ?? brokenAtRest()
  }

  private mutating func ask(_ letter: TransitionMachine.Request) -> [TransitionMachine.Command] {
    var request = letter
    request.waiters = [wanted.count]
    if request.session != nil { request.session = wanted.count + 100 }
    wanted.append(request.goal)
    unanswered.insert(wanted.count - 1)
    let previous = latest?.goal ?? .loggedOut
    if request.goal != previous { isSessionWanted = false }
    if request.session != nil || request.goal == .loggedOut {
      (wantedSession, isSessionWanted) = (request.session, true)
    }
    isBuildOwed = request.rebuilds || isBuildOwed && request.goal == previous
    latest = request
    return machine.request(request)
  }

  private mutating func broken(
    by commands: [TransitionMachine.Command], since before: Machine, _ event: ExplorerEvent
  ) -> String? {
    var starts = 0
    for command in commands {
      switch command {
      case .start(let operation):
        starts += 1
        if before.active != nil, before.active?.id == machine.active?.id { return "a second operation is started" }
        if machine.active != operation { return "what is started is not active" }
      case .stop(let operation):
        if machine.active?.id != operation || machine.active?.phase == .irrevocable { return "it cannot be stopped" }
      case .answer(let waiters, let answer):
        for waiter in waiters {
          if unanswered.remove(waiter) == nil { return "waiter \(waiter) is answered twice" }
          let isTrue = machine.position == .settled(wanted[waiter])
          if answer == .completed || answer == .unchanged, !isTrue { return "waiter \(waiter) is told what is not so" }
        }
      }
    }
    if starts > 1 { return "two operations are started" }
    if machine.pending != nil, machine.active == nil, machine.position != .launching { return "a request is stuck" }
    if machine.position != before.position, event != .commit, event != .installed { return "the state moved by itself" }
    return nil
  }

  private func brokenAtRest() -> String? {
    guard machine.active == nil, machine.pending == nil, machine.position != .launching else { return nil }
    if !unanswered.isEmpty { return "waiters \(unanswered.sorted()) are never answered" }
    guard let latest, !hadTrouble else { return nil }
    if machine.position != .settled(latest.goal) { return "the latest intent lost" }
    if isSessionWanted, storedSession != wantedSession { return "session \(wantedSession ?? 0) was lost" }
    return isBuildOwed ? "the interface is out of date" : nil
  }
}

/// Walks through everything that can happen to a machine, up to a number of requests.
struct TransitionExplorer<Machine: ExplorableMachine> {
  let alphabet: [TransitionMachine.Request]
  let requests: Int
  private(set) var states = 0
  private(set) var restingStates = 0

  init(_ machine: Machine.Type, alphabet: [TransitionMachine.Request], requests: Int) {
    self.alphabet = alphabet
    self.requests = requests
  }

  /// Walks breadth first, so that what is found is the shortest.
  ///
  /// - Returns: The law that is broken and the events that lead there; `nil` when none is.
  mutating func explore() -> String? {
    var queue: [(world: ExplorerWorld<Machine>, trace: Trace?)] = []
    var seen: Set<ExplorerWorld<Machine>> = []
    for isInstalled in [true, false] {
      let world = ExplorerWorld<Machine>(isInstalled: isInstalled)
      if seen.insert(world).inserted { queue.append((world, nil)) }
    }
    var next = 0
    while next < queue.count {
      let (world, trace) = queue[next]
      next += 1
      let events = world.events(alphabet: alphabet.count, requests: requests)
      if world.machine.active == nil, world.machine.position != .launching { restingStates += 1 }
      for event in events {
        var after = world
        let step = Trace(event, trace)
        if let law = after.happen(event, alphabet: alphabet) { return "\(law): \(step.events)" }
        if seen.insert(after).inserted { queue.append((after, step)) }
      }
    }
    states = queue.count
    return nil
  }

  /// How a state was reached, shared with the states before it.
  private final class Trace {
    let event: ExplorerEvent
    let before: Trace?

    init(_ event: ExplorerEvent, _ before: Trace?) {
      self.event = event
      self.before = before
    }

    var events: [ExplorerEvent] { (before?.events ?? []) + [event] }
  }
}
