import Glibc

extension String {
  /// The text for a single line: each control character and each override of direction is replaced by U+FFFD.
  ///
  /// Every text of a provider outside a description is shown through this property; texts in descriptions are filtered
  /// by the builder.
  package var displayable: String { displayable(keepsLineFeeds: false) }

  package var displayableLines: String { displayable(keepsLineFeeds: true) }

  /// The text as a label or a name of a description, in which each such character is replaced byte for byte.
  package var described: String {
    var bytes = ScratchArray<UInt8>()
    if case .refused = TextSanitizer.append(utf8Span.span, to: &bytes, keepsLineFeeds: false) { return "" }
    return bytes.text
  }

  package var isDisplayable: Bool {
    TextSanitizer.isPrintableASCII(utf8Span.span) || displayable.utf8Span.span.hasSameBytes(as: utf8Span.span)
  }

  private func displayable(keepsLineFeeds: Bool) -> String {
    if TextSanitizer.isPrintableASCII(utf8Span.span) { return self }
    let (removed, refusal) = TextSanitizer.removals(from: utf8Span.span, keepsLineFeeds: keepsLineFeeds)
    if refusal != nil { return "" }
    var (shown, next) = ("", utf8.startIndex)
    for range in removed {
      let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
      shown += self[next..<start]
      shown += "\u{FFFD}"
      next = utf8.index(start, offsetBy: range.count)
    }
    return shown + self[next...]
  }
}

/// A text that is compared byte by byte.
///
/// `String` compares by canonical equivalence, whose time grows with the square of a run of combining marks: too much
/// for an untrusted text.
package struct UTF8Key: Hashable, Sendable {
  package let text: String

  package init(text: String) { self.text = text }

  /// On one line, and cut beyond the length of our own names.
  package var shown: String {
    let limit = 64
    if text.utf8.count <= limit { return text.displayable }
    return String(decoding: text.utf8.prefix(limit), as: UTF8.self).displayable + "…"
  }

  package static func == (left: UTF8Key, right: UTF8Key) -> Bool {
    left.text.utf8Span.span.hasSameBytes(as: right.text.utf8Span.span)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// A set of ASCII characters with a membership test of a few instructions.
package struct ASCIISet {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var high: UInt64 = 0

  /// All must be ASCII.
  package init(_ members: StaticString) {
    members.withUTF8Buffer { members in
      unsafe members.forEach { byte in
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
      }
    }
  }

  @inlinable package func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1
  }
}

extension Span<UInt8> {
  package var copied: [UInt8] { unsafe withUnsafeBufferPointer { unsafe [UInt8]($0) } }

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
  var hex: String {
    let digits = String(self, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }
}
