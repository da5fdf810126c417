/// A clock on which nothing takes any time: whoever sleeps goes on at once.
///
/// It is for tests in which an animation would only be waited for. A deadline on it has passed when it begins, so a
/// controller that has one should be made with a ``ManualClock``, or without the deadline. A forced logout always has one, so
/// that a handler which suspends is given up on.
public struct ImmediateClock: Clock {
  /// A moment, of which there is only one.
  public typealias Instant = ManualClock.Instant

  /// Makes a clock.
  public init() {}

  /// Always the same moment.
  public var now: Instant { Instant() }
  /// The clock is as fine as a duration.
  public var minimumResolution: Duration { .zero }

  /// Returns at once.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws { try Task.checkCancellation() }
}
