/// A JSON value of a server, read strictly: UTF-8, no member twice, at most 32 levels.
enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  /// A number as it is written.
  case number(String)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// Reads a text; `nil` when it is not JSON.
  init?(_ bytes: [UInt8]) {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var reader = JSONReader(bytes)
    guard let value = reader.value(depth: 0), reader.isAtEnd() else { return nil }
    self = value
  }

  subscript(name: String) -> JSON? { if case .object(let members) = self { members[name] } else { nil } }

  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// A whole number, which servers also write as text or with a fraction of zero.
  var integer: Int? {
    switch self {
    case .number(let digits), .string(let digits):
      if let number = Int(digits) { return number }
      guard let number = Double(digits), number == number.rounded(), abs(number) < 1e15 else { return nil }
      return Int(number)
    case .null, .bool, .array, .object: return nil
    }
  }

  /// The texts of an array.
  var texts: [String] { if case .array(let values) = self { values.compactMap(\.text) } else { [] } }
}

private struct JSONReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func isAtEnd() -> Bool {
    skipSpace()
    return index == bytes.count
  }

  mutating func value(depth: Int) -> JSON? {
    guard depth < 32 else { return nil }
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return object(depth)
    case UInt8(ascii: "["): return array(depth)
    case UInt8(ascii: "\""): return string().map(JSON.string)
    case UInt8(ascii: "t"): return word("true", .bool(true))
    case UInt8(ascii: "f"): return word("false", .bool(false))
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  private mutating func word(_ text: String, _ value: JSON) -> JSON? {
    guard bytes[index...].starts(with: text.utf8) else { return nil }
    index += text.utf8.count
    return value
  }

  private mutating func object(_ depth: Int) -> JSON? {
    var members: [String: JSON] = [:]
    index += 1
    skipSpace()
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      guard let name = string(), members[name] == nil else { return nil }
      skipSpace()
      guard take(":"), let value = value(depth: depth + 1) else { return nil }
      members[name] = value
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { return nil }
    }
  }

  private mutating func array(_ depth: Int) -> JSON? {
    var values: [JSON] = []
    index += 1
    skipSpace()
    if take("]") { return .array(values) }
    while true {
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
      skipSpace()
      if take("]") { return .array(values) }
      guard take(",") else { return nil }
    }
  }

  private mutating func number() -> JSON? {
    let start = index
    _ = take("-")
    let first = index
    guard digits() else { return nil }
    if bytes[first] == UInt8(ascii: "0"), index - first > 1 { return nil }
    if take("."), !digits() { return nil }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      guard digits() else { return nil }
    }
    return .number(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func digits() -> Bool {
    let start = index
    while let byte = peek, byte.isDigit { index += 1 }
    return index > start
  }

  private mutating func string() -> String? {
    guard take("\"") else { return nil }
    var text: [UInt8] = []
    while let byte = peek {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text += Array(String(scalar).utf8)
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = peek else { return nil }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let first = unit() else { return nil }
      guard 0xD800..<0xDC00 ~= first else { return Unicode.Scalar(first) }
      guard take("\\"), take("u"), let second = unit(), 0xDC00..<0xE000 ~= second else { return nil }
      return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    default: return nil
    }
  }

  private mutating func unit() -> UInt32? {
    guard index + 4 <= bytes.count, bytes[index..<index + 4].allSatisfy(\.isHexadecimal) else { return nil }
    defer { index += 4 }
    return UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
  }
}
