internal import CProviderABI

/// The versions of the provider ABI that a library or a host speaks.
public struct ABIRange: Sendable, Equatable, CustomStringConvertible {
  /// The major versions.
  public let majors: ClosedRange<UInt32>
  /// The minor version of the highest major.
  public let minor: UInt32

  /// Makes a range.
  public init(majors: ClosedRange<UInt32>, minor: UInt32) {
    self.majors = majors
    self.minor = minor
  }

  /// The range in words, such as `1.0` or `1 to 2.3`.
  public var description: String {
    majors.count == 1 ? "\(majors.upperBound).\(minor)" : "\(majors.lowerBound) to \(majors.upperBound).\(minor)"
  }

  /// Whether both speak a major version.
  public func overlaps(_ other: ABIRange) -> Bool { majors.overlaps(other.majors) }

  /// What this host speaks.
  public static let host = ABIRange(majors: ACK_ABI_MAJOR...ACK_ABI_MAJOR, minor: ACK_ABI_MINOR)
}
