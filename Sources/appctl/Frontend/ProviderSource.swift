import AppControllerKit

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
