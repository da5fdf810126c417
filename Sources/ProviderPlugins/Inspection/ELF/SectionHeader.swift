/// A section header: one part of the file, as the linker sees it.
///
/// The loader needs none, and a file may have none.
struct SectionHeader {
  static let size: UInt64 = 64
  /// More than this no linker writes into a library.
  static let limit = 4096
  /// The `sh_type` of notes.
  static let note: UInt32 = 7

  /// Where its name begins in the table of names.
  let nameOffset: UInt32
  let type: UInt32
  let file: FileRange
  let alignment: UInt64

  /// - Parameter bytes: The 64 bytes of the header.
  init(_ bytes: Span<UInt8>) {
    nameOffset = bytes.uint32(at: 0)
    type = bytes.uint32(at: 4)
    file = FileRange(offset: bytes.uint64(at: 24), count: bytes.uint64(at: 32))
    alignment = bytes.uint64(at: 48)
  }

  /// Reads all section headers of a file; none when it has none.
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
