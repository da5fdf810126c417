import Synchronization

/// A clock that stands still until the test moves it.
final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var arrivals: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  let minimumResolution: Duration = .zero

  var now: Instant { state.withLock { $0.now } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await withCheckedContinuation { continuation in
      let (arrivals, isDue) = state.withLock { state in
        if deadline <= state.now { return ([CheckedContinuation<Void, Never>](), true) }
        state.sleepers.append(Sleeper(deadline: deadline, continuation: continuation))
        defer { state.arrivals = [] }
        return (state.arrivals, false)
      }
      for arrival in arrivals { arrival.resume() }
      if isDue { continuation.resume() }
    }
  }

  /// Waits until somebody sleeps.
  func sleeperArrived() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.isEmpty { state.arrivals.append(continuation) }
        return !state.sleepers.isEmpty
      }
      if isThere { continuation.resume() }
    }
  }

  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}
