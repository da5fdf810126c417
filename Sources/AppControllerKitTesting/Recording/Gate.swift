/// A door that a question waits at until the test opens it.
///
/// Put one into ``RecordingProvider/gates``, wait with ``arrived()`` until the provider stands before it, look at the app,
/// and ``open()`` it.
@MainActor
public final class Gate {
  private var waiter: CheckedContinuation<Void, any Error>?
  private var arrivals: [CheckedContinuation<Void, Never>] = []
  /// Whether somebody waits.
  public private(set) var isWaiting = false

  /// Makes a gate that is closed.
  public init() {}

  /// Waits until the gate is opened; for one at a time.
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

  /// Waits until the gate is opened, also when the task is cancelled: as a provider that does not listen.
  public func waitWhateverHappens() async {
    try? await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      arrive(continuation)
    }
  }

  /// Waits until somebody waits.
  public func arrived() async {
    if !isWaiting { await withCheckedContinuation { arrivals.append($0) } }
  }

  /// Lets whoever waits go on.
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
