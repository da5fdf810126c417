import AppControllerKit
import ProviderPlugins

/// The provider of a command, with its description.
@MainActor
struct OpenedProvider {
  /// The form of the provider.
  enum Origin {
    /// A library that was loaded.
    case library(PluginProvider)
    /// A storyboard that was read.
    case storyboard(StoryboardProvider, path: String)
  }

  let origin: Origin
  /// The source from which later commands find the provider.
  let source: ProviderSource
  /// The provider that loads each new build of the library; nil unless the library is watched.
  let watched: ReloadingProvider?

  /// Loads the library or reads the storyboard.
  ///
  /// - Parameters:
  ///   - source: The library or storyboard.
  ///   - loader: The loader for a library.
  ///   - searchPath: The search path for a library that is named by the provider's id.
  ///   - isWatched: Whether each new build of the library replaces the one before.
  /// - Throws: An error that says why the provider cannot be used.
  init(
    _ source: ProviderSource, _ loader: ProviderLoader, _ searchPath: @autoclosure () -> ProviderSearchPath,
    isWatched: Bool = false
  ) async throws {
    // New builds of a watched library must not ask while the app uses the terminal.
    var later = loader
    later.permissionHandler = nil
    later.libraryHandler = nil
    switch source {
    case .library(let path):
      let provider = try await loader.loadSuspending(path)
      (origin, self.source) = (.library(provider), .library(provider.path))
      watched = isWatched ? ReloadingProvider(provider, at: path, loader: later) : nil
    case .installed(let id):
      let provider = try await loader.loadSuspending(id: id, from: searchPath())
      (origin, self.source) = (.library(provider), source)
      watched = isWatched ? ReloadingProvider(provider, loader: later) : nil
    case .storyboard(let path, let loggedOut, let loggedIn):
      let provider = try StoryboardProvider(
        storyboard: Storyboard(contentsOfFile: path), loggedOutInterfaceID: loggedOut, loggedInInterfaceID: loggedIn)
      let absolute = try FileSystem.absolute(path)
      origin = .storyboard(provider, path: absolute)
      self.source = .storyboard(absolute, loggedOut: loggedOut, loggedIn: loggedIn)
      watched = nil
    }
  }

  /// Ends the provider, and waits for its end, because it may log until then.
  func finish() async {
    if let watched { return await watched.finish() }
    if case .library(let provider) = origin { await provider.finish() }
  }

  /// The id that the provider's session is stored under.
  var id: String {
    switch origin {
    case .library(let provider): provider.id
    case .storyboard(let provider, _): provider.storyboard.id
    }
  }

  /// The provider for the controller.
  var interfaceProvider: any AppControllerInterfaceProviding {
    if let watched { return watched }
    switch origin {
    case .library(let provider): return provider
    case .storyboard(let provider, _): return provider
    }
  }
}
