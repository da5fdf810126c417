internal import AppControllerJSON

// Names and paths in an outlined text.
extension JSONOutline {
  /// The name of a member for paths: its escapes are resolved, and its control characters replaced.
  func shownName(of member: Value) -> ArraySlice<UInt8> {
    guard let start = nameOffset(of: member) else { return [] }
    if let range = plainContent(at: start), bytes[range].allSatisfy({ (0x20..<0x7F).contains($0) }) {
      return bytes[range]
    }
    var scanner = JSONScanner(bytes)
    // The text has been scanned once without an error.
    guard let name = try? scanner.name(of: member, in: self) else { return [] }
    return Array(name.displayable.utf8)[...]
  }

  /// The path from a value to one inside it, such as `$.root.children[2]`.
  func path(from start: Value, to target: Value) -> String {
    var path = "$"
    var value = start
    while value != target {
      guard let (position, next) = contents(of: value).enumerated().first(where: { contains(target, in: $1) }) else {
        return path
      }
      path += isArray(value) ? "[\(position)]" : ".\(String(decoding: shownName(of: next), as: UTF8.self))"
      value = next
    }
    return path
  }
}

extension JSONScanner {
  /// The name of a member, with its escapes resolved.
  mutating func name(of member: JSONOutline.Value, in outline: JSONOutline) throws(AppControllerError) -> String {
    String(decoding: try nameBytes(of: member, in: outline), as: UTF8.self)
  }

  /// The name of a member as bytes.
  mutating func nameBytes(
    of member: JSONOutline.Value, in outline: JSONOutline
  ) throws(AppControllerError) -> ArraySlice<UInt8> {
    try contentOfString(at: outline.nameOffset(of: member) ?? 0, in: outline)
  }

  /// The bytes of a string value; empty for no value.
  mutating func bytes(
    of value: JSONOutline.Value?, in outline: JSONOutline
  ) throws(AppControllerError) -> ArraySlice<UInt8> {
    guard let value else { return [] }
    return try contentOfString(at: outline.offset(of: value), in: outline)
  }

  /// A slice of the text, without a copy unless there are escapes to resolve.
  private mutating func contentOfString(
    at offset: Int, in outline: JSONOutline
  ) throws(AppControllerError) -> ArraySlice<UInt8> {
    if let range = outline.plainContent(at: offset) { return bytes[range] }
    guard try token(at: offset) == .string else { return [] }
    return stringRange.map { bytes[$0] } ?? unescaped[...]
  }
}
