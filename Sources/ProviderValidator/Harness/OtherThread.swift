import Glibc

/// Returns when the body has ended.
func onOtherThread<Result>(_ body: () -> Result) -> Result {
  var result: Result?
  withoutActuallyEscaping({ result = body() }) { escaping in
    let box = unsafe Unmanaged.passRetained(ThreadBody(escaping))
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    if status == 0 {
      pthread_join(thread, nil)
    } else {
      unsafe box.takeRetainedValue().body()
    }
  }
  guard let result else { preconditionFailure("the thread ended without a result") }
  return result
}

private final class ThreadBody {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}
