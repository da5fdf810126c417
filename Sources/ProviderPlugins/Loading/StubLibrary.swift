/// A shared library in memory with no content of its own, which needs others: it has the loader map several open files
/// at once, in the scope and the order in which it would have found them by their names.
struct StubLibrary {
  var soname: String?
  /// The libraries that it needs, in their order.
  let needed: [String]

  private static let (headerSize, segmentSize, entrySize, symbolSize) = (64, 56, 16, 24)
  /// `e_type`, the kinds of segments, and the right to read and write.
  private static let (dynamicFile, loaded, dynamic, stack, readWrite): (UInt16, UInt32, UInt32, UInt32, UInt32) = (
    3, 1, 2, 0x6474_E551, 6
  )
  private static let pageSize: UInt64 = 0x1_0000

  var bytes: [UInt8] {
    var strings: [UInt8] = [0]
    func offset(_ text: String) -> UInt64 {
      defer { strings += Array(text.utf8) + [0] }
      return UInt64(strings.count)
    }
    var entries = needed.map { (DynamicSection.Tag.needed.rawValue, offset($0)) }
    if let soname { entries.append((DynamicSection.Tag.soname.rawValue, offset(soname))) }
    let start = Self.headerSize + 3 * Self.segmentSize
    // The tables, their sizes, and the end follow.
    let symbols = start + (entries.count + 6) * Self.entrySize
    let hash = symbols + Self.symbolSize
    let texts = hash + 16
    entries += [
      (DynamicSection.Tag.symbolTable.rawValue, UInt64(symbols)), (Self.symbolSizeTag, UInt64(Self.symbolSize)),
      (Self.hashTag, UInt64(hash)), (DynamicSection.Tag.stringTable.rawValue, UInt64(texts)),
      (DynamicSection.Tag.stringSize.rawValue, UInt64(strings.count)), (0, 0),
    ]
    let size = UInt64(texts + strings.count)
    var file = header
    segment(Self.loaded, 0..<size, align: Self.pageSize, &file)
    segment(Self.dynamic, UInt64(start)..<UInt64(symbols), align: 8, &file)
    // Without this segment the loader would make the stacks of the process executable.
    segment(Self.stack, 0..<0, align: 16, &file)
    for (tag, value) in entries {
      append(tag, to: &file)
      append(value, to: &file)
    }
    file += [UInt8](repeating: 0, count: Self.symbolSize)
    // One bucket and one symbol, which has no name. The thread sanitizer ends a process with a library without symbols.
    for value: UInt32 in [1, 1, 0, 0] { append(value, to: &file) }
    return file + strings
  }

  /// `DT_SYMENT` and `DT_HASH`.
  private static let (symbolSizeTag, hashTag): (UInt64, UInt64) = (11, 4)

  private var header: [UInt8] {
    var file = ELFHeader.magic + [ELFHeader.Class.bits64.rawValue, ELFHeader.ByteOrder.littleEndian.rawValue, 1]
    file += [UInt8](repeating: 0, count: 16 - file.count)
    append(Self.dynamicFile, to: &file)
    append(ELFMachine.host.rawValue, to: &file)
    append(UInt32(1), to: &file)
    // The entry, and the offsets of the two tables of headers.
    for value in [0, UInt64(Self.headerSize), 0] { append(value, to: &file) }
    append(UInt32(0), to: &file)
    for value in [UInt16(Self.headerSize), UInt16(Self.segmentSize), 3, 0, 0, 0] { append(value, to: &file) }
    return file
  }

  private func segment(_ type: UInt32, _ range: Range<UInt64>, align: UInt64, _ file: inout [UInt8]) {
    append(type, to: &file)
    append(Self.readWrite, to: &file)
    let (start, count) = (range.lowerBound, UInt64(range.count))
    for value in [start, start, start, count, count, align] { append(value, to: &file) }
  }

  private func append(_ value: some FixedWidthInteger, to file: inout [UInt8]) {
    for place in 0..<value.bitWidth / 8 { file.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
  }
}
