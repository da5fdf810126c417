import Dispatch
import Synchronization

/// Runs a task, and the store below it, on the thread that calls it.
///
/// `strace` counts the calls of each thread by itself, so that "the fifth `fsync`" names one call only when one thread
/// makes them all.
final class MainThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let ready = DispatchSemaphore(value: 0)
  private let isDone = Mutex(false)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    ready.signal()
  }

  /// Runs a task until it has ended.
  func run(_ body: @escaping @Sendable () async -> Void) {
    Task(executorPreference: self) {
      await body()
      self.isDone.withLock { $0 = true }
    }
    while !isDone.withLock({ $0 }) {
      ready.wait()
      let job = jobs.withLock { $0.removeFirst() }
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
