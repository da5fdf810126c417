internal import AppControllerKit
internal import CSystem

struct MappedLibrary {
  /// The loader's name for it; empty for the program.
  let path: String
  let address: UInt64

  /// In the loader's order.
  static var addresses: [UInt64] {
    var (room, found) = (512, 0)
    while true {
      let addresses = unsafe [UInt64](unsafeUninitializedCapacity: room) { buffer, count in
        found = unsafe buffer.baseAddress.map { unsafe mapped_addresses($0, room) } ?? 0
        count = min(found, room)
      }
      if found <= room { return addresses }
      room = 2 * found
    }
  }

  /// Those whose addresses are not among the given ones, which are in the loader's order.
  static func all(except addresses: [UInt64] = []) -> [MappedLibrary] {
    var all: [MappedLibrary] = []
    unsafe visit(except: addresses, name: nil) { path, _, address in
      unsafe all.append(MappedLibrary(path: String(cString: path), address: address))
      return true
    }
    return all
  }

  /// The path of the first one with the name, which the loader does not search for again; `nil` when there is none.
  static func path(ofName name: String) -> String? {
    // The program has no name.
    if name.isEmpty { return "/proc/self/exe" }
    var found: String?
    unsafe visit(except: [], name: name) { path, soname, _ in
      let path = unsafe String(cString: path)
      // The loader does not know a library by its file's name when it was handed the file.
      guard path.isAbsolutePath, unsafe soname != nil || !LoadPlan.hasMapped(path) else { return true }
      found = path
      return false
    }
    return found
  }

  /// Visits in the loader's order until the body returns false; no library can be mapped meanwhile.
  private static func visit(
    except addresses: [UInt64], name: String?,
    _ body: (_ path: UnsafePointer<CChar>, _ soname: UnsafePointer<CChar>?, _ address: UInt64) -> Bool
  ) {
    typealias Body = (UnsafePointer<CChar>, UnsafePointer<CChar>?, UInt64) -> Bool
    unsafe withoutActuallyEscaping(body) { body in
      var body = unsafe body
      unsafe withUnsafeMutablePointer(to: &body) { body in
        let each: mapped_library = { unsafe $0.assumingMemoryBound(to: Body.self).pointee($1, $2, $3) }
        if let name {
          unsafe mapped_libraries(addresses, addresses.count, name, each, body)
        } else {
          unsafe mapped_libraries(addresses, addresses.count, nil, each, body)
        }
      }
    }
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
