struct Deadline {
  private let end: ContinuousClock.Instant
  /// Its waits do not count; `nil` when every second counts.
  private let patience: Patience?

  init(_ end: ContinuousClock.Instant, extendedBy patience: Patience? = nil) {
    (self.end, self.patience) = (end, patience)
  }

  var isOver: Bool { .now - (patience?.waited ?? .zero) >= end }
}
