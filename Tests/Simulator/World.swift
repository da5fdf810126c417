import AppControllerKit

/// Three processes on one disk and one server, and everything that can happen to them.
@MainActor
final class World {
  enum Outcome: Int { case succeeds, fails, isLost }

  /// What can happen next.
  private enum Event {
    case main
    case other
    case answer
    case news
    case time
    case user
  }

  let plan: Plan
  let wall = WallClock()
  let server: Server
  let disk: Disk
  var choices: Choices
  private(set) var processes: [Process] = []
  /// The page that is served; `nil` unless the plan has visitors.
  var site: SimulatedSite?
  private var lastProcess = 0
  private let tells: Bool
  var broken: String?
  private(set) var steps = 0
  /// The families whose sessions were shown.
  var seen: Set<String> = []
  private var isDraining = false

  init(_ choices: Choices, _ plan: Plan, tells: Bool = false) {
    (self.choices, self.plan, self.tells) = (choices, plan, tells)
    server = Server(wall, someAreLate: plan.isRough)
    disk = Disk(server, inMemory: plan.usesMemory)
    disk.isExplained = { [unowned self] author in isExplained(by: author) }
    disk.followsAlways = !plan.isRough
    disk.noteOther = { [unowned self] in
      // What is under way may go on, also in a process that is closed.
      for process in processes { process.hasDeed = process.controller?.isBusy ?? true }
    }
    if plan.hasVisitors {
      openSite()
      return
    }
    if self.choices.oneIn(2) { write(server.signIn("kitty")) }
    for _ in 0..<3 { startProcess() }
  }

  /// Whether what a process was asked for may erase the stored session; what failed may be put right later.
  private func isExplained(by author: Int?) -> Bool {
    plan.isRough
      || processes.contains { process in
        if let author, process.number != author { return false }
        return process.hasDeed || process.controller?.isBusy == true || process.calls.contains { !$0.isOfSession }
      }
  }

  var taken: [Int] { choices.taken }

  func note(_ text: @autoclosure () -> String) { if tells { print("  \(text())") } }

  func startProcess() {
    lastProcess += 1
    let kind = Process.Kind(rawValue: choices.next(below: 3)) ?? .object
    note("\(lastProcess): begins, its provider is: \(kind)")
    processes.append(Process(lastProcess, kind, in: self))
    processes[processes.count - 1].start()
  }

  private func openSite() {
    let host = Process(0, .object, in: self)
    processes = [host]
    site = SimulatedSite(host, maximumVisitors: [64, 64, 64, 3, 2][choices.next(below: 5)])
  }

  /// Makes the controller of a visitor.
  func controller(on store: any SessionStore) -> AppController {
    lastProcess += 1
    let kind = Process.Kind(rawValue: choices.next(below: 3)) ?? .object
    note("\(lastProcess): begins for a visitor, its provider is: \(kind)")
    let process = Process(lastProcess, kind, in: self)
    processes.append(process)
    return process.makeController(on: store)
  }

  /// Another program changes what is stored.
  func write(_ session: Session?) {
    note("another program stores \(session.map { "\($0.subject) of \($0.family)" } ?? "nobody")")
    for process in processes { process.hasDeed = true }
    _ = try? disk.replace(with: session, ifGeneration: nil)
    if disk.look() { note("stored is now: \(disk.text)") }
  }

  /// Lets things happen, and then lets everything come to its end.
  ///
  /// - Returns: The law that is broken; `nil` when none is.
  func run() -> String? {
    while steps < plan.length, broken == nil, !choices.isExhausted { step() }
    isDraining = true
    drain()
    checkEnd()
    closeSite()
    for process in processes where !process.isKilled { process.close() }
    drain()
    checkRelease()
    return broken
  }

  private func step() {
    steps += 1
    let generation = disk.record.generation
    var events: [Event] = []
    if Scheduler.hasMain { events += [.main, .main, .main, .main, .main, .main, .main, .main] }
    if Scheduler.otherCount > 0 { events += [.other, .other, .other, .other] }
    if isWaiting { events += [.answer, .answer] }
    if !disk.news.isEmpty { events.append(.news) }
    if !Scheduler.hasMain, Scheduler.otherCount == 0 { checkGivenUp() }
    let isAtRest = events.isEmpty
    if isAtRest { checkRest() }
    if !isDraining {
      // Otherwise nobody is late.
      if plan.isRough || isAtRest { events.append(.time) }
      if events.count < 4 || choices.oneIn(plan.pace) { events += [.user, .user, .user] }
    }
    guard broken == nil, !events.isEmpty else { return }
    switch events[choices.next(below: events.count)] {
    case .main: Scheduler.runMain()
    case .other: Scheduler.runOther(choices.next(below: Scheduler.otherCount))
    case .answer:
      let waiting = processes.filter { !$0.waits.isEmpty }
      let process = waiting[choices.next(below: waiting.count)]
      process.endWait(choices.next(below: process.waits.count), outcome())
    case .news: disk.tell(choices.next(below: disk.news.count))
    case .time:
      pass([.milliseconds(300), .seconds(1), .seconds(30), .seconds(900)][choices.next(below: 4)], isAtRest: isAtRest)
    case .user: act()
    }
    if disk.look() { note("stored is now: \(disk.text)") }
    if disk.record.generation != generation { for process in processes { process.noteStore() } }
    checkStep()
  }

  private var isWaiting: Bool { processes.contains { !$0.waits.isEmpty } }

  func pass(_ time: Duration, isAtRest: Bool) {
    note("\(time) pass")
    wall.now = wall.now + time
    for process in processes {
      process.noteCause()
      process.pass(time)
      if isAtRest, time >= .seconds(5), !process.isAsleep { process.noteDeadline() }
    }
  }

  /// Whatever is under way ends, and what nobody has answered comes when every deadline has passed.
  func drain() {
    for process in processes {
      process.isAsleep = false
      // A store and a handler may have all the time, a provider has a deadline.
      process.endLost(of: [.store, .handler])
      // Who gives up is answered, whatever is under way.
      if choices.oneIn(2) { for index in process.calls.indices { process.cancel(index) } }
      guard plan.silent == .handler, let controller = process.controller else { continue }
      // However many hooks hang, somebody logs out.
      process.silent = [.handler]
      logOut(process, controller, isForced: true)
    }
    for round in 0..<100 {
      var count = 0
      while broken == nil, Scheduler.hasMain || Scheduler.otherCount > 0 || !disk.news.isEmpty || isWaiting {
        step()
        count += 1
        if count > 20_000 { return broken = "nothing comes to an end" }
      }
      checkRest()
      if broken != nil { return }
      if processes.allSatisfy({ $0.calls.isEmpty && $0.lost.isEmpty && $0.controller?.isBusy != true }),
        site?.isAtRest ?? true
      {
        return
      }
      if round % 10 == 9 { endLost() }
      pass(.seconds(10), isAtRest: true)
    }
  }

  private func endLost() {
    for process in processes {
      if !process.calls.isEmpty, process.isLeftByProviderAlone {
        broken = "process \(process.number) waits for ever for its provider: \(process.calls.map(\.name))"
      }
      process.endLost()
    }
  }
}

// MARK: - What parties do

extension World {
  /// What a provider asks for within a function; `nil` for nothing.
  func asksWithin() -> Int? {
    guard !isDraining, choices.oneIn(plan.asking) else { return nil }
    return choices.oneIn(3) ? choices.next(below: 6) : plan.asked
  }

  /// Whether a provider gives an answer that breaks a rule.
  func answersWrongly() -> Bool { plan.isRough && !isDraining && choices.oneIn(30) }

  /// Whether an answer does not reach its browser, or a browser does not follow a redirect.
  func losesAnswer() -> Bool { !isDraining && choices.oneIn(8) }

  /// How often a library says once more that it has an answer.
  func wakesTooOften() -> Int { choices.oneIn(8) ? 1 : 0 }

  private func outcome() -> Outcome {
    guard plan.isRough, !isDraining else { return .succeeds }
    return choices.oneIn(plan.failing) ? Outcome(rawValue: choices.next(below: 3)) ?? .succeeds : .succeeds
  }
}
