/// Limits the time that a check waits for questions that a provider leaves pending.
///
/// A check asks many questions, and has to end in time even when none of them is ever woken. So waits without success
/// shorten the later ones.
final class Patience {
  let each: Duration
  /// The longest time once twice ``each`` is used up.
  private let short: Duration
  /// What is left of twice the longest time for questions that are never woken.
  private var left: Duration
  /// The time for which questions were waited for, up to twice the longest time; it is no work of the provider.
  private(set) var waited = Duration.zero

  /// A check waits for twice `each` before it shortens its waits to `short`.
  init(_ each: Duration, then short: Duration) {
    (self.each, self.short) = (each, min(each, short))
    left = each * 2
  }

  func wait(_ body: (Duration) -> Bool) -> Bool {
    let limit = max(min(each, left), short)
    let began = ContinuousClock.now
    let isWoken = body(limit)
    waited = min(waited + (.now - began), each * 2)
    if !isWoken { left -= limit }
    return isWoken
  }
}
