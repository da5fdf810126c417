import Synchronization

/// A clock that stands still until the test moves it.
final class TestClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let wakes: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var number = 0
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var observers: [CheckedContinuation<Void, Never>] = []

    /// - Returns: Who waited for a sleeper.
    mutating func add(
      _ number: Int, until deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>
    ) -> [CheckedContinuation<Void, Never>] {
      if cancelled.remove(number) != nil {
        continuation.resume(throwing: CancellationError())
      } else if deadline <= now {
        continuation.resume()
      } else {
        sleepers[number] = Sleeper(wakes: deadline, continuation: continuation)
        defer { observers = [] }
        return observers
      }
      return []
    }
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.number += 1
      return state.number
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        for observer in state.withLock({ $0.add(number, until: deadline, continuation) }) { observer.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: number)
        if sleeper == nil { state.cancelled.insert(number) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Waits until somebody sleeps.
  func somebodySleeps() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.isEmpty { state.observers.append(continuation) }
        return !state.sleepers.isEmpty
      }
      if isThere { continuation.resume() }
    }
  }

  /// How many sleep.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Moves the time, and wakes whoever is due.
  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.wakes <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.sorted { $0.wakes < $1.wakes }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}

/// A clock on which nothing takes any time.
struct ImmediateClock: Clock {
  var now: TestClock.Instant { .init() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws { try Task.checkCancellation() }
}
