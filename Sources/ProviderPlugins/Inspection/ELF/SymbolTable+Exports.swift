extension SymbolTable {
  /// More symbols than this are not gone through; the largest libraries have a tenth of it.
  static let symbolLimit: UInt32 = 1 << 20
  /// The longest name of a symbol; those of Swift and C++ are long.
  static let nameLimit: UInt64 = 64 << 10

  /// What a library exports.
  struct Exports: Equatable {
    /// The first names, in the order of the table.
    var names: [String] = []
    /// How many there are in all.
    var count = 0
  }

  /// Goes through all symbols, in time linear in their number.
  ///
  /// - Parameter limit: How many names are given.
  /// - Returns: The names and their number.
  /// - Throws: What is wrong with the table.
  func exports(atMost limit: Int) throws(ELFFault) -> Exports {
    var exports = Exports()
    var offsets: [UInt32] = []
    let available = UInt32(clamping: entries.count / ELFSymbol.size)
    let count = UInt64(min(try hashes.symbolCount(), available, Self.symbolLimit)) * ELFSymbol.size
    var offset: UInt64 = 0
    while offset < count, let range = entries.rest(from: offset, atMost: min(ELFSymbol.size << 10, count - offset)) {
      try file.read(range, "the table of symbols") { bytes in
        for start in stride(from: 0, to: bytes.count, by: Int(ELFSymbol.size)) {
          let symbol = ELFSymbol(bytes.extracting(start..<start + Int(ELFSymbol.size)))
          guard symbol.isExported else { continue }
          exports.count += 1
          if offsets.count < limit { offsets.append(symbol.nameOffset) }
        }
      }
      offset += range.count
    }
    for offset in offsets {
      exports.names.append(try strings.name(at: UInt64(offset), "the name of a symbol", file, limit: Self.nameLimit))
    }
    return exports
  }
}
