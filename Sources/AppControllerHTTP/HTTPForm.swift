/// The pairs of an `application/x-www-form-urlencoded` body, as the URL standard reads them.
package struct HTTPForm: Sendable {
  package let pairs: [(name: String, value: String)]

  /// Reads a body; nil when a percent sign has no two digits after it, a text is not UTF-8 or has a NUL, and for more
  /// than 1 024 pairs.
  package init?(_ body: some Collection<UInt8>) {
    var pairs: [(name: String, value: String)] = []
    for part in body.split(separator: UInt8(ascii: "&")) {
      let name = part.prefix { $0 != UInt8(ascii: "=") }
      guard pairs.count < 1024, let decodedName = Self.decoded(name),
        let value = Self.decoded(part[name.endIndex...].dropFirst())
      else { return nil }
      pairs.append((decodedName, value))
    }
    self.pairs = pairs
  }

  package subscript(name: String) -> String? { pairs.first { $0.name.utf8.elementsEqual(name.utf8) }?.value }

  private static func decoded(_ bytes: some Collection<UInt8>) -> String? {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var rest = bytes.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case 0: return nil
      case UInt8(ascii: "+"): text.append(HTTPBytes.space)
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(HTTPBytes.hexadecimal),
          let low = rest.next().flatMap(HTTPBytes.hexadecimal), high | low != 0
        else { return nil }
        text.append(high << 4 | low)
      default: text.append(byte)
      }
    }
    return String(validating: text, as: UTF8.self)
  }
}
