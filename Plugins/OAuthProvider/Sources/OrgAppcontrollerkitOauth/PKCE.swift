/// The secrets of one request in a browser (RFC 7636).
struct PKCE: Sendable {
  let verifier = Self.random()
  let state = Self.random()

  var challenge: String { Base64URL.encode(SHA256.hash(Array(verifier.utf8))) }

  /// 256 bits of the system's random numbers, in 43 characters.
  private static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }
}

/// Base64 with the alphabet of URLs, without padding.
enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var (buffer, bits) = (UInt32(0), 0)
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(buffer >> UInt32(bits) & 63)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(buffer << UInt32(6 - bits) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (buffer, bits) = (UInt32(0), 0)
    for character in text.utf8 where character != UInt8(ascii: "=") {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      buffer = buffer << 6 | UInt32(value)
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
    }
    return bytes
  }
}

/// SHA-256 (FIPS 180-4).
enum SHA256 {
  private static let constants: [UInt32] = {
    var primes: [UInt32] = []
    var number: UInt32 = 2
    while primes.count < 64 {
      if primes.allSatisfy({ number % $0 != 0 }) { primes.append(number) }
      number += 1
    }
    return primes.map { fraction(ofRootOf: $0, power: 3) }
  }()

  private static let start: [UInt32] = [2, 3, 5, 7, 11, 13, 17, 19].map { fraction(ofRootOf: $0, power: 2) }

  /// The first 32 bits of the fraction of the square or the cube root of a number.
  private static func fraction(ofRootOf number: UInt32, power: Int) -> UInt32 {
    var root: UInt128 = 0
    for bit in (0..<40).reversed() {
      let larger = root | 1 << UInt128(bit)
      // Both sides are scaled by 2 to the 32 for each factor.
      let product = power == 2 ? larger * larger : larger * larger * larger
      if product <= UInt128(number) << UInt128(32 * power) { root = larger }
    }
    return UInt32(truncatingIfNeeded: root)
  }

  static func hash(_ message: [UInt8]) -> [UInt8] {
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    for shift in (0..<8).reversed() { bytes.append(UInt8(truncatingIfNeeded: (message.count * 8) >> (8 * shift))) }
    var state = start
    for block in stride(from: 0, to: bytes.count, by: 64) { mix(&state, bytes[block..<block + 64]) }
    return state.flatMap { word in (0..<4).reversed().map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) } }
  }

  private static func mix(_ state: inout [UInt32], _ block: ArraySlice<UInt8>) {
    func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }
    var words = (0..<16).map { index in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[block.startIndex + 4 * index + $1]) }
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = turn(early, 7) ^ turn(early, 18) ^ early >> 3
      let second = turn(late, 17) ^ turn(late, 19) ^ late >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var s = state
    for index in 0..<64 {
      let choice = s[4] & s[5] ^ ~s[4] & s[6]
      let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
      let first =
        s[7] &+ (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) &+ choice &+ constants[index] &+ words[index]
      let second = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) &+ majority
      s = [first &+ second, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
    }
    for index in 0..<8 { state[index] = state[index] &+ s[index] }
  }
}
