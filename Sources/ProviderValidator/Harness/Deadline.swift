/// The end of a part of a check's time.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(_ end: ContinuousClock.Instant) { self.end = end }

  /// Whether the time is over.
  var isOver: Bool { ContinuousClock.now >= end }
}
