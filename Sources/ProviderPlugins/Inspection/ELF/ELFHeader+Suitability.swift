extension ELFHeader {
  /// Reads the header of a file that has to be a shared library for this host.
  ///
  /// - Throws: ``PluginError`` that says what the file is instead.
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

  /// Whether the loader would take the file on this host: it passes over others when it searches.
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
