import ProviderSDK

/// What a token endpoint has granted.
struct Tokens: Sendable, Equatable {
  let access: Secret
  let refresh: Secret?
  /// The seconds for which the access token is accepted; `nil` when the server does not say.
  let lifetime: Int?
  let scope: String?
  /// The claims of an ID token that came with them, which TLS vouches for.
  let claims: JSON?
}

/// An answer of a token endpoint.
enum TokenAnswer: Sendable, Equatable {
  case granted(Tokens)
  /// The server says why not, and, with `slow_down`, an interval in seconds.
  case refused(String, interval: Int?)
  /// There was no answer, or one that asks to come later.
  case unavailable(String)
  /// An answer that the protocol does not allow.
  case wrong(String)

  init(_ answer: HTTPAnswer) {
    let json = JSON(answer.body)
    if let error = json?["error"]?.text {
      self = .refused(PlainText.errorCode(error), interval: json?["interval"]?.integer)
    } else if answer.status == 429 || answer.status >= 500 {
      self = .unavailable("HTTP \(answer.status)")
    } else if answer.status != 200 {
      self = .wrong(300..<400 ~= answer.status ? "it is a redirect, and none is followed" : "HTTP \(answer.status)")
    } else if let json {
      self = Self.tokens(json)
    } else {
      self = .wrong("it is not JSON")
    }
  }

  private static func tokens(_ json: JSON) -> TokenAnswer {
    guard json["token_type"]?.text?.lowercased() == "bearer" else { return .wrong("the token_type is not Bearer") }
    guard let access = json["access_token"]?.text, isToken(access) else {
      return .wrong("the access_token is missing, over 16 KiB, or not in the characters of a token")
    }
    var refresh: Secret?
    if let text = json["refresh_token"]?.text, !text.isEmpty {
      guard isToken(text), text.utf8.count <= 8 << 10 else {
        return .wrong("the refresh_token is over 8 KiB, or not in the characters of a token")
      }
      refresh = Secret(text)
    }
    var lifetime: Int?
    if let value = json["expires_in"], value != .null {
      guard let seconds = value.integer, seconds > 0 else { return .wrong("the token's expires_in is not a time") }
      lifetime = min(seconds, 400 * 86_400)
    }
    return .granted(
      Tokens(
        access: Secret(access), refresh: refresh, lifetime: lifetime,
        scope: PlainText.plain(json["scope"]?.text, atMost: 1024), claims: claims(json["id_token"]?.text)))
  }

  /// Whether a text can be sent in a header: visible ASCII, at most 16 KiB.
  private static func isToken(_ text: String) -> Bool {
    1...(16 << 10) ~= text.utf8.count && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
  }

  private static func claims(_ token: String?) -> JSON? {
    guard let parts = token?.split(separator: ".", omittingEmptySubsequences: false), parts.count == 3 else {
      return nil
    }
    return Base64URL.decode(parts[1]).flatMap(JSON.init)
  }
}
