/// What a check's child gives up before it maps the provider.
struct CheckSandbox {
  /// What the provider may read besides its library and those that it needs; nil to give up nothing.
  let readable: [String]?
  /// The folder of its own.
  let folder: String

  /// Gives up the child's rights for good.
  func enter(for path: String) throws(PluginError) {
    guard let readable else { return }
    _ = try Sandbox(readable: [path] + Self.libraries(of: path) + readable, folder: folder).apply()
  }

  /// The files that the loader will open besides; a library that cannot be read needs none.
  private static func libraries(of path: String) -> [String] {
    guard let file = try? LibraryFile(resolved: path), let library = try? OpenedLibrary(file, path: path),
      let dynamic = try? DynamicSection(library.image, library.windows)
    else { return [] }
    return NeededLibraries(dynamic, path: path, search: .ofThisProcess()).found.compactMap { library in
      if case .file(let path) = library.place { try? LibraryFile.resolve(path) } else { nil }
    }
  }
}
