/// When a session that ends by itself is to be refreshed, and when it has ended: a pure function of the time.
struct SessionExpiry: Sendable, Equatable {
  /// What is to be done now.
  enum Step: Sendable, Equatable {
    case wait(Duration)
    case refresh
    case expire
  }

  /// Whoever sets the clock of the machine is noticed within this time, in seconds.
  static let longestWait: Int64 = 3600
  /// How long before the end a session is refreshed at most, in seconds.
  static let longestLead: Int64 = 60

  private let end: Int64
  private let refresh: Int64
  private var isRefreshed = false

  /// Plans for a session that ends at a time, in seconds since 1970-01-01T00:00:00Z, as the time since is.
  ///
  /// A fifth of its life before the end it is refreshed, so that one of a few seconds is not refreshed all the time.
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
