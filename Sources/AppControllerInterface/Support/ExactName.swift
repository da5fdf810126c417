/// A text that is compared byte by byte.
///
/// `String` compares by canonical equivalence, whose time grows with the square of a run of combining marks: too much
/// for an untrusted text.
package struct ExactName: Hashable, Sendable {
  /// The text.
  package let text: String

  package init(text: String) { self.text = text }

  /// The text for a message: on one line, and cut beyond the length of our own names.
  package var shown: String {
    let limit = 64
    if text.utf8.count <= limit { return text.displayable }
    return String(decoding: text.utf8.prefix(limit), as: UTF8.self).displayable + "…"
  }

  package static func == (left: ExactName, right: ExactName) -> Bool {
    left.text.utf8Span.span.hasSameBytes(as: right.text.utf8Span.span)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
