/// Limits the time that a check waits for questions that a provider leaves pending.
///
/// A check asks many questions, and has to end in time even when none of them is ever woken. So waits without success
/// shorten the later ones.
final class Patience {
  /// The longest time that one question may stay pending.
  let each: Duration
  /// That time once twice the longest time is used up.
  private let short: Duration
  /// What is left of twice the longest time for questions that are never woken.
  private var left: Duration
  /// The time for which questions were waited for, up to twice the longest time; it is no work of the provider.
  private(set) var waited = Duration.zero

  /// - Parameters:
  ///   - each: The longest time that one question may stay pending; a check waits for twice that time before it shortens
  ///     its waits.
  ///   - short: The longest time from then on.
  init(_ each: Duration, then short: Duration) {
    (self.each, self.short) = (each, min(each, short))
    left = each * 2
  }

  /// Waits for one question.
  ///
  /// - Parameter body: Waits for at most the given time, and returns whether the question was woken.
  /// - Returns: Whether the question was woken.
  func wait(_ body: (Duration) -> Bool) -> Bool {
    let limit = max(min(each, left), short)
    let began = ContinuousClock.now
    let isWoken = body(limit)
    waited = min(waited + (.now - began), each * 2)
    if !isWoken { left -= limit }
    return isWoken
  }
}
