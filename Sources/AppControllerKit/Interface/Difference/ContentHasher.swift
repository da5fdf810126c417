/// Mixes words and bytes into 64 bits.
///
/// The seed is random for each process, so that texts cannot be chosen to collide.
struct ContentHasher {
  private static let seed = UInt64.random(in: .min ... .max)
  private(set) var value = Self.seed

  @inline(__always)
  mutating func combine(_ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    value = product.high ^ product.low
  }

  /// Mixes in a text and its length.
  mutating func combine(_ range: TextRange, of text: [UInt8]) {
    combine(UInt64(range.length))
    let bytes = text.span.extracting(range.bounds)
    var offset = 0
    while offset + 8 <= bytes.count {
      var word: UInt64 = 0
      for index in 0..<8 { word = word << 8 | UInt64(bytes[offset + index]) }
      combine(word)
      offset += 8
    }
    var word: UInt64 = 0
    for index in offset..<bytes.count { word = word << 8 | UInt64(bytes[index]) }
    combine(word)
  }
}
