import Glibc

extension Span<UInt8> {
  /// The bytes in an array, for a message.
  var copied: [UInt8] { unsafe withUnsafeBufferPointer { unsafe [UInt8]($0) } }

  /// Whether another span has the same bytes.
  package func hasSameBytes(as other: Span<UInt8>) -> Bool {
    if count != other.count { return false }
    return unsafe withUnsafeBufferPointer { bytes in
      unsafe other.withUnsafeBufferPointer { others in
        guard let start = bytes.baseAddress, let other = others.baseAddress else { return true }
        return unsafe memcmp(start, other, bytes.count) == 0
      }
    }
  }

  /// Whether this is a name that a node says by nesting and not by a property.
  var isReserved: Bool { equals("kind") || equals("children") }

  /// Whether these are the bytes of an ASCII text.
  package func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { buffer in
      for index in 0..<count where unsafe self[index] != buffer[index] { return false }
      return true
    }
  }
}

extension String {
  /// Lends the bytes, without the call that `utf8Span` is.
  @inline(__always)
  func withBytes(_ body: (Span<UInt8>) -> Void) {
    let isLent: Void? = unsafe utf8.withContiguousStorageIfAvailable { unsafe body($0.span) }
    if isLent == nil { body(utf8Span.span) }
  }
}

extension UInt8 {
  /// Two hexadecimal digits.
  var hex: String {
    let digits = String(self, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }
}
