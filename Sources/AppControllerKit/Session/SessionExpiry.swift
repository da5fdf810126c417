/// The times at which a session is to be refreshed and has expired: a pure function of the time.
struct SessionExpiry: Sendable, Equatable {
  /// The next step.
  enum Step: Sendable, Equatable {
    case wait(Duration)
    case refresh
    case expire
  }

  /// The longest wait; a change of the machine's clock is noticed within this time.
  static let longestWait = Duration.seconds(3600)
  /// The longest time between a refresh and the expiry.
  static let longestLead = Duration.seconds(60)

  private let end: Timestamp
  private let refresh: Timestamp
  private var isRefreshed = false

  /// Makes a plan for a session that expires at a time, given the current time.
  ///
  /// The refresh is a fifth of the lifetime before the expiry, so that a session of a few seconds is not refreshed
  /// continually.
  init(end: Timestamp, now: Timestamp) {
    self.end = end
    refresh = end - min(Self.longestLead, max(.zero, end - now) / 5)
  }

  mutating func step(at now: Timestamp) -> Step {
    if now >= end { return .expire }
    if !isRefreshed, now >= refresh {
      isRefreshed = true
      return .refresh
    }
    return .wait(min((isRefreshed ? end : refresh) - now, Self.longestWait))
  }
}
