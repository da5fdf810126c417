extension Clock<Duration> {
  package func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }

  /// Throws `CancellationError` when the task is cancelled.
  ///
  /// Unlike `sleep(for:)` it determines the deadline on the actor of the caller, before anything else can run there: a
  /// clock that is moved afterwards ends the sleep at the right time.
  package nonisolated(nonsending) func pause(for duration: Duration) async throws {
    try await sleep(until: now.advanced(by: duration), tolerance: nil)
  }
}
