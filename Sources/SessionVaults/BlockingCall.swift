internal import AppControllerKit
internal import Glibc
internal import Synchronization

/// Runs blocking calls, each on a thread of its own, while a task waits for the answer for a limited time.
///
/// A thread of the pool must not be blocked, and a call into a library may never return. A call that is given up
/// occupies its thread until it returns.
enum BlockingCall {
  /// Runs a call.
  ///
  /// - Parameters:
  ///   - limit: The longest time to wait for the call.
  ///   - clock: The clock that measures this time.
  ///   - late: The error to throw after this time.
  ///   - giveUp: Tells the call that no task waits any longer; called at most once, from any thread.
  ///   - body: The call.
  /// - Returns: The result of the call.
  /// - Throws: The error of the call, `late`, or `CancellationError` when the task is cancelled while it waits.
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

/// Holds the first answer of one call; later answers are dropped.
private final class AnswerSlot<Answer: Sendable>: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<Answer, any Error>)
    case filled(Result<Answer, any Error>)
    case done
  }

  private let state = Mutex(State.empty)

  /// Stores an answer; returns false when there was one already.
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
