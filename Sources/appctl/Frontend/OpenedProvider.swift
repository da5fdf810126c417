import AppControllerKit
import ProviderPlugins

@MainActor
struct OpenedProvider {
  enum Origin {
    case library(PluginProvider)
    case storyboard(StoryboardProvider, path: String)
  }

  let origin: Origin
  /// The source from which later commands find the provider.
  let source: ProviderSource
  /// `nil` unless the library is watched.
  let watched: ReloadingProvider?

  /// `searchPath` is for a library that is named by the provider's id.
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

  /// Waits for its end, because it may log until then.
  func finish() async {
    if let watched { return await watched.finish() }
    if case .library(let provider) = origin { await provider.finish() }
  }

  /// The provider's session is stored under it.
  var id: String {
    switch origin {
    case .library(let provider): provider.id
    case .storyboard(let provider, _): provider.storyboard.id
    }
  }

  var interfaceProvider: any AppControllerInterfaceProviding {
    if let watched { return watched }
    switch origin {
    case .library(let provider): return provider
    case .storyboard(let provider, _): return provider
    }
  }
}
