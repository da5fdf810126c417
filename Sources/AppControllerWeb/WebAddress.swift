import AppControllerHTTP
import AppControllerKit

/// The address that a web window listens at, and the URL by which its visitors reach it.
public struct WebAddress: Sendable, Hashable {
  enum Place: Sendable, Hashable {
    /// The host is in digits; 0 is a port that the system chooses.
    case port(UInt16, host: String)
    case socket(path: String)
    case inherited
  }

  let place: Place
  let proxy: WebProxy?

  /// Returns a port of the loopback address, which other machines cannot reach.
  ///
  /// - Parameters:
  ///   - port: The number; 0 for one that the system chooses.
  ///   - proxy: The URL by which a proxy offers the page.
  /// - Returns: The address.
  public static func loopback(_ port: UInt16, behind proxy: WebProxy? = nil) -> WebAddress {
    WebAddress(place: .port(port, host: "127.0.0.1"), proxy: proxy)
  }

  /// Returns a socket in the file system, with the mode 0600.
  public static func socket(_ path: String, behind proxy: WebProxy? = nil) -> WebAddress {
    WebAddress(place: .socket(path: path), proxy: proxy)
  }

  /// Returns the socket that systemd passes to the process (`LISTEN_FDS`).
  public static func inherited(behind proxy: WebProxy? = nil) -> WebAddress {
    WebAddress(place: .inherited, proxy: proxy)
  }

  private init(place: Place, proxy: WebProxy?) { (self.place, self.proxy) = (place, proxy) }

  /// Reads an address such as `127.0.0.1:8080`, `[::1]:8080` or `8080`.
  ///
  /// - Throws: ``WebError`` with the code `ACK6003` for another text, and `ACK6002` for an address that other machines
  ///   can reach without a proxy.
  public init(_ text: String, behind proxy: WebProxy? = nil) throws(WebError) {
    let colon = text.lastIndex(of: ":")
    let host = colon.map { String(text[..<$0]) } ?? "127.0.0.1"
    let digits = colon.map { text[text.index(after: $0)...] } ?? text[...]
    guard let port = UInt16(digits), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let address = Self.numeric(host)
    else {
      throw WebError(
        .badAddress, what: "\(text.displayable.debugDescription) is no address to listen on",
        why: "it has to be an address in digits and a port, such as 127.0.0.1:8080 or [::1]:8080",
        fix: "give it in this form; a name such as localhost is not looked up")
    }
    if proxy == nil, !Self.isLoopback(address) {
      throw WebError(
        .openAddress, what: "\(text.displayable) can be reached by other machines",
        why: "the page is not encrypted, and every check of where a form comes from needs the URL of the page",
        fix: "listen on 127.0.0.1, or put a proxy with TLS in front and name its URL with --behind-proxy")
    }
    self.init(place: .port(port, host: address), proxy: proxy)
  }

  /// Without the brackets of IPv6; nil for a name.
  private static func numeric(_ host: String) -> String? {
    if host == "localhost" { return "127.0.0.1" }
    if host.first == "[", host.last == "]" {
      let inner = host.dropFirst().dropLast()
      return inner.contains(":") && inner.utf8.allSatisfy { $0.isHexDigit || $0 == 0x3A || $0 == 0x2E }
        ? String(inner) : nil
    }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil } ? host : nil
  }

  private static func isLoopback(_ address: String) -> Bool { address == "::1" || address.hasPrefix("127.") }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
  }
}

/// The URL by which a reverse proxy offers a page, such as `https://kitty.example/app/`.
public struct WebProxy: Sendable, Hashable {
  /// Whether visitors reach the proxy by TLS.
  let isSecure: Bool
  /// The name and the port as a browser sends them, such as `kitty.example` or `kitty.example:8443`.
  let host: String
  /// Begins and ends with a slash.
  let path: String

  /// Reads a URL.
  ///
  /// - Throws: ``WebError`` with the code `ACK6003` when it is no URL with `https` or `http`, or has a query.
  public init(_ url: String) throws(WebError) {
    let scheme = ["https://", "http://"].first { url.hasPrefix($0) }
    let rest = url.dropFirst(scheme?.utf8.count ?? 0)
    let host = rest.prefix { $0 != "/" }.lowercased()
    let path = String(rest.dropFirst(host.count))
    let allowed = { (byte: UInt8) in byte.isLetterOrDigit || "-._~:[]/%".utf8.contains(byte) }
    guard let scheme, !host.isEmpty, rest.utf8.allSatisfy(allowed), !host.contains("/"), !path.contains("//"),
      !path.contains("[")
    else {
      throw WebError(
        .badAddress, what: "\(url.displayable.debugDescription) is no URL of a proxy",
        why: "it has to be the URL of the page as visitors have it, with https or http, a host and perhaps a path",
        fix: "give it in this form, such as https://kitty.example/ or https://kitty.example/app/")
    }
    isSecure = scheme == "https://"
    let usual = isSecure ? ":443" : ":80"
    self.host = host.hasSuffix(usual) ? String(host.dropLast(usual.count)) : host
    self.path = path.isEmpty ? "/" : path.last == "/" ? path : path + "/"
  }

  var origin: String { (isSecure ? "https://" : "http://") + host }
}

extension WebAddress {
  func listen() throws -> HTTPSocket {
    switch place {
    case .port(let port, let host): return try HTTPListener.port(port, on: host)
    case .socket(let path): return try HTTPListener.unix(path)
    case .inherited:
      if let socket = try HTTPListener.inherited() { return socket }
      throw WebError(
        .notListening, what: "no socket was handed over", why: "LISTEN_PID and LISTEN_FDS do not name this process",
        fix: "start it by a socket unit of systemd, or name an address with --listen")
    }
  }
}

extension HTTPAddress {
  /// Nil for a socket in the file system.
  var port: UInt16? {
    switch self {
    case .port(let port, _): port
    case .path: nil
    }
  }

  var url: String {
    switch self {
    case .port(let port, let host): "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
    case .path(let path): path
    }
  }
}
