import AppControllerKitTesting
import Testing

@MainActor
@Suite struct `A manual clock` {
  private let clock = ManualClock()
  private let woken = Woken()

  /// Sleeps, and notes who was woken.
  private func sleeper(_ name: String, for duration: Duration) -> Task<Void, Never> {
    Task {
      do {
        try await clock.sleep(for: duration)
        woken.names.append(name)
      } catch {
        woken.names.append("\(name) cancelled")
      }
    }
  }

  @Test func `stands still until it is moved`() async {
    let task = sleeper("one", for: .seconds(1))
    await clock.sleeperArrived()
    #expect(clock.now.offset == .zero && clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(999))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))
    #expect(clock.sleeperCount == 0 && clock.now == .init(offset: .seconds(1)))
    await task.value
    #expect(woken.names == ["one"])
  }

  @Test func `wakes the earliest first, and everybody who is due then`() async {
    let late = sleeper("late", for: .seconds(2))
    let early = [sleeper("early", for: .seconds(1)), sleeper("early", for: .seconds(1))]
    await clock.sleeperArrived(3)
    #expect(clock.nextDeadline?.offset == .seconds(1))
    #expect(clock.advanceToNextSleeper())
    #expect(clock.now.offset == .seconds(1) && clock.sleeperCount == 1)
    for task in early { await task.value }
    #expect(woken.names == ["early", "early"])
    #expect(clock.advanceToNextSleeper() && !clock.advanceToNextSleeper())
    #expect(clock.now.offset == .seconds(2) && clock.nextDeadline == nil)
    await late.value
    #expect(woken.names == ["early", "early", "late"])
  }

  @Test func `tells those who are due within a time from others`() async {
    var arrived = false
    let watch = sleeper("watch", for: .seconds(30))
    await clock.sleeperArrived()
    clock.advance(by: .seconds(1))
    let test = Task.immediate {
      await clock.sleeperArrived(within: .seconds(1))
      arrived = true
    }
    let watchToo = sleeper("watch too", for: .milliseconds(1001))
    // Whoever has waited longer is told first.
    await clock.sleeperArrived(2)
    #expect(!arrived)
    let animation = sleeper("animation", for: .seconds(1))
    await test.value
    #expect(clock.sleeperCount == 3)
    clock.advance(by: .seconds(30))
    for task in [watch, watchToo, animation] { await task.value }
  }

  @Test func `lets whoever is due already go on`() async throws {
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: .init(offset: .seconds(5)))
    try await clock.sleep(for: .zero)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `ends the sleep of a task that is cancelled, before or while it sleeps`() async {
    let sleeping = sleeper("while", for: .seconds(1))
    await clock.sleeperArrived()
    sleeping.cancel()
    await sleeping.value
    let before = sleeper("before", for: .seconds(1))
    before.cancel()
    await before.value
    #expect(woken.names == ["while cancelled", "before cancelled"])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `loses nobody whose cancellation comes at any moment`() async {
    for _ in 0..<500 {
      let task = Task.detached { [clock] in
        do { try await clock.sleep(for: .seconds(1)) } catch { return error is CancellationError }
        return false
      }
      task.cancel()
      #expect(await task.value)
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `on which nothing takes any time ends a sleep at once, and throws when cancelled`() async throws {
    try await ImmediateClock().sleep(for: .seconds(3600))
    let task = Task { try await ImmediateClock().sleep(for: .seconds(1)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

@MainActor
private final class Woken {
  var names: [String] = []
}
