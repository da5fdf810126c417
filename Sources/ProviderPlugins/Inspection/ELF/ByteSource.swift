/// Where bytes are read from by their place: an open file, or memory in tests.
protocol ByteSource {
  /// How many bytes there are; a file may have become shorter since it was asked.
  var size: Int { get }

  /// Reads bytes.
  ///
  /// - Parameter range: A range within ``size``.
  /// - Returns: The bytes; fewer when there are no more.
  /// - Throws: `unreadable` when the system fails.
  func bytes(in range: Range<Int>) throws(ELFFault) -> [UInt8]
}

extension [UInt8]: ByteSource {
  var size: Int { count }

  func bytes(in range: Range<Int>) throws(ELFFault) -> [UInt8] { Array(self[range.clamped(to: indices)]) }
}
