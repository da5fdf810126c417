/// The header of an ELF file, as far as it is the same for every class and byte order, and the rest for our own.
struct ELFHeader {
  /// `EI_CLASS`: how wide addresses are.
  enum Class: UInt8 {
    case bits32 = 1
    case bits64 = 2
  }

  /// `EI_DATA`: the byte order.
  enum ByteOrder: UInt8 {
    case littleEndian = 1
    case bigEndian = 2
  }

  /// `e_type`: what kind of file it is.
  enum FileType: Equatable {
    /// `ET_REL`, not linked yet.
    case relocatable
    /// `ET_EXEC`, a program for fixed addresses.
    case executable
    /// `ET_DYN`, a shared library, or a program for any address.
    case dynamic
    /// `ET_CORE`, the memory of a process.
    case core
    /// None that is in use.
    case other(UInt16)

    init(_ number: UInt16) {
      switch number {
      case 1: self = .relocatable
      case 2: self = .executable
      case 3: self = .dynamic
      case 4: self = .core
      default: self = .other(number)
      }
    }
  }

  /// The bytes of the header, and of what stands before the class-dependent part.
  static let size = 64
  static let identificationSize = 20
  static let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46]

  let fileClass: Class?
  let byteOrder: ByteOrder?
  let type: FileType
  let machine: ELFMachine
  /// Where the program headers stand, and how many.
  let programHeaders: (offset: UInt64, size: UInt16, count: UInt16)
  /// Where the section headers stand, how many, and which of them is the one of their names.
  let sectionHeaders: (offset: UInt64, size: UInt16, count: UInt16, names: UInt16)

  /// Reads a header.
  ///
  /// - Parameter bytes: The start of a file that begins with ``magic``.
  /// - Throws: `truncated` when the header is not whole. Of another class or byte order, only the first 20 bytes are.
  init(_ bytes: Span<UInt8>) throws(ELFFault) {
    guard bytes.count >= Self.identificationSize else { throw Self.truncated(bytes.count) }
    fileClass = Class(rawValue: bytes[4])
    byteOrder = ByteOrder(rawValue: bytes[5])
    let isBig = byteOrder == .bigEndian
    let (type, machine) = (bytes.uint16(at: 16), bytes.uint16(at: 18))
    self.type = FileType(isBig ? type.byteSwapped : type)
    self.machine = ELFMachine(rawValue: isBig ? machine.byteSwapped : machine)
    guard fileClass == .bits64, byteOrder == .littleEndian else {
      (programHeaders, sectionHeaders) = ((0, 0, 0), (0, 0, 0, 0))
      return
    }
    guard bytes.count >= Self.size else { throw Self.truncated(bytes.count) }
    programHeaders = (bytes.uint64(at: 32), bytes.uint16(at: 54), bytes.uint16(at: 56))
    sectionHeaders = (bytes.uint64(at: 40), bytes.uint16(at: 58), bytes.uint16(at: 60), bytes.uint16(at: 62))
  }

  private static func truncated(_ count: Int) -> ELFFault {
    .truncated(what: "the ELF header", end: UInt64(size), size: count)
  }

}
