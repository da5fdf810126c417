internal import AppControllerInterface

/// The character sets of RFC 9110 and RFC 3986.
enum HTTPBytes {
  static let space = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// The characters of a field's name: those of a token, without "_", which some programs read as "-".
  static let token = ASCIISet("!#$%&'*+-.^`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
  /// A "%" begins two hexadecimal digits.
  static let path = ASCIISet("/-._~!$&'()*+,;=:@%0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
  static let host = ASCIISet("-._~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

  /// Changes ASCII letters only.
  static func lowerCase(_ text: String) -> String {
    // Most names are in lower case already.
    if !text.utf8.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) { return text }
    return String(decoding: text.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }
    var bytes = bytes.drop(while: isBlank)
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes
  }

  /// Returns nil for a byte that is no hexadecimal digit.
  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// Splits a target into its path and query; nil for one that is not an absolute path with an optional query.
  static func target(_ bytes: ArraySlice<UInt8>) -> (path: String, query: String?)? {
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    var mark: Int?
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let byte = bytes[place]
      if byte == UInt8(ascii: "?") {
        if mark == nil { mark = place }
      } else if byte == UInt8(ascii: "%") {
        // Other programs may end a text at an encoded NUL.
        guard place + 2 < bytes.endIndex, let high = hexadecimal(bytes[place + 1]),
          let low = hexadecimal(bytes[place + 2]), high | low != 0
        else { return nil }
      } else if !path.contains(byte) {
        return nil
      }
      place += 1
    }
    let path = String(decoding: bytes[..<(mark ?? bytes.endIndex)], as: UTF8.self)
    return (path, mark.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) })
  }

  /// Whether a text is a host, or an IPv6 address in brackets, with an optional port.
  static func isHost(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest: ArraySlice<UInt8>
    if bytes.first == UInt8(ascii: "[") {
      let address = bytes.dropFirst().prefix { hexadecimal($0) != nil || $0 == 0x3A || $0 == 0x2E }
      rest = bytes[address.endIndex...]
      guard !address.isEmpty, rest.popFirst() == UInt8(ascii: "]") else { return false }
    } else {
      rest = bytes.drop { host.contains($0) }
      guard rest.startIndex > bytes.startIndex else { return false }
    }
    guard let colon = rest.popFirst() else { return true }
    return colon == UInt8(ascii: ":") && (1...5).contains(rest.count) && rest.allSatisfy(isDigit)
  }
}
