extension Clock<Duration> {
  /// Returns a function that tells the time since now on the clock.
  func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
