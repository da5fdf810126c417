import AppControllerKit

/// A time as people say it: `10 min ago`, `in 3 h`; beyond 30 days it is the date.
struct RelativeTime: CustomStringConvertible {
  let time: Timestamp
  var now = Timestamp.now

  static func words(_ time: Timestamp?, or none: String) -> String {
    time.map { RelativeTime(time: $0).description } ?? none
  }

  var description: String {
    let seconds = (time - now).components.seconds
    let words: String
    switch abs(seconds) {
    case ..<60: return seconds > 0 ? "in less than 1 min" : "just now"
    case ..<3600: words = "\(abs(seconds) / 60) min"
    case ..<86400: words = "\(abs(seconds) / 3600) h"
    case ..<172_800: words = "1 day"
    case ..<2_592_000: words = "\(abs(seconds) / 86400) days"
    default: return String(time.description.prefix { $0 != "T" })
    }
    return seconds > 0 ? "in \(words)" : "\(words) ago"
  }
}
