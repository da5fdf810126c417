extension SymbolTable {
  /// More relocations than this are not gone through.
  private static let relocationLimit: UInt64 = 1 << 22
  /// The bytes of a relocation (`Elf64_Rela`).
  private static let relocationSize: UInt64 = 24

  /// The names that the loader looks up elsewhere when it maps the library, each once.
  ///
  /// A symbol that no relocation names is not looked up, and one that is weak may be missing.
  ///
  /// - Throws: What is wrong with the tables.
  func imports(of dynamic: DynamicSection, _ image: ELFImage) throws(ELFFault) -> [String] {
    var numbers: Set<UInt32> = []
    for (address, size) in [dynamic.relocations, dynamic.callRelocations] where size > 0 {
      let size = min(size, Self.relocationLimit * Self.relocationSize)
      let place = try image.place(of: address, count: size - size % Self.relocationSize, "a table of relocations")
      try addSymbols(of: place, to: &numbers)
    }
    var names: [String] = []
    for number in numbers.sorted() where number != 0 {
      guard let range = entries.part(at: UInt64(number) * ELFSymbol.size, count: ELFSymbol.size) else {
        throw .damaged("a relocation names symbol \(number), which is beyond the table of symbols")
      }
      let symbol = try file.read(range, "symbol \(number)") { bytes in ELFSymbol(bytes) }
      guard symbol.isRequired else { continue }
      names.append(try strings.name(at: UInt64(symbol.nameOffset), "the name of a symbol", file, limit: Self.nameLimit))
    }
    return names
  }

  private func addSymbols(of table: FileRange, to numbers: inout Set<UInt32>) throws(ELFFault) {
    var offset: UInt64 = 0
    while let range = table.rest(from: offset, atMost: Self.relocationSize << 10), range.count > 0 {
      let part = try file.read(range, "a table of relocations") { bytes in
        stride(from: 0, to: bytes.count, by: Int(Self.relocationSize)).compactMap { start in
          let info = bytes.uint64(at: start + 8)
          // R_…_NONE does nothing, on each machine.
          return info & 0xFFFF_FFFF == 0 ? nil : UInt32(info >> 32)
        }
      }
      numbers.formUnion(part)
      offset += range.count
    }
  }
}
