internal import AppControllerKit

/// Sees to it that a call comes back in time.
///
/// To begin and to cancel a sleep of a clock costs more than most calls take. So one sleep is for all the calls that
/// follow each other without a pause: when it ends, it goes on for as long as the call has that is under way then.
///
/// Isolation: the main actor.
@MainActor
final class CallWatch {
  private let clock: any Clock<Duration>
  /// How much time has passed on the clock since this watch was made.
  private let elapsed: () -> Duration
  /// What happens to a call that takes longer than this.
  private let timeoutHandler: (Duration) -> Void
  /// The call that is under way.
  private var call: (limit: Duration, deadline: Duration)?
  private var sleep: (task: Task<Void, Never>, end: Duration)?
  private var isRestDue = false

  init(_ clock: any Clock<Duration>, timeoutHandler: @escaping (Duration) -> Void) {
    self.clock = clock
    self.timeoutHandler = timeoutHandler
    elapsed = clock.stopwatch()
  }

  /// A call begins.
  func begin(_ limit: Duration) {
    let deadline = elapsed() + limit
    call = (limit, deadline)
    if let sleep, sleep.end <= deadline { return }
    sleep?.task.cancel()
    sleep = (Task { await watch() }, deadline)
  }

  /// The call has come back.
  func end() {
    call = nil
    if isRestDue { return }
    isRestDue = true
    Task {
      isRestDue = false
      if call == nil { rest() }
    }
  }

  /// Sleeps for no call any more.
  private func rest() {
    sleep?.task.cancel()
    sleep = nil
  }

  private func watch() async {
    while !Task.isCancelled, let call {
      let rest = call.deadline - elapsed()
      guard rest > .zero else {
        sleep = nil
        return timeoutHandler(call.limit)
      }
      sleep?.end = call.deadline
      try? await clock.sleep(for: rest)
    }
    if !Task.isCancelled { sleep = nil }
  }
}

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
