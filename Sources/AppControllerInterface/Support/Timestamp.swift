internal import Glibc

/// A moment by the clock of the machine, in whole seconds.
///
/// ```swift
/// let session = Session(subject: "ada", expiresAt: .now + .seconds(3600))
/// ```
public struct Timestamp: Sendable, Hashable {
  /// The seconds since 1970-01-01T00:00:00Z.
  public var secondsSince1970: Int64

  /// Makes a moment from the seconds since 1970-01-01T00:00:00Z.
  public init(secondsSince1970: Int64) { self.secondsSince1970 = secondsSince1970 }

  /// The current moment.
  public static var now: Timestamp { Timestamp(secondsSince1970: Int64(time(nil))) }

  /// Returns a later moment; fractions of a second are dropped, and the result is at most the last moment.
  public static func + (moment: Timestamp, duration: Duration) -> Timestamp {
    let seconds = duration.bounded.components.seconds
    let (sum, isOver) = moment.secondsSince1970.addingReportingOverflow(seconds)
    return Timestamp(secondsSince1970: isOver ? (seconds < 0 ? .min : .max) : sum)
  }

  /// Returns an earlier moment; fractions of a second are dropped, and the result is at least the first moment.
  public static func - (moment: Timestamp, duration: Duration) -> Timestamp { moment + (.zero - duration.bounded) }

  /// Returns the time from one moment to another, limited to the seconds that fit into 64 bits.
  public static func - (end: Timestamp, start: Timestamp) -> Duration {
    (.seconds(end.secondsSince1970) - .seconds(start.secondsSince1970)).bounded
  }
}

extension Duration {
  /// The nearest duration whose seconds fit into 64 bits, as do those of its negation.
  fileprivate var bounded: Duration { min(max(self, .seconds(-Int64.max)), .seconds(Int64.max)) }
}

extension Timestamp: Comparable {
  /// Whether one moment is before another.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.secondsSince1970 < right.secondsSince1970 }
}

extension Timestamp: CustomStringConvertible {
  /// The moment in the form of ISO 8601, such as `2026-11-21T09:30:00Z`.
  public var description: String {
    var time = time_t(secondsSince1970)
    var parts = unsafe tm()
    guard unsafe gmtime_r(&time, &parts) != nil else { return "\(secondsSince1970) seconds after 1970" }
    func digits(_ number: Int32, _ width: Int = 2) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let date = unsafe [digits(parts.tm_year + 1900, 4), digits(parts.tm_mon + 1), digits(parts.tm_mday)].joined(
      separator: "-")
    let clock = unsafe [digits(parts.tm_hour), digits(parts.tm_min), digits(parts.tm_sec)].joined(separator: ":")
    return "\(date)T\(clock)Z"
  }
}
