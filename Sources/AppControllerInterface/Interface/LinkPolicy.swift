/// The rule for the URLs that a provider may have opened, and that a setting may be.
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
package enum LinkPolicy {
  package static func allows(_ url: String) -> Bool { allows(url.utf8Span.span) }

  /// Takes time linear in the length of the URL, and allocates nothing.
  package static func allows(_ url: Span<UInt8>) -> Bool {
    let characters = characters
    if url.firstIndex(where: { !characters.contains($0) }) != nil { return false }
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

  package static func refusal(of url: String) -> String {
    "\"\(url)\" is refused; a link is https, mailto to one address, or http to this machine, in ASCII"
  }

  /// The characters of a URL: the unreserved and reserved characters of RFC 3986, and the percent sign.
  private static let characters = ASCIISet(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#[]@!$&'()*+,;=%")

  private static func endOfAuthority(_ url: Span<UInt8>, from start: Int) -> Int {
    let end = url.firstIndex(from: start) { byte in
      byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
    return end ?? url.count
  }
}

extension UInt8 {
  package var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  package var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }

  package var isLetterOrDigit: Bool { isDigit || isLetter }

  var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Span<UInt8> {
  func firstIndex(from start: Int = 0, where isPicked: (UInt8) -> Bool) -> Int? {
    var index = start
    while index < count {
      if isPicked(self[index]) { return index }
      index += 1
    }
    return nil
  }

  /// Ignores case; `text` is lower-case ASCII.
  func starts(with text: StaticString) -> Bool {
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

/// The part of a URL that names a machine.
enum LinkHost {
  static func isAuthority(_ text: Span<UInt8>) -> Bool {
    if !text.isEmpty, text[0] == UInt8(ascii: "[") {
      guard let end = text.firstIndex(where: { $0 == UInt8(ascii: "]") }) else { return false }
      return isIPv6(text.extracting(1..<end)) && isPort(text.extracting((end + 1)...))
    }
    let end = text.firstIndex { $0 == UInt8(ascii: ":") } ?? text.count
    return isName(text.extracting(..<end)) && isPort(text.extracting(end...))
  }

  /// Also true for an IPv4 address.
  static func isName(_ text: Span<UInt8>) -> Bool {
    // A dot at the end marks a fully qualified name.
    let end = text.count > 1 && text[text.count - 1] == UInt8(ascii: ".") ? text.count - 1 : text.count
    guard end > 0, end <= 253 else { return false }
    var start = 0
    while true {
      let next = text.firstIndex(from: start) { $0 == UInt8(ascii: ".") } ?? end
      let label = text.extracting(start..<next)
      guard isLabel(label) else { return false }
      // If the last label is a number, URL parsers treat the whole as an address, in whatever base it is.
      if next == end { return !isNumber(label) || isIPv4(text) }
      start = next + 1
    }
  }

  private static func isLabel(_ label: Span<UInt8>) -> Bool {
    let hyphen = UInt8(ascii: "-")
    guard 1...63 ~= label.count, label[0] != hyphen, label[label.count - 1] != hyphen else { return false }
    return label.firstIndex { !($0.isLetterOrDigit || $0 == UInt8(ascii: "_") || $0 == hyphen) } == nil
  }

  private static func isNumber(_ label: Span<UInt8>) -> Bool {
    let isHexadecimal = label.count > 1 && label[0] == UInt8(ascii: "0") && label[1] | 0x20 == UInt8(ascii: "x")
    for index in (isHexadecimal ? 2 : 0)..<label.count {
      guard isHexadecimal ? label[index].hexValue != nil : label[index].isDigit else { return false }
    }
    return true
  }

  private static func isIPv4(_ text: Span<UInt8>) -> Bool {
    var numbers = 0
    var start = 0
    for index in 0...text.count where index == text.count || text[index] == UInt8(ascii: ".") {
      guard let number = decimal(text.extracting(start..<index), digits: 3), number <= 255 else { return false }
      numbers += 1
      start = index + 1
    }
    return numbers == 4
  }

  /// Checks only the characters; a zone, which has only a local meaning, is not allowed.
  private static func isIPv6(_ text: Span<UInt8>) -> Bool {
    var colons = 0
    for index in text.indices where text[index].hexValue == nil && text[index] != UInt8(ascii: ".") {
      guard text[index] == UInt8(ascii: ":") else { return false }
      colons += 1
    }
    return 2...8 ~= colons
  }

  /// Also true for an empty text.
  private static func isPort(_ text: Span<UInt8>) -> Bool {
    if text.isEmpty { return true }
    guard text[0] == UInt8(ascii: ":"), let port = decimal(text.extracting(1...), digits: 5) else { return false }
    return 1...65_535 ~= port
  }

  private static func decimal(_ text: Span<UInt8>, digits: Int) -> Int? {
    guard 1...digits ~= text.count, text.count == 1 || text[0] != UInt8(ascii: "0") else { return nil }
    var number = 0
    for index in text.indices {
      guard text[index].isDigit else { return nil }
      number = number * 10 + Int(text[index] - UInt8(ascii: "0"))
    }
    return number
  }
}

/// The part of a `mailto` URL after the scheme: one address, and fields of the mail.
enum MailAddress {
  static func allows(_ text: Span<UInt8>) -> Bool {
    let end = text.firstIndex { $0 == UInt8(ascii: "?") } ?? text.count
    guard isAddress(text.extracting(..<end)) else { return false }
    var start = end + 1
    while start <= text.count {
      let next = text.firstIndex(from: start) { $0 == UInt8(ascii: "&") } ?? text.count
      guard isField(text.extracting(start..<next)) else { return false }
      start = next + 1
    }
    return true
  }

  /// Takes only characters that need no encoding; a comma would begin a second address.
  private static func isAddress(_ text: Span<UInt8>) -> Bool {
    guard let at = text.firstIndex(where: { $0 == UInt8(ascii: "@") }), at > 0 else { return false }
    for index in 0..<at where !text[index].isLetterOrDigit {
      switch text[index] {
      case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "~"): continue
      case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "="): continue
      default: return false
      }
    }
    return LinkHost.isName(text.extracting((at + 1)...))
  }

  private static func isField(_ field: Span<UInt8>) -> Bool {
    if field.starts(with: "subject=") { return isText(field.extracting(8...), hasLines: false) }
    if field.starts(with: "body=") { return isText(field.extracting(5...), hasLines: true) }
    return false
  }

  /// Whether each percent sign encodes a byte that is no control, except for line breaks where they are allowed.
  private static func isText(_ text: Span<UInt8>, hasLines: Bool) -> Bool {
    var index = 0
    while index < text.count {
      guard text[index] != UInt8(ascii: "#") else { return false }
      guard text[index] == UInt8(ascii: "%") else {
        index += 1
        continue
      }
      guard index + 2 < text.count, let high = text[index + 1].hexValue, let low = text[index + 2].hexValue else {
        return false
      }
      let byte = high << 4 | low
      let isLineBreak = byte == 0x0A || byte == 0x0D
      guard byte >= 0x20 && byte != 0x7F || hasLines && isLineBreak else { return false }
      index += 3
    }
    return true
  }
}
