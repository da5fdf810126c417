/// Finds duplicate ids: a table of node indices, open-addressed, hashed over the bytes in the arena.
///
/// The seed is random for each process, so that ids cannot be chosen to collide.
struct IDSet {
  private static let seed = UInt64.random(in: .min ... .max)
  private var slots: [UInt32]
  private let mask: Int

  init(expecting count: Int) {
    var size = 16
    while size < count * 2 { size *= 2 }
    slots = [UInt32](repeating: .max, count: size)
    mask = size - 1
  }

  /// Returns the node that has the same id already, or `nil`.
  mutating func insert(_ node: Int, in arena: Arena) -> Int? {
    let range = arena.nodes[node].id
    var position = Self.hash(arena.text, range) & mask
    while slots[position] != .max {
      let other = Int(slots[position])
      if arena.bytes(arena.nodes[other].id) == arena.bytes(range) { return other }
      position = (position + 1) & mask
    }
    slots[position] = UInt32(node)
    return nil
  }

  func find(_ id: TextRange, in arena: Arena) -> Int? {
    var position = Self.hash(arena.text, id) & mask
    while slots[position] != .max {
      let node = Int(slots[position])
      if arena.bytes(arena.nodes[node].id) == arena.bytes(id) { return node }
      position = (position + 1) & mask
    }
    return nil
  }

  private static func hash(_ text: [UInt8], _ range: TextRange) -> Int {
    var hash = seed
    for index in range.bounds { hash = (hash ^ UInt64(text[index])) &* 0x0000_0100_0000_01B3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7FFF_FFFF)
  }
}
