struct SessionExpiry: Sendable, Equatable {
  enum Step: Sendable, Equatable {
    case wait(Duration)
    case refresh
    case expire
  }

  /// A change of the machine's clock is noticed within this time.
  static let longestWait = Duration.seconds(3600)
  static let longestLead = Duration.seconds(60)

  private let end: Timestamp
  private let refresh: Timestamp
  private var isRefreshed = false

  /// The refresh is a fifth of the lifetime before the end, so that a short session is not refreshed continually.
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
