/// An event that a provider is notified of after it has happened.
public enum ProviderEvent: String, Sendable, Hashable, CaseIterable {
  /// The logged-in interface is installed.
  case didLogin = "did-login"
  /// The logged-out interface is installed.
  case didLogout = "did-logout"
  /// The user went back one screen.
  case didPop = "did-pop"
  /// The session of the installed interface expires within a minute, or within a fifth of its lifetime if that is less.
  ///
  /// A provider that can extend the session updates it with `updateSession` of its handle.
  case sessionExpires = "session-expires"
}
