internal import Glibc

/// The rights that a POSIX access list grants on a file, besides those of the owner and of all others.
///
/// The mode of a file with an access list shows the list's mask in place of the rights of the group.
package struct AccessList: Sendable, Equatable {
  package enum Holder: Sendable, Equatable {
    case user(UInt32)
    case owningGroup
    case group(UInt32)
    /// The list cannot be read.
    case unknown
  }

  package struct Grant: Sendable, Equatable {
    package let holder: Holder
    /// The bits under the mask.
    package let permissions: UInt32
  }

  package let grants: [Grant]

  /// Grants everything to an unknown holder.
  static let unreadable = AccessList(grants: [Grant(holder: .unknown, permissions: 0o7)])

  private static let name = "system.posix_acl_access"

  private init(grants: [Grant]) { self.grants = grants }

  /// A version of four bytes, and entries of eight; nil for any other form.
  init?(_ bytes: [UInt8]) {
    func number(_ place: Int, _ count: Int) -> UInt32 {
      bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    guard bytes.count >= 4, bytes.count % 8 == 4, number(0, 4) == 2 else { return nil }
    var entries: [(Holder, UInt32)] = []
    var mask: UInt32 = 0o7
    for place in stride(from: 4, to: bytes.count, by: 8) {
      let permissions = number(place + 2, 2)
      guard permissions <= 0o7 else { return nil }
      switch number(place, 2) {
      case 0x01, 0x20: break  // The owner and all others, whose rights are in the mode.
      case 0x02: entries.append((.user(number(place + 4, 4)), permissions))
      case 0x04: entries.append((.owningGroup, permissions))
      case 0x08: entries.append((.group(number(place + 4, 4)), permissions))
      case 0x10: mask = permissions
      default: return nil
      }
    }
    grants = entries.map { Grant(holder: $0, permissions: $1 & mask) }
  }

  /// Nil when the file has none, and ``unreadable`` when that cannot be determined.
  package static func ofFile(_ number: Int32) -> AccessList? {
    unsafe read { buffer, size in unsafe ofOpenFile?(number, name, buffer, size) }
  }

  /// Follows no link; nil when there is none.
  package static func ofEntry(_ path: String) -> AccessList? {
    unsafe read { buffer, size in unsafe ofPath?(path, name, buffer, size) }
  }

  private typealias FileCall = @convention(c) (Int32, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
  private typealias PathCall =
    @convention(c) (
      UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int
    ) -> Int

  // Swift's Glibc module leaves out <sys/xattr.h>.
  private static let ofOpenFile = unsafe dlsym(nil, "fgetxattr").map { unsafe unsafeBitCast($0, to: FileCall.self) }
  private static let ofPath = unsafe dlsym(nil, "lgetxattr").map { unsafe unsafeBitCast($0, to: PathCall.self) }

  private static func read(_ call: (UnsafeMutableRawPointer?, Int) -> Int?) -> AccessList? {
    while true {
      guard let size = call(nil, 0) else { return unreadable }
      if size < 0, errno == EINTR { continue }
      // No list, a file system or a kernel without lists, or no file.
      if size < 0 { return [ENODATA, EOPNOTSUPP, ENOSYS, ENOENT].contains(errno) ? nil : unreadable }
      var bytes = [UInt8](repeating: 0, count: size)
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe call($0.baseAddress, $0.count) ?? -1 }
      // The list has become longer meanwhile; the kernel limits it to 64 KiB.
      if count < 0, [ERANGE, EINTR].contains(errno) { continue }
      if count < 0 { return errno == ENODATA ? nil : unreadable }
      return AccessList(Array(bytes.prefix(count))) ?? unreadable
    }
  }
}

extension AccessList.Holder: CustomStringConvertible {
  /// A part of a sentence.
  package var description: String {
    switch self {
    case .user(let id): "the user \(id)"
    case .owningGroup: "the group of the file"
    case .group(let id): "the group \(id)"
    case .unknown: "somebody, because the list cannot be read,"
    }
  }
}
