import AppControllerKit
import ProviderPlugins

/// Whose interfaces the app shows: its own, or those of a plugin that is found by its id.
package enum ProviderChoice: Equatable, Sendable {
  case own
  case plugin(id: String)

  /// Makes the provider.
  ///
  /// - Parameters:
  ///   - searchPath: Where plugins are looked for. Only what nobody else could have changed is loaded from there.
  ///   - notebook: What the app's own provider writes in.
  /// - Returns: The provider, and the id that its session is stored under.
  /// - Throws: `PluginError`, which says what was found and why it was not taken.
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

  /// The plugins that could be chosen, a line for each; none of their code is run.
  package static func plugins(in searchPath: ProviderSearchPath) -> [String] {
    ProviderListing(searchPath).candidates.compactMap { candidate in
      guard case .accepted(let note) = candidate.verdict else { return nil }
      return "\(note.id): \(note.name) \(note.version), in \(candidate.path)"
    }
  }
}
