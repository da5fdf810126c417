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
