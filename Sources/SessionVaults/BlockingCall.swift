internal import AppControllerKit
internal import Glibc
internal import Synchronization

/// Calls that block, each on a thread of its own, and the task that waits for the answer no longer than it has to.
///
/// A thread of the pool must not be blocked, and a call into a library cannot be relied on to end. One that is given up
/// keeps its thread until it does.
enum BlockingCall {
  /// Runs a call.
  ///
  /// - Parameters:
  ///   - limit: How long to wait for it.
  ///   - clock: What tells when that is over.
  ///   - late: The error then.
  ///   - giveUp: Tells the call that nobody waits any more; called at most once, from any thread.
  ///   - body: The call.
  /// - Returns: What the call returns.
  /// - Throws: What the call throws, `late`, or `CancellationError` when the task is cancelled while it waits.
  static func run<Answer: Sendable>(
    atMost limit: Duration, by clock: any Clock<Duration>, late: any Error,
    givingUp giveUp: @escaping @Sendable () -> Void = {}, _ body: @escaping @Sendable () throws -> Answer
  ) async throws -> Answer {
    let slot = AnswerSlot<Answer>()
    let number = DetachedThread.start { slot.fill(Result(catching: body)) }
    guard number == 0 else { throw noThread(number) }
    let timer = Task {
      try await clock.sleep(for: limit)
      if slot.fill(.failure(late)) { giveUp() }
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      try await slot.answer()
    } onCancel: {
      if slot.fill(.failure(CancellationError())) { giveUp() }
    }
  }

  private static func noThread(_ number: Int32) -> AppControllerError {
    AppControllerError(
      .vaultUnavailable, what: "cannot ask the vault: no thread can be started",
      why: "the system says: \(unsafe String(cString: strerror(number)))",
      fix: "raise the limit of threads or of memory, then try again"
    )
  }
}

/// Where the answer of one call is put, once; what comes later is dropped.
private final class AnswerSlot<Answer: Sendable>: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<Answer, any Error>)
    case filled(Result<Answer, any Error>)
    case done
  }

  private let state = Mutex(State.empty)

  /// Puts an answer in; false when there was one already.
  @discardableResult
  func fill(_ answer: Result<Answer, any Error>) -> Bool {
    let (isFirst, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Answer, any Error>?) in
      switch state {
      case .empty:
        state = .filled(answer)
        return (true, nil)
      case .awaited(let waiter):
        state = .done
        return (true, waiter)
      case .filled, .done: return (false, nil)
      }
    }
    waiter?.resume(with: answer)
    return isFirst
  }

  /// Waits for the answer; called once.
  func answer() async throws -> Answer {
    try await withCheckedThrowingContinuation { waiter in
      let answer = state.withLock { state -> Result<Answer, any Error>? in
        guard case .filled(let answer) = state else {
          state = .awaited(waiter)
          return nil
        }
        state = .done
        return answer
      }
      if let answer { waiter.resume(with: answer) }
    }
  }
}
