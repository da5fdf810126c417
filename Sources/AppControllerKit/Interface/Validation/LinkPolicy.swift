/// Which URLs a provider may have opened.
enum LinkPolicy {
  /// Whether a URL may be opened.
  static func allows(_ url: String) -> Bool { allows(url.utf8Span.span) }

  /// Whether a URL is `https`, `mailto`, or `http` to this machine, and holds nothing that hides where it goes.
  static func allows(_ url: Span<UInt8>) -> Bool {
    for index in url.indices where url[index] <= 0x20 || url[index] >= 0x7F || url[index] == UInt8(ascii: "\\") {
      return false
    }
    if url.starts(with: "mailto:") { return url.count > 7 }
    if url.starts(with: "https://") { return host(of: url.extracting(8...)) != nil }
    guard url.starts(with: "http://") else { return false }
    let rest = url.extracting(7...)
    guard let length = host(of: rest) else { return false }
    for host: StaticString in ["localhost", "127.0.0.1", "[::1]"] where host.utf8CodeUnitCount == length {
      if rest.starts(with: host) { return true }
    }
    return false
  }

  static func refusal(of url: String) -> String {
    "\"\(url)\" is refused; a link is https, mailto, or http to this machine, in ASCII"
  }

  /// The length of the host in what follows `//`; `nil` when there is none, or when a user name stands before it.
  private static func host(of rest: Span<UInt8>) -> Int? {
    var end = 0
    var colon: Int?
    var bracket: Int?
    loop: for index in rest.indices {
      switch rest[index] {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break loop
      case UInt8(ascii: "@"): return nil
      case UInt8(ascii: ":"): colon = colon ?? index
      case UInt8(ascii: "]"): bracket = bracket ?? index
      default: break
      }
      end = index + 1
    }
    guard end > 0 else { return nil }
    let isBracketed = rest[0] == UInt8(ascii: "[")
    guard let length = isBracketed ? bracket.map({ $0 + 1 }) : colon ?? end else { return nil }
    let isHost = length > (isBracketed ? 2 : 0)
    return isHost && isPort(rest.extracting(length..<end)) ? length : nil
  }

  /// Whether this is nothing, or a colon and a number of 16 bits.
  private static func isPort(_ text: Span<UInt8>) -> Bool {
    if text.isEmpty { return true }
    guard text[0] == UInt8(ascii: ":"), text.count > 1 else { return false }
    var number = 0
    for index in 1..<text.count {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= text[index] else { return false }
      number = min(1 << 16, number * 10 + Int(text[index] - UInt8(ascii: "0")))
    }
    return number < 1 << 16
  }
}

extension Span<UInt8> {
  /// Whether it begins with an ASCII text in lower case, in whatever case itself.
  fileprivate func starts(with text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { text in
      for index in text.indices {
        let byte = self[index]
        let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        if unsafe text[index] != (isUpper ? byte | 0x20 : byte) { return false }
      }
      return true
    }
  }
}
