/// Limits the time that a check waits for questions that a provider leaves pending.
///
/// A check asks many questions, and has to end in time even when none of them is ever woken. So each wait without
/// success shortens the later ones.
final class Patience {
  /// The longest time that one question may stay pending.
  let each: Duration
  private var left: Duration

  /// - Parameter each: The longest time that one question may stay pending; a check waits for twice that time before it
  ///   shortens its waits.
  init(_ each: Duration) {
    self.each = each
    left = each * 2
  }

  /// Waits for one question.
  ///
  /// - Parameter body: Waits for at most the given time, and returns whether the question was woken.
  /// - Returns: Whether the question was woken.
  func wait(_ body: (Duration) -> Bool) -> Bool {
    let limit = max(min(each, left), each / 8)
    let isWoken = body(limit)
    if !isWoken { left -= limit }
    return isWoken
  }
}
