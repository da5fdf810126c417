/// The header of an ELF file: the fields that all classes and byte orders share, and the other fields for the host's
/// own class and order.
struct ELFHeader {
  /// `EI_CLASS`: the width of addresses.
  enum Class: UInt8 {
    case bits32 = 1
    case bits64 = 2
  }

  /// `EI_DATA`: the byte order.
  enum ByteOrder: UInt8 {
    case littleEndian = 1
    case bigEndian = 2
  }

  /// `e_type`: the kind of the file.
  enum FileType: Equatable {
    /// `ET_REL`: an object file, which is not linked yet.
    case relocatable
    case executable
    case dynamic
    case core
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

  /// The size of the header, and of its part that is the same for every class, in bytes.
  static let size = 64
  private static let identificationSize = 20
  static let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46]

  let fileClass: Class?
  let byteOrder: ByteOrder?
  let type: FileType
  let machine: ELFMachine
  let programHeaders: (offset: UInt64, size: UInt16, count: UInt16)
  let sectionHeaders: (offset: UInt64, size: UInt16, count: UInt16, names: UInt16)

  /// Throws `truncated` when the header is incomplete; with another class or byte order, only the first 20 bytes are
  /// needed.
  ///
  /// The bytes begin with ``magic``.
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

extension ELFHeader {
  /// Throws an error that names the kind of the file when it is not a library for this host.
  static func ofLibrary(_ file: FileWindows, path: String) throws(PluginError) -> ELFHeader {
    let page = file.firstPage
    guard page.starts(with: magic) else { throw FileFormat(page).error(path) }
    let header: ELFHeader
    do throws(ELFFault) { header = try ELFHeader(page.span) } catch { throw PluginError(error, path) }
    if let problem = header.mismatch(path) { throw problem }
    switch header.type {
    case .dynamic: return header
    case .executable: throw .program(path)
    case .relocatable:
      throw .notALibrary(
        .objectFile, path, "an object file, which is not linked yet",
        fix: "link it: cc -shared -o provider.so \(path); it has to be compiled with -fPIC")
    case .core: throw .notALibrary(.coreFile, path, "the memory of a process that crashed")
    case .other(let number): throw .notALibrary(.notALibrary, path, "an ELF file of the type \(number)")
    }
  }

  /// Whether the loader would accept the file on this host; it skips other files when it searches.
  var isForHost: Bool { fileClass == .bits64 && byteOrder == .littleEndian && machine == .host }

  private func mismatch(_ path: String) -> PluginError? {
    let host = "this host is \(ELFMachine.host.name), 64-bit, little-endian"
    let (code, found, why): (PluginError.Code, String, String)
    if fileClass != .bits64 {
      let width = fileClass == .bits32 ? "32-bit" : "of no known width"
      (code, found, why) = (.wrongClass, width, "a process loads libraries of its own width only")
    } else if byteOrder != .littleEndian {
      let order = byteOrder == .bigEndian ? "big-endian" : "of no known byte order"
      (code, found, why) = (.wrongByteOrder, order, "a process loads libraries of its own byte order only")
    } else if machine != .host {
      (code, found, why) = (.wrongMachine, "64-bit", "a library runs on the machine that it was built for")
    } else {
      return nil
    }
    return PluginError(
      code, what: "\(path) is for \(machine.name), \(found); \(host)", why: why,
      fix: "install the provider's build for this machine"
    )
  }
}

extension PluginError {
  static func program(_ path: String) -> PluginError {
    .notALibrary(
      .program, path, "a program", fix: "name the provider's library; one is compiled and linked with cc -shared -fPIC")
  }
}

/// `e_machine`: the processor that a file is built for.
struct ELFMachine: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt16

  #if arch(x86_64)
    static let host = ELFMachine(rawValue: 62)
  #elseif arch(arm64)
    static let host = ELFMachine(rawValue: 183)
  #else
    #error("the provider ABI is defined for x86-64 and AArch64")
  #endif

  var name: String {
    switch rawValue {
    case 3: "x86"
    case 8: "MIPS"
    case 21: "PowerPC"
    case 22: "S/390"
    case 40: "ARM"
    case 62: "x86-64"
    case 183: "AArch64"
    case 243: "RISC-V"
    case 258: "LoongArch"
    default: "machine \(rawValue)"
    }
  }
}
