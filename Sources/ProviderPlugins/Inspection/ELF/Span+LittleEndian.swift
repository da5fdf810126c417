/// Little-endian numbers; the place has been checked by whoever has taken the span from the file.
extension Span<UInt8> {
  func uint16(at offset: Int) -> UInt16 { integer(at: offset) }

  func uint32(at offset: Int) -> UInt32 { integer(at: offset) }

  func uint64(at offset: Int) -> UInt64 { integer(at: offset) }

  /// The bounds are checked by the span.
  @inline(__always)
  private func integer<Integer: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Integer {
    unsafe Integer(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Integer.self))
  }

  /// The bytes in an array.
  var copied: [UInt8] {
    unsafe withUnsafeBufferPointer { unsafe [UInt8]($0) }
  }

  /// The bytes before the first zero; `nil` when there is none.
  var untilZero: [UInt8]? {
    for index in indices where self[index] == 0 { return extracting(0..<index).copied }
    return nil
  }

  /// Whether these are the bytes of a text.
  func equals(_ text: String) -> Bool {
    let utf8 = text.utf8Span.span
    guard count == utf8.count else { return false }
    for index in indices where self[index] != utf8[index] { return false }
    return true
  }

  /// Whether a text stands at the start.
  func starts(with text: [UInt8]) -> Bool {
    guard count >= text.count else { return false }
    for index in text.indices where self[index] != text[index] { return false }
    return true
  }
}
