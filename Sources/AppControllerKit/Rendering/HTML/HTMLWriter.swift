/// Writes HTML into one buffer: our own markup verbatim, and all other text escaped.
struct HTMLWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Only for our own markup, which is not escaped.
  mutating func literal(_ markup: StaticString) {
    markup.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Only for our own markup, which is not escaped.
  mutating func markup(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

  mutating func append(_ other: HTMLWriter) { raw(other.bytes) }

  /// Only for our own markup, which is not escaped.
  mutating func raw(_ markup: [UInt8]) { bytes.append(contentsOf: markup) }

  mutating func number(_ number: Int) {
    if number < 0 || number > 9 { return bytes.append(contentsOf: String(number).utf8) }
    bytes.append(UInt8(ascii: "0") + UInt8(number))
  }

  /// Safe between tags and inside a quoted attribute.
  mutating func text(_ text: ArraySlice<UInt8>) {
    var start = text.startIndex
    for index in text.indices {
      guard let markup = Self.markup(for: text[index]) else { continue }
      bytes.append(contentsOf: text[start..<index])
      literal(markup)
      start = index + 1
    }
    bytes.append(contentsOf: text[start...])
  }

  mutating func text(_ text: String) { self.text(Array(text.utf8)[...]) }

  /// `nil` for nearly all bytes, which need no replacement.
  private static func markup(for byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    case 0x0A: nil
    // Control characters have been removed from the input already, but safety here does not depend on that.
    case 0..<0x20, 0x7F: "\u{FFFD}"
    default: nil
    }
  }

  mutating func attribute(_ name: StaticString, _ value: ArraySlice<UInt8>) {
    literal(" ")
    literal(name)
    literal("=\"")
    text(value)
    literal("\"")
  }

  mutating func attribute(_ name: StaticString, _ value: String) { attribute(name, Array(value.utf8)[...]) }
}
