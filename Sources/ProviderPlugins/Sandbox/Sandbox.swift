internal import CSystem
internal import Glibc

/// What a child process gives up before it runs code that nobody vouches for.
///
/// It cannot be taken back, and holds for all threads that are started later. `Docs/Isolation.md` says what is left.
package struct Sandbox: Sendable {
  /// What it may use.
  package var limits: ChildLimits
  /// The files it may read, and the folders in which it may read everything, beside the system's own.
  package var readable: [String]
  /// The folder in which it may do everything, if it has one.
  package var folder: String?

  /// Describes a sandbox.
  package init(limits: ChildLimits = ChildLimits(), readable: [String] = [], folder: String? = nil) {
    self.limits = limits
    self.readable = readable
    self.folder = folder
  }

  /// Puts this process into the sandbox, which has to have one thread only.
  ///
  /// - Returns: What this kernel does not have, as sentences about what the provider can do therefore.
  /// - Throws: `sandboxFailed`; the process may have given up some of its rights then, and runs nobody's code.
  package func apply() throws(PluginError) -> [String] {
    try Self.checkThreads()
    try PluginError.sandboxed("keep its privileges as they are", sandbox_keep_privileges())
    try PluginError.sandboxed("give up its capabilities", sandbox_drop_capabilities())
    // What can be missing is opened before anything limits this process.
    let rules = try FileRules(readable: readable, folder: folder).make()
    try ResourceLimits.apply(limits)
    let missing = [try SystemCallFilter.apply(), try FileRules.enter(rules)]
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
