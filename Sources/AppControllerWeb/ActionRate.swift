/// Limits how much a visitor does: so many things at once, and as many a second in the long run.
struct ActionRate: Sendable {
  /// The number of things at once, and in each second.
  static let limit = 20.0

  private var left = Self.limit
  private var last = Duration.zero

  /// Takes one thing, at a time that does not go back.
  ///
  /// - Returns: Whether it is admitted.
  mutating func admits(at moment: Duration) -> Bool {
    let passed = max(.zero, moment - last)
    last = moment
    left = min(Self.limit, left + passed / .seconds(1) * Self.limit)
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
