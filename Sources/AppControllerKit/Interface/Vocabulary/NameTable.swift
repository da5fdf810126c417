/// Finds the index of a short ASCII name in a fixed list, in constant time and without an allocation.
///
/// A name of at most 16 bytes is two machine words, so a look-up is a multiplication and one comparison. Descriptions
/// arrive as names, several for every node, and this is what makes that cheap.
struct NameTable: Sendable {
  private struct Slot: Sendable {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var index: UInt8 = 0
  }

  private let slots: [Slot]

  /// Makes a table; an empty name takes an index but is never found.
  init(names: [String]) {
    var slots = [Slot](repeating: Slot(), count: 256)
    for (index, name) in names.enumerated() where !name.isEmpty {
      let (low, high) = Self.words(name.utf8Span.span)
      var position = Self.hash(low, high)
      while slots[position].index != 0 { position = (position + 1) & 255 }
      slots[position] = Slot(low: low, high: high, index: UInt8(index))
    }
    self.slots = slots
  }

  /// The index of a name in the list, or `nil`.
  func find(_ name: Span<UInt8>) -> UInt8? {
    guard !name.isEmpty, name.count <= 16 else { return nil }
    let (low, high) = Self.words(name)
    var position = Self.hash(low, high)
    while slots[position].index != 0 {
      if slots[position].low == low, slots[position].high == high { return slots[position].index }
      position = (position + 1) & 255
    }
    return nil
  }

  private static func words(_ name: Span<UInt8>) -> (low: UInt64, high: UInt64) {
    var low: UInt64 = 0
    var high: UInt64 = 0
    for index in 0..<min(name.count, 8) { low |= UInt64(name[index]) << UInt64(index * 8) }
    for index in min(name.count, 8)..<name.count { high |= UInt64(name[index]) << UInt64((index - 8) * 8) }
    return (low, high)
  }

  private static func hash(_ low: UInt64, _ high: UInt64) -> Int {
    Int(truncatingIfNeeded: ((low ^ (high &* 31)) &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }
}
