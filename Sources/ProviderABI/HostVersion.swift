/// A version of a host, such as `0.1.0`: three numbers of at most nine digits.
package struct HostVersion: Sendable, Comparable, CustomStringConvertible {
  private let major: Int
  private let minor: Int
  private let patch: Int

  /// Reads a version; `nil` when the text is not a version.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    let numbers = parts.compactMap(Self.number)
    guard parts.count == 3, numbers.count == 3 else { return nil }
    (major, minor, patch) = (numbers[0], numbers[1], numbers[2])
  }

  /// Reads a number without leading zeros.
  private static func number(_ digits: Substring.UTF8View) -> Int? {
    guard 1...9 ~= digits.count, digits.count == 1 || digits.first != UInt8(ascii: "0") else { return nil }
    return digits.reduce(0) { number, digit in
      guard let number, UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
      return number * 10 + Int(digit - UInt8(ascii: "0"))
    }
  }

  package static func < (one: HostVersion, other: HostVersion) -> Bool {
    (one.major, one.minor, one.patch) < (other.major, other.minor, other.patch)
  }

  /// The version as text, such as `0.1.0`.
  package var description: String { "\(major).\(minor).\(patch)" }
}
