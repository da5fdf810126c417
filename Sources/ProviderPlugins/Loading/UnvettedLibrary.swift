internal import AppControllerKit
package import CProviderABI

/// A library that has not been checked, opened by a process that examines its faults.
package enum UnvettedLibrary {
  package typealias Query = @convention(c) (UnsafePointer<ack_query>?, UnsafeMutablePointer<ack_answer>?) -> Int32

  /// The name of the function that a host looks up.
  package static var entry: String { LibraryLinkage.entry }

  /// Resolves a path.
  ///
  /// - Returns: The absolute path with every link resolved.
  package static func resolve(_ path: String) throws(PluginError) -> String { try LibraryFile.resolve(path) }

  /// Returns the sandbox that this process can enter before it maps the library.
  ///
  /// - Parameters:
  ///   - path: The library's path, with every link resolved; the file may be no library at all.
  ///   - readable: The paths that it may read besides the library and the libraries that it needs.
  ///   - folder: The folder with full access, if there is one.
  ///   - permissions: The granted permissions, among those that the library's note declares.
  /// - Returns: The sandbox, which the caller enters.
  /// - Throws: ``PluginError`` when a permission cannot be put into effect.
  package static func sandbox(
    _ path: String, readable: [String], folder: String?, permissions: Set<ProviderPermission>
  ) throws(PluginError) -> Sandbox {
    let file = try? LibraryFile(resolved: path)
    let library = file.flatMap { try? OpenedLibrary($0, path: path) }
    let dynamic = library.flatMap { try? DynamicSection($0.image, $0.windows) }
    let declared = file.flatMap { try? ProviderNote(of: $0).permissions } ?? []
    let rights = try PermissionDecision(granted: permissions).rights(of: declared, settings: ProviderSettings())
    return Sandbox(readable: LibraryFiles.readable(path, dynamic) + readable, folder: folder, rights: rights)
  }

  /// Maps the library, which runs its constructors.
  ///
  /// - Returns: Its query function; `nil` when it has none.
  /// - Throws: ``PluginError`` with the system's message.
  package static func query(of path: String) throws(PluginError) -> Query? {
    let library: LoadedLibrary
    do throws(LoadFailure) { library = try LoadedLibrary(absolutePath: path) } catch {
      throw error.classified(path: path)
    }
    guard let address = unsafe library.symbol(entry) else { return nil }
    return unsafe unsafeBitCast(address, to: Query.self)
  }

  /// Returns the problems with owner and mode of a folder in the library's run path; empty when the folder does not
  /// exist.
  package static func concerns(ofFolder path: String) -> [PluginError] {
    (try? LibraryFile.resolve(path)).map { FileTrust.current.problems(ofFolder: $0) } ?? []
  }
}
