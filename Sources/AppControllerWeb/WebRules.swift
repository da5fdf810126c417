import AppControllerHTTP
import AppControllerKit

package struct WebRules: Sendable {
  /// In lower case.
  let hosts: Set<String>
  let origins: Set<String>
  /// With the proxy's prefix, and without one.
  let prefixes: [String]
  package let cookieName: String
  private let cookieAttributes: String
  /// The time for which a browser keeps its cookie: 30 days.
  static let identityLife = Duration.seconds(2_592_000)

  /// The app is a text that says what is served; a nil port is a socket in the file system.
  package init(app: String, proxy: WebProxy?, port: UInt16?) {
    let suffix = port.map { ":\($0)" } ?? ""
    let names = ["localhost", "127.0.0.1", "[::1]"].map { $0 + suffix }
    hosts = Set(proxy.map { [$0.host] } ?? names)
    origins = Set(proxy.map { [$0.origin] } ?? names.map { "http://" + $0 })
    prefixes = proxy.map { $0.path == "/" ? ["/"] : [$0.path, "/"] } ?? ["/"]
    // Browsers share cookies between the ports and, with this prefix, between the paths of a host.
    let url = proxy.map { $0.origin + $0.path } ?? names[1]
    let name = "appctl-" + SHA256.hexadecimalDigest(of: Array("\(app)\n\(url)".utf8)).prefix(32)
    if proxy?.isSecure == true {
      // Browsers accept a name with this prefix only from the host itself, and for the whole host.
      (cookieName, cookieAttributes) = ("__Host-\(name)", "; Path=/; Secure; HttpOnly; SameSite=Lax")
    } else {
      (cookieName, cookieAttributes) = (name, "; Path=\(proxy?.path ?? "/"); HttpOnly; SameSite=Lax")
    }
  }

  func cookie(_ id: VisitorID) -> (name: String, value: String) {
    ("Set-Cookie", "\(cookieName)=\(id.text)\(cookieAttributes); Max-Age=\(Self.identityLife.components.seconds)")
  }

  /// Returns nil when there is none, or somebody has added another one.
  func visitor(of request: HTTPRequest) -> VisitorID? {
    let pairs = (request["Cookie"] ?? "").split(separator: ";").map {
      $0.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
    }
    let values = Set(pairs.lazy.filter { $0.count == 2 && $0[0] == cookieName }.map { String($0[1]) })
    return values.count == 1 ? values.first.flatMap(VisitorID.init) : nil
  }

  enum Resource {
    /// With the id of the screen that its address names.
    case page(screen: String?)
    case events
    case file(PageFiles.File)
  }

  func resource(of request: HTTPRequest, _ files: PageFiles = .all) -> Resource? {
    guard let prefix = prefixes.first(where: { request.path.hasPrefix($0) }) else { return nil }
    switch request.path.dropFirst(prefix.count) {
    case "": return .page(screen: nil)
    case "events": return .events
    case let name: return files[String(name)].map { .file($0) } ?? ScreenAddress.id(in: name).map { .page(screen: $0) }
    }
  }

  /// Of the screen that a request names, below that of the app; otherwise empty.
  func address(in request: HTTPRequest) -> String {
    if case .page(let screen?)? = resource(of: request) { ScreenAddress.text(of: screen) } else { "" }
  }

  enum EarlyAnswer {
    case response(HTTPResponse)
    case refusal(WebError, HTTPResponse)
    /// The request is admitted, and needs its visitor.
    case visitor
  }

  /// Answers when that is possible without the visitor; any thread may call it.
  func answer(_ request: HTTPRequest, _ files: PageFiles) -> EarlyAnswer {
    let refused = { (error: WebError) in EarlyAnswer.refusal(error, .refusal(error, request, files)) }
    if let error = check(request) { return refused(error) }
    switch resource(of: request, files) {
    // Only what is opened in a window, and no icon or picture.
    case .page(screen: _?) where request.method == .post || request["Sec-Fetch-Mode"] ?? "navigate" != "navigate":
      return refused(.notFound)
    case .page, .events: return .visitor
    case .file(let file): return request.method == .post ? refused(.wrongMethod) : .response(.file(file))
    case nil: return refused(.notFound)
    }
  }

  func check(_ request: HTTPRequest) -> WebError? {
    let host = request["Host"]?.lowercased() ?? ""
    // Without this check, another site could point its own name to this server and read the answers (DNS rebinding).
    guard hosts.contains(host) else { return .otherHost(host, hosts) }
    guard request.method == .post else { return nil }
    if let site = request["Sec-Fetch-Site"] {
      if site != "same-origin" { return .otherOrigin("is \(site)") }
    } else if let origin = request["Origin"] {
      if !origins.contains(origin.lowercased()) { return .otherOrigin("is \(origin)") }
    } else {
      return .otherOrigin("is not told")
    }
    let type = request["Content-Type"]?.lowercased().prefix { $0 != ";" }
    if type != "application/x-www-form-urlencoded" { return .badForm }
    return nil
  }
}

/// The identity of a visitor, which only their browser knows.
package struct VisitorID: Sendable, Hashable {
  /// 43 characters with 256 random bits.
  package let text: String

  package static func random() -> VisitorID {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    let bytes = (0..<43).map { _ in alphabet[Int(generator.next() & 63)] }
    return VisitorID(unchecked: String(decoding: bytes, as: UTF8.self))
  }

  /// Fails for a text of another form.
  package init?(_ text: String) {
    guard text.utf8.count == 43, text.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x5F }) else {
      return nil
    }
    self.init(unchecked: text)
  }

  private init(unchecked text: String) { self.text = text }

  /// The name that the visitor's session is stored under; the identity cannot be computed from it.
  package var key: String { SHA256.hexadecimalDigest(of: Array("session of \(text)".utf8)) }

  /// Without it no other site can send a form.
  var token: String { SHA256.hexadecimalDigest(of: Array("form of \(text)".utf8)) }
}

extension WebError {
  fileprivate static func otherHost(_ host: String, _ hosts: Set<String>) -> WebError {
    WebError(
      .otherHost, what: "the page is not at \(host.displayable.debugDescription)",
      why: "it is at \(hosts.sorted().joined(separator: ", "))",
      fix: "open it there; the operator names the URL of a proxy with --behind-proxy")
  }

  fileprivate static func otherOrigin(_ origin: String) -> WebError {
    WebError(
      .otherOrigin, what: "the form was not sent by this page: its origin \(origin.displayable)",
      why: "another site could have sent it in your name", fix: "open the page, and use its own form")
  }

  static let badForm = WebError(
    .badForm, what: "what was sent is not a form",
    why: "it has to be of the type application/x-www-form-urlencoded, in UTF-8",
    fix: "open the page, and use its own form")
}
