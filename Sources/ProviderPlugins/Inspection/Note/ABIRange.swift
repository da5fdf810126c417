/// The versions of the provider ABI that a library or a host speaks.
package struct ABIRange: Sendable, Equatable, CustomStringConvertible {
  /// The major versions.
  package let majors: ClosedRange<UInt32>
  /// The minor version of the highest major.
  package let minor: UInt32

  /// Makes a range.
  package init(majors: ClosedRange<UInt32>, minor: UInt32) {
    self.majors = majors
    self.minor = minor
  }

  /// The range in words, such as `1.0` or `1 to 2.3`.
  package var description: String {
    majors.count == 1 ? "\(majors.upperBound).\(minor)" : "\(majors.lowerBound) to \(majors.upperBound).\(minor)"
  }

  /// Whether both speak a major version.
  package func overlaps(_ other: ABIRange) -> Bool { majors.overlaps(other.majors) }
}
