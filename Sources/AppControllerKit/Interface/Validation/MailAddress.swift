/// The part of a `mailto` URL after the scheme: one address, and fields of the mail.
enum MailAddress {
  /// Whether the text is one address, with no other fields than a subject and a body.
  static func allows(_ text: Span<UInt8>) -> Bool {
    let end = text.firstIndex { $0 == UInt8(ascii: "?") } ?? text.count
    guard isAddress(text.extracting(..<end)) else { return false }
    var start = end + 1
    while start <= text.count {
      let next = text.firstIndex(from: start) { $0 == UInt8(ascii: "&") } ?? text.count
      guard isField(text.extracting(start..<next)) else { return false }
      start = next + 1
    }
    return true
  }

  /// Whether the text is an address in the characters that need no encoding; a comma would begin a second one.
  private static func isAddress(_ text: Span<UInt8>) -> Bool {
    guard let at = text.firstIndex(where: { $0 == UInt8(ascii: "@") }), at > 0 else { return false }
    for index in 0..<at where !text[index].isLetterOrDigit {
      switch text[index] {
      case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "~"): continue
      case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "="): continue
      default: return false
      }
    }
    return LinkHost.isName(text.extracting((at + 1)...))
  }

  private static func isField(_ field: Span<UInt8>) -> Bool {
    if field.starts(with: "subject=") { return isText(field.extracting(8...), hasLines: false) }
    if field.starts(with: "body=") { return isText(field.extracting(5...), hasLines: true) }
    return false
  }

  /// Whether each percent sign encodes a byte that is no control, except for line breaks where they are allowed.
  private static func isText(_ text: Span<UInt8>, hasLines: Bool) -> Bool {
    var index = 0
    while index < text.count {
      guard text[index] != UInt8(ascii: "#") else { return false }
      guard text[index] == UInt8(ascii: "%") else {
        index += 1
        continue
      }
      guard index + 2 < text.count, let high = text[index + 1].hexValue, let low = text[index + 2].hexValue else {
        return false
      }
      let byte = high << 4 | low
      let isLineBreak = byte == 0x0A || byte == 0x0D
      guard byte >= 0x20 && byte != 0x7F || hasLines && isLineBreak else { return false }
      index += 3
    }
    return true
  }
}
