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
  var isExported: Bool {
    guard isDefined, isVisible else { return false }
    switch binding {
    case .global, .weak, .unique: return type != .section && type != .file
    case .local, nil: return false
    }
  }
}
