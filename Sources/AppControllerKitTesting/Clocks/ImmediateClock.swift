/// A clock on which nothing takes any time: every sleep returns at once.
///
/// It is for tests that would only wait for an animation. A deadline on it has passed when it begins, so a controller
/// with a deadline should be made with a ``ManualClock``, or without the deadline. A forced logout always has a
/// deadline, so with this clock a handler that suspends is always given up.
public struct ImmediateClock: Clock {
  /// A moment, of which there is only one.
  public typealias Instant = ManualClock.Instant

  /// Makes a clock.
  public init() {}

  /// The only moment.
  public var now: Instant { Instant() }
  /// The resolution of the clock, which is that of a duration.
  public var minimumResolution: Duration { .zero }

  /// Returns at once.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws { try Task.checkCancellation() }
}
