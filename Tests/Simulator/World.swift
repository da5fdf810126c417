import AppControllerKit
import AppControllerKitTesting

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

  private(set) var server: TokenServer
  let disk = Disk()
  private(set) var now = Timestamp(secondsSince1970: 1_000_000)
  private var choices: Choices
  private(set) var processes: [Process] = []
  private var lastProcess = 0
  /// Whether parties fail and processes are killed; otherwise more laws hold.
  private let isRough: Bool
  private let tells: Bool
  var broken: String?
  private(set) var steps = 0
  private var isDraining = false

  init(_ choices: Choices, isRough: Bool, tells: Bool = false) {
    (self.choices, self.isRough, self.tells) = (choices, isRough, tells)
    server = TokenServer()
    server = TokenServer(now: { [unowned self] in MainActor.assumeIsolated { now } })
    for _ in 0..<3 { startProcess() }
  }

  var taken: [Int] { choices.taken }

  func note(_ text: String) { if tells { print("  \(text)") } }

  func asksWithin() -> Bool { !isDraining && choices.oneIn(20) }

  private func startProcess() {
    lastProcess += 1
    processes.append(Process(lastProcess, in: self))
    processes[processes.count - 1].start()
  }

  /// Lets things happen, and then lets everything come to its end.
  ///
  /// - Returns: The law that is broken; `nil` when none is.
  func run(_ count: Int) -> String? {
    while steps < count, broken == nil { step() }
    isDraining = true
    drain()
    check(atEnd: true)
    return broken
  }

  private func step() {
    steps += 1
    var events: [Event] = []
    if Scheduler.hasMain { events += [.main, .main, .main, .main, .main, .main, .main, .main] }
    if Scheduler.otherCount > 0 { events += [.other, .other, .other, .other] }
    if isWaiting { events += [.answer, .answer] }
    if !disk.news.isEmpty { events.append(.news) }
    if events.isEmpty { check(atEnd: false) }
    if !isDraining {
      // Otherwise nobody is late.
      if isRough || events.isEmpty { events.append(.time) }
      if events.count < 4 || choices.oneIn(6) { events.append(.user) }
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
    case .time: pass([.milliseconds(300), .seconds(1), .seconds(30), .seconds(900)][choices.next(below: 4)])
    case .user: act()
    }
    broken = broken ?? disk.broken
  }

  private var isWaiting: Bool { processes.contains { !$0.waits.isEmpty } }

  private func outcome() -> Outcome {
    guard isRough, !isDraining else { return .succeeds }
    return choices.oneIn(12) ? Outcome(rawValue: choices.next(below: 3)) ?? .succeeds : .succeeds
  }

  private func pass(_ time: Duration) {
    note("\(time) pass")
    now = now + time
    for process in processes { process.clock.advance(by: time) }
  }

  /// Whatever is under way ends, and what nobody has answered comes when every deadline has passed.
  private func drain() {
    for round in 0..<100 {
      var count = 0
      while broken == nil, Scheduler.hasMain || Scheduler.otherCount > 0 || !disk.news.isEmpty || isWaiting {
        step()
        count += 1
        if count > 20_000 { return broken = "nothing comes to an end" }
      }
      if broken != nil { return }
      if processes.allSatisfy({ $0.calls.isEmpty && $0.lost.isEmpty && $0.controller?.isBusy != true }) { return }
      if round % 10 == 9 { endLost() }
      pass(.seconds(10))
    }
  }

  private func endLost() {
    for process in processes {
      // A store and a handler may have all the time, a provider has a deadline.
      if !process.calls.isEmpty, process.isLeftByProviderAlone {
        broken = "process \(process.number) waits for ever for its provider: \(process.calls.map(\.name))"
      }
      process.endLost()
    }
  }
}

// MARK: - What users do

extension World {
  private func act() {
    let process = processes[choices.next(below: processes.count)]
    guard let controller = process.controller else {
      // What a closed one has begun goes on.
      if processes.count(where: { $0.controller != nil }) < 3 { startProcess() }
      return
    }
    switch choices.next(below: 16) {
    case 0, 1: renew(process, controller, refused: controller.session?.secret)
    case 2: renew(process, controller, refused: nil)
    case 3, 4, 5:
      let session = server.signIn(["kitty", "tiger"][choices.next(below: 2)])
      process.call("login \(session.subject) of \(session.family)") {
        await Self.text(controller.login(session))
      }
    case 6: process.call("login") { await Self.text(controller.login()) }
    case 7, 8: process.call("logout") { await Self.text(controller.logout()) }
    case 9: process.call("forced logout") { await Self.text(controller.logout(force: true)) }
    case 10: if !process.calls.isEmpty { process.cancel(choices.next(below: process.calls.count)) }
    case 11:
      process.call("press") {
        do { return "\(try await controller.perform(nodeID: "go"))" } catch { return "\(error)" }
      }
    case 12:
      process.note("the provider asks for its interface again")
      process.provider?.handle?.invalidate()
    case 13:
      guard var session = controller.session else { return }
      process.note("the provider reports another name")
      session.displayName = "\(session.displayName)+"
      process.provider?.handle?.updateSession(session)
    case 14:
      guard processes.count > 1 else { return }
      if isRough, choices.oneIn(2) { process.kill() } else { process.close() }
    default:
      if isRough { process.skew = [.zero, .seconds(7200), .seconds(-7200)][choices.next(below: 3)] }
    }
  }

  private func renew(_ process: Process, _ controller: AppController, refused: Secret?) {
    process.call("fresh session\(refused.map { " instead of \($0.text)" } ?? "")") {
      do {
        let session = try await controller.freshSession(insteadOf: refused)
        return session.secret == refused && refused != nil ? "the refused secret" : "fresh of \(session.family)"
      } catch {
        return "\(error)"
      }
    }
  }

  private static func text(_ outcome: TransitionOutcome) -> String { "\(outcome)" }
}

// MARK: - Laws

extension World {
  /// What holds when nothing is under way.
  private func check(atEnd: Bool) {
    if broken != nil { return }
    for process in processes where !process.isKilled { broken = broken ?? brokenLaw(of: process, atEnd: atEnd) }
    if broken == nil, atEnd { broken = brokenEnd() }
  }

  private func brokenLaw(of process: Process, atEnd: Bool) -> String? {
    let name = "process \(process.number)"
    if process.told.contains("the refused secret") { return "\(name) gets the secret that it says was refused" }
    if let text = process.told.first(where: { $0.contains("access-") || $0.contains("refresh-") }) {
      return "\(name) tells a secret: \(text)"
    }
    if process.former != nil, process.calls.isEmpty, process.lost.isEmpty, atEnd {
      return "\(name) is closed, and its controller stays"
    }
    guard let controller = process.controller, process.lost.isEmpty else { return nil }
    if atEnd, !process.calls.isEmpty { return "\(name) is not answered: \(process.calls.map(\.name))" }
    if !process.calls.isEmpty || controller.isBusy || process.troubles.contains(.store) { return nil }
    if process.hooksUnderWay != 0 { return "\(name): \(process.hooksUnderWay) will without did" }
    switch controller.state {
    case .loggedIn:
      if controller.session != disk.record.session {
        return "\(name) shows \(text(controller.session)), and \(text(disk.record.session)) is stored"
      }
    case .loggedOut:
      if controller.session != nil { return "\(name) is logged out with a session" }
      if disk.record.session != nil, process.troubles.isEmpty, !isRough {
        return "\(name) is logged out, and \(text(disk.record.session)) is stored"
      }
    case .uninstalled, .launching, .terminated: break
    }
    let root = controller.installedInterface?.id
    let isRight = controller.state == .loggedIn ? root == "in" : controller.state == .loggedOut ? root == "out" : true
    return isRight || isRough ? nil : "\(name) is \(controller.state) and shows \(root ?? "nothing")"
  }

  private func brokenEnd() -> String? {
    if isRough { return nil }
    if server.reuses > 0 { return "a refresh token is used twice" }
    guard let session = disk.record.session, session.refreshToken != nil else { return nil }
    return server.problems(stored: session).first { $0.contains("spent") }
  }

  private func text(_ session: Session?) -> String {
    session.map { "\($0.subject) of \($0.family), \($0.secret?.text ?? "no secret")\($0.displayName)" } ?? "nobody"
  }
}
