internal import CSystem
internal import Glibc

/// A control group (version 2) in which this user may make groups, one for each provider's process.
///
/// A process may have a group of its own only beside the app's, so the app has to be in a group below one that was
/// delegated to the user: a unit of systemd with `Delegate=yes` and `DelegateSubgroup=`. Without a delegation, the new
/// group would leave the limits of the app's unit.
struct ControlGroup: Equatable {
  let folder: String

  static var memberships: String? { memberships(of: "self") }

  private static func memberships(of process: String) -> String? {
    LibrarySearch.readAll("/proc/\(process)/cgroup", atMost: 64 << 10).flatMap { String(validating: $0, as: UTF8.self) }
  }

  static let delegated = ControlGroup()

  init?(
    root: String = "/sys/fs/cgroup", memberships: String? = Self.memberships,
    isDelegated: (String) -> Bool = { unsafe sandbox_is_delegated($0) }
  ) {
    guard let group = Self.path(in: memberships), let slash = group.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return nil
    }
    folder = root + String(group[..<slash])
    guard folder != root, isDelegated(folder), unsafe access("\(folder)/cgroup.procs", W_OK) == 0 else { return nil }
  }

  /// Returns whether the group limits the memory and the threads of the process.
  func add(_ process: Int32, _ limits: ChildLimits) -> Bool {
    let group = path(of: process)
    guard unsafe sandbox_write("\(folder)/cgroup.subtree_control", "+memory +pids"),
      unsafe mkdir(group, 0o755) == 0 || errno == EEXIST
    else { return false }
    for (name, value) in [("memory.max", limits.memory), ("pids.max", limits.threads), ("cgroup.procs", Int(process))]
    where unsafe !sandbox_write("\(group)/\(name)", "\(value)") {
      unsafe rmdir(group)
      return false
    }
    return true
  }

  /// Has no effect without a group.
  func remove(_ process: Int32) { _ = unsafe rmdir(path(of: process)) }

  private static func path(in memberships: String?) -> Substring? {
    memberships?.split(separator: "\n").first { $0.hasPrefix("0::/") }?.dropFirst(3)
  }

  static func holds(
    _ process: Int32, in name: String, _ limits: ChildLimits, root: String = "/sys/fs/cgroup",
    memberships: String? = nil
  ) -> Bool {
    guard let group = path(in: memberships ?? self.memberships(of: "\(process)")), group.hasSuffix("/\(name)") else {
      return false
    }
    return [("memory.max", limits.memory), ("pids.max", limits.threads)].allSatisfy { file, limit in
      let bytes = LibrarySearch.readAll("\(root)\(group)/\(file)", atMost: 64) ?? []
      return Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)).map { $0 <= limit } == true
    }
  }

  private func path(of process: Int32) -> String { "\(folder)/provider-\(process)" }
}
