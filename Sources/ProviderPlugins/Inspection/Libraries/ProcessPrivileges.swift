import Glibc

/// Whether the process has rights that whoever started it has not.
package enum ProcessPrivileges {
  /// Whether the process runs with the rights of its file (set-user-id, set-group-id or capabilities).
  ///
  /// Such a process believes neither its environment nor the folders of the user. What cannot be found out counts as
  /// elevated.
  package static let areElevated: Bool = {
    if getuid() != geteuid() || getgid() != getegid() { return true }
    // Swift's Glibc module leaves out <sys/auxv.h>.
    guard let vector = LibrarySearch.readAll("/proc/self/auxv", atMost: 64 << 10) else { return true }
    return isSecure(auxiliaryVector: vector)
  }()

  /// Whether `AT_SECURE` is set in an auxiliary vector, pairs of two 64-bit numbers.
  static func isSecure(auxiliaryVector: [UInt8]) -> Bool {
    let span = auxiliaryVector.span
    for start in stride(from: 0, to: span.count / 16 * 16, by: 16) where span.uint64(at: start) == 23 {
      return span.uint64(at: start + 8) != 0
    }
    return true
  }
}
