import Glibc

/// Looks at a file before it is loaded, and says what it is instead of a library.
///
/// It reads the headers only. What the library would need, and whether it may be trusted, is looked at elsewhere.
enum FileProbe {
  /// Finds the file that a path means.
  ///
  /// - Returns: The absolute path with every link resolved.
  /// - Throws: ``PluginError`` when there is nothing, or nothing that can be loaded.
  static func resolve(_ path: String) throws(PluginError) -> String {
    guard let resolved = unsafe realpath(path, nil) else { throw .unreachable(path, errno) }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Checks that a file is a shared library for this machine.
  static func check(_ path: String) throws(PluginError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw .unreachable(path, errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .notALibrary(path, "a folder")
    default: throw .notALibrary(path, "no regular file")
    }
    let head = try bytes(0..<64, of: path)
    guard head.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { throw .notALibrary(path, description(of: head)) }
    guard head.count == 64 else {
      throw .notALibrary(path, "the start of an ELF file, cut off after \(head.count) bytes")
    }
    let (type, machine) = (head.number(at: 16, bytes: 2), head.number(at: 18, bytes: 2))
    guard head[4] == 2, head[5] == 1, machine == UInt64(hostMachine) else {
      throw .wrongMachine(path, machineName(Int(machine), bits: head[4] == 1 ? 32 : 64, isLittle: head[5] == 1))
    }
    // A position-independent program is ET_DYN too; dlopen refuses it by itself.
    if type != 3 {
      throw .notALibrary(
        path, type == 2 ? "a program" : type == 1 ? "an object file, not linked yet" : "another kind of ELF file")
    }
    let needed = try loadedSize(head, of: path)
    guard needed <= UInt64(status.st_size) else {
      throw .notALibrary(path, "the first \(status.st_size) of \(needed) bytes of a library")
    }
  }

  /// How many bytes of the file the loader maps.
  ///
  /// It would map what is not there too, and the first access would end the process.
  private static func loadedSize(_ head: [UInt8], of path: String) throws(PluginError) -> UInt64 {
    let (start, count) = (head.number(at: 32, bytes: 8), head.number(at: 56, bytes: 2))
    // 56 is the size of a 64-bit program header; the loader refuses another one.
    let end = start.addingReportingOverflow(count * 56)
    guard !end.overflow, end.partialValue <= Int64.max else { return .max }
    let headers = try bytes(Int(start)..<Int(end.partialValue), of: path)
    guard headers.count == Int(count) * 56 else { return end.partialValue }
    var size = end.partialValue
    for header in stride(from: 0, to: headers.count, by: 56) where headers.number(at: header, bytes: 4) == 1 {
      let offset = headers.number(at: header + 8, bytes: 8)
      let last = offset.addingReportingOverflow(headers.number(at: header + 32, bytes: 8))
      size = last.overflow ? .max : max(size, last.partialValue)
    }
    return size
  }

  /// The bytes of a range, as far as the file has them.
  private static func bytes(_ range: Range<Int>, of path: String) throws(PluginError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreachable(path, errno) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: range.count)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(range.lowerBound))
    }
    guard count >= 0 else { throw .unreachable(path, errno) }
    return Array(bytes.prefix(count))
  }

  private static func description(of head: [UInt8]) -> String {
    if head.isEmpty { return "an empty file" }
    let known: [([UInt8], String)] = [
      (Array("#!".utf8), "a script"), (Array("MZ".utf8), "a Windows program or library"),
      (Array("!<arch>".utf8), "a static library"), (Array("PK".utf8), "a zip archive"),
      ([0x1F, 0x8B], "a gzip archive"),
      ([0xCF, 0xFA, 0xED, 0xFE], "a Mach-O file, for macOS"), ([0xCA, 0xFE, 0xBA, 0xBE], "a Mach-O file, for macOS"),
    ]
    if let match = known.first(where: { head.starts(with: $0.0) }) { return match.1 }
    let hasControls = head.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) || $0 == 0x7F }
    // The last character may be cut off.
    let isUTF8 = (0...3).contains { String(validating: head.dropLast($0), as: UTF8.self) != nil }
    return isUTF8 && !hasControls ? "a text file" : "a file of an unknown kind"
  }

  #if arch(x86_64)
    private static let hostMachine = 62
  #elseif arch(arm64)
    private static let hostMachine = 183
  #else
    #error("the provider ABI is defined for x86-64 and AArch64")
  #endif

  static var hostName: String { machineName(hostMachine, bits: 64, isLittle: true) }

  private static func machineName(_ machine: Int, bits: Int, isLittle: Bool) -> String {
    let names = [3: "x86", 40: "ARM", 62: "x86-64", 183: "AArch64", 243: "RISC-V", 21: "PowerPC", 22: "S/390"]
    return "\(names[machine] ?? "machine \(machine)"), \(bits)-bit, \(isLittle ? "little" : "big")-endian"
  }
}

extension [UInt8] {
  /// A little-endian number.
  fileprivate func number(at offset: Int, bytes: Int) -> UInt64 {
    (0..<bytes).reduce(0) { $0 | UInt64(self[offset + $1]) << (8 * UInt64($1)) }
  }
}

extension PluginError {
  fileprivate static func unreachable(_ path: String, _ number: Int32) -> PluginError {
    let reason = unsafe String(cString: strerror(number))
    if number == EACCES || number == EPERM {
      return PluginError(
        .notReadable, what: "\(path) may not be read: \(reason)",
        why: "this user has no permission for the file or for a folder above it", fix: "change its mode or its owner"
      )
    }
    return PluginError(
      .notFound, what: "there is no provider at \(path): \(reason)",
      why: "the path does not lead to a file", fix: "check the path; a relative one starts at the current folder"
    )
  }

  static func notALibrary(_ path: String, _ found: String) -> PluginError {
    PluginError(
      .notALibrary, what: "\(path) is \(found), not a shared library",
      why: "a provider is an ELF shared library that exports ack_provider_query",
      fix: "name the provider's .so file; 'swift build' puts it into .build/debug"
    )
  }

  fileprivate static func wrongMachine(_ path: String, _ found: String) -> PluginError {
    PluginError(
      .wrongMachine, what: "\(path) is for \(found); this host is \(FileProbe.hostName)",
      why: "a library runs on the machine that it was built for", fix: "install the provider's build for this machine"
    )
  }
}
