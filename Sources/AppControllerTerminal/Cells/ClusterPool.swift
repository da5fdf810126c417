/// The characters of several scalars that a grid holds, one after the other in one array.
struct ClusterPool: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [UInt32] = []

  var count: Int { ends.count }

  subscript(index: Int) -> ArraySlice<UInt8> {
    bytes[(index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])]
  }

  /// Adds a character.
  ///
  /// - Returns: Its index.
  mutating func add(_ cluster: some Sequence<UInt8>) -> Int {
    bytes.append(contentsOf: cluster)
    ends.append(UInt32(bytes.count))
    return ends.count - 1
  }

  /// Adds everything that another pool holds.
  mutating func add(contentsOf other: ClusterPool) {
    let start = UInt32(bytes.count)
    bytes += other.bytes
    ends += other.ends.map { $0 + start }
  }
}
