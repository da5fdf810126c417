/// A provider's answer to ``AppControllerInterfaceProviding/refresh(_:for:)``.
public enum SessionRefresh: Sendable, Equatable {
  /// The session of the same subject with another secret; without a refresh token, it keeps the previous one.
  case renewed(Session)
  /// The session has ended at the provider: the user is logged out.
  case ended
  /// The provider cannot renew this session.
  case unsupported
}
