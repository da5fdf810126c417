import Synchronization

/// A clock that follows the times of a recording.
///
/// Sleeping tasks are woken when the recording reaches their deadlines, the earliest first. A task of the main actor
/// sleeps and wakes there, without another thread in between.
final class ReplayClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var lastNumber = 0
    var activity = 0
    var wakingCount = 0
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .microseconds(1) }

  var activity: Int { state.withLock { $0.activity } }

  var wakingCount: Int { state.withLock { $0.wakingCount } }

  @MainActor func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = state.withLock { state in
      state.activity += 1
      state.lastNumber += 1
      return state.lastNumber
    }
    defer {
      state.withLock { state in
        state.activity += 1
        state.wakingCount -= 1
      }
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled || deadline <= state.now {
            state.wakingCount += 1
            return Task.isCancelled ? .failure(CancellationError()) : .success(())
          }
          let index = state.sleepers.firstIndex { deadline < $0.deadline } ?? state.sleepers.count
          state.sleepers.insert(Sleeper(number: number, deadline: deadline, continuation: continuation), at: index)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.sleepers.firstIndex { $0.number == number }.map { index in
          state.wakingCount += 1
          return state.sleepers.remove(at: index)
        }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Never goes back; returns whether any task was woken.
  func go(to time: Duration) -> Bool {
    let due = state.withLock { state in
      state.now = max(state.now, Instant(offset: time))
      let due = state.sleepers.prefix { $0.deadline <= state.now }
      state.sleepers.removeFirst(due.count)
      state.wakingCount += due.count
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
    return !due.isEmpty
  }
}
