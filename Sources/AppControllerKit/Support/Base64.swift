/// The Base64 encoding of RFC 4648.
package enum Base64 {
  /// Encodes bytes, with the padding.
  package static func encode(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for position in 0..<4 {
        text.append(position > group.count ? "=" : digits[Int(bits >> (18 - 6 * UInt32(position))) & 63])
      }
    }
    return text
  }
}
