struct ELFImage {
  let header: ELFHeader
  let segments: [ProgramHeader]

  /// The caller has checked that the file is a library for this host.
  init(_ header: ELFHeader, _ file: FileWindows) throws(ELFFault) {
    self.header = header
    segments = try ProgramHeader.table(of: header, in: file)
    try checkSegments(in: file)
  }

  /// The loader would map missing bytes too, and the first access to them would end the process.
  private func checkSegments(in file: FileWindows) throws(ELFFault) {
    var last: UInt64 = 0
    for segment in segments where segment.type == .load {
      guard let end = segment.file.end, end <= UInt64(file.size) else {
        throw .truncated(what: "what is loaded", end: segment.file.end ?? .max, size: file.size)
      }
      guard segment.address >= last else {
        throw .damaged("its segments are not in the order of their addresses, as the loader expects them")
      }
      let next = segment.address.addingReportingOverflow(segment.file.count)
      guard !next.overflow else { throw .damaged("a segment ends beyond all addresses") }
      last = next.partialValue
    }
    guard segments.contains(where: { $0.type == .load }) else { throw .damaged("it has no segment that is loaded") }
  }

  /// The range ends with its segment; `nil` when no byte of the file is loaded to the address.
  func place(of address: UInt64) -> FileRange? {
    for segment in segments where segment.type == .load && segment.address <= address {
      let start = address - segment.address
      if start < segment.file.count { return segment.file.rest(from: start, atMost: .max) }
    }
    return nil
  }

  func place(of address: UInt64, count: UInt64, _ what: String) throws(ELFFault) -> FileRange {
    guard let place = place(of: address)?.part(at: 0, count: count) else {
      throw .damaged("\(what) is at address 0x\(String(address, radix: 16)), where the file has no \(count) bytes")
    }
    return place
  }

  var wantsExecutableStack: Bool {
    let stack: UInt32 = 0x6474_E551  // PT_GNU_STACK
    return segments.first { $0.type == .other(stack) }?.isExecutable ?? false
  }

  func isCode(at address: UInt64) -> Bool {
    segments.contains { segment in
      segment.type == .load && segment.isExecutable && segment.address <= address
        && address - segment.address < segment.file.count
    }
  }
}

/// A program header: one segment, which the loader maps.
struct ProgramHeader {
  enum SegmentType: Equatable {
    case load
    case dynamic
    case note
    case other(UInt32)
  }

  /// The only entry size that the loader accepts, in bytes.
  static let size: UInt64 = 56
  /// The maximum number of program headers, which is more than any linker writes.
  static let limit = 512

  let type: SegmentType
  let isExecutable: Bool
  let file: FileRange
  let address: UInt64
  let alignment: UInt64

  /// The header has 56 bytes.
  init(_ bytes: Span<UInt8>) {
    type =
      switch bytes.uint32(at: 0) {
      case 1: .load
      case 2: .dynamic
      case 4: .note
      case let number: .other(number)
      }
    isExecutable = bytes.uint32(at: 4) & 1 != 0
    file = FileRange(offset: bytes.uint64(at: 8), count: bytes.uint64(at: 32))
    address = bytes.uint64(at: 16)
    alignment = bytes.uint64(at: 48)
  }

  static func table(of header: ELFHeader, in file: FileWindows) throws(ELFFault) -> [ProgramHeader] {
    let (offset, size, count) = header.programHeaders
    guard count > 0 else { throw .damaged("it has no program headers, so there is nothing to load") }
    guard UInt64(size) == Self.size else { throw .damaged("its program headers have \(size) bytes each, not 56") }
    guard count <= limit else { throw .damaged("it has \(count) program headers, more than \(limit)") }
    let range = try FileRange(offset: offset, count: UInt64(count), of: Self.size)
    return try file.read(range, "the program headers") { bytes in
      stride(from: 0, to: bytes.count, by: Int(Self.size)).map { start in
        ProgramHeader(bytes.extracting(start..<start + Int(Self.size)))
      }
    }
  }
}

/// A section header: one part of the file, as linkers divide it.
///
/// The loader needs no section headers, and a file may have none.
struct SectionHeader {
  static let size: UInt64 = 64
  /// The maximum number of section headers, which is more than any linker writes into a library.
  static let limit = 4096
  /// The `sh_type` of notes.
  static let note: UInt32 = 7

  /// The offset in the table of names.
  let nameOffset: UInt32
  let type: UInt32
  let file: FileRange
  let alignment: UInt64

  /// The header has 64 bytes.
  init(_ bytes: Span<UInt8>) {
    nameOffset = bytes.uint32(at: 0)
    type = bytes.uint32(at: 4)
    file = FileRange(offset: bytes.uint64(at: 24), count: bytes.uint64(at: 32))
    alignment = bytes.uint64(at: 48)
  }

  /// Empty when the file has no section headers.
  static func table(of header: ELFHeader, in file: FileWindows) throws(ELFFault) -> [SectionHeader] {
    let (offset, size, count, _) = header.sectionHeaders
    guard offset > 0, count > 0 else { return [] }
    guard UInt64(size) == Self.size else { throw .damaged("its section headers have \(size) bytes each, not 64") }
    guard count <= limit else { throw .damaged("it has \(count) section headers, more than \(limit)") }
    let range = try FileRange(offset: offset, count: UInt64(count), of: Self.size)
    return try file.read(range, "the section headers") { bytes in
      stride(from: 0, to: bytes.count, by: Int(Self.size)).map { start in
        SectionHeader(bytes.extracting(start..<start + Int(Self.size)))
      }
    }
  }
}
