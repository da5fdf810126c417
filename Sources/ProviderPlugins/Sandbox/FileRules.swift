internal import AppControllerKit
internal import CSystem
internal import Glibc

/// Which files the process can open from now on, by Landlock.
struct FileRules {
  /// What the provider can do without it.
  static let missing = "this kernel has no Landlock: the provider can read and write whatever you can read and write"

  let readable: [String]
  let folder: String?

  /// Makes the rules, which hold for nobody yet.
  ///
  /// - Returns: The rules; nil when the kernel has no Landlock.
  func make() throws(PluginError) -> FileDescriptor? {
    let version = landlock_version()
    // Not built in, switched off at boot, or not let through by a container.
    if [-ENOSYS, -EOPNOTSUPP, -EPERM].contains(version) { return nil }
    try PluginError.sandboxed("ask for the version of Landlock", version)
    let rights = LandlockRights(version: version)
    let number = landlock_new(rights.handled, rights.scopes)
    try PluginError.sandboxed("make Landlock's rules", number)
    let rules = FileDescriptor(number: number, path: "Landlock's rules")
    for path in SystemFiles.readable { try allow(rights.reading, path, rights, rules, isOptional: true) }
    for path in SystemFiles.devices { try allow(rights.device, path, rights, rules, isOptional: true) }
    for path in readable { try allow(rights.reading, path, rights, rules) }
    if let folder { try allow(rights.owning, folder, rights, rules) }
    return rules
  }

  /// Puts the calling thread under rules, for good.
  ///
  /// - Parameter rules: The rules that were made; nil when the kernel has no Landlock.
  /// - Returns: What is to be said then.
  /// - Throws: `sandboxFailed`.
  static func enter(_ rules: consuming FileDescriptor?) throws(PluginError) -> String? {
    guard let rules else { return missing }
    try PluginError.sandboxed("put itself under Landlock's rules", landlock_enter(rules.number))
    return nil
  }

  private func allow(
    _ granted: UInt64, _ path: String, _ rights: LandlockRights, _ rules: borrowing FileDescriptor,
    isOptional: Bool = false
  ) throws(PluginError) {
    var isFolder = false
    let number = unsafe landlock_open(path, &isFolder)
    if number < 0, isOptional { return }
    try PluginError.sandboxed("open \(path.displayable) for itself", path.utf8.contains(0) ? -EINVAL : number)
    let place = FileDescriptor(number: number, path: path)
    let granted = isFolder ? granted : granted & rights.ofFiles
    try PluginError.sandboxed(
      "have \(path.displayable) for itself", landlock_allow(rules.number, place.number, granted))
  }
}
