internal import CSystem
internal import Glibc

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
