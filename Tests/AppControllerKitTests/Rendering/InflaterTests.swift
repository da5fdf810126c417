import AppControllerKit
import TestSupport
import Testing

/// The bytes of zlib: what they become, and what is refused.
@Suite struct `Decompressing` {
  /// What zlib 1.2.13 makes of a text, at levels 0, 1 and 9, and with its own codes for few and for many symbols.
  static let samples: [(compressed: String, text: String)] = [
    ("eAEDAAAAAAE=", ""),
    ("eNoDAAAAAAE=", ""),
    ("eAFLBAAAYgBi", "a"),
    ("eNpLBAAAYgBi", "a"),
    ("eAHzziwpqVTwRicBZusItQ==", "Kitty Kitty Kitty Kitty"),
    ("eNrzziwpqVTwRicBZusItQ==", "Kitty Kitty Kitty Kitty"),
    ("eNpT1LRPtlbML1R3LQy0t3aN1Yx1tbYPLHRVL8xXtE6211RUt441LkxOLjSOtVZXHNmKAUdVVBs=", mixed),
    (
      "eNrtkdutWEEIA1tieFPOTfrvId4UESnSwZ/Lgsf8/Pr59OnTp0//UL+/+uo/LcMjq2cPA5wgKZphOTfH3cPTy9vH1y8sCI+IjIqO"
        + "iY1LS9IzMrOyc3Lzyoryisqq6prauramvaOzq7unt29sGJ+YnJqemZ1bW9Y3Nre2d3b3zk6GTstOg05NJ8/2bMulTMmDVmqDBuq/"
        + "2v8iPShRCUtcAhOZ0Djc3ouLMPDEC2988MWPsPcpFIhwkyiiiSGWONLevHRSeYm9yCaHXPIoe6vKqaAUp4Joaqiljrbnop0OOmml"
        + "rVSGXvoYewbHmWCSKUbHUETLHGvP+zobbLLFNqtbKS/FY8JSSFxwyRXX3HA65f0Bt8OHYg==", long
    ),
  ]

  private static var mixed: String {
    let bytes = (0..<300).map { (index: Int) -> UInt8 in UInt8(33 + (index * index * 7 + index) % 90) }
    return String(decoding: bytes, as: UTF8.self)
  }
  private static var long: String {
    var text = String(repeating: "ab", count: 700)
    text += String(repeating: "c", count: 700)
    for number in 0..<200 { text += "\(number)" }
    return text
  }

  @Test(arguments: samples)
  func `gives what was compressed, of exactly its size`(compressed: String, text: String) throws {
    let bytes = try #require(Base64.decode(compressed))
    #expect(Inflater.inflate(bytes, to: text.utf8.count) == Array(text.utf8))
    #expect(Inflater.inflate(bytes, to: text.utf8.count + 1) == nil)
    if !text.isEmpty { #expect(Inflater.inflate(bytes, to: text.utf8.count - 1) == nil) }
    #expect(Inflater.inflate(bytes + [0], to: text.utf8.count) == nil)
    #expect(Inflater.inflate(bytes.dropLast(4) + [0] + bytes.suffix(4), to: text.utf8.count) == nil)
    for end in bytes.indices {
      #expect(Inflater.inflate(Array(bytes[..<end]), to: text.utf8.count) == nil, "\(end) bytes")
    }
  }

  // The checksum of the last one does not notice each change, with zlib either.
  @Test(arguments: samples.dropLast())
  func `never gives anything else for bytes with another bit`(compressed: String, text: String) throws {
    let bytes = try #require(Base64.decode(compressed))
    for bit in 0..<8 * bytes.count {
      var changed = bytes
      changed[bit / 8] ^= 1 << (bit % 8)
      let found = Inflater.inflate(changed, to: text.utf8.count)
      #expect(found == nil || found == Array(text.utf8), "bit \(bit)")
    }
  }

  @Test func `takes bytes that are stored, in blocks`() {
    for count in [0, 1, 65_535, 65_536, 200_000] {
      let bytes = (0..<count).map { (index: Int) -> UInt8 in UInt8(truncatingIfNeeded: index) }
      #expect(Inflater.inflate(TestPNG.stored(bytes), to: count) == bytes)
    }
    #expect(Inflater.inflate(TestPNG.zeros(1_000), to: 1_000) == [UInt8](repeating: 0, count: 1_000))
    #expect(Inflater.inflate([], to: 0) == nil)
  }

  @Test func `refuses random bytes behind a good beginning, without a trap`() {
    var random = SeededGenerator(seed: 44)
    for _ in 0..<20_000 {
      var bytes: [UInt8] = [0x78, 0x9C]
      for _ in 0..<random.number(below: 80) { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
      #expect(Inflater.inflate(bytes, to: random.number(below: 400)) == nil)
    }
  }
}
