import AppControllerKit
import ProviderPlugins

enum ProviderSource: Equatable {
  /// By its path.
  case library(String)
  /// By the provider's id.
  case installed(String)
  /// By its path.
  case storyboard(String, loggedOut: String, loggedIn: String)

  static let usualNames = (loggedOut: "logged-out", loggedIn: "logged-in")

  /// `last` is the default, and `stateFolder` is for the error; throws when no source or more than one is named.
  init(_ options: ProviderOptions, last: StateFolder.Provider?, stateFolder: String) throws(CommandError) {
    if let path = options.storyboard {
      if options.provider != nil {
        throw .bothGiven("--provider", "--storyboard", why: "a command works with one of them")
      }
      self = .storyboard(
        path, loggedOut: options.loggedOut ?? Self.usualNames.loggedOut,
        loggedIn: options.loggedIn ?? Self.usualNames.loggedIn)
      return
    }
    if options.loggedOut != nil { throw .needsStoryboard("--logged-out") }
    if options.loggedIn != nil { throw .needsStoryboard("--logged-in") }
    guard let name = options.provider else {
      guard let last else {
        throw CommandError(
          .noProvider, what: "no provider is named, and none was used before with the state folder \(stateFolder)",
          why: "the last provider that somebody logged in with is the default, and there is none yet",
          fix:
            "name a provider with --provider, by its path or as 'appctl providers' lists it, or a storyboard with --storyboard FILE"
        )
      }
      self = last.source
      return
    }
    // An id is never taken as a file of the working directory, which another user may have written, as in a git
    // repository.
    if let last, last.id.utf8.elementsEqual(name.utf8) {
      self = last.source
    } else if name.hasSlash || name.isLibraryName {
      self = .library(name)
    } else {
      self = .installed(name)
    }
  }
}

extension CommandError {
  static func needsStoryboard(_ option: String) -> CommandError {
    .usage(
      "\(option) is given without --storyboard", why: "it names an interface of a storyboard",
      fix: "name the storyboard with --storyboard FILE")
  }
}

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

  var name: String {
    switch origin {
    case .library(let provider): ProviderWords.withoutCodes(provider.name.displayable)
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
