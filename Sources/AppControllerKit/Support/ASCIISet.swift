/// A set of ASCII characters with a membership test of a few instructions.
struct ASCIISet {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// Makes a set of the characters of a text, which must all be ASCII.
  init(_ members: StaticString) {
    members.withUTF8Buffer { members in
      unsafe members.forEach { byte in
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
      }
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1
  }
}
