/// The rule for the URLs that a provider may have opened.
///
/// A URL is `https`, `http` to this machine, or `mailto`, and consists of the characters of RFC 3986. A URL that
/// parsers interpret differently is refused, because it may lead elsewhere than it seems to. Nothing is decoded or
/// repaired: exactly the checked text is opened.
///
/// - A host is letters, digits, hyphens and underscores between dots, an IPv4 address of four decimal numbers, or an
///   IPv6 address in brackets. It is never percent-encoded, and a name beyond ASCII is written in its `xn--` form. No
///   user name precedes it, and a port is 1 to 65535.
/// - A `mailto` has one address, and may have a `subject` and a `body`. Other fields could send the mail to more people
///   than are shown, or attach a file. No field contains an encoded control character, which could begin another
///   header; only the body may contain line breaks, as RFC 6068 allows.
enum LinkPolicy {
  /// Whether a URL may be opened.
  static func allows(_ url: String) -> Bool { allows(url.utf8Span.span) }

  /// Whether a URL may be opened.
  ///
  /// Takes time linear in its length, and allocates nothing.
  static func allows(_ url: Span<UInt8>) -> Bool {
    let characters = characters
    for index in url.indices where !characters.contains(url[index]) { return false }
    if url.starts(with: "mailto:") { return MailAddress.allows(url.extracting(7...)) }
    if url.starts(with: "https://") { return LinkHost.isAuthority(url.extracting(8..<endOfAuthority(url, from: 8))) }
    guard url.starts(with: "http://") else { return false }
    let authority = url.extracting(7..<endOfAuthority(url, from: 7))
    guard LinkHost.isAuthority(authority) else { return false }
    for host: StaticString in ["localhost", "127.0.0.1", "[::1]"] where authority.starts(with: host) {
      // A valid host can only be followed by a port.
      let length = host.utf8CodeUnitCount
      if authority.count == length || authority[length] == UInt8(ascii: ":") { return true }
    }
    return false
  }

  static func refusal(of url: String) -> String {
    "\"\(url)\" is refused; a link is https, mailto to one address, or http to this machine, in ASCII"
  }

  /// The characters of a URL: the unreserved and reserved characters of RFC 3986, and the percent sign.
  private static let characters = ASCIISet(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#[]@!$&'()*+,;=%")

  /// The index at which the path, the query or the fragment begins.
  private static func endOfAuthority(_ url: Span<UInt8>, from start: Int) -> Int {
    let end = url.firstIndex(from: start) { byte in
      byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
    return end ?? url.count
  }
}
