@testable import AppControllerInterface
@testable import AppControllerKit

/// One call of a builder.
enum BuilderCall {
  case begin(kind: [UInt8], id: [UInt8])
  case end
  case string(key: [UInt8], [UInt8])
  case scalar(key: [UInt8], ScalarValue)
  case open(ArenaBuilder.ValueKind, key: [UInt8])
  case close
}

/// Decodes calls from bytes, as many as the bytes make.
struct CallReader: Sequence, IteratorProtocol {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  mutating func next() -> BuilderCall? {
    guard let byte = bytes.popFirst() else { return nil }
    // Closing calls are as likely as opening ones, so that some descriptions are complete.
    switch byte % 16 {
    case 0, 1: return .begin(kind: kind(), id: text())
    case 2, 3: return .end
    case 4, 5: return .open(byte & 0x80 == 0 ? .map : .list, key: key())
    case 6, 7: return .close
    case 8: return .scalar(key: key(), .null)
    case 9: return .scalar(key: key(), .bool(byte & 0x80 == 0))
    case 10: return .scalar(key: key(), .int(byte & 0x80 == 0 ? Int64(number()) : Int64(bitPattern: word())))
    case 11: return .scalar(key: key(), .double(byte & 0x80 == 0 ? Double(number()) / 2 : Double(bitPattern: word())))
    default: return .string(key: key(), text())
    }
  }

  private mutating func number() -> Int8 { Int8(bitPattern: bytes.popFirst() ?? 0) }

  private mutating func word() -> UInt64 {
    (0..<8).reduce(0) { word, _ in word << 8 | UInt64(bytes.popFirst() ?? 0) }
  }

  private mutating func kind() -> [UInt8] {
    let byte = Int(bytes.popFirst() ?? 0)
    return byte < 128 ? Array((NodeKind.allCases[byte % NodeKind.allCases.count]).name.utf8) : text(byte)
  }

  private mutating func key() -> [UInt8] {
    let byte = Int(bytes.popFirst() ?? 0)
    if byte == 0 { return [] }
    return byte < 192 ? Array((PropertyName.allCases[byte % PropertyName.allCases.count]).name.utf8) : text(byte)
  }

  private mutating func text() -> [UInt8] { text(Int(bytes.popFirst() ?? 0)) }

  /// Returns a known word, some of the bytes, or those bytes repeated many times.
  private mutating func text(_ byte: Int) -> [UInt8] {
    if byte & 0x80 == 0 { return Array(Self.words[byte % Self.words.count].utf8) }
    let taken = Array(bytes.prefix(byte & 7))
    bytes.removeFirst(taken.count)
    // Sometimes as many bytes as a limit of a received or a stored text allows, or a few more.
    return byte < 0xF8
      ? taken : Array(repeatElement(taken, count: Self.counts[Int(bytes.popFirst() ?? 0) & 7]).joined())
  }

  private static let counts = [3, 9, 22, 64, 65, 171, 513, 5462]
  private static let words = [
    "", "a", "b", "kind", "id", "children", "root", "fallback", "drop", "x-unknown", "required", "length", "sameAs",
    "oneOf", "digits", "email", "password", "host", "provider", "push", "login", "open-url", "screen", "true", "und",
    "vertical", "body", "plain", "info", "off", "text", "auto", "https://a.b/", "\u{1B}[2J", "\u{202E}",
    "e\u{301}\u{323}",
    "a.b[0]", "]",
  ]
}
