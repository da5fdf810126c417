internal import AppControllerInterface

/// Writes JSON into bytes, value after value, and inserts the commas.
///
/// Members are written in the order of the calls; for a canonical text the caller sorts them first. The writer does not
/// check the grammar: the caller must not write a key in an array, or two values at the top.
///
/// In strings, `"`, `\`, every control character (below U+0020, and U+007F to U+009F), U+2028 and U+2029 are escaped,
/// and everything else is written as UTF-8. So the output contains no line end but its own and needs no further
/// escaping in scripts or terminals.
package struct JSONWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  private var needsComma = false
  private var followsKey = false

  package init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  // MARK: Arrays and objects

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  package mutating func key(_ name: String) {
    separate()
    quote(name)
    endKey()
  }

  /// The UTF-8 must be valid.
  package mutating func key(_ name: Span<UInt8>) {
    separate()
    quote(name)
    endKey()
  }

  // MARK: Values

  package mutating func string(_ text: String) {
    separate()
    quote(text)
  }

  /// The UTF-8 must be valid.
  package mutating func string(_ text: Span<UInt8>) {
    separate()
    quote(text)
  }

  package mutating func int(_ value: some BinaryInteger) {
    separate()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes the fewest digits that read back as the same double; a whole number keeps its `.0`, so that it stays one.
  ///
  /// NaN and the infinities, which JSON does not have, are written as `null`.
  package mutating func double(_ value: Double) {
    separate()
    bytes.append(contentsOf: value.isFinite ? value.description.utf8 : "null".utf8)
  }

  package mutating func bool(_ value: Bool) {
    separate()
    bytes.append(contentsOf: value ? "true".utf8 : "false".utf8)
  }

  package mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  package mutating func write(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .int(let value): int(value)
    case .double(let value): double(value)
    case .string(let text): string(text)
    case .array(let elements):
      beginArray()
      for element in elements { write(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        key(member.name)
        write(member.value)
      }
      endObject()
    }
  }

  /// Reorders pieces that were written with commas between them.
  package mutating func arrange(_ pieces: [Range<Int>]) {
    let start = pieces.map(\.lowerBound).min() ?? bytes.count
    var arranged: [UInt8] = []
    // The buffer may contain a secret, so that it must not grow, and is zeroed.
    arranged.reserveCapacity(bytes.count - start)
    for piece in pieces {
      if !arranged.isEmpty { arranged.append(UInt8(ascii: ",")) }
      arranged.append(contentsOf: bytes[piece])
    }
    bytes.replaceSubrange(start..<start + arranged.count, with: arranged)
    Secret.wipe(&arranged)
  }

  // MARK: Commas

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma, !followsKey { bytes.append(UInt8(ascii: ",")) }
    followsKey = false
    needsComma = true
  }

  private mutating func endKey() {
    bytes.append(UInt8(ascii: ":"))
    followsKey = true
  }

  // MARK: Escapes

  private mutating func quote(_ text: String) { quote(text.utf8Span.span) }

  private mutating func quote(_ text: Span<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    var runStart = 0
    var index = text.endOfPlainText(from: 0)
    while index < text.count {
      let length = Self.escapedLength(of: text, at: index)
      if length > 0 {
        append(text.extracting(runStart..<index))
        // The last byte identifies the character: a single byte, U+0080 to U+009F, U+2028 or U+2029.
        let last = UInt16(text[index + length - 1])
        escape(length == 3 ? 0x2000 | last & 0x3F : last)
        runStart = index + length
      }
      index = text.endOfPlainText(from: index + max(length, 1))
    }
    append(text.extracting(runStart..<text.count))
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ run: Span<UInt8>) {
    unsafe run.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  /// In bytes, of a character that is not plain; 0 when it need not be escaped.
  private static func escapedLength(of text: Span<UInt8>, at index: Int) -> Int {
    switch text[index] {
    case 0xC2: index + 1 < text.count && text[index + 1] < 0xA0 ? 2 : 0
    case 0xE2: index + 2 < text.count && text[index + 1] == 0x80 && text[index + 2] & 0xFE == 0xA8 ? 3 : 0
    case 0x80...: 0
    default: 1
    }
  }

  private mutating func escape(_ unit: UInt16) {
    bytes.append(UInt8(ascii: "\\"))
    switch unit {
    case 0x22: bytes.append(UInt8(ascii: "\""))
    case 0x5C: bytes.append(UInt8(ascii: "\\"))
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      let digits = String(unit, radix: 16, uppercase: true)
      bytes.append(UInt8(ascii: "u"))
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
      bytes.append(contentsOf: digits.utf8)
    }
  }
}

extension JSONValue {
  /// On one line, without spaces.
  package var text: String {
    var writer = JSONWriter()
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// Formats JSON for people: indented by two spaces for each level, with short arrays and objects on one line.
package struct JSONFormatter {
  /// The largest width of a line with a whole array or object.
  private static let width = 100

  private var text: [UInt8] = []
  private var lineStart = 0

  private init() {}

  package static func text(_ value: JSONValue) -> String {
    var formatter = JSONFormatter()
    formatter.write(value, depth: 0)
    return String(decoding: formatter.text, as: UTF8.self)
  }

  private mutating func write(_ value: JSONValue, depth: Int) {
    let start = text.count
    // One column is reserved for a comma.
    if writeLine(value, upTo: lineStart + Self.width - 1) { return }
    guard let contents = value.contents else { return }
    text.removeLast(text.count - start)
    text += (value.arrayValue == nil ? "{" : "[").utf8
    for (index, content) in contents.enumerated() {
      if index > 0 { text += ",".utf8 }
      breakLine(depth + 1)
      if let name = content.name { writeName(name) }
      write(content.value, depth: depth + 1)
    }
    breakLine(depth)
    text += (value.arrayValue == nil ? "}" : "]").utf8
  }

  /// Returns whether the text ends within the limit; otherwise the value may be cut off, unless it is a single one.
  private mutating func writeLine(_ value: JSONValue, upTo limit: Int) -> Bool {
    guard let contents = value.contents else {
      text += value.text.utf8
      return text.count <= limit
    }
    let isArray = value.arrayValue != nil
    text += (isArray ? "[" : contents.isEmpty ? "{" : "{ ").utf8
    for (index, content) in contents.enumerated() {
      if index > 0 { text += ", ".utf8 }
      if let name = content.name { writeName(name) }
      guard writeLine(content.value, upTo: limit) else { return false }
    }
    text += (isArray ? "]" : contents.isEmpty ? "}" : " }").utf8
    return text.count <= limit
  }

  private mutating func writeName(_ name: String) { text += "\(JSONValue.string(name).text): ".utf8 }

  private mutating func breakLine(_ depth: Int) {
    text.append(UInt8(ascii: "\n"))
    lineStart = text.count
    text += repeatElement(UInt8(ascii: " "), count: 2 * depth)
  }
}

extension JSONValue {
  /// `nil` for a single value.
  fileprivate var contents: [(name: String?, value: JSONValue)]? {
    switch self {
    case .array(let elements): elements.map { (nil, $0) }
    case .object(let members): members.map { ($0.name, $0.value) }
    case .null, .bool, .int, .double, .string: nil
    }
  }
}
