/// The canonical order of properties: by the bytes of their names.
@safe
struct KeyOrder {
  /// The text that contains the unknown names.
  private let text: UnsafeBufferPointer<UInt8>

  init(text: UnsafeBufferPointer<UInt8>) {
    unsafe self.text = text
  }

  /// Whether one value's key comes before another's; the numbers of known names are in that order already.
  func key(of value: ValueRecord, precedes other: ValueRecord) -> Bool {
    if value.name != 0, other.name != 0 { return value.name < other.name }
    return unsafe bytes(of: value).lexicographicallyPrecedes(bytes(of: other))
  }

  /// Whether two values have the same unknown key.
  func isSameKey(_ value: ValueRecord, _ other: ValueRecord) -> Bool {
    guard value.name == 0, other.name == 0 else { return false }
    return unsafe bytes(of: value).elementsEqual(bytes(of: other))
  }

  private func bytes(of value: ValueRecord) -> UnsafeBufferPointer<UInt8> {
    if value.name != 0 { return unsafe ImmortalNames.properties[value.name] }
    return unsafe UnsafeBufferPointer(rebasing: text[value.key.bounds])
  }
}
