/// A part of a page: a literal of the source, which is markup, or text, which is escaped.
enum HTMLPart: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  case markup(StaticString)
  /// Safe between tags and inside a quoted attribute; nothing for `nil`.
  case text(String?)
  /// Nothing for `nil`.
  case attribute(StaticString, String?)
  /// Unique in the page: the writer's prefix, a number, and what the element is of the node.
  case id(Int, StaticString)
  /// The attributes that tell which node an element is of: its number, its own id, and how urgently a change is told.
  case identity(Int, id: String?, live: String?)
  case parts([HTMLPart])
  /// Only for what a writer has written, and for texts of our own.
  case written([UInt8])

  init(stringLiteral markup: StaticString) { self = .markup(markup) }
  init(arrayLiteral parts: HTMLPart...) { self = .parts(parts) }
}

/// Writes HTML into one buffer.
struct HTMLWriter {
  private(set) var bytes: [UInt8] = []
  /// Distinguishes the ids of two interfaces in one page.
  private let prefix: StaticString

  init(prefix: StaticString = "", capacity: Int = 0) {
    self.prefix = prefix
    bytes.reserveCapacity(capacity)
  }

  mutating func emit(_ parts: HTMLPart...) { emit(parts) }

  mutating func emit(_ parts: [HTMLPart]) {
    for part in parts {
      switch part {
      case .markup(let markup): append(markup)
      case .text(let text): if let text { escape(text) }
      case .attribute(let name, let value): if let value { append(name, value) }
      case .id(let number, let part): append(number, part)
      case .identity(let number, let id, let live): append(number, id, live)
      case .parts(let parts): emit(parts)
      case .written(let markup): bytes.append(contentsOf: markup)
      }
    }
  }

  private mutating func append(_ markup: StaticString) {
    // Many parts are empty, and appending an empty buffer takes as long as a short one.
    if markup.utf8CodeUnitCount == 0 { return }
    markup.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ name: StaticString, _ value: String) {
    append(" ")
    append(name)
    append("=\"")
    escape(value)
    append("\"")
  }

  private mutating func append(_ number: Int, _ part: StaticString) {
    append(prefix)
    append(number)
    append(part)
  }

  /// Not negative.
  private mutating func append(_ number: Int) {
    if number >= 10 { append(number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private mutating func append(_ number: Int, _ id: String?, _ live: String?) {
    append(" id=\"")
    append(number, "")
    append("\"")
    if let id { append("data-id", id) }
    if let live { append("aria-live", live) }
  }

  private mutating func escape(_ text: String) {
    var text = text
    text.withUTF8 { text in
      var start = 0
      for index in text.indices {
        guard let markup = Self.markup(for: unsafe text[index]) else { continue }
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
        append(markup)
        start = index + 1
      }
      unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }
  }

  /// `nil` for nearly all bytes, which need no replacement.
  private static func markup(for byte: UInt8) -> StaticString? {
    // Most bytes are letters.
    guard byte < 0x40 || byte == 0x7F else { return nil }
    return switch byte {
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
}
