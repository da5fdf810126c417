/// Something that a provider is told of afterwards.
public enum ProviderEvent: String, Sendable, Hashable, CaseIterable {
  /// The logged-in interface is installed.
  case didLogin = "did-login"
  /// The logged-out interface is installed.
  case didLogout = "did-logout"
  /// The user went back one screen.
  case didPop = "did-pop"
  /// The session of the installed interface ends within a minute, or within a fifth of its life if that is less.
  ///
  /// A provider that can have it longer updates it with its handle's `updateSession`.
  case sessionExpires = "session-expires"
}
