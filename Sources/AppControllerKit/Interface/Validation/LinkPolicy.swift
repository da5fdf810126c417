/// Which URLs a provider may have opened.
enum LinkPolicy {
  /// Whether a URL is `https`, `mailto`, or `http` to this machine, and holds nothing that hides where it goes.
  static func allows(_ url: String) -> Bool {
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else { return false }
    let lower = url.lowercased()
    if lower.hasPrefix("mailto:") { return lower.count > 7 }
    if lower.hasPrefix("https://") { return host(of: lower.dropFirst(8)) != nil }
    guard lower.hasPrefix("http://"), let host = host(of: lower.dropFirst(7)) else { return false }
    return ["localhost", "127.0.0.1", "[::1]"].contains(host)
  }

  static func refusal(of url: String) -> String {
    "\"\(url)\" is refused; a link is https, mailto, or http to this machine, in ASCII"
  }

  /// The host of what follows `//`; `nil` when there is none, or when a user name stands before it.
  private static func host(of rest: Substring) -> String? {
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !authority.isEmpty, !authority.contains("@") else { return nil }
    if authority.first == "[" { return authority.firstIndex(of: "]").map { String(authority[...$0]) } }
    let host = authority.prefix { $0 != ":" }
    return host.isEmpty ? nil : String(host)
  }
}
