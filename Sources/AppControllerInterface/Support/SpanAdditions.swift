import Glibc

extension Span<UInt8> {
  /// A copy of the bytes in an array, for a message.
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

  /// Whether the bytes are a name that is reserved for the nesting of nodes, so that no property may have it.
  var isReserved: Bool { equals("kind") || equals("children") }

  /// Whether the bytes equal an ASCII text.
  package func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { buffer in
      for index in 0..<count where unsafe self[index] != buffer[index] { return false }
      return true
    }
  }
}

extension String {
  /// Passes the bytes to a closure, without the cost of the call to `utf8Span`.
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
