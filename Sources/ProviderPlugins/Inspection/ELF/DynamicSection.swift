internal import AppControllerKit

/// The content of the dynamic section: the needed libraries, their search paths, and the addresses of the tables.
struct DynamicSection {
  /// The maximum number of entries, which is more than any linker writes.
  static let limit: UInt64 = 4096
  /// The maximum length of a library's name or a list of folders, in bytes.
  static let nameLimit: UInt64 = 4096

  /// `DT_NEEDED`, in the file's order.
  private(set) var needed: [String] = []
  /// `DT_SONAME`.
  private(set) var soname: String?
  /// `DT_RPATH`, a list of folders, which is used only when there is no `DT_RUNPATH`.
  private(set) var rpath: String?
  /// `DT_RUNPATH`, a list of folders.
  private(set) var runpath: String?
  /// Whether the file is a program (`DF_1_PIE`), which has the same ELF type as a library.
  private(set) var isProgram = false
  private(set) var symbolTable: UInt64?
  private(set) var gnuHashTable: UInt64?
  private(set) var hashTable: UInt64?
  private(set) var strings = StringTable.empty
  /// The tables of relocations: those that the loader applies before the library runs, and those that it may apply at
  /// the first call.
  private(set) var relocations = (address: UInt64(0), size: UInt64(0))
  private(set) var callRelocations = (address: UInt64(0), size: UInt64(0))

  /// Throws also when there is no section, because no symbol could be looked up in such a file.
  init(_ image: ELFImage, _ file: FileWindows) throws(ELFFault) {
    var names = Names()
    try file.read(Self.place(in: image), "the dynamic section") { bytes in
      for start in stride(from: 0, to: bytes.count, by: 16) {
        let number = bytes.uint64(at: start)
        // A null entry ends the section for the loader.
        if number == 0 { break }
        if let tag = Tag(rawValue: number) { add(bytes.uint64(at: start + 8), tag, &names) }
      }
    }
    guard let table = names.table, let size = names.tableSize else {
      throw .damaged("its dynamic section names no table of strings")
    }
    strings = StringTable(place: try image.place(of: table, count: size, "the table of strings"))
    for offset in names.needed { needed.append(try strings.name(at: offset, "the name of a needed library", file)) }
    soname = try names.soname.map { offset throws(ELFFault) in try strings.name(at: offset, "its own name", file) }
    rpath = try names.rpath.map { offset throws(ELFFault) in try strings.name(at: offset, "its run path", file) }
    runpath = try names.runpath.map { offset throws(ELFFault) in try strings.name(at: offset, "its run path", file) }
  }

  /// The table of strings, and offsets in it.
  private struct Names {
    var table, tableSize, soname, rpath, runpath: UInt64?
    var needed: [UInt64] = []
  }

  /// Of several entries with a tag the last one counts.
  private mutating func add(_ value: UInt64, _ tag: Tag, _ names: inout Names) {
    switch tag {
    case .needed: names.needed.append(value)
    case .soname: names.soname = value
    case .rpath: names.rpath = value
    case .runpath: names.runpath = value
    case .stringTable: names.table = value
    case .stringSize: names.tableSize = value
    case .flags1: isProgram = value & 0x0800_0000 != 0
    case .symbolTable: symbolTable = value
    case .gnuHash: gnuHashTable = value
    case .hash: hashTable = value
    case .relocations: relocations.address = value
    case .relocationsSize: relocations.size = value
    case .callRelocations: callRelocations.address = value
    case .callRelocationsSize: callRelocations.size = value
    }
  }

  enum Tag: UInt64 {
    case needed = 1
    case callRelocationsSize = 2
    case hash = 4
    case stringTable = 5
    case symbolTable = 6
    case relocations = 7
    case relocationsSize = 8
    case stringSize = 10
    case soname = 14
    case rpath = 15
    case callRelocations = 23
    case runpath = 29
    case gnuHash = 0x6FFF_FEF5
    case flags1 = 0x6FFF_FFFB
  }

  private static func place(in image: ELFImage) throws(ELFFault) -> FileRange {
    guard let segment = image.segments.last(where: { $0.type == .dynamic }) else {
      throw .damaged("it has no dynamic section, which every shared library has")
    }
    let count = segment.file.count / 16
    guard count <= limit else { throw .damaged("its dynamic section has \(count) entries, more than \(limit)") }
    // Read by address, because the loader reads it from memory and ignores the segment's file offset.
    return try image.place(of: segment.address, count: count * 16, "the dynamic section")
  }
}

extension Span<UInt8> {
  /// `nil` when it does not end here.
  fileprivate func name(_ what: String) throws(ELFFault) -> String? {
    guard let end = indices.first(where: { self[$0] == 0 }) else { return nil }
    let bytes = extracting(0..<end)
    if let text = try? UTF8Span(validating: bytes) { return String(copying: text) }
    throw .damaged("\(what) is not UTF-8: \(String(decoding: bytes.copied, as: UTF8.self).displayable)")
  }
}

struct StringTable {
  static let empty = StringTable(place: FileRange(offset: 0, count: 0))

  let place: FileRange

  /// Throws when the offset is outside of the table, or when the string does not end in the table, exceeds the limit in
  /// bytes, or is not UTF-8.
  func name(
    at offset: UInt64, _ what: String, _ file: FileWindows, limit: UInt64 = DynamicSection.nameLimit
  ) throws(ELFFault) -> String {
    guard let rest = place.rest(from: offset, atMost: limit + 1) else {
      throw .damaged("\(what) is at byte \(offset) of a table of strings that has \(place.count)")
    }
    // Nearly all names are short, so a short part is read first.
    let short = FileRange(offset: rest.offset, count: min(rest.count, 128))
    if let name = try file.read(short, what, { bytes throws(ELFFault) in try bytes.name(what) }) { return name }
    if short != rest, let name = try file.read(rest, what, { bytes throws(ELFFault) in try bytes.name(what) }) {
      return name
    }
    throw .damaged("\(what) does not end within \(rest.count) bytes")
  }

  func holds(_ text: String, at offset: UInt64, _ file: FileWindows) throws(ELFFault) -> Bool {
    guard let range = place.part(at: offset, count: UInt64(text.utf8.count) + 1) else { return false }
    return try file.read(range, "the name of a symbol") { bytes in
      bytes[bytes.count - 1] == 0 && bytes.extracting(0..<bytes.count - 1).equals(text)
    }
  }
}
