/// A token bucket.
struct ActionRate: Sendable {
  /// The number of actions at once, and of actions a second in the long run.
  static let limit = 20.0

  private var left = Self.limit
  private var last = Duration.zero

  /// The moment is never before that of the last action.
  mutating func admits(at moment: Duration) -> Bool {
    let passed = max(.zero, moment - last)
    last = moment
    left = min(Self.limit, left + passed / .seconds(1) * Self.limit)
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
