internal import AppControllerKit
internal import CSystem
internal import Glibc

struct MappedLibrary {
  /// The loader's name for it; empty for the program.
  let path: String
  let soname: String?
  let address: UInt64

  /// Visits in the loader's order; no library can be mapped meanwhile.
  private static func visit(
    _ body: (_ path: UnsafePointer<CChar>, _ soname: UnsafePointer<CChar>?, _ address: UInt64) -> Void
  ) {
    unsafe withoutActuallyEscaping(body) { body in
      var body = unsafe body
      unsafe withUnsafeMutablePointer(to: &body) { body in
        unsafe mapped_libraries(
          { context, path, soname, address in
            typealias Body = (UnsafePointer<CChar>, UnsafePointer<CChar>?, UInt64) -> Void
            unsafe context.assumingMemoryBound(to: Body.self).pointee(path, soname, address)
          }, body)
      }
    }
  }

  static var addresses: Set<UInt64> {
    var addresses: Set<UInt64> = []
    unsafe visit { _, _, address in addresses.insert(address) }
    return addresses
  }

  static func all(except addresses: Set<UInt64> = []) -> [MappedLibrary] {
    var all: [MappedLibrary] = []
    unsafe visit { path, soname, address in
      if addresses.contains(address) { return }
      let soname = unsafe soname.map { unsafe String(cString: $0) }
      unsafe all.append(MappedLibrary(path: String(cString: path), soname: soname, address: address))
    }
    return all
  }

  static func pathsByName() -> [[UInt8]: String] {
    var paths = [[]: "/proc/self/exe"] as [[UInt8]: String]
    for library in all() where library.path.isAbsolutePath {
      // The loader does not know a library by its file's name when it was handed the file.
      if library.soname == nil, LoadPlan.hasMapped(library.path) { continue }
      let name = library.soname ?? library.path.lastComponent
      if paths[Array(name.utf8)] == nil { paths[Array(name.utf8)] = library.path }
    }
    return paths
  }

  /// The kernel's path of the file that is mapped at the address; `nil` when it tells none.
  var file: String? {
    let address = self.address
    for line in (LibrarySearch.readAll("/proc/self/maps", atMost: 16 << 20) ?? []).split(separator: UInt8(ascii: "\n"))
    {
      let start = line.prefix { $0 != UInt8(ascii: "-") }
      guard UInt64(String(decoding: start, as: UTF8.self), radix: 16) == address,
        let slash = line.firstIndex(of: UInt8(ascii: "/"))
      else { continue }
      return String(decoding: line[slash...], as: UTF8.self)
    }
    return nil
  }
}

extension String {
  var lastComponent: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return self }
    return String(decoding: utf8[utf8.index(after: slash)...], as: UTF8.self)
  }
}
