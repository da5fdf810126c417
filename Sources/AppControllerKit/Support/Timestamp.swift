internal import Glibc

/// Times in a form that people and scripts can read.
package enum Timestamp {
  /// Returns a time in seconds since 1970-01-01T00:00:00Z in the form of ISO 8601, such as `2026-11-21T09:30:00Z`.
  package static func text(of seconds: Int64) -> String {
    var time = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe gmtime_r(&time, &parts) != nil else { return "\(seconds) seconds after 1970" }
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

/// The time of day.
public enum WallClock: Sendable {
  /// The seconds since 1970-01-01T00:00:00Z.
  @Sendable
  public static func now() -> Int64 { Int64(time(nil)) }
}
