import AppControllerKitTesting
import Synchronization

/// A clock that whoever sleeps moves himself, step by step; nothing waits, and every moment can be watched.
///
/// It is for one sleeper at a time, so no deadlines run on it.
final class VirtualClock: Clock, Sendable {
  typealias Instant = ManualClock.Instant

  private let state = Mutex(Instant(offset: .zero))
  private let step: Duration
  private let watcher = Mutex<(@MainActor @Sendable (Duration) -> Void)?>(nil)
  let minimumResolution: Duration = .zero

  init(step: Duration = .milliseconds(100)) { self.step = step }

  var now: Instant { state.withLock { $0 } }

  /// Has a function called at every step of every sleep, before it ends.
  func watch(_ body: @escaping @MainActor @Sendable (_ now: Duration) -> Void) { watcher.withLock { $0 = body } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    while now < deadline {
      if let body = watcher.withLock({ $0 }) { await body(now.offset) }
      try Task.checkCancellation()
      state.withLock { $0 = min($0.advanced(by: step), deadline) }
    }
  }
}

extension Duration {
  /// In whole milliseconds.
  var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
