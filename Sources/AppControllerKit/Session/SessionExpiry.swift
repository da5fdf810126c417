/// The times at which a session is to be refreshed and has expired: a pure function of the time.
struct SessionExpiry: Sendable, Equatable {
  /// The next step.
  enum Step: Sendable, Equatable {
    case wait(Duration)
    case refresh
    case expire
  }

  /// The longest wait in seconds; a change of the machine's clock is noticed within this time.
  static let longestWait: Int64 = 3600
  /// The longest time between a refresh and the expiry, in seconds.
  static let longestLead: Int64 = 60

  private let end: Int64
  private let refresh: Int64
  private var isRefreshed = false

  /// Makes a plan for a session that expires at a time, given the current time, both in seconds since
  /// 1970-01-01T00:00:00Z.
  ///
  /// The refresh is a fifth of the lifetime before the expiry, so that a session of a few seconds is not refreshed
  /// continually.
  init(end: Int64, now: Int64) {
    self.end = end
    let (life, isLong) = end.subtractingReportingOverflow(now)
    let lead = isLong ? Self.longestLead : min(Self.longestLead, max(0, life) / 5)
    refresh = end.subtractingReportingOverflow(lead).partialValue
  }

  mutating func step(at now: Int64) -> Step {
    if now >= end { return .expire }
    if !isRefreshed, now >= refresh {
      isRefreshed = true
      return .refresh
    }
    let (left, isLong) = (isRefreshed ? end : refresh).subtractingReportingOverflow(now)
    return .wait(.seconds(isLong ? Self.longestWait : min(left, Self.longestWait)))
  }
}
