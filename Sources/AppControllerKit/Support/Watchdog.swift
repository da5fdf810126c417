internal import Glibc
internal import Synchronization

/// Does something on a thread of its own when a call has not come back in time, whatever the other threads do.
///
/// A call that comes back in time costs next to nothing: one thread sleeps for all the calls that follow each other.
package final class Watchdog: Sendable {
  private typealias Call = (name: String, limit: Duration, deadline: ContinuousClock.Instant)

  private struct State {
    /// The call that is under way.
    var call: Call?
    /// When the thread that looks after the calls wakes up; `nil` without one.
    var wakeUp: ContinuousClock.Instant?
    /// Which thread that is; the others end.
    var thread = 0
  }

  private let state = Mutex(State())
  private let handler: @Sendable (String, Duration) -> Void

  /// Makes one that watches nothing yet.
  ///
  /// - Parameter handler: What is done when a call takes too long, with the call's name and its limit.
  package init(_ handler: @escaping @Sendable (String, Duration) -> Void) { self.handler = handler }

  /// A call begins; the one before has ended.
  package func begin(_ name: String, within limit: Duration) {
    let deadline = ContinuousClock.now + limit
    let thread: Int? = state.withLock { state in
      state.call = (name, limit, deadline)
      if let wakeUp = state.wakeUp, wakeUp <= deadline { return nil }
      state.wakeUp = deadline
      state.thread += 1
      return state.thread
    }
    // Without a thread nobody watches, as without a watchdog.
    guard let thread, DetachedThread.start({ self.watch(as: thread) }) != 0 else { return }
    state.withLock { $0.wakeUp = nil }
  }

  /// The call has come back.
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

  /// The call to sleep for; without one the thread ends.
  private func next(for thread: Int) -> Call? {
    state.withLock { state in
      guard thread == state.thread else { return nil }
      state.wakeUp = state.call?.deadline
      return state.call
    }
  }
}
