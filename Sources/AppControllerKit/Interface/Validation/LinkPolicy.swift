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
    guard !authority.contains("@") else { return nil }
    let end: Substring.Index
    if authority.first == "[" {
      guard let bracket = authority.firstIndex(of: "]") else { return nil }
      end = authority.index(after: bracket)
    } else {
      end = authority.firstIndex(of: ":") ?? authority.endIndex
    }
    let (host, port) = (authority[..<end], authority[end...])
    guard !host.isEmpty, host != "[]", port.isEmpty || isPort(port) else { return nil }
    return String(host)
  }

  private static func isPort(_ text: Substring) -> Bool {
    let digits = text.dropFirst()
    return text.first == ":" && digits.allSatisfy { ("0"..."9").contains($0) } && UInt16(digits) != nil
  }
}
