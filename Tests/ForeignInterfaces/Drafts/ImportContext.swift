import AppControllerKit

/// What an import keeps account of: ids, sizes, and what was left behind.
struct ImportContext {
  /// How deep elements may nest; the kit's own limit is a little greater, because some become two nodes.
  static let depth = 56

  var omissions: [Omission] = []
  private(set) var ids = IdentifierPool()
  private var nodeCount = 0
  private var textSize = 0

  mutating func omit(_ path: String, _ what: String, _ reason: String) {
    omissions.append(Omission(path: path, what: what, reason: reason))
  }

  /// Counts an element, so that what repeats itself ends.
  mutating func count(at path: String, depth: Int) throws(ImportFailure) {
    nodeCount += 1
    if nodeCount > InterfaceLimits.standard.nodes {
      throw ImportFailure(.tooLarge, path, "there are more than \(InterfaceLimits.standard.nodes) elements")
    }
    if depth > Self.depth { throw ImportFailure(.tooDeep, path, "elements nest deeper than \(Self.depth)") }
  }

  /// An id that the kit takes, from one that it may not.
  mutating func id(_ wanted: String?, or kind: String, at path: String) -> String {
    let id = ids.id(from: wanted ?? kind)
    if let wanted, wanted != id { omit(path + ".id", "id", "it is \"\(id)\" here, because ids are unique and plain") }
    return id
  }

  /// The state of the ids, for what may be taken back.
  mutating func restore(_ saved: IdentifierPool) { ids = saved }
}

// MARK: - Text

extension ImportContext {
  /// A text as one that fits into a label: one line, not blank, and cut where it is too long.
  mutating func label(_ text: String?, at path: String) throws(ImportFailure) -> String? {
    guard let text else { return nil }
    let line = text.unfolded.split { $0.isNewline || $0.isWhitespace }.joined(separator: " ")
    if line.isBlank { return nil }
    try count(line, at: path)
    let limit = InterfaceLimits.standard.label
    if line.utf8.count <= limit { return line }
    omit(path, "text", "what is beyond \(limit) bytes is cut, because it is a label")
    return line[..<line[...].end(within: limit - 3)] + "…"
  }

  /// A text as paragraphs that fit into a node each; none when it is blank.
  mutating func paragraphs(_ text: String?, at path: String) throws(ImportFailure) -> [String] {
    guard let text = text?.unfolded.trimmed, !text.isBlank else { return [] }
    try count(text, at: path)
    var rest = text[...]
    var parts: [String] = []
    let limit = InterfaceLimits.standard.text
    while rest.utf8.count > limit {
      let end = rest.end(within: limit)
      parts.append(String(rest[..<end]))
      rest = rest[end...].drop { $0.isWhitespace }
    }
    if !rest.isEmpty { parts.append(String(rest)) }
    return parts
  }

  /// A text that is neither seen as a line nor as a paragraph, such as a value; empty is nothing.
  mutating func value(_ text: String?, at path: String) throws(ImportFailure) -> String? {
    guard let text, !text.isEmpty else { return nil }
    try count(text, at: path)
    let limit = InterfaceLimits.standard.text
    if text.utf8.count <= limit { return text.unfolded }
    omit(path, "text", "it is longer than \(limit) bytes")
    return nil
  }

  private mutating func count(_ text: String, at path: String) throws(ImportFailure) {
    textSize += text.utf8.count
    if textSize > InterfaceLimits.standard.totalText {
      throw ImportFailure(.tooLarge, path, "there is more than \(InterfaceLimits.standard.totalText) bytes of text")
    }
  }
}

extension String {
  /// Whether nothing of it is to be seen.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The text with line feeds for every way to end a line, and spaces for tabs.
  fileprivate var unfolded: String {
    if utf8.allSatisfy({ $0 != 0x0D && $0 != 0x09 }) { return self }
    return String(decoding: utf8.carriageReturnsAsLineFeeds, as: UTF8.self)
  }

  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}

extension Substring {
  /// Where to cut so that so many bytes are before it: at a space if there is one, never inside a character of Unicode.
  fileprivate func end(within limit: Int) -> Index {
    let bytes = utf8.prefix(limit)
    if let space = bytes.lastIndex(where: { $0 == 0x20 || $0 == 0x0A }), space > startIndex { return space }
    var end = bytes.endIndex
    while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return end
  }
}

extension String.UTF8View {
  fileprivate var carriageReturnsAsLineFeeds: [UInt8] {
    var bytes: [UInt8] = []
    for byte in self {
      if byte == 0x0A, bytes.last == 0x0D { bytes.removeLast() }
      bytes.append(byte == 0x09 ? 0x20 : byte)
    }
    return bytes.map { $0 == 0x0D ? 0x0A : $0 }
  }
}

// MARK: - Values with an order

extension ImportContext {
  /// A day or a time in the form that the kit has; without its seconds and its zone, and without a date or a time that
  /// the field does not have.
  mutating func moment(_ text: String?, _ content: FieldContent, _ what: String, at path: String) -> String? {
    guard let text, !text.isEmpty else { return nil }
    let pieces = text.split(separator: "T", maxSplits: 1).map(String.init)
    let day = pieces.first.map { String($0.prefix(10)) } ?? ""
    let hour = String((pieces.last ?? "").prefix(5))
    let form =
      switch content {
      case .date: day
      case .time: hour
      default: "\(day)T\(pieces.count > 1 ? hour : "00:00")"
      }
    if ValueRange(of: content).contains(form) { return form }
    omit(path, what, "\"\(text)\" is no \(content.rawValue)")
    return nil
  }

  /// The rule of the bounds; none when there is no bound.
  mutating func range(
    of content: FieldContent, min: String?, max: String?, step: String? = nil, at path: String
  ) -> [InputRule] {
    var bounds: [String?] = []
    for (name, bound) in [("min", min), ("max", max), ("step", step)] {
      let isMoment = content != .number
      let known = isMoment ? moment(bound, content, name, at: path) : bound
      if let known, !ValueRange(of: content).contains(known) {
        omit(path, name, "\"\(known)\" is no \(content.rawValue)")
        bounds.append(nil)
      } else {
        bounds.append(known)
      }
    }
    if bounds[0] == nil, bounds[1] == nil { return [] }
    return [InputRule(.range(min: bounds[0], max: bounds[1], step: bounds[2]))]
  }
}
