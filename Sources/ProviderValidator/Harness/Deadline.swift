/// The end of a part of a check's time.
struct Deadline {
  private let end: ContinuousClock.Instant
  /// Whose waits do not count; `nil` when every second counts.
  private let patience: Patience?

  /// - Parameters:
  ///   - end: The end, when nothing is waited for.
  ///   - patience: Whose waits put off the end.
  init(_ end: ContinuousClock.Instant, extendedBy patience: Patience? = nil) {
    (self.end, self.patience) = (end, patience)
  }

  /// Whether the time is over.
  var isOver: Bool { .now - (patience?.waited ?? .zero) >= end }
}
