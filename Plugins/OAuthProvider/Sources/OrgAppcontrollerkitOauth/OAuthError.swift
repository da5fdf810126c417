import ProviderSDK

/// The plugin's error.
///
/// No text from a server is in it but the words of RFC 6749's `error`, and no token is.
struct OAuthError: ExplainedError, Equatable {
  enum Code: String {
    /// A setting is missing, or two exclude each other.
    case settings = "OAUTH1"
    /// The server could not be asked.
    case unreachable = "OAUTH2"
    /// The server's answer is not one that the protocol allows.
    case answer = "OAUTH3"
    /// The server has refused.
    case refused = "OAUTH4"
    /// The time is over.
    case expired = "OAUTH5"
  }

  let code: Code
  let what: String
  let why: String
  let fix: String

  init(_ code: Code, _ what: String, why: String, fix: String) {
    (self.code, self.what, self.why, self.fix) = (code, what, why, fix)
  }

  static func missing(_ setting: String, _ document: String) -> OAuthError {
    OAuthError(
      .settings, "the server does not say its \(document)",
      why: "its metadata has no \(document), and the setting \(setting) is not given",
      fix: "give the setting \(setting)")
  }

  static func otherServer(_ setting: String, _ then: String?, _ now: String?) -> OAuthError {
    func words(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "not set" }
    return OAuthError(
      .settings,
      "the session is another server's or client's: the setting \(setting) was \(words(then)), and is \(words(now))",
      why: "its tokens go to nobody else", fix: "give the former settings, or sign in again")
  }

  static func unreachable(_ host: String, _ reason: String) -> OAuthError {
    OAuthError(
      .unreachable, "\(host) could not be asked", why: reason,
      fix: "check the network and the settings issuer and caFile; at a port of no setting it needs --allow network")
  }

  static func answer(_ host: String, _ problem: String) -> OAuthError {
    OAuthError(
      .answer, "the answer of \(host) cannot be used", why: problem,
      fix: "check that the settings name an OAuth 2.0 server, and tell its operator")
  }

  static func status(_ host: String, _ status: Int) -> OAuthError {
    if (300..<400).contains(status) {
      return answer(host, "it is a redirect (HTTP \(status)), and none is followed")
    }
    return answer(host, "it has the HTTP status \(status)")
  }

  /// What the server has refused, by the code of RFC 6749.
  static func refused(_ host: String, _ error: String) -> OAuthError {
    switch error {
    case "access_denied":
      OAuthError(
        .refused, "the sign-in was refused", why: "somebody chose so on the page of \(host)", fix: "sign in again")
    case "expired_token":
      .expired
    case "invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope":
      OAuthError(
        .refused, "\(host) does not let this app sign in (\(error))",
        why: "the client, its grant or a scope is not registered so",
        fix: "check the settings clientId, clientSecret, flow and scopes with the server's operator")
    default:
      OAuthError(
        .refused, "\(host) has ended the sign-in (\(error))", why: "that is its answer", fix: "sign in again")
    }
  }

  static var expired: OAuthError {
    OAuthError(.expired, "the code has expired", why: "nobody confirmed it in time", fix: "ask for a new code")
  }

  /// What and why in one line, for a message on a screen.
  var sentence: String { "\(what): \(why)" }
}
