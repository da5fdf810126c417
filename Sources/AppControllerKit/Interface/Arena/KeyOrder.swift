/// The canonical order of properties: by the bytes of their names.
enum KeyOrder {
  /// Whether one value's key comes before another's; known names are numbered in that order already.
  static func key(of value: ValueRecord, precedes other: ValueRecord, in text: [UInt8]) -> Bool {
    if value.name != 0, other.name != 0 { return value.name < other.name }
    return bytes(of: value, in: text).lexicographicallyPrecedes(bytes(of: other, in: text))
  }

  private static func bytes(of value: ValueRecord, in text: [UInt8]) -> ArraySlice<UInt8> {
    if let known = value.knownName { return ArraySlice(Array(known.name.utf8)) }
    return text[value.key.bounds]
  }
}
