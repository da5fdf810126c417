internal import AppControllerKit

/// Enforces the deadline of calls.
///
/// Starting and cancelling a sleep of a clock costs more than most calls take. So consecutive calls without a pause
/// share one sleep. When it ends, it is extended to the deadline of the call that is running then.
///
/// Isolation: the main actor.
@MainActor
final class CallWatch {
  private let clock: any Clock<Duration>
  private let elapsed: () -> Duration
  private let timeoutHandler: (Duration) -> Void
  private var call: (limit: Duration, deadline: Duration)?
  private var sleep: (task: Task<Void, Never>, end: Duration)?
  private var isRestDue = false

  init(_ clock: any Clock<Duration>, timeoutHandler: @escaping (Duration) -> Void) {
    self.clock = clock
    self.timeoutHandler = timeoutHandler
    elapsed = clock.stopwatch()
  }

  func begin(_ limit: Duration) {
    let deadline = elapsed() + limit
    call = (limit, deadline)
    if let sleep, sleep.end <= deadline { return }
    sleep?.task.cancel()
    sleep = (Task { await watch() }, deadline)
  }

  func end() {
    call = nil
    if isRestDue { return }
    isRestDue = true
    Task {
      isRestDue = false
      if call == nil { rest() }
    }
  }

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
      try? await clock.pause(for: rest)
    }
    if !Task.isCancelled { sleep = nil }
  }
}
