/// A call of the provider that begins at once, and is waited for until a deadline.
///
/// The task of a call that is late is cancelled, and left.
@MainActor
struct TimedCall<Value: Sendable> {
  typealias Outcome = Result<Value, AppControllerError>

  private let answer = AwaitedAnswer<Outcome>()
  private let task: Task<Void, Never>

  /// `takeLate` gets what the call returns after its deadline.
  init(
    orLater takeLate: (@MainActor (Value) -> Void)? = nil,
    _ body: @escaping @MainActor () async throws(AppControllerError) -> Value
  ) {
    task = Task.immediate { [answer] in
      do throws(AppControllerError) {
        let value = try await body()
        if answer.given == nil { answer.give(.success(value)) } else { takeLate?(value) }
      } catch {
        answer.give(.failure(error))
      }
    }
  }

  /// That of a function that does not suspend is known at once.
  var given: Outcome? { answer.given }

  func cancel() { task.cancel() }

  /// The limit is from now on; `late` is called for the error of a call that takes longer.
  func outcome(
    within limit: Duration?, _ clock: any Clock<Duration>, orElse late: @escaping @MainActor () -> AppControllerError
  ) async -> Outcome {
    if let given { return given }
    let watch = limit.map { limit in
      Task { [answer, task] in
        guard (try? await clock.pause(for: limit)) != nil, !Task.isCancelled, answer.given == nil else { return }
        answer.give(.failure(late()))
        task.cancel()
      }
    }
    defer { watch?.cancel() }
    return await withTaskCancellationHandler {
      await answer.value
    } onCancel: { [task] in
      task.cancel()
    }
  }
}
