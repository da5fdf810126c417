/// The Base64 encoding of RFC 4648.
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// By the byte; 255 for a byte that is no digit.
  private static let values = digits.enumerated().reduce(into: [UInt8](repeating: 255, count: 256)) {
    $0[Int($1.element)] = UInt8($1.offset)
  }

  package static func encode(_ bytes: [UInt8]) -> String { String(decoding: encoded(bytes), as: UTF8.self) }

  /// ASCII with the padding.
  package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(size(of: bytes.count))
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for position in 0..<4 {
        text.append(position > group.count ? UInt8(ascii: "=") : digits[Int(bits >> (18 - 6 * UInt32(position))) & 63])
      }
    }
    return text
  }

  /// `nil` when the text is not exactly what ``encode(_:)`` makes of some bytes.
  package static func decode(_ text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count % 4 == 0 else { return nil }
    let padding = text.reversed().prefix(2).prefix { $0 == UInt8(ascii: "=") }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    for start in stride(from: 0, to: text.count, by: 4) {
      let isLast = start + 4 == text.count
      var bits: UInt32 = 0
      for position in start..<start + 4 {
        let isPadding = isLast && position >= text.count - padding
        let value = isPadding ? 0 : values[Int(text[position])]
        guard value < 64 else { return nil }
        bits = bits << 6 | UInt32(value)
      }
      let count = isLast ? 3 - padding : 3
      // The bits behind the last byte are zero.
      guard bits & (1 << (8 * UInt32(3 - count)) - 1) == 0 else { return nil }
      for position in 0..<count { bytes.append(UInt8(truncatingIfNeeded: bits >> (16 - 8 * UInt32(position)))) }
    }
    return bytes
  }

  package static func size(of count: Int) -> Int { (count + 2) / 3 * 4 }
}
