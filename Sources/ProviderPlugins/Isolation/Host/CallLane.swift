/// Lets one call be under way at a time, in the order in which they were asked for.
///
/// Isolation: the main actor.
@MainActor
final class CallLane {
  /// A place in the order.
  struct Ticket {
    fileprivate let number: Int
  }

  private var next = 0
  private var serving = 0
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]

  /// Takes a place, which has to be waited for with ``turn(_:)`` and left with ``leave()``.
  func reserve() -> Ticket {
    defer { next += 1 }
    return Ticket(number: next)
  }

  /// Waits until everybody before has left.
  func turn(_ ticket: Ticket) async {
    if ticket.number == serving { return }
    await withCheckedContinuation { waiters[ticket.number] = $0 }
  }

  /// Lets the next one go on.
  func leave() {
    serving += 1
    waiters.removeValue(forKey: serving)?.resume()
  }
}
