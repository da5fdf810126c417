/// A gate at which a question waits until the test opens it.
///
/// Put a gate into ``RecordingProvider/gates``, wait with ``arrived()`` until the provider has reached it, examine the
/// app, and ``open()`` it.
@MainActor
public final class Gate {
  private var waiter: CheckedContinuation<Void, any Error>?
  private var arrivals: [CheckedContinuation<Void, Never>] = []
  /// Whether a question waits at the gate.
  public private(set) var isWaiting = false

  /// Makes a closed gate.
  public init() {}

  /// Waits until the gate is opened; only one task may wait at a time.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func wait() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        arrive(continuation)
      }
    } onCancel: {
      Task { @MainActor in self.finish(.failure(CancellationError())) }
    }
  }

  /// Waits until the gate is opened even when the task is cancelled, as a provider that ignores cancellation does.
  public func waitIgnoringCancellation() async {
    try? await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      arrive(continuation)
    }
  }

  /// Waits until a question waits at the gate.
  public func arrived() async {
    if !isWaiting { await withCheckedContinuation { arrivals.append($0) } }
  }

  /// Opens the gate, and resumes the waiting question.
  public func open() { finish(.success(())) }

  private func arrive(_ continuation: CheckedContinuation<Void, any Error>) {
    waiter = continuation
    isWaiting = true
    for arrival in arrivals { arrival.resume() }
    arrivals = []
  }

  private func finish(_ result: Result<Void, any Error>) {
    isWaiting = false
    waiter?.resume(with: result)
    waiter = nil
  }
}
