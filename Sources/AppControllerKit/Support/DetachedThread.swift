internal import Glibc

/// A thread for blocking work, because a thread of the concurrency pool must not be blocked.
package enum DetachedThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// The thread is never joined; returns 0, or the error number when none can be started.
  package static func start(_ run: @escaping @Sendable () -> Void) -> Int32 {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let body = unsafe Unmanaged.passRetained(Body(run))
    var thread = pthread_t()
    let number = unsafe pthread_create(
      &thread, &attributes,
      { body in
        if let body = unsafe body { unsafe Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
        return nil
      }, body.toOpaque()
    )
    if number != 0 { unsafe body.release() }
    return number
  }
}
