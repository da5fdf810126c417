internal import AppControllerKit
internal import Glibc

/// Runs blocking calls, each on a thread of its own, while a task waits for the answer for a limited time.
///
/// A thread of the concurrency pool must not be blocked, and a call into a library may never return. After the limit,
/// the call keeps its thread until it returns.
enum BlockingCall {
  /// Throws `late` after the limit, and `CancellationError` when the task is cancelled; `giveUp` is called once, also
  /// after the answer, unless no thread can be started.
  static func run<Answer: Sendable>(
    atMost limit: Duration, by clock: any Clock<Duration>, late: any Error,
    givingUp giveUp: () -> Void = {}, _ body: @escaping @Sendable () throws -> Answer
  ) async throws -> Answer {
    // A stream ends only once, and the first end decides.
    let (answers, slot) = AsyncThrowingStream<Answer, any Error>.makeStream()
    let number = DetachedThread.start {
      do {
        slot.yield(try body())
        slot.finish()
      } catch {
        slot.finish(throwing: error)
      }
    }
    guard number == 0 else {
      throw AppControllerError(
        .vaultUnavailable, what: "cannot ask the vault: no thread can be started",
        why: "the system says: \(unsafe String(cString: strerror(number)))",
        fix: "raise the limit of threads or of memory, then try again"
      )
    }
    let timer = Task {
      try await clock.sleep(for: limit)
      slot.finish(throwing: late)
    }
    defer {
      timer.cancel()
      giveUp()
    }
    for try await answer in answers { return answer }
    throw CancellationError()
  }
}
