import Synchronization

/// A clock on which an animation takes no time, and a session ends when it is told to.
final class JournalingClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleeper: CheckedContinuation<Void, Never>?
    var arrival: CheckedContinuation<Void, Never>?
  }

  private let journal: Journal
  private let state = Mutex(State())
  let minimumResolution: Duration = .zero

  init(journal: Journal) { self.journal = journal }

  var now: Instant { state.withLock { $0.now } }

  /// The time of day that goes with it.
  var seconds: Int64 { 1000 + now.offset.components.seconds }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    if now.duration(to: deadline) < .seconds(1) { return journal.note("animate") }
    if now.duration(to: deadline) >= .seconds(3600) {
      for await _ in AsyncStream<Never>.makeStream().stream {}
      throw CancellationError()
    }
    // The watch of a session, which ends within four seconds and is not refreshed before; or not at all.
    await withCheckedContinuation { continuation in
      let arrival = state.withLock { state in
        state.sleeper = continuation
        defer { state.arrival = nil }
        return state.arrival
      }
      arrival?.resume()
    }
  }

  /// Lets four seconds pass, when the watch of a session sleeps.
  func passExpiry() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleeper == nil { state.arrival = continuation }
        return state.sleeper != nil
      }
      if isThere { continuation.resume() }
    }
    let sleeper = state.withLock { state in
      state.now = state.now.advanced(by: .seconds(4))
      defer { state.sleeper = nil }
      return state.sleeper
    }
    sleeper?.resume()
  }
}
