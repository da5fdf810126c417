import Glibc
import Synchronization

/// A serial executor that runs its jobs only inside the host's calls.
///
/// The host owns the main thread and may have another Swift runtime, so the main actor cannot be used. A job that
/// becomes ready between the host's calls requests a tick, until the executor is closed.
final class DrainedExecutor: SerialExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    /// `nil` between the host's calls.
    var thread: pthread_t?
    var isClosed = false
  }

  private let state = Mutex(State())
  private let requestTick: @Sendable () -> Void

  init(requestTick: @escaping @Sendable () -> Void) {
    self.requestTick = requestTick
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustAsk = state.withLock { state in
      state.jobs.append(job)
      return state.thread == nil && state.jobs.count == 1 && !state.isClosed
    }
    if mustAsk { requestTick() }
  }

  /// Stops requesting ticks, because the host calls the instance for the last time.
  func close() { state.withLock { $0.isClosed = true } }

  /// Returns `false` while another call of the host is running: on another thread, or on this one, when the provider
  /// has called a function of the host that calls back.
  func run(_ body: () -> Void) -> Bool {
    let isFree = state.withLock { state in
      guard state.thread == nil else { return false }
      state.thread = pthread_self()
      return true
    }
    guard isFree else { return false }
    body()
    while true {
      let jobs = state.withLock { state in
        let jobs = state.jobs
        state.jobs.removeAll(keepingCapacity: true)
        if jobs.isEmpty { state.thread = nil }
        return jobs
      }
      if jobs.isEmpty { return true }
      for job in jobs { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }

  func isIsolatingCurrentContext() -> Bool? {
    state.withLock { $0.thread == pthread_self() }
  }

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "a provider's state was used outside the host's calls")
  }
}
