import ProviderSDK

/// A session of tokens.
enum SessionForm {
  /// Makes the session of tokens, for the user whom the claims name.
  ///
  /// - Throws: ``OAuthError`` when the subject is missing or cannot be one.
  static func session(
    _ tokens: Tokens, _ claims: JSON, _ configuration: OAuthConfiguration, now: Timestamp
  ) throws(OAuthError) -> Session {
    let claim = claims[configuration.subjectClaim]
    // GitHub's "id" is a number.
    let text = claim?.text ?? claim?.integer.map { "\($0)" }
    guard let subject = PlainText.plain(text, atMost: 512) else {
      throw OAuthError(
        .answer, "the server does not say who has signed in",
        why: "the member \(configuration.subjectClaim) of the user's data is missing, too long, or cannot be shown",
        fix: "give the setting subjectClaim the name of a member that is there, or ask for more scopes")
    }
    let names = ["name", "preferred_username", "login"].compactMap { PlainText.plain(claims[$0]?.text, atMost: 512) }
    var attributes = configuration.origin
    attributes["git-username"] = configuration.gitUsername
    if !configuration.hosts.isEmpty { attributes["hosts"] = configuration.hosts }
    if let scope = tokens.scope { attributes["scope"] = scope }
    let session = Session(subject: subject, displayName: names.first ?? "", attributes: attributes)
    return updated(session, with: tokens, now: now)
  }

  /// A session with other tokens; a server that sends no new refresh token means the one that it has sent before.
  static func updated(_ session: Session, with tokens: Tokens, now: Timestamp) -> Session {
    var session = session
    let end = tokens.lifetime.map { now + .seconds($0) }
    session.secret = tokens.access
    if let scope = tokens.scope { session.attributes["scope"] = scope }
    session.refreshToken = tokens.refresh ?? session.refreshToken
    session.secretExpiresAt = end
    session.expiresAt = session.refreshToken == nil ? end : nil
    return session
  }
}
