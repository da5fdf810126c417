internal import AppControllerKit
import Glibc

/// Who may change a file, and which file it is.
package struct LibraryStatus: Sendable, Equatable {
  /// The user that owns it.
  package internal(set) var owner: UInt32
  /// The group that it belongs to.
  package internal(set) var group: UInt32
  /// The twelve permission bits.
  package internal(set) var permissions: UInt32
  /// The size in bytes.
  package internal(set) var size: Int
  /// The file system and the number on it.
  var identity: (device: UInt64, number: UInt64)
  /// When content, owner or mode were last changed, in seconds and nanoseconds.
  var changed: (seconds: Int, nanoseconds: Int)
  /// Its access list; setting one counts as a change.
  var accessList: AccessList?

  init(_ status: stat, _ accessList: AccessList?) {
    self.accessList = accessList
    owner = status.st_uid
    group = status.st_gid
    permissions = status.st_mode & 0o7777
    size = Int(status.st_size)
    identity = (UInt64(status.st_dev), UInt64(status.st_ino))
    changed = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
  }

  /// Looks at the regular file that a path leads to; `nil` when there is none.
  init?(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status, .ofEntry(path))
  }

  /// Whether two looks at a path have seen the same file, unchanged.
  package static func == (left: LibraryStatus, right: LibraryStatus) -> Bool {
    left.identity == right.identity && left.changed == right.changed && left.size == right.size
      && left.owner == right.owner && left.group == right.group && left.permissions == right.permissions
  }
}
