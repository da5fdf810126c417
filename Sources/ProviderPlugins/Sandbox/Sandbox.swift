internal import CSystem
internal import Glibc

/// What a child process gives up before it runs code that nobody vouches for.
///
/// It cannot be taken back, and holds for all threads that are started later. `Docs/Isolation.md` says what is left.
package struct Sandbox: Sendable {
  /// What a sandbox consists of; each keeps a provider from something that the others do not.
  package enum Wall: String, Sendable, CaseIterable {
    /// No more privileges than there are, and no capabilities.
    case privileges
    /// A name space without the System V queues, semaphores and memory of other processes, for those who may make one.
    case namespace
    /// Memory, processor time, open files and the size of files.
    case limits
    /// The filter of system calls.
    case calls
    /// Landlock's rules about files.
    case places
  }

  /// What it may use.
  package var limits: ChildLimits
  /// The files it may read, and the folders in which it may read everything, beside the system's own.
  package var readable: [String]
  /// The folder in which it may do everything, if it has one.
  package var folder: String?
  /// What it may do besides.
  package var permissions: Set<ProviderPermission>
  /// The walls that are put up: all of them, but for who shows that an attack succeeds without one.
  package var walls = Set(Wall.allCases)

  /// Describes a sandbox.
  package init(
    limits: ChildLimits = ChildLimits(), readable: [String] = [], folder: String? = nil,
    permissions: Set<ProviderPermission> = []
  ) {
    (self.limits, self.readable, self.folder, self.permissions) = (limits, readable, folder, permissions)
  }

  /// Puts this process into the sandbox, which has to have one thread only.
  ///
  /// - Returns: What this kernel does not have, as sentences about what the provider can do therefore.
  /// - Throws: `sandboxFailed`; the process may have given up some of its rights then, and runs nobody's code.
  package func apply() throws(PluginError) -> [String] {
    try Self.checkThreads()
    // Only a privileged user may; others lose nothing, because the filter refuses the calls.
    if walls.contains(.namespace) { _ = sandbox_leave_ipc() }
    if walls.contains(.privileges) {
      try PluginError.sandboxed("keep its privileges as they are", sandbox_keep_privileges())
      try PluginError.sandboxed("give up its capabilities", sandbox_drop_capabilities())
    }
    // What can be missing is opened before anything limits this process.
    let rules = walls.contains(.places) ? try FileRules(readable: readable, folder: folder).make() : nil
    if walls.contains(.limits) { try ResourceLimits.apply(limits) }
    var missing: [String?] = []
    // The filter refuses the calls by which Landlock's rules are entered.
    if walls.contains(.places) { missing.append(try FileRules.enter(rules)) }
    if walls.contains(.calls) { missing.append(try SystemCallFilter.apply(granting: permissions)) }
    return missing.compactMap { $0 }
  }

  /// Landlock holds for the thread that asks for it; another one would stay free.
  private static func checkThreads() throws(PluginError) {
    var status = stat()
    // The links of this folder are itself, its entry above, and one for each thread. A sanitizer has threads of its own.
    guard !sandbox_has_sanitizer(), unsafe stat("/proc/self/task", &status) == 0, status.st_nlink > 3 else { return }
    throw PluginError(
      .sandboxFailed, what: "the child process has \(status.st_nlink - 2) threads and cannot give up its rights",
      why: "a thread that runs already would keep its rights",
      fix: "enter the child at the start of the main function, before anything starts threads"
    )
  }
}

/// What this kernel offers to keep a provider's process from doing more than it has to.
package struct SandboxSupport: Sendable, Equatable {
  /// The version of Landlock; nil when it has none, or has it switched off.
  package var landlock: Int?
  /// Whether system calls can be filtered.
  package var filtersCalls: Bool

  /// Describes what there is.
  package init(landlock: Int?, filtersCalls: Bool) { (self.landlock, self.filtersCalls) = (landlock, filtersCalls) }

  /// What the kernel that runs has; nothing is given up by asking.
  package static var current: SandboxSupport {
    let version = landlock_version()
    return SandboxSupport(landlock: version > 0 ? Int(version) : nil, filtersCalls: sandbox_can_filter_calls())
  }

  /// What a provider can do where there is no Landlock.
  package static var withoutLandlock: String { FileRules.missing }
  /// What a provider can do where calls cannot be filtered.
  package static var withoutFilter: String { SystemCallFilter.missing }
}

/// The filter of system calls, which is a program in the kernel; `sandbox_calls.c` says what it allows.
enum SystemCallFilter {
  /// What the provider can do without it.
  static let missing =
    "this kernel has no seccomp filter: the provider can start other programs, reach local services such as D-Bus "
    + "and the network, change the modes of your files, and send signals to your processes"

  /// Installs it in all threads, for good.
  ///
  /// - Parameter permissions: What of that which it refuses otherwise it lets through.
  /// - Returns: What is to be said when the kernel has no filters.
  /// - Throws: `sandboxFailed`.
  static func apply(granting permissions: Set<ProviderPermission>) throws(PluginError) -> String? {
    let result = sandbox_filter_calls(permissions.reduce(0) { $0 | $1.ofCalls })
    if result == -ENOSYS || result == -EINVAL { return missing }
    try PluginError.sandboxed("have its system calls filtered", result)
    return nil
  }
}

extension ProviderPermission {
  /// The filter's number for it.
  fileprivate var ofCalls: UInt32 {
    switch self {
    case .network: UInt32(sandbox_network)
    }
  }
}

/// The limits that the kernel counts for a process.
package enum ResourceLimits {
  /// Sets them for good.
  package static func apply(_ limits: ChildLimits) throws(PluginError) {
    // A sanitizer reserves terabytes of addresses.
    if !sandbox_has_sanitizer() {
      try set("memory", RLIMIT_DATA, limits.memory)
      try set("addresses", RLIMIT_AS, limits.addressSpace)
    }
    // The signal comes at the lower limit and says why; who ignores it is killed at the higher one.
    try set("processor time", RLIMIT_CPU, Int(clamping: limits.cpuTime.components.seconds), untilKilled: 1)
    try set("open files", RLIMIT_NOFILE, limits.openFiles)
    try set("the size of files", RLIMIT_FSIZE, limits.fileSize)
    try set("the size of core files", RLIMIT_CORE, 0)
  }

  private static func set(
    _ what: String, _ resource: __rlimit_resource, _ value: Int, untilKilled: UInt64 = 0
  ) throws(PluginError) {
    let limit = UInt64(max(0, value))
    try PluginError.sandboxed("limit \(what)", sandbox_limit(Int32(resource.rawValue), limit, limit + untilKilled))
  }
}

/// What a child process may use.
///
/// A limit that the app itself has been given counts where it is lower.
public struct ChildLimits: Sendable, Hashable {
  /// How many bytes of memory it may have for its data.
  ///
  /// More is refused, as when memory has run out. A process under a sanitizer has no such limit.
  public var memory: Int = 1 << 30
  /// How many bytes of addresses it may reserve, with libraries and files that it maps.
  ///
  /// A process under a sanitizer has no such limit.
  public var addressSpace: Int = 8 << 30
  /// How long its threads may compute, all taken together and in whole seconds; then it is ended.
  public var cpuTime: Duration = .seconds(600)
  /// How many files and sockets it may have open at a time.
  public var openFiles: Int = 256
  /// How many bytes a file may have that it writes.
  public var fileSize: Int = 1 << 30

  /// Makes the limits for a provider that does usual work; each can be changed then.
  public init() {}
}

extension PluginError {
  /// Checks a system call that returns the negative number of its error.
  ///
  /// - Parameters:
  ///   - act: What the child does by it.
  ///   - result: What it returned.
  /// - Throws: `sandboxFailed`.
  static func sandboxed(_ act: String, _ result: Int32) throws(PluginError) {
    guard result < 0 else { return }
    let words = unsafe strerror(-result).map { unsafe String(cString: $0) } ?? "error \(-result)"
    let fix =
      switch -result {
      case ENOENT, ENOTDIR: "put back what is missing, or do not name it"
      case EACCES: "let this user read it, or do not name it"
      case EMFILE, ENFILE: "raise the limit of open files"
      case ENOMEM: "free memory, then try again"
      case EPERM, EBUSY: "allow the call where it is forbidden: in the container, or in another security module"
      default: "try again; if it stays, look whether the system's log says more"
      }
    throw PluginError(
      .sandboxFailed, what: "the child process cannot \(act)", why: "the system says: \(words)", fix: fix)
  }
}
