internal import CSystem
internal import Glibc

/// The filter of system calls, which is a program in the kernel; `sandbox_calls.c` says what it allows.
enum SystemCallFilter {
  /// What the provider can do without it.
  static let missing =
    "this kernel has no seccomp filter: the provider can start other programs, reach local services such as D-Bus, "
    + "change the modes of your files, and send signals to your processes"

  /// Installs it in all threads, for good.
  ///
  /// - Returns: What is to be said when the kernel has no filters.
  static func apply() throws(PluginError) -> String? {
    let result = sandbox_filter_calls()
    if result == -ENOSYS || result == -EINVAL { return missing }
    try PluginError.sandboxed("have its system calls filtered", result)
    return nil
  }
}
