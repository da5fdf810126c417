package import CProviderABI

/// A library that nobody has vetted, as a process opens it that is there to find out what is wrong with it.
package enum UnvettedLibrary {
  package typealias Query = @convention(c) (UnsafePointer<ack_query>?, UnsafeMutablePointer<ack_answer>?) -> Int32

  /// The name of the function that a host looks up.
  package static var entry: String { LibraryLinkage.entry }

  /// Finds the file that a path means.
  ///
  /// - Returns: The absolute path with every link resolved.
  package static func resolve(_ path: String) throws(PluginError) -> String { try LibraryFile.resolve(path) }

  /// What this process gives up before the library is mapped.
  ///
  /// - Parameters:
  ///   - path: The library's path, with every link resolved; it may not be a library at all.
  ///   - readable: What it may read besides itself and what it needs.
  ///   - folder: The folder in which it may do everything, if it has one.
  ///   - permissions: What it may do besides.
  /// - Returns: The sandbox, which is entered by whoever wants it.
  package static func sandbox(
    _ path: String, readable: [String], folder: String?, permissions: Set<ProviderPermission>
  ) -> Sandbox {
    let file = try? LibraryFile(resolved: path)
    let library = file.flatMap { try? OpenedLibrary($0, path: path) }
    let dynamic = library.flatMap { try? DynamicSection($0.image, $0.windows) }
    return Sandbox(
      readable: LibraryFiles.readable(path, dynamic) + readable, folder: folder, permissions: permissions)
  }

  /// Maps the library, which runs its constructors.
  ///
  /// - Returns: Its query; `nil` when it has none.
  /// - Throws: ``PluginError`` with what the system says.
  package static func query(of path: String) throws(PluginError) -> Query? {
    let library: LoadedLibrary
    do throws(LoadFailure) { library = try LoadedLibrary(absolutePath: path) } catch {
      throw error.classified(path: path)
    }
    guard let address = unsafe library.symbol(entry) else { return nil }
    return unsafe unsafeBitCast(address, to: Query.self)
  }

  /// All that is wrong with who may write a folder of its run path; empty where there is no such folder.
  package static func concerns(ofFolder path: String) -> [PluginError] {
    (try? LibraryFile.resolve(path)).map { FileTrust.current.problems(ofFolder: $0) } ?? []
  }
}
