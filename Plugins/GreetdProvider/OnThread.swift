import Glibc

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Runs what blocks on a thread of its own, so that no thread of the concurrency runtime waits.
///
/// - Returns: The result; `nil` when no thread can be started.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result? {
  await withCheckedContinuation { continuation in
    let run = unsafe Unmanaged.passRetained(ThreadBody { continuation.resume(returning: body()) })
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        if let context = unsafe context { unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, run.toOpaque())
    if status == 0 {
      pthread_detach(thread)
    } else {
      unsafe run.release()
      continuation.resume(returning: nil)
    }
  }
}
