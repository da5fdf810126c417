import AppControllerKitTesting
import TestSupport
import Testing

@testable import AppControllerKit

@MainActor
@Suite struct `The events of a controller` {
  private let fixture = ControllerFixture()
  private var controller: AppController { fixture.controller }

  /// What happens while something is done, a line each.
  private func events(_ body: () async throws -> Void) async rethrows -> [String] {
    var lines: [String] = []
    controller.onEvent { event in
      let operation = event.operation.map { " #\($0)" } ?? ""
      lines.append(
        "\(event.number)\(operation) \(Self.name(of: event.kind)) \(event.state.rawValue) r\(event.revision)")
    }
    try await body()
    return lines
  }

  private static func name(of kind: ControllerEvent.Kind) -> String {
    switch kind {
    case .snapshot(let missed): "snapshot(\(missed))"
    case .requested(let state): "requested(\(state.rawValue))"
    case .began(let state): "began(\(state.rawValue))"
    case .completed(let report): "completed(\(report.problems.count))"
    case .vetoed(let reason): "vetoed(\(reason))"
    case .failed(let error), .installationFailed(let error): "failed(\(error.code.rawValue))"
    case .changed(let change): "changed(\(change))"
    case .staleAction(let nodeID): "stale(\(nodeID))"
    case .providerEnded: "provider-ended"
    case .sessionExpired(let subject): "expired(\(subject))"
    case .sessionChangedElsewhere(let subject): "elsewhere(\(subject ?? ""))"
    case .sessionUpdated(let update): "updated(\(update.subject), \(update.isRenewed))"
    case .launching, .installed, .prepared, .exchanged, .stopped, .terminated: "\(kind)"
    }
  }

  private static let whole = [
    "1 launching launching r0", "2 installed logged-out r1",
    "3 requested(logged-in) logged-out r1", "4 #1 began(logged-in) logged-out r1", "5 #1 prepared logged-out r1",
    "6 #1 exchanged logged-in r2", "7 #1 completed(0) logged-in r2",
    "8 requested(logged-in) logged-in r2", "9 #2 began(logged-in) logged-in r2",
    "10 #2 updated(kitty, true) logged-in r2",
    "11 requested(logged-out) logged-in r2", "12 #3 began(logged-out) logged-in r2", "13 #3 prepared logged-in r2",
    "14 #3 exchanged logged-out r3", "15 #3 completed(0) logged-out r3",
    "16 terminated terminated r3",
  ]

  private func live() async throws {
    try await fixture.install()
    await controller.login(.kitty)
    await controller.login(Session(subject: "kitty", secret: Secret("two")))
    await controller.logout()
    controller.terminate()
  }

  @Test func `are kept from the moment when they are asked for, for the first who reads them`() async throws {
    let events = controller.events
    try await live()
    var numbers: [UInt64] = []
    for await event in events { numbers.append(event.number) }
    #expect(numbers == Array(0...UInt64(Self.whole.count)))
    // Whoever reads them once more reads what is there by then.
    for await event in events { numbers.append(event.number) }
    #expect(numbers.last == UInt64(Self.whole.count) && numbers.count == Self.whole.count + 2)
  }

  @Test func `say what a session is replaced with, and until when, as the handler of the app is told`() async throws {
    try await fixture.install()
    let old = Session(subject: "kitty", secret: Secret("one"))
    let new = Session(subject: "kitty", secret: Secret("two"), secretExpiresAt: 4_000_000_000)
    await controller.login(old)
    var told: [Session] = []
    var updates: [SessionUpdate] = []
    controller.didRenewHandler = { [controller] in
      #expect(controller.session == $0)
      told.append($0)
    }
    controller.onEvent { if case .sessionUpdated(let update) = $0.kind { updates.append(update) } }
    await controller.login(new)
    await controller.login(new)
    fixture.provider.handle?.updateSession(old)
    await controller.settle()
    #expect(told == [new, old])
    #expect(updates == [SessionUpdate(from: old, to: new), SessionUpdate(from: new, to: old)])
    #expect("\(updates[0])" == "the secret of kitty is replaced, until 2096-10-02T07:06:40Z")
  }

  @Test func `tell a life in order, numbered without a gap`() async throws {
    let lines = try await events { try await live() }
    #expect(lines == Self.whole)
  }

  @Test func `say what went wrong`() async throws {
    try await fixture.install()
    fixture.provider.failures = ["logged-in"]
    #expect(await events { await controller.login(.kitty) }.last == "5 #1 failed(ACK3002) logged-out r1")
    fixture.provider.failures = []
    controller.shouldTransitionHandler = { _ in throw Veto("no") }
    #expect(await events { await controller.login(.kitty) }.last == "8 #2 vetoed(no) logged-out r1")
    _ = await events { _ = try? await controller.perform(nodeID: "in", revision: 7) }
    let stale = await events { _ = try? await controller.perform(nodeID: "in", revision: 7) }
    #expect(stale == ["10 stale(in) logged-out r1"])
  }

  @Test func `are read as they come, from where the controller is`() async throws {
    try await fixture.install()
    var iterator = controller.events.makeAsyncIterator()
    await controller.login(.kitty)
    let first = await iterator.next()
    #expect(first?.kind == .snapshot(missed: 0))
    #expect(first?.number == 2)
    #expect(first?.state == .loggedOut)
    #expect(await iterator.next()?.kind == .requested(.loggedIn))
    #expect(await iterator.next()?.kind == .began(.loggedIn))
  }

  @Test func `wait for a slow reader only so long, and then tell it what it has missed`() async throws {
    try await fixture.install()
    var iterator = controller.events(buffering: 4).makeAsyncIterator()
    for _ in 0..<10 {
      await controller.login(.kitty)
      await controller.logout()
    }
    let snapshot = try #require(await iterator.next())
    guard case .snapshot(let missed) = snapshot.kind else {
      Issue.record("\(snapshot)")
      return
    }
    // What was missed and what is still to come are all that happened: nothing is lost without a word.
    var numbers: [UInt64] = []
    controller.terminate()
    while let event = await iterator.next() { numbers.append(event.number) }
    #expect(UInt64(missed) == snapshot.number - 2)
    #expect(numbers == Array((snapshot.number + 1)...(2 + 100 + 1)))
  }

  @Test func `end for each reader when the controller ends, or is gone`() async throws {
    var ended = controller.events.makeAsyncIterator()
    controller.terminate()
    #expect(await ended.next()?.kind == .snapshot(missed: 0))
    #expect(await ended.next()?.kind == .terminated)
    #expect(await ended.next() == nil)
    #expect(await ended.next() == nil)

    var gone: ControllerEvents.Iterator?
    do {
      let other = ControllerFixture()
      gone = other.controller.events.makeAsyncIterator()
    }
    #expect(await gone?.next()?.kind == .snapshot(missed: 0))
    #expect(await gone?.next() == nil)
  }

  @Test func `end for a reader whose task is cancelled`() async throws {
    let events = controller.events
    let (reads, read) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      var count = 0
      for await _ in events {
        count += 1
        read.yield()
      }
      return count
    }
    for await _ in reads { break }
    task.cancel()
    #expect(await task.value == 1)
  }

  @Test func `are numbered as well when nobody reads them`() async throws {
    try await fixture.install()
    let number = controller.reports.eventNumber
    controller.rootContainer.setNeedsDisplay()
    #expect(controller.reports.eventNumber == number + 1)
  }

  @Test func `are the same for the same life`() async throws {
    let other = `The events of a controller`()
    let first = try await events { try await live() }
    let second = try await other.events { try await other.live() }
    #expect(first == second)
  }
}
