internal import AppControllerKit
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

  private let time = Mutex(Instant(offset: .zero))
  /// The earliest deadline first; the answer is whether it was reached.
  @MainActor private var sleepers: [(deadline: Instant, isReached: AwaitedAnswer<Bool>)] = []
  /// The number of times that a sleep has begun or ended.
  @MainActor private(set) var activity = 0

  var now: Instant { time.withLock { $0 } }
  var minimumResolution: Duration { .microseconds(1) }

  @MainActor func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    activity += 1
    defer { activity += 1 }
    try Task.checkCancellation()
    if deadline <= now { return }
    let isReached = AwaitedAnswer<Bool>()
    let index = sleepers.firstIndex { deadline < $0.deadline } ?? sleepers.count
    sleepers.insert((deadline, isReached), at: index)
    let isOver = await withTaskCancellationHandler {
      await isReached.value
    } onCancel: {
      Task { @MainActor in isReached.give(false) }
    }
    if !isOver {
      sleepers.removeAll { $0.isReached === isReached }
      throw CancellationError()
    }
  }

  /// Never goes back; returns whether any task was woken.
  @MainActor func go(to time: Duration) -> Bool {
    let now = self.time.withLock { now in
      now = max(now, Instant(offset: time))
      return now
    }
    let due = sleepers.prefix { $0.deadline <= now }.map(\.isReached)
    sleepers.removeFirst(due.count)
    for sleeper in due { sleeper.give(true) }
    return !due.isEmpty
  }
}
