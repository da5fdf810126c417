internal import Glibc
internal import Synchronization

/// Calls a handler on a thread of its own when a call exceeds its time limit, whatever the other threads do.
///
/// A call within its limit costs almost nothing: one thread sleeps for all consecutive calls.
package final class Watchdog: Sendable {
  private typealias Call = (name: String, limit: Duration, deadline: ContinuousClock.Instant)

  private struct State {
    var call: Call?
    /// `nil` without a thread.
    var wakeUp: ContinuousClock.Instant?
    /// Threads with other numbers end.
    var thread = 0
  }

  private let state = Mutex(State())
  private let handler: @Sendable (String, Duration) -> Void

  package init(_ handler: @escaping @Sendable (String, Duration) -> Void) { self.handler = handler }

  /// The call before must have ended.
  package func begin(_ name: String, within limit: Duration) {
    let deadline = ContinuousClock.now + limit
    let thread: Int? = state.withLock { state in
      state.call = (name, limit, deadline)
      if let wakeUp = state.wakeUp, wakeUp <= deadline { return nil }
      state.wakeUp = deadline
      state.thread += 1
      return state.thread
    }
    // If no thread can be started, the call is not watched.
    guard let thread, DetachedThread.start({ self.watch(as: thread) }) != 0 else { return }
    state.withLock { $0.wakeUp = nil }
  }

  package func end() { state.withLock { $0.call = nil } }

  private func watch(as thread: Int) {
    while let call = next(for: thread) {
      let rest = call.deadline - ContinuousClock.now
      if rest <= .zero { return handler(call.name, call.limit) }
      let (seconds, attoseconds) = rest.components
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      unsafe nanosleep(&time, nil)
    }
  }

  /// Without a call the thread ends.
  private func next(for thread: Int) -> Call? {
    state.withLock { state in
      guard thread == state.thread else { return nil }
      state.wakeUp = state.call?.deadline
      return state.call
    }
  }
}
