import ProviderSDK

extension OAuthConfiguration {
  /// Checks what only the provider can check.
  init(_ settings: ProviderSettings) throws(OAuthError) {
    self.init(clientID: settings.clientId, clientSecret: settings.clientSecret)
    if let text = settings.issuer {
      let address = try Endpoints.address(text, "the setting issuer")
      guard !address.path.contains("?"), !address.path.contains("#") else {
        throw Self.wrong("the setting issuer has a query or a fragment", "an issuer has neither", "leave them out")
      }
      issuer = address
    }
    let given = [
      Endpoints.Name.device: settings.deviceEndpoint, .token: settings.tokenEndpoint,
      .authorization: settings.authorizationEndpoint, .revocation: settings.revocationEndpoint,
      .userinfo: settings.userinfoEndpoint,
    ]
    endpoints = given.compactMapValues(\.self)
    // A session keeps them, and its attributes have a limit.
    for text in [settings.issuer].compactMap(\.self) + endpoints.values where text.utf8.count > 1024 {
      throw Self.wrong("an address of the settings has over 1024 bytes", "the session keeps it", "give a shorter one")
    }
    // The addresses are checked before anything is asked.
    _ = try Endpoints(settings: endpoints)
    guard issuer != nil || endpoints[.token] != nil else {
      throw Self.wrong(
        "there is no server to sign in to", "neither issuer nor tokenEndpoint is set", "give the setting issuer")
    }
    if let file = settings.caFile, !file.hasPrefix("/") {
      throw Self.wrong(
        "the setting caFile is not an absolute path", "the provider may run in another folder",
        "give the path from the root")
    }
    for host in settings.hosts.split(separator: " ") where WebAddress("https://\(host)")?.authority != String(host) {
      throw Self.wrong(
        "the setting hosts has a word that is no host",
        "each is a name such as git.example.com, with or without a port",
        "separate the hosts by spaces, without https://")
    }
    (scopes, audience, subjectClaim) = (settings.scopes, settings.audience, settings.subjectClaim)
    hosts = settings.hosts.split(separator: " ").joined(separator: " ")
    (gitUsername, usesBrowser) = (settings.gitUsername, settings.flow == "browser")
  }

  private static func wrong(_ what: String, _ why: String, _ fix: String) -> OAuthError {
    OAuthError(.settings, what, why: why, fix: fix)
  }

  /// Where tokens come from and go to, by the names of the settings; a session keeps it.
  var origin: [String: String] {
    var origin = ["clientId": clientID]
    origin["issuer"] = issuer?.text
    for name in Self.kept { origin[name.setting] = endpoints[name] }
    return origin
  }

  /// The endpoints that tokens are sent to.
  private static let kept = [Endpoints.Name.token, .revocation, .userinfo]

  /// Checks that the tokens of a session come from this server and this client.
  ///
  /// - Throws: ``OAuthError`` with the setting that was another one, also for a session that does not say it.
  func requireOrigin(of session: Session) throws(OAuthError) {
    let origin = origin
    for setting in ["issuer", "clientId"] + Self.kept.map(\.setting) {
      let (then, now) = (session.attributes[setting], origin[setting])
      guard then.map({ Array($0.utf8) }) == now.map({ Array($0.utf8) }) else {
        throw .otherServer(setting, then, now)
      }
    }
  }

  /// The host that people know the server by.
  var serverName: String {
    issuer?.host ?? endpoints[.token].flatMap(WebAddress.init)?.host ?? "the server"
  }
}
