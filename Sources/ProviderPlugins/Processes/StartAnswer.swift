internal import Glibc
internal import Synchronization

/// Where the thread that starts a child puts what came of it, for the one that waits for it.
@safe
final class StartAnswer: Sendable {
  private let answer = Mutex<Result<RunningChild, PluginError>?>(nil)
  private nonisolated(unsafe) let given = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { unsafe sem_init(given, 0, 0) }

  deinit {
    unsafe sem_destroy(given)
    unsafe given.deallocate()
  }

  /// Gives the answer; called once.
  func give(_ answer: Result<RunningChild, PluginError>) {
    self.answer.withLock { $0 = answer }
    unsafe sem_post(given)
  }

  /// Waits for the answer; called once.
  func wait() -> Result<RunningChild, PluginError> {
    while true {
      while unsafe sem_wait(given) != 0 {}
      if let answer = answer.withLock({ $0.take() }) { return answer }
    }
  }
}
