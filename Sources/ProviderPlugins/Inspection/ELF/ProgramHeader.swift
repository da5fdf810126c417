/// A program header: one segment, as the loader sees the file.
struct ProgramHeader {
  /// `p_type`, as far as we look at it.
  enum SegmentType: Equatable {
    case load
    case dynamic
    case note
    case other(UInt32)
  }

  /// The only size that the loader takes.
  static let size: UInt64 = 56
  /// More than this no linker writes.
  static let limit = 512

  let type: SegmentType
  let isExecutable: Bool
  /// Where its bytes stand in the file.
  let file: FileRange
  /// Where they stand in memory.
  let address: UInt64
  let alignment: UInt64

  /// - Parameter bytes: The 56 bytes of the header.
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

  /// Reads all program headers of a file.
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
