internal import CSystem
internal import Glibc

/// The privileges that a child process drops before it runs untrusted code.
///
/// It is permanent, and applies to all threads that are started later. `Docs/Isolation.md` describes the remaining
/// rights.
package struct Sandbox: Sendable {
  /// A part of the sandbox, in the order in which they are put up; each prevents attacks that the others do not.
  package enum Wall: String, Sendable, CaseIterable {
    /// Namespaces and a control group of its own, as far as this user may have them: without the System V queues,
    /// semaphores and memory of other processes, and with threads that are counted for this process alone.
    case namespace
    /// No privileges beyond the present ones, and no capabilities.
    case privileges
    case places
    case limits
    case calls
  }

  package var limits: ChildLimits
  /// The files and folders that the process may use besides the system's own.
  package var places: [Place]
  package var rights: ProviderRights

  package init(
    limits: ChildLimits = ChildLimits(), places: [Place] = [], rights: ProviderRights = ProviderRights()
  ) {
    (self.limits, self.places, self.rights) = (limits, places, rights)
  }

  /// The process must have a single thread; returns the consequences of the parts that this kernel lacks, as sentences.
  ///
  /// Throws `sandboxFailed`; the process may have dropped some of its rights by then, and must not run untrusted code.
  package func apply() throws(PluginError) -> [String] {
    try Self.checkThreads()
    var missing: [String] = []
    for wall in Wall.allCases { if let sentence = try putUp(wall) { missing.append(sentence) } }
    return missing
  }

  /// Puts up the wall after those that precede it; returns the consequence of a kernel that lacks it, `nil` with it.
  package func putUp(_ wall: Wall) throws(PluginError) -> String? {
    switch wall {
    case .namespace:
      // The superuser's threads are counted nowhere, and the filter refuses the others what they leave here.
      _ = sandbox_leave_ipc()
      let isCounted = ControlGroup.delegated?.add(getpid(), limits) == true
      if !isCounted, sandbox_leave_users() == 0 { try ResourceLimits.set("threads", __RLIMIT_NPROC, limits.threads) }
      return nil
    case .privileges:
      try PluginError.sandboxed("keep its privileges as they are", sandbox_keep_privileges())
      try PluginError.sandboxed("give up its capabilities", sandbox_drop_capabilities())
      return nil
    case .places: return try FileRules(places: places, ports: rights.ports).enter()
    case .limits:
      try ResourceLimits.apply(limits)
      return nil
    // The last one, because it refuses the system calls for the others.
    case .calls: return try SystemCallFilter.apply(granting: rights)
    }
  }

  /// Checks that there is a single thread, because Landlock applies only to the calling thread; another one would stay
  /// unconfined.
  private static func checkThreads() throws(PluginError) {
    var status = stat()
    // The links of this folder are itself, its entry in the parent, and one for each thread. A sanitizer has threads of
    // its own.
    guard !sandbox_has_sanitizer(), unsafe stat("/proc/self/task", &status) == 0, status.st_nlink > 3 else { return }
    throw PluginError(
      .sandboxFailed, what: "the child process has \(status.st_nlink - 2) threads and cannot give up its rights",
      why: "a thread that runs already would keep its rights",
      fix: "enter the child at the start of the main function, before anything starts threads"
    )
  }
}

package enum ThreadLimit: Sendable, Equatable {
  /// A control group below one that was delegated, which limits its memory, too.
  case group
  /// A scope of the user's systemd, which does the same.
  case scope
  /// A user namespace, in which they are counted; the text says why there is no control group.
  case namespace(String)
  /// Nothing; the text says why there is no control group.
  case none(String)

  /// The limit for processes that this one starts, which other processes try.
  package static var current: ThreadLimit {
    if ControlGroup.delegated != nil { return .group }
    guard let obstacle = UserScope.obstacle else { return .scope }
    return sandbox_can_leave_users() ? .namespace(obstacle) : .none(obstacle)
  }
}

package struct SandboxSupport: Sendable, Equatable {
  /// `nil` when the kernel lacks or disables it.
  package var landlock: Int?
  package var filtersCalls: Bool

  package init(landlock: Int?, filtersCalls: Bool) { (self.landlock, self.filtersCalls) = (landlock, filtersCalls) }

  /// The query drops no privileges.
  package static let current: SandboxSupport = {
    let version = landlock_version()
    return SandboxSupport(landlock: version > 0 ? Int(version) : nil, filtersCalls: sandbox_can_filter_calls())
  }()

  package static var withoutLandlock: String { FileRules.missing }
  package static var withoutFilter: String { SystemCallFilter.missing }
}

/// The filter of system calls, which is a program in the kernel; `sandbox_calls.c` lists the allowed calls.
enum SystemCallFilter {
  static let missing =
    "this kernel has no seccomp filter: the provider can start other programs, reach local services such as D-Bus "
    + "and the network, change the modes of your files, and send signals to your processes"

  /// Permanent, in all threads; returns the consequence of a kernel without filters, `nil` with them.
  static func apply(granting rights: ProviderRights) throws(PluginError) -> String? {
    let result = sandbox_filter_calls(rights.ofCalls)
    if result == -ENOSYS || result == -EINVAL { return missing }
    try PluginError.sandboxed("have its system calls filtered", result)
    return nil
  }
}

extension ProviderRights {
  fileprivate var ofCalls: UInt32 {
    if hasNetwork { return UInt32(sandbox_tcp | sandbox_network) }
    return ports.isEmpty ? 0 : UInt32(sandbox_tcp)
  }
}

package enum ResourceLimits {
  package static func apply(_ limits: ChildLimits) throws(PluginError) {
    // A sanitizer reserves terabytes of address space.
    if !sandbox_has_sanitizer() {
      try set("memory", RLIMIT_DATA, limits.memory)
      try set("addresses", RLIMIT_AS, limits.addressSpace)
    }
    // SIGXCPU comes at the soft limit and names the reason; a process that ignores it is killed at the hard limit.
    try set("processor time", RLIMIT_CPU, Int(clamping: limits.cpuTime.components.seconds), untilKilled: 1)
    try set("open files", RLIMIT_NOFILE, limits.openFiles)
    try set("the size of files", RLIMIT_FSIZE, limits.fileSize)
    try set("the size of core files", RLIMIT_CORE, 0)
    // The stack of the first thread grows up to this, and counts as no data.
    try set("the stack", RLIMIT_STACK, 8 << 20)
  }

  static func set(
    _ what: String, _ resource: __rlimit_resource, _ value: Int, untilKilled: UInt64 = 0
  ) throws(PluginError) {
    let limit = UInt64(max(0, value))
    try PluginError.sandboxed("limit \(what)", sandbox_limit(Int32(resource.rawValue), limit, limit + untilKilled))
  }
}

/// The resource limits of a child process.
///
/// A lower limit of the app itself takes precedence.
public struct ChildLimits: Sendable, Hashable {
  /// The maximum memory for data, in bytes.
  ///
  /// Further allocations fail, as when memory has run out. A process under a sanitizer has no such limit.
  public var memory: Int = 1 << 30
  /// The maximum address space, in bytes, including mapped libraries and files.
  ///
  /// A process under a sanitizer has no such limit.
  public var addressSpace: Int = 8 << 30
  /// The maximum processor time of all threads together, in whole seconds; then the process is ended.
  public var cpuTime: Duration = .seconds(600)
  /// The maximum number of open files and sockets.
  public var openFiles: Int = 256
  /// The maximum size of a file that it writes, in bytes.
  public var fileSize: Int = 1 << 30
  /// The maximum number of threads.
  ///
  /// The kernel limits them only in a control group that is delegated to the user, or else in a user namespace, which
  /// the superuser's processes do not have: `appctl doctor` says which of them holds.
  public var threads: Int = 256

  /// Makes limits that suit most providers; each can be changed afterwards.
  public init() {}
}

extension PluginError {
  /// A failure is a negated `errno`; throws `sandboxFailed`.
  static func sandboxed(_ act: String, _ result: Int32) throws(PluginError) {
    if result < 0 { throw refusedSandbox(act, -result) }
  }

  static func refusedSandbox(_ act: String, _ number: Int32) -> PluginError {
    let words = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    let fix =
      switch number {
      case ELOOP: "find out who has put a link in its place"
      case ENOENT, ENOTDIR: "put back what is missing, or do not name it"
      case EACCES: "let this user read it, or do not name it"
      case EMFILE, ENFILE: "raise the limit of open files"
      case ENOMEM: "free memory, then try again"
      case EPERM, EBUSY: "allow the call where it is forbidden: in the container, or in another security module"
      default: "try again; if it stays, look whether the system's log says more"
      }
    return PluginError(
      .sandboxFailed, what: "the child process cannot \(act)", why: "the system says: \(words)", fix: fix)
  }
}
