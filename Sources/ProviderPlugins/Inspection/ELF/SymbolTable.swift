/// The dynamic symbol table: looks up one name as the loader does, through a hash table.
struct SymbolTable {
  let file: FileWindows
  let strings: StringTable
  /// The table's entries, up to the end of their segment, because the table does not store their number.
  let entries: FileRange
  let hashes: any SymbolHashTable

  /// Throws when the dynamic section names no symbol table or no hash table, or when the file does not contain them.
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

  /// Returns the first entry with the name; `nil` when there is none.
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
  /// The maximum number of symbols that are read, which is ten times that of the largest libraries.
  static let symbolLimit: UInt32 = 1 << 20
  /// The maximum length of a symbol's name, in bytes; those of Swift and C++ are long.
  static let nameLimit: UInt64 = 64 << 10

  struct Exports: Equatable {
    /// The first names, in the order of the table.
    var names: [String] = []
    var count = 0
  }

  /// Takes time linear in the number of symbols.
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
  private static let relocationLimit: UInt64 = 1 << 22
  /// The size of a relocation (`Elf64_Rela`), in bytes.
  private static let relocationSize: UInt64 = 24

  /// The loader does not resolve a symbol without a relocation, and a weak symbol may be missing.
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
          // The type R_…_NONE is 0 on each machine, and has no effect.
          return info & 0xFFFF_FFFF == 0 ? nil : UInt32(info >> 32)
        }
      }
      numbers.formUnion(part)
      offset += range.count
    }
  }
}

struct ELFSymbol: Equatable {
  static let size: UInt64 = 24

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

  enum Binding: UInt8 {
    case local = 0
    case global = 1
    case weak = 2
    case unique = 10
  }

  /// The offset in the table of strings.
  let nameOffset: UInt32
  let type: SymbolType?
  let binding: Binding?
  let isDefined: Bool
  /// Whether its visibility lets other libraries use it (`STV_DEFAULT`, `STV_PROTECTED`).
  let isVisible: Bool
  let address: UInt64

  /// The entry has 24 bytes.
  init(_ bytes: Span<UInt8>) {
    nameOffset = bytes.uint32(at: 0)
    type = SymbolType(rawValue: bytes[4] & 0xF)
    binding = Binding(rawValue: bytes[4] >> 4)
    isVisible = bytes[5] & 3 == 0 || bytes[5] & 3 == 3
    isDefined = bytes.uint16(at: 6) != 0
    address = bytes.uint64(at: 8)
  }

  /// A symbol from an assembler may have no type.
  var isFunction: Bool {
    switch type {
    case .function, .indirectFunction, .unspecified: true
    case .object, .section, .file, .common, .threadLocal, nil: false
    }
  }

  /// The loader fails without it.
  var isRequired: Bool {
    guard !isDefined, isVisible else { return false }
    switch binding {
    case .global, .unique: return true
    case .local, .weak, nil: return false
    }
  }

  fileprivate var isExported: Bool {
    guard isDefined, isVisible else { return false }
    switch binding {
    case .global, .weak, .unique: return type != .section && type != .file
    case .local, nil: return false
    }
  }
}
