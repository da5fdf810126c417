internal import AppControllerKit

/// A table of strings that end with a zero byte each.
struct StringTable {
  static let empty = StringTable(place: FileRange(offset: 0, count: 0))

  let place: FileRange

  init(place: FileRange) { self.place = place }

  /// The table that the dynamic section names.
  init(_ entries: [(tag: DynamicSection.Tag, value: UInt64)], _ image: ELFImage) throws(ELFFault) {
    guard let address = entries.last(where: { $0.tag == .stringTable })?.value,
      let size = entries.last(where: { $0.tag == .stringSize })?.value
    else { throw .damaged("its dynamic section names no table of strings") }
    place = try image.place(of: address, count: size, "the table of strings")
  }

  /// The string at a place of the table.
  ///
  /// - Parameters:
  ///   - offset: The place.
  ///   - what: What the string is, for the message.
  ///   - file: The file that the table is in.
  ///   - limit: How long it may be.
  /// - Returns: The string.
  /// - Throws: What is wrong when the place is not in the table, the string does not end there or in time, or is not UTF-8.
  func name(
    at offset: UInt64, _ what: String, _ file: FileWindows, limit: UInt64 = DynamicSection.nameLimit
  ) throws(ELFFault) -> String {
    guard let rest = place.rest(from: offset, atMost: limit + 1) else {
      throw .damaged("\(what) is at byte \(offset) of a table of strings that has \(place.count)")
    }
    // Nearly every name is short.
    let short = FileRange(offset: rest.offset, count: min(rest.count, 128))
    let found = try file.read(short, what) { bytes in bytes.untilZero }
    let whole = try found == nil && short != rest ? file.read(rest, what) { bytes in bytes.untilZero } : found
    guard let name = whole else {
      throw .damaged("\(what) does not end within \(rest.count) bytes")
    }
    guard let text = String(validating: name, as: UTF8.self) else {
      throw .damaged("\(what) is not UTF-8: \(String(decoding: name, as: UTF8.self).displayable)")
    }
    return text
  }

  /// Whether the string at a place is a certain one.
  func holds(_ text: String, at offset: UInt64, _ file: FileWindows) throws(ELFFault) -> Bool {
    guard let range = place.part(at: offset, count: UInt64(text.utf8.count) + 1) else { return false }
    return try file.read(range, "the name of a symbol") { bytes in
      bytes[bytes.count - 1] == 0 && bytes.extracting(0..<bytes.count - 1).equals(text)
    }
  }
}
