/// What a file is by its first bytes, when it is no ELF file.
enum FileFormat: CaseIterable {
  case empty
  case script
  case windows
  case machO
  case archive
  case text
  case unknown

  /// Tells the format.
  ///
  /// - Parameter page: The first page of the file.
  init(_ page: [UInt8]) {
    func begins(_ bytes: [UInt8]) -> Bool { page.starts(with: bytes) }
    if page.isEmpty {
      self = .empty
    } else if begins(Array("#!".utf8)) {
      self = .script
    } else if begins(Array("MZ".utf8)) {
      self = .windows
    } else if Self.machOMagic.contains(where: begins) {
      self = .machO
    } else if begins(Array("!<arch>\n".utf8)) || begins(Array("!<thin>\n".utf8)) {
      self = .archive
    } else {
      self = Self.isText(page) ? .text : .unknown
    }
  }

  /// 32 and 64 bits, both byte orders, and for several processors at once.
  private static let machOMagic: [[UInt8]] = [
    [0xFE, 0xED, 0xFA, 0xCE], [0xCE, 0xFA, 0xED, 0xFE], [0xFE, 0xED, 0xFA, 0xCF], [0xCF, 0xFA, 0xED, 0xFE],
    [0xCA, 0xFE, 0xBA, 0xBE], [0xCA, 0xFE, 0xBA, 0xBF],
  ]

  /// Whether the page is UTF-8 without control characters.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    if bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains($0) || $0 == 0x7F }) { return false }
    // The last character may be cut off.
    return (0...3).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
  }

  /// The error for a file of this format.
  func error(_ path: String) -> PluginError {
    switch self {
    case .empty:
      .notALibrary(.emptyFile, path, "an empty file", fix: "copy or build it again, with room on the disk")
    case .script: .notALibrary(.script, path, "a script")
    case .windows:
      .notALibrary(
        .windowsLibrary, path, "a program or library for Windows", fix: "install the provider's build for Linux")
    case .machO:
      .notALibrary(
        .machO, path, "a Mach-O file, for an Apple system", fix: "install the provider's build for Linux")
    case .archive:
      .notALibrary(
        .staticLibrary, path, "a static library",
        fix: "link it: cc -shared -o provider.so -Wl,--whole-archive \(path) -Wl,--no-whole-archive")
    case .text: .notALibrary(.textFile, path, "a text file")
    case .unknown: .notALibrary(.notALibrary, path, "a file of an unknown kind")
    }
  }
}
