/// The dynamic symbol table: looks up one name as the loader does, through a hash table.
struct SymbolTable {
  let file: FileWindows
  let strings: StringTable
  /// The table's entries, as far as their segment reaches; it does not say how many there are.
  let entries: FileRange
  let hashes: any SymbolHashTable

  /// - Throws: What is wrong when the dynamic section names no table, or one that is not there.
  init(_ dynamic: DynamicSection, _ image: ELFImage, _ file: FileWindows) throws(ELFFault) {
    (self.file, strings) = (file, dynamic.strings)
    guard let address = dynamic.symbolTable, let entries = image.place(of: address) else {
      throw .damaged("its dynamic section names no table of symbols")
    }
    self.entries = entries
    if let address = dynamic.gnuHashTable {
      hashes = try GNUHashTable(at: address, image, file)
    } else if let address = dynamic.hashTable {
      hashes = try SysVHashTable(at: address, image, file)
    } else {
      throw .damaged("its dynamic section names no hash table, so that no symbol can be looked up")
    }
  }

  /// Looks up a symbol.
  ///
  /// - Returns: The first entry with the name that is exported; `nil` when there is none.
  func exportedSymbol(_ name: String) throws(ELFFault) -> ELFSymbol? {
    for index in try hashes.candidates(for: name) {
      guard let range = entries.part(at: UInt64(index) * ELFSymbol.size, count: ELFSymbol.size) else {
        throw .damaged("its hash table names symbol \(index), which is beyond the table of symbols")
      }
      let symbol = try file.read(range, "symbol \(index)") { bytes in ELFSymbol(bytes) }
      if symbol.isExported, try strings.holds(name, at: UInt64(symbol.nameOffset), file) { return symbol }
    }
    return nil
  }
}
