/// Finds the index of a short ASCII name in a fixed list, in constant time and without an allocation.
///
/// A name of at most 16 bytes is two machine words and a length, so a look-up is a multiplication and one comparison.
/// Descriptions arrive with several names for every node, so look-ups have to be cheap.
struct NameTable: Sendable {
  /// A name as two words, which overlap in a short name.
  ///
  /// Two names are equal when both words and the lengths are: the length determines the position of each byte.
  private struct Words: Equatable, Sendable {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var count = 0

    init() {}

    @inline(__always)
    init(_ name: Span<UInt8>) {
      count = name.count
      let bytes = unsafe name.bytes
      if count >= 8 {
        low = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: 0, as: UInt64.self)
        high = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: count - 8, as: UInt64.self)
      } else if count >= 4 {
        low = UInt64(unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: 0, as: UInt32.self))
        high = UInt64(unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: count - 4, as: UInt32.self))
      } else {
        for index in name.indices { low = low << 8 | UInt64(name[index]) }
      }
    }

    var hash: Int { Int(truncatingIfNeeded: ((low ^ (high &* 31)) &* 0x9E37_79B9_7F4A_7C15) >> 56) }
  }

  private struct Slot: Sendable {
    var words = Words()
    var index: UInt16 = 0
  }

  private let slots: [Slot]

  /// An empty name has an index but is never found.
  init(names: [String]) {
    var slots = [Slot](repeating: Slot(), count: 256)
    for (index, name) in names.enumerated() where !name.isEmpty {
      let words = Words(name.utf8Span.span)
      var position = words.hash
      while slots[position].index != 0 { position = (position + 1) & 255 }
      slots[position] = Slot(words: words, index: UInt16(index))
    }
    self.slots = slots
  }

  func find(_ name: Span<UInt8>) -> UInt16? {
    guard !name.isEmpty, name.count <= 16 else { return nil }
    let words = Words(name)
    var position = words.hash
    while slots[position].index != 0 {
      if slots[position].words == words { return slots[position].index }
      position = (position + 1) & 255
    }
    return nil
  }
}
