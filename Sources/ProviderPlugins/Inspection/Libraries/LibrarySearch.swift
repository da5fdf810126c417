internal import AppControllerKit
import Glibc

/// The search of the dynamic loader for the libraries that another library needs, in its order.
package struct LibrarySearch: Sendable {
  /// The folders of `LD_LIBRARY_PATH`; empty in a process with elevated privileges, where the loader ignores it.
  var environmentFolders: [String]
  var cache: LoaderCache.File
  var defaultFolders: [String]
  var mapped: Mapped
  var platform = LibrarySearch.hostPlatform
  var libraryFolder: String { defaultFolders.first.map { String($0.drop { $0 == "/" }) } ?? "lib" }

  #if arch(x86_64)
    static let hostPlatform = "x86_64"
  #else
    static let hostPlatform = "aarch64"
  #endif

  struct Needer {
    /// The folders of `DT_RUNPATH`; `nil` without one.
    let runpath: [String]?
    /// The folders of `DT_RPATH`: those of the library, then those of the libraries that need it.
    let rpath: [String]
  }

  /// The libraries that the process has mapped already.
  ///
  /// The loader does not search for these libraries again, whichever library needs them. The loader also knows them by
  /// the links through which it found them; a library with such a name is searched here, and found in the same file.
  enum Mapped {
    case none
    /// What every process has.
    case least
    case all

    func path(ofName name: String) -> String? {
      switch self {
      case .none: nil
      case .least where !name.utf8.elementsEqual("libc.so.6".utf8) && !name.utf8.starts(with: "ld-linux".utf8): nil
      case .least, .all: MappedLibrary.path(ofName: name)
      }
    }

    /// Of the program and the libraries.
    var paths: [String] {
      switch self {
      case .none, .least: []
      case .all: ["/proc/self/exe"] + MappedLibrary.all().map(\.path).filter(\.isAbsolutePath)
      }
    }
  }

  enum Finding: Equatable {
    case loaded(String)
    case file(String)
  }

  /// The loader skips a file that does not suit; a name with a slash is a path; `nil` when there is none.
  func find(_ name: String, for needer: Needer, suits: (String) -> Bool) -> Finding? {
    if let path = mapped.path(ofName: name) { return .loaded(path) }
    if name.hasSlash { return suits(name) ? .file(name) : nil }
    for folder in folders(for: needer) {
      let path = folder.appending(entry: name)
      if suits(path) { return .file(path) }
    }
    if let path = cache.content.paths(of: name).first(where: suits) { return .file(path) }
    return defaultFolders.map { "\($0)/\(name)" }.first(where: suits).map { .file($0) }
  }

  func folders(for needer: Needer) -> [String] {
    // DT_RPATH is searched before the environment, and only without DT_RUNPATH, which is searched after it.
    guard let runpath = needer.runpath else { return needer.rpath + environmentFolders }
    return environmentFolders + runpath
  }

  /// Separated by colons; an empty entry is the working directory, and `$ORIGIN` is the folder of the library.
  func folders(in list: String, origin: String) -> [String] {
    Self.parts(of: Array(list.utf8)) { $0 == UInt8(ascii: ":") }.map { filled($0, origin: origin) }
  }

  /// A folder that is not UTF-8 is left out.
  ///
  /// The list is split by bytes, as the loader does, because a combining mark after a separator would hide the
  /// separator from a string.
  static func parts(of list: [UInt8], separatedBy isSeparator: (UInt8) -> Bool) -> [String] {
    list.split(omittingEmptySubsequences: false, whereSeparator: isSeparator).compactMap { folder in
      folder.isEmpty ? "." : String(validating: folder, as: UTF8.self)
    }
  }

  private func filled(_ folder: String, origin: String) -> String {
    let values = [("ORIGIN", origin), ("LIB", libraryFolder), ("PLATFORM", platform)]
    let names = values.flatMap { name, value in [("{\(name)}", value), (name, value)] }
    var filled: [UInt8] = []
    var rest = Array(folder.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "$"), let (name, value) = names.first(where: { rest.starts(with: $0.0.utf8) }) {
        filled += value.utf8
        rest = rest.dropFirst(name.utf8.count)
      } else {
        filled.append(byte)
      }
    }
    return String(decoding: filled, as: UTF8.self)
  }
}

extension LibrarySearch {
  static func ofThisProcess() -> LibrarySearch {
    LibrarySearch(
      environmentFolders: environmentFolders(
        SystemText.bytes(ofVariable: "LD_LIBRARY_PATH"), isElevated: ProcessPrivileges.areElevated
      ),
      cache: LoaderCache.File(), defaultFolders: systemFolders, mapped: .all
    )
  }

  /// The process begins with the environment of this one, and has mapped nothing but what every process has.
  static func ofNewProcess() -> LibrarySearch {
    var search = ofThisProcess()
    search.mapped = .least
    return search
  }

  static func environmentFolders(_ list: [UInt8]?, isElevated: Bool) -> [String] {
    guard !isElevated, let list, !list.isEmpty else { return [] }
    // The loader accepts semicolons as separators here, too.
    return parts(of: list) { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }
  }

  /// The folders that the loader was built with: those of Debian and its derivatives first, then those of other
  /// systems.
  private static let systemFolders: [String] = {
    let triple = "\(hostPlatform)-linux-gnu"
    let folders = ["/lib/\(triple)", "/usr/lib/\(triple)", "/lib64", "/usr/lib64", "/lib", "/usr/lib"]
    return folders.filter { folder in
      var status = stat()
      return unsafe stat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
  }()

  /// Reads a file whose size the system does not tell, such as those in /proc.
  package static func readAll(_ path: String, atMost limit: Int) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16 << 10)
    while bytes.count < limit {
      let count = unsafe Glibc.read(file, &part, part.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { return bytes }
      bytes += part[..<count]
    }
    return nil
  }
}

package enum ProcessPrivileges {
  /// Whether the process runs with the privileges of its file (set-user-id, set-group-id or capabilities).
  ///
  /// Such a process trusts neither its environment nor the folders of the user. When this cannot be determined, the
  /// value is `true`.
  package static let areElevated: Bool = {
    if getuid() != geteuid() || getgid() != getegid() { return true }
    // Swift's Glibc module lacks <sys/auxv.h>.
    guard let vector = LibrarySearch.readAll("/proc/self/auxv", atMost: 64 << 10) else { return true }
    return isSecure(auxiliaryVector: vector)
  }()

  /// The vector is an array of pairs of 64-bit integers.
  static func isSecure(auxiliaryVector: [UInt8]) -> Bool {
    let span = auxiliaryVector.span
    for start in stride(from: 0, to: span.count / 16 * 16, by: 16) where span.uint64(at: start) == 23 {
      return span.uint64(at: start + 8) != 0
    }
    return true
  }
}
