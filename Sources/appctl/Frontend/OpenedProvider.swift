import AppControllerKit
import ProviderPlugins

/// A provider that a command works with, and what there is to say about it.
@MainActor
struct OpenedProvider {
  /// What it was made of.
  enum Origin {
    /// A library that was loaded.
    case library(PluginProvider)
    /// A storyboard that was read.
    case storyboard(StoryboardProvider, path: String)
  }

  let origin: Origin
  /// Where it is found again.
  let source: ProviderSource
  /// What takes in each new build of the library; nil when nobody asks for that.
  let watched: ReloadingProvider?

  /// Loads the library or reads the storyboard.
  ///
  /// - Parameters:
  ///   - source: Where it comes from.
  ///   - loader: What loads a library.
  ///   - searchPath: Where a library is looked for by the provider's id.
  ///   - isWatched: Whether the library is replaced when it is built again.
  /// - Throws: An error that says why it cannot be used.
  init(
    _ source: ProviderSource, _ loader: ProviderLoader, _ searchPath: @autoclosure () -> ProviderSearchPath,
    isWatched: Bool = false
  ) throws {
    switch source {
    case .library(let path):
      let provider = try loader.load(path)
      (origin, self.source) = (.library(provider), .library(provider.path))
      watched = isWatched ? ReloadingProvider(provider, at: path, loader: loader) : nil
    case .installed(let id):
      let provider = try loader.load(id: id, from: searchPath())
      (origin, self.source) = (.library(provider), source)
      watched = isWatched ? ReloadingProvider(provider, loader: loader) : nil
    case .storyboard(let path, let loggedOut, let loggedIn):
      let provider = try StoryboardProvider(
        storyboard: Storyboard(contentsOfFile: path), loggedOutInterfaceID: loggedOut, loggedInInterfaceID: loggedIn)
      let absolute = try FileSystem.absolute(path)
      origin = .storyboard(provider, path: absolute)
      self.source = .storyboard(absolute, loggedOut: loggedOut, loggedIn: loggedIn)
      watched = nil
    }
  }

  /// Ends the provider, and waits until it has ended: until then it may log.
  func finish() async {
    if let watched { return await watched.finish() }
    if case .library(let provider) = origin { await provider.finish() }
  }

  /// The name that its session is stored under.
  var id: String {
    switch origin {
    case .library(let provider): provider.id
    case .storyboard(let provider, _): provider.storyboard.id
    }
  }

  /// What the controller asks.
  var interfaceProvider: any AppControllerInterfaceProviding {
    if let watched { return watched }
    switch origin {
    case .library(let provider): return provider
    case .storyboard(let provider, _): return provider
    }
  }
}
