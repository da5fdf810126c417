public import AppControllerKit

/// Tests write moments as seconds, because theirs begin at 0.
extension Timestamp: ExpressibleByIntegerLiteral {
  /// Makes the moment of some seconds since 1970.
  public init(integerLiteral seconds: Int64) { self.init(secondsSince1970: seconds) }
}
