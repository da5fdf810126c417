extension Clock<Duration> {
  /// Tells how much time has passed on the clock since now.
  func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
