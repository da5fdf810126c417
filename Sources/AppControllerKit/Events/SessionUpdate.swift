/// What has changed in the session of the logged-in subject; the secrets themselves are not in it.
public struct SessionUpdate: Sendable, Hashable {
  /// The subject of the session.
  public let subject: String
  /// Whether the secret or the refresh token is another one.
  public let isRenewed: Bool
  /// The time at which the secret ends; `nil` when that is not known.
  public let secretExpiresAt: Timestamp?
  /// The time at which the session ends; `nil` when it has no end.
  public let expiresAt: Timestamp?

  init(from old: Session?, to new: Session) {
    subject = new.subject
    isRenewed = old?.secret != new.secret || old?.refreshToken != new.refreshToken
    (secretExpiresAt, expiresAt) = (new.secretExpiresAt, new.expiresAt)
  }
}

extension SessionUpdate: CustomStringConvertible {
  /// The update on one line, for people.
  public var description: String {
    let end = [secretExpiresAt, expiresAt].compactMap(\.self).min().map { ", until \($0)" } ?? ""
    return "the \(isRenewed ? "secret" : "session") of \(subject.displayable) is replaced\(end)"
  }
}
