/// The address of a screen below that of its app, such as `products-screen`.
package enum ScreenAddress {
  /// Empty, the address of the app, for an id with a slash or a dot, which a proxy or a file could have.
  package static func text(of id: String) -> String {
    if id.utf8.isEmpty || id == "events" || id.utf8.contains(where: { $0 == 0x2E || $0 == 0x2F }) { return "" }
    var address = ""
    for byte in id.utf8 {
      if byte.isLetterOrDigit || "-_~".utf8.contains(byte) {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        address += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return address
  }

  /// Returns nil for a text that is the address of no screen; each screen has one address.
  package static func id(in address: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = address.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    let id = String(decoding: bytes, as: UTF8.self)
    return 1...InterfaceLimits.standard.id ~= bytes.count && text(of: id) == address ? id : nil
  }
}
