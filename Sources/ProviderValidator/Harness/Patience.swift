/// How long a check waits for questions that a provider leaves pending.
///
/// A check asks many, and has to end in its own time though none of them is ever woken: what was waited in vain is not
/// waited again.
final class Patience {
  /// How long one question may stay pending.
  let each: Duration
  private var left: Duration

  /// - Parameter each: How long one question may stay pending; two of that are what a check waits at its full length.
  init(_ each: Duration) {
    self.each = each
    left = each * 2
  }

  /// Waits for one question.
  ///
  /// - Parameter body: Waits as long as it is told at most, and says whether the question was woken.
  /// - Returns: Whether it was woken.
  func wait(_ body: (Duration) -> Bool) -> Bool {
    let limit = max(min(each, left), each / 8)
    let isWoken = body(limit)
    if !isWoken { left -= limit }
    return isWoken
  }
}
