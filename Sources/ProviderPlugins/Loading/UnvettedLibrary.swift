internal import AppControllerKit
package import CProviderABI

/// A library that has not been checked, opened by a process that examines its faults.
package struct UnvettedLibrary {
  package typealias Query = @convention(c) (UnsafePointer<ack_query>?, UnsafeMutablePointer<ack_answer>?) -> Int32

  /// The name of the function that a host looks up.
  package static var entry: String { LibraryLinkage.entry }

  private let libraries: LibrarySet

  /// The path with every link resolved.
  package var path: String { libraries.main.path }

  /// Opens the file at a path, which may be no library at all, and the libraries that it needs.
  package init(at path: String) throws(PluginError) {
    libraries = LibrarySet(try LibraryFile(at: path), for: .this)
  }

  /// Resolves a path.
  ///
  /// - Returns: The absolute path with every link resolved.
  package static func resolve(_ path: String) throws(PluginError) -> String { try LibraryFile.resolve(path) }

  /// Returns the sandbox that this process can enter before it maps the library.
  ///
  /// - Parameters:
  ///   - readable: The paths that it may read besides the library and the libraries that it needs.
  ///   - folder: The folder with full access, if there is one.
  ///   - permissions: The granted permissions, among those that the library's note declares.
  /// - Returns: The sandbox, which the caller enters.
  /// - Throws: ``PluginError`` when a permission cannot be put into effect, or something cannot be opened.
  package func sandbox(
    readable: [String], folder: String?, permissions: Set<ProviderPermission>
  ) throws(PluginError) -> Sandbox {
    let declared = (try? ProviderNote(of: libraries.main).permissions) ?? []
    let rights = try PermissionDecision(granted: permissions).rights(of: declared, settings: ProviderSettings())
    var places = libraries.files.map { Place($0) } + [libraries.resources].compactMap(\.self)
    for path in readable { places.append(try Place(at: path)) }
    if let folder { places.append(try Place(at: folder, isWritable: true)) }
    places += rights.folders
    // The sandbox forbids what this needs.
    _ = try LoadPlan.of(libraries)
    return Sandbox(places: places, rights: rights)
  }

  /// Maps the library, which runs its constructors.
  ///
  /// - Returns: Its query function; `nil` when it has none.
  /// - Throws: ``PluginError`` with the system's message.
  package func query() throws(PluginError) -> Query? {
    guard let address = unsafe try LoadedLibrary(LoadPlan.of(libraries)).symbol(Self.entry) else { return nil }
    return unsafe unsafeBitCast(address, to: Query.self)
  }

  /// Returns the problems with owner and mode of a folder in the library's run path; empty when the folder does not
  /// exist.
  package static func concerns(ofFolder path: String) -> [PluginError] {
    (try? LibraryFile.resolve(path)).map { FileTrust.current.problems(ofFolder: $0) } ?? []
  }
}
