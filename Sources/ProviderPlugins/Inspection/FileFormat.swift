internal import AppControllerKit
import Glibc

enum FileFormat: CaseIterable {
  case empty
  case script
  case windows
  case machO
  case archive
  case text
  case unknown

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

  /// The magic numbers for 32 and 64 bits in both byte orders, and for several processors at once.
  private static let machOMagic: [[UInt8]] = [
    [0xFE, 0xED, 0xFA, 0xCE], [0xCE, 0xFA, 0xED, 0xFE], [0xFE, 0xED, 0xFA, 0xCF], [0xCF, 0xFA, 0xED, 0xFE],
    [0xCA, 0xFE, 0xBA, 0xBE], [0xCA, 0xFE, 0xBA, 0xBF],
  ]

  /// A text is UTF-8 without control characters.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    if bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains($0) || $0 == 0x7F }) { return false }
    // The last character may be cut off.
    return (0...3).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
  }

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

extension PluginError {
  init(_ fault: ELFFault, _ path: String) {
    switch fault {
    case .truncated(let what, let end, let size):
      self.init(
        .truncatedFile, what: "\(path) has \(size) bytes, and \(what) ends at byte \(end)",
        why: "the file is not whole: a copy of it was cut off, or it is still being written",
        fix: "copy or build it again"
      )
    case .shortened:
      self.init(
        .truncatedFile, what: "\(path) became shorter while it was read",
        why: "something writes the file", fix: "try again when it is whole"
      )
    case .isProgram: self = .program(path)
    case .damaged(let what):
      self.init(
        .damagedLibrary, what: "\(path) is damaged: \(what)",
        why: "a linker writes no such file, and the system's loader could stop the process that loads it",
        fix: "copy or build it again"
      )
    case .unreadable(let number):
      self.init(
        .notReadable, what: "\(path) could not be read: \(Self.words(number))",
        why: "the system failed to read the file", fix: "check the disk, or copy the file to another one"
      )
    }
  }

  static func notALibrary(_ code: Code, _ path: String, _ found: String, fix: String? = nil) -> PluginError {
    PluginError(
      code, what: "\(path) is \(found), not a shared library",
      why: "a provider is an ELF shared library that exports ack_provider_query",
      fix: fix ?? "name the provider's .so file; 'swift build' puts it into .build/debug"
    )
  }

  static func notUTF8(_ path: String) -> PluginError {
    PluginError(
      .notReadable, what: "the path \(path) is not UTF-8", why: "a path is taken as it is or not at all",
      fix: "rename the file or the folder, or use a copy of it elsewhere"
    )
  }

  static func unopened(_ path: String, _ number: Int32) -> PluginError {
    if number == EACCES || number == EPERM {
      return PluginError(
        .notReadable, what: "\(path) may not be read: \(words(number))",
        why: "this user has no permission for the file or for a folder above it", fix: "change its mode or its owner"
      )
    }
    return PluginError(
      .notFound, what: "there is no provider at \(path): \(words(number))",
      why: "the path does not lead to a file", fix: "check the path; a relative one starts at the current folder"
    )
  }

  static func changed(_ path: String, _ what: String) -> PluginError {
    PluginError(
      .changedFile, what: "\(path) was changed while it was looked at: \(what)",
      why: "what was found out about the file does not hold for what is there now",
      fix: "try again when nobody writes it; if nobody should, find out who did"
    )
  }

  private static func words(_ number: Int32) -> String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }
}
