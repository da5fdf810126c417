internal import CSystem
internal import Glibc

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
