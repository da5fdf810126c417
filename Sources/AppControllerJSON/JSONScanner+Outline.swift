package import AppControllerInterface

extension JSONScanner {
  /// The name of a member, with its escapes resolved.
  package mutating func name(of member: JSONOutline.Value, in outline: JSONOutline) throws(AppControllerError) -> String
  {
    String(decoding: try nameBytes(of: member, in: outline), as: UTF8.self)
  }

  /// The name of a member as bytes.
  package mutating func nameBytes(
    of member: JSONOutline.Value, in outline: JSONOutline
  ) throws(AppControllerError) -> ArraySlice<UInt8> {
    try contentOfString(at: outline.nameOffset(of: member) ?? 0, in: outline)
  }

  /// The bytes of a string value; empty for no value.
  package mutating func bytes(
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
