import AppControllerKit
import ProviderPlugins

/// The provider of the app's interfaces: its own, or a plugin that is found by its id.
package enum ProviderChoice: Equatable, Sendable {
  case own
  case plugin(id: String)

  /// Makes the provider.
  ///
  /// - Parameters:
  ///   - searchPath: The folders of plugins. A plugin is loaded only if no other user could have changed it.
  ///   - notebook: The notebook of the app's own provider.
  /// - Returns: The provider, and the id for its stored session.
  /// - Throws: `PluginError`, which says which plugin was found and why it was refused.
  @MainActor
  package func open(
    in searchPath: ProviderSearchPath, notebook: Notebook
  ) throws(PluginError) -> (provider: any AppControllerInterfaceProviding, id: String) {
    switch self {
    case .own:
      return (ReadingRoomProvider(notebook: notebook), "com.example.reading-room")
    case .plugin(let id):
      return (try ProviderLoader().load(id: id, from: searchPath), id)
    }
  }

  /// Returns a line for each plugin that could be chosen, without running any of their code.
  package static func plugins(in searchPath: ProviderSearchPath) -> [String] {
    ProviderListing(searchPath).candidates.compactMap { candidate in
      guard case .accepted(let note) = candidate.verdict else { return nil }
      return "\(note.id): \(note.name) \(note.version), in \(candidate.path)"
    }
  }
}
