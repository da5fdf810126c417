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
/// Whoever sleeps is woken when the clock gets to the deadline, the earliest first, or when the task is cancelled. Every
/// function may be called from any thread.
public final class ManualClock: Clock, Sendable {
  /// A moment: how far the clock was moved until then.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public var offset: Duration

    /// Makes a moment; the one at which the clock is made unless given.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// The moment that is so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// How much later another moment is.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether one moment is before another.
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
    /// Whoever sleeps, the earliest deadline first, and in the order of their coming.
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

  /// Makes a clock that nobody sleeps on.
  public init() {}

  /// The moment that it is.
  public var now: Instant { state.withLock { $0.now } }
  /// The clock is as fine as a duration.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until the clock is moved to a moment or beyond.
  ///
  /// - Throws: `CancellationError` when the task is cancelled, also when it was before.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let sleeper = Sleeper(number: number, deadline: deadline, continuation: continuation)
        // A cancellation that came before found no sleeper, so it is looked for under the lock that the handler takes.
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

// MARK: - What the test does

extension ManualClock {
  /// How many sleep.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// When the first sleeper is to be woken; `nil` when nobody sleeps.
  public var nextDeadline: Instant? { state.withLock { $0.sleepers.first?.deadline } }

  /// Waits until so many sleep who are due within a time from now.
  ///
  /// A controller sleeps for its deadlines as well, so that a test of an animation says how long that takes: whoever
  /// sleeps longer is another.
  ///
  /// - Parameters:
  ///   - count: How many; one unless given.
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

  /// Moves the time forward, and wakes whoever is due.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      return state.takeDue()
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Moves the time to the deadline of the first sleeper, and wakes it and whoever else is due then.
  ///
  /// - Returns: Whether anybody slept; when not, the time has not moved.
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
