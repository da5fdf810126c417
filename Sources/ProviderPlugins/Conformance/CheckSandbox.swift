/// What a check's child gives up before it maps the provider.
struct CheckSandbox {
  /// What the provider may read besides its library and those that it needs; nil to give up nothing.
  let readable: [String]?
  /// The folder of its own, if there is one.
  let folder: String?

  /// Gives up the child's rights for good.
  func enter(for path: String) throws(PluginError) {
    guard let readable else { return }
    let file = try? LibraryFile(resolved: path)
    let library = file.flatMap { try? OpenedLibrary($0, path: path) }
    let dynamic = library.flatMap { try? DynamicSection($0.image, $0.windows) }
    _ = try Sandbox(readable: LibraryFiles.readable(path, dynamic) + readable, folder: folder).apply()
  }
}
