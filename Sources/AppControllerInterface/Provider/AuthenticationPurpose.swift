/// What a logged-out interface is for.
public enum AuthenticationPurpose: String, Sendable, Hashable, CaseIterable {
  /// A session for whoever signs in.
  case signIn = "sign-in"
  /// The user of the session shows that it is them, before something that needs it.
  case confirm
  /// The user of the session comes back to it.
  case unlock
  /// A session for another user than that of the session.
  case switchAccount = "switch-account"
  /// The user of the session gets another password or key.
  case changeSecret = "change-secret"
  /// The user has lost what they sign in with.
  case recover
  /// The user has no account yet.
  case signUp = "sign-up"
}

extension AuthenticationPurpose: OrdinalEnum {}

extension AuthenticationPurpose {
  /// Whether it concerns the user of the session, so that no other user can do it.
  public var isForUserOfSession: Bool {
    switch self {
    case .confirm, .unlock, .changeSecret: true
    case .signIn, .switchAccount, .recover, .signUp: false
    }
  }

  /// Whether signing in does it as well, where a provider has no interface for it.
  public var isServedBySigningIn: Bool {
    switch self {
    case .signIn, .confirm, .unlock, .switchAccount: true
    case .changeSecret, .recover, .signUp: false
    }
  }
}
