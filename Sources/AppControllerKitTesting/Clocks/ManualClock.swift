import Synchronization

/// A clock that stands still until the test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// let controller = AppController(interfaceProvider: provider, clock: clock)
/// async let login = controller.login(session)
/// await clock.sleeperArrived(within: .milliseconds(600))
/// clock.advance(by: .milliseconds(600))
/// ```
///
/// A sleeping task is woken when the clock reaches its deadline, the earliest first, or when the task is cancelled.
/// Every function may be called from any thread.
public final class ManualClock: Clock, Sendable {
  /// A moment, as the time by which the clock was moved until then.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public var offset: Duration

    /// Makes a moment; the one at which the clock is made unless given.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// Returns the moment that is later by a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the duration until another moment.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether the first moment is before the second.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Arrival {
    let count: Int
    let latest: Instant?
    let continuation: CheckedContinuation<Void, Never>

    func isThere(in sleepers: [Sleeper]) -> Bool {
      guard let latest else { return sleepers.count >= count }
      return sleepers.prefix { $0.deadline <= latest }.count >= count
    }
  }

  private struct State {
    var now = Instant()
    /// The sleeping tasks, the earliest deadline first, and in the order of their arrival.
    var sleepers: [Sleeper] = []
    var lastNumber = 0
    var arrivals: [Arrival] = []

    mutating func add(_ sleeper: Sleeper) -> [Arrival] {
      let index = sleepers.firstIndex { sleeper.deadline < $0.deadline } ?? sleepers.count
      sleepers.insert(sleeper, at: index)
      let told = arrivals.filter { $0.isThere(in: sleepers) }
      arrivals.removeAll { $0.isThere(in: sleepers) }
      return told
    }

    mutating func takeDue() -> [Sleeper] {
      let due = sleepers.prefix { $0.deadline <= now }
      sleepers.removeFirst(due.count)
      return Array(due)
    }
  }

  private let state = Mutex(State())

  /// Makes a clock on which no task sleeps.
  public init() {}

  /// The current moment.
  public var now: Instant { state.withLock { $0.now } }
  /// The resolution of the clock, which is that of a duration.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until the clock is moved to a moment or beyond it.
  ///
  /// - Throws: `CancellationError` when the task is cancelled, before or during the sleep.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let sleeper = Sleeper(number: number, deadline: deadline, continuation: continuation)
        // An earlier cancellation found no sleeper, so it is checked under the lock that the cancellation handler
        // takes.
        let (result, arrivals): (Result<Void, any Error>?, [Arrival]) = state.withLock { state in
          if Task.isCancelled { return (.failure(CancellationError()), []) }
          if deadline <= state.now { return (.success(()), []) }
          return (nil, state.add(sleeper))
        }
        for arrival in arrivals { arrival.continuation.resume() }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.sleepers.firstIndex { $0.number == number }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}

// MARK: - Control by the test

extension ManualClock {
  /// The number of sleeping tasks.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// The deadline of the first sleeper; `nil` when no task sleeps.
  public var nextDeadline: Instant? { state.withLock { $0.sleepers.first?.deadline } }

  /// Waits until a number of tasks sleep whose deadlines are within a time from now.
  ///
  /// A controller sleeps for its deadlines as well. A test of an animation therefore gives the duration of the
  /// animation, so that tasks with later deadlines do not count.
  ///
  /// - Parameters:
  ///   - count: The number of tasks; one unless given.
  ///   - duration: The time; any unless given.
  public func sleeperArrived(_ count: Int = 1, within duration: Duration? = nil) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        let latest = duration.map(state.now.advanced)
        let arrival = Arrival(count: count, latest: latest, continuation: continuation)
        let isThere = arrival.isThere(in: state.sleepers)
        if !isThere { state.arrivals.append(arrival) }
        return isThere
      }
      if isThere { continuation.resume() }
    }
  }

  /// Moves the time forward, and wakes the tasks whose deadlines are reached.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      return state.takeDue()
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Moves the time to the deadline of the first sleeper, and wakes all tasks whose deadlines are reached.
  ///
  /// - Returns: Whether a task slept; if not, the time has not moved.
  @discardableResult
  public func advanceToNextSleeper() -> Bool {
    let due = state.withLock { state in
      if let deadline = state.sleepers.first?.deadline { state.now = deadline }
      return state.takeDue()
    }
    for sleeper in due { sleeper.continuation.resume() }
    return !due.isEmpty
  }
}
