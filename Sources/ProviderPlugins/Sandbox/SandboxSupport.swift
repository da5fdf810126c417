internal import CSystem

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
