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

  /// Loads the library or reads the storyboard.
  ///
  /// - Parameters:
  ///   - source: Where it comes from.
  ///   - loader: What loads a library.
  ///   - searchPath: Where a library is looked for by the provider's id.
  /// - Throws: An error that says why it cannot be used.
  init(_ source: ProviderSource, _ loader: ProviderLoader, _ searchPath: @autoclosure () -> ProviderSearchPath) throws {
    switch source {
    case .library(let path):
      let provider = try loader.load(path)
      (origin, self.source) = (.library(provider), .library(provider.path))
    case .installed(let id):
      (origin, self.source) = (.library(try loader.load(id: id, from: searchPath())), source)
    case .storyboard(let path, let loggedOut, let loggedIn):
      let provider = try StoryboardProvider(
        storyboard: Storyboard(contentsOfFile: path), loggedOutInterfaceID: loggedOut, loggedInInterfaceID: loggedIn
      )
      let absolute = FileSystem.absolute(path)
      origin = .storyboard(provider, path: absolute)
      self.source = .storyboard(absolute, loggedOut: loggedOut, loggedIn: loggedIn)
    }
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
    switch origin {
    case .library(let provider): provider
    case .storyboard(let provider, _): provider
    }
  }
}
