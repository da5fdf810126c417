internal import AppControllerKit

/// The requests and log lines of an instance, counted against their limits: a value that decides whether to accept
/// each.
///
/// They are counted per span. A span lasts at least one second, and until the main actor has had a turn. This bounds
/// the messages that the main actor has not handled yet, and its work per second.
package struct ProviderTraffic: Sendable {
  /// The maximum number of logins, logouts, updates and refreshes that an instance may request in one span.
  package static let requestLimit = 1000
  /// The maximum number of lines that are kept in one span, counted separately for warnings and above, and for the
  /// lower levels.
  package static let lineLimit = 1000
  static let span = Duration.seconds(1)

  private var start = Duration.zero
  private var requestCount = 0
  private var lineCount = 0
  private var warningCount = 0
  private var isSeen = true
  /// The number of lines that were left out and not reported yet, and the highest of their levels.
  private var leftOut: (count: Int, level: LogLevel) = (0, .debug)

  mutating func takeRequest(at now: Duration) -> Bool {
    advance(to: now)
    requestCount += 1
    return requestCount <= Self.requestLimit
  }

  mutating func takeLine(_ level: LogLevel, at now: Duration) -> Bool {
    advance(to: now)
    if level >= .warning { warningCount += 1 } else { lineCount += 1 }
    let isKept = (level >= .warning ? warningCount : lineCount) <= Self.lineLimit
    if !isKept { leaveOut(level) }
    return isKept
  }

  var hasLeftOut: Bool { leftOut.count > 0 }

  mutating func leaveOut(_ level: LogLevel) { leftOut = (leftOut.count + 1, max(leftOut.level, level)) }

  /// Returns a notice when the span of the lines is over or at the end; `nil` when none was left out.
  ///
  /// A notice begins the next span, because its own delivery needs a turn of the main actor.
  mutating func takeNotice(at now: Duration, isLast: Bool = false) -> (LogLevel, String)? {
    guard hasLeftOut, isLast || isSpanOver(at: now) else { return nil }
    defer { leftOut = (0, .debug) }
    advance(to: now)
    return (
      leftOut.level,
      "\(leftOut.count) lines of the provider's log were left out: it may log \(Self.lineLimit) within \(Self.span)"
    )
  }

  /// Returns whether to request a turn of the main actor, because this is the first message since its last turn.
  mutating func needsTurn() -> Bool {
    defer { isSeen = false }
    return isSeen
  }

  mutating func turn() { isSeen = true }

  private mutating func advance(to now: Duration) {
    guard isSpanOver(at: now) else { return }
    (start, requestCount, lineCount, warningCount) = (now, 0, 0, 0)
  }

  private func isSpanOver(at now: Duration) -> Bool { isSeen && now - start >= Self.span }
}
