/// `DT_HASH`: buckets, and a link from each symbol to the next of its chain.
struct SysVHashTable: SymbolHashTable {
  private let file: FileWindows
  private let bucketCount: UInt32
  private let chainCount: UInt32
  private let buckets: FileRange
  private let chains: FileRange

  init(at address: UInt64, _ image: ELFImage, _ file: FileWindows) throws(ELFFault) {
    self.file = file
    let place = try image.place(of: address, count: 8, "the hash table")
    (bucketCount, chainCount) = try file.read(place, "the hash table") { bytes in
      (bytes.uint32(at: 0), bytes.uint32(at: 4))
    }
    guard bucketCount > 0 else { throw .damaged("its hash table has no buckets") }
    guard let rest = image.place(of: address), let buckets = rest.part(at: 8, count: UInt64(bucketCount) * 4),
      let chains = rest.part(at: 8 + UInt64(bucketCount) * 4, count: UInt64(chainCount) * 4)
    else { throw .damaged("its hash table of \(bucketCount) buckets and \(chainCount) symbols is not in the file") }
    (self.buckets, self.chains) = (buckets, chains)
  }

  func candidates(for name: String) throws(ELFFault) -> [UInt32] {
    var candidates: [UInt32] = []
    var symbol = try link(Self.hash(name) % bucketCount, of: buckets)
    // A chain may lead back into itself.
    while symbol != 0 {
      guard candidates.count < symbolChainLimit else { throw .chainTooLong() }
      candidates.append(symbol)
      symbol = try link(symbol, of: chains)
    }
    return candidates
  }

  func symbolCount() throws(ELFFault) -> UInt32 { chainCount }

  /// The symbol that a bucket or another symbol leads to; 0 is none.
  private func link(_ index: UInt32, of table: FileRange) throws(ELFFault) -> UInt32 {
    guard let range = table.part(at: UInt64(index) * 4, count: 4) else { throw .chainLeavesTable(at: index) }
    return try file.read(range, "the hash table") { bytes in bytes.uint32(at: 0) }
  }

  private static func hash(_ name: String) -> UInt32 {
    name.utf8.reduce(0) { hash, byte in
      let sum = hash << 4 &+ UInt32(byte)
      let high = sum & 0xF000_0000
      return (sum ^ high >> 24) & ~high
    }
  }
}
