/// A hash table of symbols.
protocol SymbolHashTable {
  /// The symbols that may have a name, in the order in which the loader looks at them.
  func candidates(for name: String) throws(ELFFault) -> [UInt32]

  /// How many symbols the table of symbols has; the hash table is the only one that tells the loader.
  func symbolCount() throws(ELFFault) -> UInt32
}

/// The longest chain that is followed; a linker's have a handful of links.
let symbolChainLimit = 4096

extension ELFFault {
  static func chainTooLong() -> ELFFault {
    .damaged("a chain of its hash table has more than \(symbolChainLimit) links")
  }

  static func chainLeavesTable(at symbol: UInt32) -> ELFFault {
    .damaged("a chain of its hash table runs out of the table, at symbol \(symbol)")
  }
}
