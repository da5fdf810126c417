/// Where the server answers what: what the settings say, else its metadata.
struct Endpoints: Sendable {
  /// The member of the metadata, and the setting that takes its place.
  enum Name: String, Sendable, CaseIterable {
    case device = "device_authorization_endpoint"
    case token = "token_endpoint"
    case authorization = "authorization_endpoint"
    case revocation = "revocation_endpoint"
    case userinfo = "userinfo_endpoint"

    var setting: String {
      switch self {
      case .device: "deviceEndpoint"
      case .token: "tokenEndpoint"
      case .authorization: "authorizationEndpoint"
      case .revocation: "revocationEndpoint"
      case .userinfo: "userinfoEndpoint"
      }
    }
  }

  private var addresses: [Name: WebAddress] = [:]
  /// Whether the client's secret goes into the header, as the server asks, and not into the form.
  private(set) var wantsBasic = false

  init(settings: [Name: String]) throws(OAuthError) {
    for (name, text) in settings { addresses[name] = try Self.address(text, "the setting \(name.setting)") }
  }

  /// Adds what a metadata document says and the settings do not.
  ///
  /// - Throws: ``OAuthError`` when it is of another issuer, or names an address that must not be asked.
  mutating func add(_ document: JSON, issuer: WebAddress) throws(OAuthError) {
    guard let said = document["issuer"]?.text else {
      throw .answer(issuer.host, "its metadata does not name an issuer")
    }
    guard said.utf8.elementsEqual(issuer.text.utf8) else {
      let shown = PlainText.plain(said, atMost: 256).map { "\"\($0)\"" } ?? "a name that cannot be shown"
      throw OAuthError(
        .answer, "the metadata at \(issuer.host) is that of another server",
        why: "it names the issuer \(shown), and the setting issuer is \"\(issuer.text)\"",
        fix:
          "give the setting issuer exactly as the server writes it, and do not sign in if it is not the server you mean"
      )
    }
    for name in Name.allCases where addresses[name] == nil {
      guard let text = document[name.rawValue]?.text else { continue }
      addresses[name] = try Self.address(text, "the \(name.rawValue) of \(issuer.host)")
    }
    let methods = document["token_endpoint_auth_methods_supported"]?.texts ?? []
    wantsBasic = wantsBasic || methods.contains("client_secret_basic") && !methods.contains("client_secret_post")
  }

  /// Whether nothing is left to be found.
  var isComplete: Bool { addresses.count == Name.allCases.count }

  subscript(name: Name) -> WebAddress? { addresses[name] }

  func required(_ name: Name) throws(OAuthError) -> WebAddress {
    guard let address = addresses[name] else { throw .missing(name.setting, name.rawValue) }
    return address
  }

  static func address(_ text: String, _ what: String) throws(OAuthError) -> WebAddress {
    guard let address = WebAddress(text), address.isSafe else {
      throw OAuthError(
        .answer, "\(what) is not an address that may be asked",
        why: "tokens go only to https, or to http on this machine, with a plain host",
        fix: "name an address that begins with https://")
    }
    return address
  }
}
