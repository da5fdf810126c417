internal import AppControllerKit

/// How much an instance asks for and logs, and when it is too much: a value that decides.
///
/// What counts is a span of one second, which goes on until the main actor has had a turn: so what it has not seen yet is
/// bounded, and what it has to do in a second too.
struct ProviderTraffic: Sendable {
  /// How many logins, logouts, updates and refreshes may be asked for in one span.
  static let requestLimit = 1000
  /// How many lines are kept in one span: of those that are at least warnings, and of the others.
  static let lineLimit = 1000
  static let span = Duration.seconds(1)

  private var start = Duration.zero
  private var requestCount = 0
  private var lineCount = 0
  private var warningCount = 0
  private var isSeen = true
  /// How many lines were left out that nobody has been told of, and the highest of their levels.
  private var leftOut: (count: Int, level: LogLevel) = (0, .debug)

  /// The instance asks for something.
  ///
  /// - Returns: Whether it may.
  mutating func takeRequest(at now: Duration) -> Bool {
    advance(to: now)
    requestCount += 1
    return requestCount <= Self.requestLimit
  }

  /// The instance logs a line.
  ///
  /// - Returns: Whether it is kept.
  mutating func takeLine(_ level: LogLevel, at now: Duration) -> Bool {
    advance(to: now)
    if level >= .warning { warningCount += 1 } else { lineCount += 1 }
    let isKept = (level >= .warning ? warningCount : lineCount) <= Self.lineLimit
    if !isKept { leaveOut(level) }
    return isKept
  }

  /// A line is not kept.
  mutating func leaveOut(_ level: LogLevel) { leftOut = (leftOut.count + 1, max(leftOut.level, level)) }

  /// What there is to say about lines that were left out, once: when their span is over, or at the end.
  mutating func takeNotice(at now: Duration, isLast: Bool = false) -> (LogLevel, String)? {
    guard leftOut.count > 0, isLast || now - start >= Self.span else { return nil }
    defer { leftOut = (0, .debug) }
    return (
      leftOut.level,
      "\(leftOut.count) lines of the provider's log were left out: it may log \(Self.lineLimit) within \(Self.span)"
    )
  }

  /// Whether the main actor has to be asked for a turn, because something has come since its last one.
  mutating func needsTurn() -> Bool {
    defer { isSeen = false }
    return isSeen
  }

  /// The main actor has its turn.
  mutating func turn() { isSeen = true }

  private mutating func advance(to now: Duration) {
    guard isSeen, now - start >= Self.span else { return }
    (start, requestCount, lineCount, warningCount) = (now, 0, 0, 0)
  }
}
