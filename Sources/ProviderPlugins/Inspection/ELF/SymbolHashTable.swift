protocol SymbolHashTable {
  /// The candidates are in the order in which the loader compares them.
  func candidates(for name: String) throws(ELFFault) -> [UInt32]

  /// Only the hash table tells the loader the number.
  func symbolCount() throws(ELFFault) -> UInt32
}

/// The maximum length of a chain; those of a linker have a handful of links.
private let symbolChainLimit = 4096

extension ELFFault {
  fileprivate static func chainTooLong() -> ELFFault {
    .damaged("a chain of its hash table has more than \(symbolChainLimit) links")
  }

  fileprivate static func chainLeavesTable(at symbol: UInt32) -> ELFFault {
    .damaged("a chain of its hash table runs out of the table, at symbol \(symbol)")
  }
}

/// `DT_GNU_HASH`: a Bloom filter, buckets, and chains that lie in the order of the symbols.
struct GNUHashTable: SymbolHashTable {
  private let file: FileWindows
  private let bucketCount: UInt32
  /// The first symbol that is in the hash table; those before it are imports.
  private let firstSymbol: UInt32
  private let bloomCount: UInt32
  private let bloomShift: UInt32
  private let bloom: FileRange
  private let buckets: FileRange
  private let chains: FileRange

  init(at address: UInt64, _ image: ELFImage, _ file: FileWindows) throws(ELFFault) {
    self.file = file
    let place = try image.place(of: address, count: 16, "the hash table")
    (bucketCount, firstSymbol, bloomCount, bloomShift) = try file.read(place, "the hash table") { bytes in
      (bytes.uint32(at: 0), bytes.uint32(at: 4), bytes.uint32(at: 8), bytes.uint32(at: 12))
    }
    // With another number the loader's own assertion fails, which ends the process.
    guard bloomCount.nonzeroBitCount == 1 else {
      throw .damaged("its hash table has a Bloom filter of \(bloomCount) words; the number is a power of 2")
    }
    guard bucketCount > 0 else { throw .damaged("its hash table has no buckets") }
    let bloomBytes = UInt64(bloomCount) * 8
    let bucketBytes = UInt64(bucketCount) * 4
    guard let rest = image.place(of: address), let bloom = rest.part(at: 16, count: bloomBytes),
      let buckets = rest.part(at: 16 + bloomBytes, count: bucketBytes),
      let chains = rest.rest(from: 16 + bloomBytes + bucketBytes, atMost: .max)
    else { throw .damaged("its hash table of \(bloomCount) words and \(bucketCount) buckets is not in the file") }
    (self.bloom, self.buckets, self.chains) = (bloom, buckets, chains)
  }

  func candidates(for name: String) throws(ELFFault) -> [UInt32] {
    let hash = Self.hash(name)
    guard try mayHold(hash) else { return [] }
    let start = try bucket(hash % bucketCount)
    var candidates: [UInt32] = []
    // Symbol 0 means that the bucket is empty.
    guard start != 0 else { return candidates }
    for step in 0..<UInt32(symbolChainLimit) {
      let index = start.addingReportingOverflow(step)
      guard !index.overflow else { throw .chainLeavesTable(at: start) }
      // The lowest bit marks the end of the chain; the other bits are the hash.
      let link = try self.link(index.partialValue)
      if link | 1 == hash | 1 { candidates.append(index.partialValue) }
      if link & 1 != 0 { return candidates }
    }
    throw .chainTooLong()
  }

  func symbolCount() throws(ELFFault) -> UInt32 {
    var highest: UInt32 = 0
    var offset: UInt64 = 0
    while let range = buckets.rest(from: offset, atMost: 16 << 10), range.count > 0 {
      let part = try file.read(range, "the hash table's buckets") { bytes in
        stride(from: 0, to: bytes.count, by: 4).reduce(0) { max($0, bytes.uint32(at: $1)) }
      }
      highest = max(highest, part)
      offset += range.count
    }
    guard highest >= firstSymbol else { return firstSymbol }
    // The chain of the highest bucket is the last one, and its last symbol is the last of the table.
    while try link(highest) & 1 == 0, highest < .max { highest += 1 }
    return highest == .max ? .max : highest + 1
  }

  private func mayHold(_ hash: UInt32) throws(ELFFault) -> Bool {
    let index = UInt64(hash / 64 & (bloomCount - 1))
    let range = FileRange(offset: bloom.offset + index * 8, count: 8)
    let word = try file.read(range, "the hash table's filter") { bytes in bytes.uint64(at: 0) }
    return word >> UInt64(hash % 64) & word >> UInt64((hash >> bloomShift) % 64) & 1 != 0
  }

  private func bucket(_ index: UInt32) throws(ELFFault) -> UInt32 {
    let range = FileRange(offset: buckets.offset + UInt64(index) * 4, count: 4)
    return try file.read(range, "the hash table's buckets") { bytes in bytes.uint32(at: 0) }
  }

  private func link(_ symbol: UInt32) throws(ELFFault) -> UInt32 {
    guard symbol >= firstSymbol, let range = chains.part(at: UInt64(symbol - firstSymbol) * 4, count: 4) else {
      throw .chainLeavesTable(at: symbol)
    }
    return try file.read(range, "the hash table's chains") { bytes in bytes.uint32(at: 0) }
  }

  private static func hash(_ name: String) -> UInt32 {
    name.utf8.reduce(5381) { $0 &* 33 &+ UInt32($1) }
  }
}

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
    // A chain may be a cycle.
    while symbol != 0 {
      guard candidates.count < symbolChainLimit else { throw .chainTooLong() }
      candidates.append(symbol)
      symbol = try link(symbol, of: chains)
    }
    return candidates
  }

  func symbolCount() throws(ELFFault) -> UInt32 { chainCount }

  /// 0 stands for no symbol.
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
