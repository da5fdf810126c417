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

/// An entry of the dynamic symbol table.
struct ELFSymbol: Equatable {
  static let size: UInt64 = 24

  /// `STT_…`: what it is.
  enum SymbolType: UInt8 {
    case unspecified = 0
    case object = 1
    case function = 2
    case section = 3
    case file = 4
    case common = 5
    case threadLocal = 6
    case indirectFunction = 10
  }

  /// `STB_…`: who can see it.
  enum Binding: UInt8 {
    case local = 0
    case global = 1
    case weak = 2
    case unique = 10
  }

  /// Where its name begins in the table of strings.
  let nameOffset: UInt32
  let type: SymbolType?
  let binding: Binding?
  /// Whether the library itself has it, and does not only need it.
  let isDefined: Bool
  /// Whether its visibility lets others see it (`STV_DEFAULT`, `STV_PROTECTED`).
  let isVisible: Bool
  let address: UInt64

  /// - Parameter bytes: The 24 bytes of the entry.
  init(_ bytes: Span<UInt8>) {
    nameOffset = bytes.uint32(at: 0)
    type = SymbolType(rawValue: bytes[4] & 0xF)
    binding = Binding(rawValue: bytes[4] >> 4)
    isVisible = bytes[5] & 3 == 0 || bytes[5] & 3 == 3
    isDefined = bytes.uint16(at: 6) != 0
    address = bytes.uint64(at: 8)
  }

  /// Whether it can be called; what an assembler wrote may not say what it is.
  var isFunction: Bool {
    switch type {
    case .function, .indirectFunction, .unspecified: true
    case .object, .section, .file, .common, .threadLocal, nil: false
    }
  }

  /// Whether the loader looks it up elsewhere, and fails without it.
  var isRequired: Bool {
    guard !isDefined, isVisible else { return false }
    switch binding {
    case .global, .unique: return true
    case .local, .weak, nil: return false
    }
  }

  /// Whether others can look it up.
  fileprivate var isExported: Bool {
    guard isDefined, isVisible else { return false }
    switch binding {
    case .global, .weak, .unique: return type != .section && type != .file
    case .local, nil: return false
    }
  }
}
