internal import AppControllerKit
import Glibc

extension LibrarySearch {
  /// How this process looks for libraries now.
  static func ofThisProcess() -> LibrarySearch {
    LibrarySearch(
      environmentFolders: environmentFolders(
        SystemText.bytes(ofVariable: "LD_LIBRARY_PATH"), isElevated: ProcessPrivileges.areElevated
      ),
      cache: readAll("/etc/ld.so.cache", atMost: LoaderCache.limit).flatMap { LoaderCache($0) } ?? .empty,
      defaultFolders: systemFolders,
      loaded: loadedLibraries(maps: readAll("/proc/self/maps", atMost: 16 << 20) ?? [])
    )
  }

  /// The folders of `LD_LIBRARY_PATH`, which the loader does not look at in a process with elevated privileges.
  static func environmentFolders(_ list: [UInt8]?, isElevated: Bool) -> [String] {
    guard !isElevated, let list, !list.isEmpty else { return [] }
    // The loader takes a semicolon for a colon here.
    return parts(of: list) { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }
  }

  /// The folders that the loader was built with: those of Debian's kind of system first, then those of the others.
  private static var systemFolders: [String] {
    let triple = "\(hostPlatform)-linux-gnu"
    let folders = ["/lib/\(triple)", "/usr/lib/\(triple)", "/lib64", "/usr/lib64", "/lib", "/usr/lib"]
    return folders.filter { folder in
      var status = stat()
      return unsafe stat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
  }

  /// The libraries that are mapped, by the last part of their paths, which is their name to the loader.
  static func loadedLibraries(maps: [UInt8]) -> [[UInt8]: String] {
    var loaded: [[UInt8]: String] = [:]
    for line in maps.split(separator: UInt8(ascii: "\n")) {
      guard let slash = line.firstIndex(of: UInt8(ascii: "/")) else { continue }
      let path = line[slash...]
      guard let name = path.split(separator: UInt8(ascii: "/")).last.map({ Array($0) }) else { continue }
      // For messages: what is mapped is not opened again.
      if loaded[name] == nil { loaded[name] = String(decoding: path, as: UTF8.self) }
    }
    return loaded
  }

  /// The bytes of a file whose size the system does not tell.
  static func readAll(_ path: String, atMost limit: Int) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 << 10)
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
