internal import AppControllerInterface

/// Formats JSON for people: indented by two spaces for each level, with short arrays and objects on one line.
package struct JSONFormatter {
  /// The largest width of a line with a whole array or object.
  private static let width = 100

  private var bytes: [UInt8] = []
  private var column = 0

  private init() {}

  /// Returns the text of a value.
  package static func text(_ value: JSONValue) -> String {
    var formatter = JSONFormatter()
    formatter.write(value, depth: 0)
    return String(decoding: formatter.bytes, as: UTF8.self)
  }

  private mutating func write(_ value: JSONValue, depth: Int) {
    let parts = value.parts
    var line: [UInt8] = []
    // One column is reserved for a comma.
    if Self.append(value, to: &line, upTo: Self.width - column - 1) || parts == nil { return append(line) }
    guard let parts else { return }
    append(parts.brackets.opening)
    for (index, part) in parts.parts.enumerated() {
      if index > 0 { append([UInt8(ascii: ",")]) }
      breakLine(depth + 1)
      if let name = part.name { append(Self.text(ofName: name)) }
      write(part.value, depth: depth + 1)
    }
    breakLine(depth)
    append(parts.brackets.closing)
  }

  private mutating func append(_ text: [UInt8]) {
    bytes += text
    column += text.count
  }

  private mutating func breakLine(_ depth: Int) {
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    column = 2 * depth
  }
}

// MARK: - Formatting on one line

extension JSONFormatter {
  /// Appends a value on one line.
  ///
  /// - Returns: Whether the line is within the limit.
  private static func append(_ value: JSONValue, to line: inout [UInt8], upTo limit: Int) -> Bool {
    guard let parts = value.parts else {
      var writer = JSONWriter()
      writer.write(value)
      line += writer.bytes
      return line.count <= limit
    }
    line += parts.brackets.opening
    if parts.isSpaced { line.append(UInt8(ascii: " ")) }
    for (index, part) in parts.parts.enumerated() {
      if index > 0 { line += ", ".utf8 }
      if let name = part.name { line += text(ofName: name) }
      guard append(part.value, to: &line, upTo: limit) else { return false }
    }
    if parts.isSpaced { line.append(UInt8(ascii: " ")) }
    line += parts.brackets.closing
    return line.count <= limit
  }

  private static func text(ofName name: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.string(name)
    return writer.bytes + [UInt8(ascii: ":"), UInt8(ascii: " ")]
  }
}

/// The contents of an array or object, and its brackets.
private struct Parts {
  var brackets: (opening: [UInt8], closing: [UInt8])
  /// Whether spaces separate the brackets from the contents on one line.
  var isSpaced: Bool
  var parts: [(name: String?, value: JSONValue)]
}

extension JSONValue {
  /// The elements or members; `nil` for other values.
  fileprivate var parts: Parts? {
    switch self {
    case .array(let elements):
      Parts(
        brackets: ([UInt8(ascii: "[")], [UInt8(ascii: "]")]), isSpaced: false, parts: elements.map { (nil, $0) }
      )
    case .object(let members):
      Parts(
        brackets: ([UInt8(ascii: "{")], [UInt8(ascii: "}")]), isSpaced: !members.isEmpty,
        parts: members.map { ($0.name, $0.value) }
      )
    case .null, .bool, .int, .double, .string: nil
    }
  }
}
