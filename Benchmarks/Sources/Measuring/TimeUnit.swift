/// The unit of the times of a table.
public enum TimeUnit: Double, Sendable {
  case nanoseconds = 1
  case microseconds = 1e3
  case milliseconds = 1e6

  var symbol: String {
    switch self {
    case .nanoseconds: "ns"
    case .microseconds: "us"
    case .milliseconds: "ms"
    }
  }

  /// Returns the text of a time that is given in nanoseconds.
  func text(_ nanoseconds: Double) -> String {
    let value = nanoseconds / rawValue
    return value.fixed(value < 10 ? 2 : 1) + " " + symbol
  }
}
