/// The part of a URL that names a machine.
enum LinkHost {
  /// Whether the text is exactly a host with an optional port.
  static func isAuthority(_ text: Span<UInt8>) -> Bool {
    if !text.isEmpty, text[0] == UInt8(ascii: "[") {
      guard let end = text.firstIndex(where: { $0 == UInt8(ascii: "]") }) else { return false }
      return isIPv6(text.extracting(1..<end)) && isPort(text.extracting((end + 1)...))
    }
    let end = text.firstIndex { $0 == UInt8(ascii: ":") } ?? text.count
    return isName(text.extracting(..<end)) && isPort(text.extracting(end...))
  }

  /// Whether the text is a name or an IPv4 address.
  static func isName(_ text: Span<UInt8>) -> Bool {
    // A dot at the end marks a fully qualified name.
    let end = text.count > 1 && text[text.count - 1] == UInt8(ascii: ".") ? text.count - 1 : text.count
    guard end > 0, end <= 253 else { return false }
    var start = 0
    for index in 0...end where index == end || text[index] == UInt8(ascii: ".") {
      let label = text.extracting(start..<index)
      guard isLabel(label) else { return false }
      // If the last label is a number, URL parsers treat the whole as an address, in whatever base it is.
      if index == end, isNumber(label) { return isIPv4(text) }
      start = index + 1
    }
    return true
  }

  private static func isLabel(_ label: Span<UInt8>) -> Bool {
    guard !label.isEmpty, label.count <= 63 else { return false }
    for index in label.indices where !(label[index].isLetterOrDigit || label[index] == UInt8(ascii: "_")) {
      guard label[index] == UInt8(ascii: "-"), index > 0, index < label.count - 1 else { return false }
    }
    return true
  }

  private static func isNumber(_ label: Span<UInt8>) -> Bool {
    let isHexadecimal = label.count > 1 && label[0] == UInt8(ascii: "0") && label[1] | 0x20 == UInt8(ascii: "x")
    for index in (isHexadecimal ? 2 : 0)..<label.count {
      guard isHexadecimal ? label[index].hexValue != nil : label[index].isDigit else { return false }
    }
    return true
  }

  /// Whether the text is four numbers from 0 to 255 without leading zeros.
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

  /// Whether the text consists of the characters of an IPv6 address; a zone, which has only a local meaning, is not
  /// allowed.
  private static func isIPv6(_ text: Span<UInt8>) -> Bool {
    var colons = 0
    for index in text.indices where text[index].hexValue == nil && text[index] != UInt8(ascii: ".") {
      guard text[index] == UInt8(ascii: ":") else { return false }
      colons += 1
    }
    return 2...8 ~= colons
  }

  /// Whether the text is empty, or a colon and a port.
  private static func isPort(_ text: Span<UInt8>) -> Bool {
    if text.isEmpty { return true }
    guard text[0] == UInt8(ascii: ":"), let port = decimal(text.extracting(1...), digits: 5) else { return false }
    return 1...65_535 ~= port
  }

  /// A number of a few digits and no leading zero.
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
