internal import ProviderABI
internal import ProviderPlugins

/// What a check's child gives up before it maps the provider.
struct CheckSandbox {
  /// What the provider may read besides its library and those that it needs; nil to give up nothing.
  let readable: [String]?
  /// The folder of its own, if there is one.
  let folder: String?
  /// What it may do besides.
  var permissions: Set<ProviderPermission> = []

  /// What an instance is told.
  var creation: InstanceCreation {
    InstanceCreation(
      home: folder ?? "", granted: (readable == nil ? Set(ProviderPermission.allCases) : permissions).names)
  }

  /// Gives up the child's rights for good.
  func enter(for path: String) throws(PluginError) {
    guard let readable else { return }
    _ = try UnvettedLibrary.sandbox(path, readable: readable, folder: folder, permissions: permissions).apply()
  }
}
