import Glibc
import Testing

/// The entries of a POSIX access list, as a test writes them without setfacl.
package struct AccessListEntries: Sendable, CustomTestStringConvertible {
  /// The tag, the permissions and the id of each entry.
  package var entries: [(tag: UInt16, rights: UInt16, id: UInt32)]

  /// Makes a list with entries for a named user and a named group, and a mask.
  package init(
    user: (UInt32, UInt16)? = nil, group: (UInt32, UInt16)? = nil, owningGroup: UInt16 = 0, mask: UInt16 = 7,
    others: UInt16 = 0
  ) {
    entries = [(0x01, 7, .max)]
    if let user { entries.append((0x02, user.1, user.0)) }
    entries.append((0x04, owningGroup, .max))
    if let group { entries.append((0x08, group.1, group.0)) }
    entries += [(0x10, mask, .max), (0x20, others, .max)]
  }

  package var testDescription: String { "\(entries.map { "\($0.tag):\($0.id):\($0.rights)" })" }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = [2, 0, 0, 0]
    for (tag, rights, id) in entries {
      bytes += [UInt8(tag), 0, UInt8(rights), 0] + (0..<4).map { UInt8(truncatingIfNeeded: id >> ($0 * 8)) }
    }
    return bytes
  }

  /// Sets the list on a path, and cancels the test where the file system has no access lists.
  package func set(on path: String, isDefault: Bool = false) throws {
    typealias Call =
      @convention(c) (
        UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32
      ) -> Int32
    let call = unsafe unsafeBitCast(try #require(unsafe dlsym(nil, "setxattr")), to: Call.self)
    let name = "system.posix_acl_\(isDefault ? "default" : "access")"
    let result = unsafe bytes.withUnsafeBytes { unsafe call(path, name, $0.baseAddress, $0.count, 0) }
    if result != 0, errno == EOPNOTSUPP { try Test.leaveOut("the file system has no access lists") }
    try #require(result == 0, "setxattr: \(errno)")
  }
}
