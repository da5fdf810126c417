import Glibc

/// Wakes a waiting thread from any other thread.
@safe
package final class Bell: Sendable {
  private nonisolated(unsafe) let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  package init() { unsafe sem_init(semaphore, 0, 0) }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  package func ring() { unsafe sem_post(semaphore) }

  /// Returns at once if the bell has rung since the last wait.
  package func wait(atMost limit: Duration) {
    var end = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &end)
    let (seconds, attoseconds) = limit.components
    let nanoseconds = end.tv_nsec + Int(attoseconds / 1_000_000_000) + 1
    end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    while unsafe sem_timedwait(semaphore, &end) != 0, errno == EINTR {}
    while unsafe sem_trywait(semaphore) == 0 {}
  }
}
