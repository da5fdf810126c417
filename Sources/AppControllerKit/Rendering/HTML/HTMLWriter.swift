/// Writes HTML into one buffer: literals of the source are markup, and everything else is escaped.
struct HTMLWriter: ~Copyable {
  private var buffer: ScratchArray<UInt8>

  init(capacity: Int = 0) { buffer = ScratchArray(capacity: capacity) }

  /// With room for a page, in most cases.
  init(for arena: Arena) { self.init(capacity: 2 * arena.text.count + 200 * arena.nodes.count + 16_384) }

  var bytes: [UInt8] { buffer.exactCopy }
  var text: String { buffer.text }

  mutating func emit(_ markup: StaticString) {
    // Many parts are empty, and appending an empty buffer takes as long as a short one.
    if markup.utf8CodeUnitCount == 0 { return }
    markup.withUTF8Buffer { unsafe buffer.append(text: $0.span) }
  }

  /// `nil` is no text, between the same markup.
  mutating func emit(_ markup: StaticString, text: String?, _ end: StaticString = "") {
    emit(markup)
    if let text { escape(text.utf8Span.span) }
    emit(end)
  }

  /// Nothing for `nil`.
  mutating func attribute(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    emit(" ")
    emit(name)
    emit("=\"", text: value, "\"")
  }

  /// Not negative.
  mutating func emit(number: Int) { buffer.append(decimal: number) }

  /// Only for what a writer has written, and for texts of our own.
  mutating func emit(written markup: Span<UInt8>) { buffer.append(text: markup) }

  mutating func escape(_ text: [UInt8], _ range: TextRange) { escape(text.span.extracting(range.bounds)) }

  /// What results is safe between tags and inside a quoted attribute.
  mutating func escape(_ text: Span<UInt8>) {
    var (start, index) = (0, 0)
    while index < text.count {
      if text.isPlain(at: index) {
        index += 8
        continue
      }
      if let markup = Self.markup(for: text[index]) {
        buffer.append(text: text.extracting(start..<index))
        emit(markup)
        start = index + 1
      }
      index += 1
    }
    buffer.append(text: text.extracting(start...))
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

extension Span<UInt8> {
  /// Whether there are eight bytes from here on, of which none is to be escaped.
  ///
  /// A borrow or a carry can only make it false for others, too.
  fileprivate func isPlain(at index: Int) -> Bool {
    guard index + 8 <= count else { return false }
    let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ 0x2222_2222_2222_2222) &- ones
    let ampersands = ((word & ~ones) ^ 0x2626_2626_2626_2626) &- ones
    let angles = ((word & ~(2 &* ones)) ^ 0x3C3C_3C3C_3C3C_3C3C) &- ones
    let controls = word &- 0x2020_2020_2020_2020
    let deletes = word &+ ones
    return (quotes | ampersands | angles | controls | deletes) & ~word & 0x8080_8080_8080_8080 == 0
  }
}
