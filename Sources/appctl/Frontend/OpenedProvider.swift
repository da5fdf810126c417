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

  /// Loads the library or reads the storyboard.
  ///
  /// - Parameters:
  ///   - source: Where it comes from.
  ///   - deadline: How long a plugin's question may take; `nil` for the usual time.
  /// - Throws: An error that says why it cannot be used.
  init(_ source: ProviderSource, deadline: Duration?) throws {
    switch source {
    case .library(let path):
      var loader = ProviderLoader()
      loader.deadline = deadline
      origin = .library(try loader.load(path))
    case .storyboard(let path, let loggedOut, let loggedIn):
      let provider = try StoryboardProvider(
        storyboard: Storyboard(contentsOfFile: path), loggedOutInterfaceID: loggedOut, loggedInInterfaceID: loggedIn
      )
      origin = .storyboard(provider, path: FileSystem.absolute(path))
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

  /// Where it is found again.
  var source: ProviderSource {
    switch origin {
    case .library(let provider): .library(provider.path)
    case .storyboard(let provider, let path):
      .storyboard(path, loggedOut: provider.loggedOutInterfaceID, loggedIn: provider.loggedInInterfaceID)
    }
  }
}
