import ProviderSDK

/// What the operator has set, checked.
struct OAuthConfiguration: Sendable {
  var issuer: WebAddress?
  var clientID: String
  var clientSecret: Secret?
  var scopes = "openid"
  var audience: String?
  var subjectClaim = "sub"
  var hosts = ""
  var gitUsername = "oauth2"
  var usesBrowser = false
  var endpoints: [Endpoints.Name: String] = [:]
}

/// Asks the server, each question with one request.
struct OAuthServer: Sendable {
  let configuration: OAuthConfiguration
  let transport: any HTTPTransport

  // MARK: - Endpoints

  /// Finds the endpoints: those of the settings, and of the server's metadata where one that is needed is missing.
  func discover() async throws -> Endpoints {
    var endpoints = try Endpoints(settings: configuration.endpoints)
    guard let issuer = configuration.issuer else { return endpoints }
    // Either document may lack what the other one has.
    var (isFound, status) = (false, 0)
    for (name, belowPath) in [("openid-configuration", true), ("oauth-authorization-server", false)] {
      let url = try Endpoints.address(issuer.wellKnown(name, belowPath: belowPath), "the setting issuer")
      let answer = try await send(HTTPRequest(url: url))
      guard answer.status == 200 else {
        status = answer.status
        continue
      }
      guard let document = JSON(answer.body) else { throw OAuthError.answer(url.host, "its metadata is not JSON") }
      try endpoints.add(document, issuer: issuer)
      isFound = true
      if endpoints.isComplete { break }
    }
    // With the endpoints in the settings a server needs no metadata.
    guard isFound || endpoints[.token] != nil else { throw OAuthError.status(issuer.host, status) }
    return endpoints
  }

  // MARK: - Signing in

  /// Begins a sign-in on another device.
  func beginDevice(_ endpoints: Endpoints) async throws -> DeviceGrant {
    let url = try endpoints.required(.device)
    _ = try endpoints.required(.token)
    let answer = try await send(authenticated(request(url, scoped: []), endpoints))
    let json = JSON(answer.body)
    if let error = json?["error"]?.text { throw OAuthError.refused(url.host, PlainText.errorCode(error)) }
    guard answer.status == 200 else { throw OAuthError.status(url.host, answer.status) }
    guard let json else { throw OAuthError.answer(url.host, "it is not JSON") }
    do {
      return try DeviceGrant(json)
    } catch {
      throw OAuthError.answer(url.host, error.words)
    }
  }

  /// The address of the page on which a browser signs in.
  func authorizationAddress(_ endpoints: Endpoints, _ pkce: PKCE, redirect: String) throws -> WebAddress {
    _ = try endpoints.required(.token)
    let url = try endpoints.required(.authorization)
    let fields = [
      ("response_type", "code"), ("client_id", configuration.clientID), ("redirect_uri", redirect),
      ("state", pkce.state), ("code_challenge", pkce.challenge), ("code_challenge_method", "S256"),
    ]
    let separator = url.path.contains("?") ? "&" : "?"
    guard !url.path.contains("#"),
      let address = WebAddress(url.text + separator + FormEncoding.encode(fields + scope))
    else { throw OAuthError.answer(url.host, "its authorization_endpoint is too long, or has a fragment") }
    return address
  }

  /// Asks once whether the user has confirmed the code.
  func poll(_ grant: DeviceGrant, _ endpoints: Endpoints) async throws -> TokenAnswer {
    try await token(
      endpoints,
      [
        ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", grant.deviceCode.text),
      ])
  }

  func exchange(_ code: String, _ pkce: PKCE, redirect: String, _ endpoints: Endpoints) async throws -> TokenAnswer {
    try await token(
      endpoints,
      [
        ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect),
        ("code_verifier", pkce.verifier),
      ])
  }

  /// Asks for new tokens.
  func renew(_ token: Secret, _ endpoints: Endpoints) async throws -> TokenAnswer {
    try await self.token(endpoints, [("grant_type", "refresh_token"), ("refresh_token", token.text)])
  }

  private func token(_ endpoints: Endpoints, _ fields: [(String, String)]) async throws -> TokenAnswer {
    let url = try endpoints.required(.token)
    do {
      return TokenAnswer(try await transport.send(authenticated((url, fields), endpoints)))
    } catch HTTPFailure.notReached(let reason) {
      return .unavailable(reason)
    } catch HTTPFailure.tooLarge {
      return .wrong("it has more than 64 KiB")
    }
  }

  // MARK: - The session

  /// The data of the user, from the userinfo endpoint, or from the ID token of a server that has none.
  func claims(_ tokens: Tokens, _ endpoints: Endpoints) async throws -> JSON {
    guard let url = endpoints[.userinfo] else {
      guard let claims = tokens.claims else {
        throw OAuthError.missing(Endpoints.Name.userinfo.setting, Endpoints.Name.userinfo.rawValue)
      }
      return claims
    }
    let answer = try await send(
      HTTPRequest(url: url, authorization: Secret("Authorization: Bearer \(tokens.access.text)")))
    guard answer.status == 200 else { throw OAuthError.status(url.host, answer.status) }
    guard let json = JSON(answer.body) else { throw OAuthError.answer(url.host, "its userinfo is not JSON") }
    return json
  }

  /// Tells the server that the tokens of a session are not used any more, if it has an endpoint for that.
  func revoke(_ session: Session, _ known: Endpoints?) async throws {
    var endpoints = known
    if endpoints == nil { endpoints = try await discover() }
    guard let endpoints else { return }
    // Most servers end the access token with the refresh token, but RFC 7009 does not make them.
    if let refresh = session.refreshToken { try await revoke(refresh, isRefresh: true, endpoints) }
    if let access = session.secret { try await revoke(access, isRefresh: false, endpoints) }
  }

  private func revoke(_ token: Secret, isRefresh: Bool, _ endpoints: Endpoints) async throws {
    guard let url = endpoints[.revocation] else { return }
    var request = authenticated(
      (url, [("token", token.text), ("token_type_hint", isRefresh ? "refresh_token" : "access_token")]), endpoints)
    request.limit = .seconds(5)
    let answer = try await send(request)
    guard answer.status == 200 else { throw OAuthError.status(url.host, answer.status) }
  }

  // MARK: - Requests

  private var scope: [(String, String)] {
    let scope = configuration.scopes.isEmpty ? [] : [("scope", configuration.scopes)]
    return scope + (configuration.audience.map { [("audience", $0)] } ?? [])
  }

  private func request(_ url: WebAddress, scoped fields: [(String, String)]) -> (WebAddress, [(String, String)]) {
    (url, fields + scope)
  }

  private func authenticated(_ post: (url: WebAddress, fields: [(String, String)]), _ endpoints: Endpoints)
    -> HTTPRequest
  {
    var fields = post.fields
    var authorization: Secret?
    if let secret = configuration.clientSecret, endpoints.wantsBasic {
      let pair = "\(FormEncoding.encode(configuration.clientID)):\(FormEncoding.encode(secret.text))"
      authorization = Secret("Authorization: Basic \(Base64URL.padded(Array(pair.utf8)))")
    } else {
      fields.append(("client_id", configuration.clientID))
      if let secret = configuration.clientSecret { fields.append(("client_secret", secret.text)) }
    }
    return HTTPRequest(url: post.url, form: Secret(FormEncoding.encode(fields)), authorization: authorization)
  }

  private func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
    do {
      return try await transport.send(request)
    } catch HTTPFailure.notReached(let reason) {
      throw OAuthError.unreachable(request.url.host, reason)
    } catch HTTPFailure.tooLarge {
      throw OAuthError.answer(request.url.host, "it has more than 64 KiB")
    }
  }
}

extension Base64URL {
  /// The usual Base64, with its padding.
  fileprivate static func padded(_ bytes: [UInt8]) -> String {
    let text = encode(bytes).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    return String(text) + String(repeating: "=", count: (4 - text.count % 4) % 4)
  }
}
