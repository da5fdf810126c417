internal import AppControllerKit
package import CProviderABI

/// A library that has not been checked, opened by a process that examines its faults.
package struct LibraryProbe {
  package typealias Query = @convention(c) (UnsafePointer<ack_query>?, UnsafeMutablePointer<ack_answer>?) -> Int32

  package static var entry: String { LibraryLinkage.entry }

  private let libraries: LibrarySet

  /// The path with every link resolved.
  package var path: String { libraries.main.path }

  /// The file may be no library at all.
  package init(at path: String) throws(PluginError) {
    libraries = LibrarySet(try LibraryFile(at: path), for: .this)
  }

  /// Absolute, with every link resolved.
  package static func resolve(_ path: String) throws(PluginError) -> String { try LibraryFile.resolve(path) }

  /// The caller enters the sandbox; throws when a permission cannot be put into effect, or something cannot be opened.
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

  /// Mapping runs the constructors; `nil` when the library has no query function.
  ///
  /// Throws the system's message.
  package func query() throws(PluginError) -> Query? {
    let mapped = try LoadedLibrary(LoadPlan.of(libraries))
    return unsafe (try? libraries.contents.get().library.image).flatMap { unsafe mapped.query(in: $0) }
  }

  /// Empty when the folder does not exist.
  package static func concerns(ofFolder path: String) -> [PluginError] {
    (try? LibraryFile.resolve(path)).map { FileTrust.current.problems(ofFolder: $0) } ?? []
  }
}
