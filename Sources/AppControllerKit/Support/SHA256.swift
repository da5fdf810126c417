/// SHA-256 (FIPS 180-4), for digests of files and of style sheets.
///
/// The toolchain has none without Foundation. The time that it takes may reveal its input, so that it must not be used
/// for secrets.
package struct SHA256 {
  private var state: [8 of UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  private var block = [UInt8]()
  private var count: UInt64 = 0

  package init() {}

  /// 32 bytes.
  package static func digest(of bytes: Span<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalized()
  }

  package static func hexadecimalDigest(of bytes: [UInt8]) -> String { hexadecimal(digest(of: bytes.span)) }

  /// In lower case.
  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  package mutating func update(_ bytes: Span<UInt8>) {
    count &+= UInt64(bytes.count)
    var start = 0
    if !block.isEmpty {
      start = min(64 - block.count, bytes.count)
      for index in 0..<start { block.append(bytes[index]) }
      guard block.count == 64 else { return }
      let whole = block
      compress(whole.span)
      block.removeAll(keepingCapacity: true)
    }
    while bytes.count - start >= 64 {
      compress(bytes.extracting(start..<start + 64))
      start += 64
    }
    for index in start..<bytes.count { block.append(bytes[index]) }
  }

  /// 32 bytes.
  package consuming func finalized() -> [UInt8] {
    let bits = count &* 8
    let zeros = (119 - block.count) % 64
    var padding: [UInt8] = [0x80] + [UInt8](repeating: 0, count: zeros)
    for shift: UInt64 in [56, 48, 40, 32, 24, 16, 8, 0] { padding.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    update(padding.span)
    var bytes: [UInt8] = []
    for index in state.indices {
      for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: state[index] >> shift)) }
    }
    return bytes
  }

  /// Debug builds also hash libraries of several megabytes.
  ///
  /// The function therefore uses pointers and makes no calls, which takes a seventh of the time in a debug build.
  private mutating func compress(_ block: Span<UInt8>) {
    precondition(block.count == 64)
    unsafe block.withUnsafeBufferPointer { block in
      unsafe Self.constants.withUnsafeBufferPointer { constants in
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
          if let block = block.baseAddress, let words = words.baseAddress, let constants = constants.baseAddress {
            unsafe compress(block, words, constants)
          }
        }
      }
    }
  }

  /// 64 bytes, with room for 64 words.
  private mutating func compress(
    _ block: UnsafePointer<UInt8>, _ words: UnsafeMutablePointer<UInt32>, _ constants: UnsafePointer<UInt32>
  ) {
    var index = 0
    while index < 16 {
      let high =
        unsafe UInt32(truncatingIfNeeded: block[4 &* index]) &<< 24
        | UInt32(truncatingIfNeeded: block[4 &* index &+ 1]) &<< 16
      let low =
        unsafe UInt32(truncatingIfNeeded: block[4 &* index &+ 2]) &<< 8
        | UInt32(truncatingIfNeeded: block[4 &* index &+ 3])
      unsafe words[index] = high | low
      index &+= 1
    }
    while index < 64 {
      let (early, late) = unsafe (words[index &- 15], words[index &- 2])
      let first = (early &>> 7 | early &<< 25) ^ (early &>> 18 | early &<< 14) ^ early &>> 3
      let second = (late &>> 17 | late &<< 15) ^ (late &>> 19 | late &<< 13) ^ late &>> 10
      unsafe words[index] = words[index &- 16] &+ first &+ words[index &- 7] &+ second
      index &+= 1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    index = 0
    while index < 64 {
      let choice = e & f ^ ~e & g
      let turnedE = (e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)
      let first = unsafe h &+ turnedE &+ choice &+ constants[index] &+ words[index]
      let majority = a & b ^ a & c ^ b & c
      let turnedA = (a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ turnedA &+ majority)
      index &+= 1
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
