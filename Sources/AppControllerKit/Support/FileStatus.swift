import Glibc

/// The properties of a file that decide whether it can be trusted.
package struct FileStatus: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case regular = "a regular file"
    case folder = "a folder"
    case symbolicLink = "a symbolic link"
    case special = "a device, pipe or socket"
  }

  package let kind: Kind
  package let owner: UInt32
  /// The twelve permission bits.
  package let permissions: UInt32
  /// Bytes.
  package let size: Int
  /// The numbers of the file system and of the file on it.
  package let identity: [UInt64]
  private let accessList: AccessList?

  init(_ status: stat, _ accessList: AccessList?) {
    self.accessList = accessList
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .symbolicLink
      default: .special
      }
    owner = status.st_uid
    permissions = status.st_mode & 0o7777
    size = Int(status.st_size)
    identity = [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  /// No other user can have changed a file that passes; throws `storeUnsafe` for any other.
  package func check(
    _ path: String, is kind: Kind, without forbidden: UInt32, trusting owners: [UInt32] = [geteuid()]
  ) throws(AppControllerError) {
    guard self.kind == kind else {
      throw Self.untrusted(
        path,
        found: self.kind.rawValue,
        expected: kind.rawValue,
        fix: "find out who put it there, and move it away"
      )
    }
    guard owners.contains(owner) else {
      let user = geteuid()
      let names = owners.map { $0 == user ? "\($0), the user that runs this" : "\($0)" }
      throw Self.untrusted(
        path,
        found: "the owner \(owner)",
        expected: names.joined(separator: ", or "),
        fix: "run as the user \(owner), or use another folder"
      )
    }
    let holder = holder(of: forbidden)
    // With an access list, the bits of the group are its mask, and do not describe the group's rights.
    let isOpen = permissions & forbidden & (accessList == nil ? 0o777 : 0o707) != 0
    guard !isOpen, holder == nil else {
      let allowed = Self.octal(permissions & ~forbidden)
      throw Self.untrusted(
        path,
        found: holder.map { "an access list by which \($0) may do more" } ?? "the mode \(Self.octal(permissions))",
        expected: "no more than \(allowed)",
        // The sticky bit marks shared folders such as /tmp, whose mode must not be changed.
        fix: permissions & 0o1000 != 0
          ? "use a folder of your own"
          : "find out whether someone else has read or changed it, then run: chmod \(allowed) \(path)"
      )
    }
  }

  private func holder(of forbidden: UInt32) -> AccessList.Holder? {
    accessList?.grants.first { grant in
      let isTrusted =
        switch grant.holder {
        case .user(let id): id == owner || id == 0
        case .owningGroup, .group, .unknown: false
        }
      return !isTrusted && grant.permissions & (forbidden >> 3) != 0
    }?.holder
  }

  private static func untrusted(_ path: String, found: String, expected: String, fix: String) -> AppControllerError {
    AppControllerError(
      .storeUnsafe,
      what: "\(path) is not safe to use: found \(found), expected \(expected)",
      why: "sessions are kept only where no other user can read, change or redirect them",
      fix: fix
    )
  }

  private static func octal(_ mode: UInt32) -> String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
