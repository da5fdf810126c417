/// A PNG that a test makes itself: with stored bytes, which need no compressor, and with any part out of order.
package struct TestPNG: Sendable {
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The chunks in their order.
  package var chunks: [(name: String, content: [UInt8])]
  /// What follows the last one.
  package var rest: [UInt8] = []

  /// Makes a picture of rows of samples, each with the number of its filter before it, which is not applied here.
  package init(
    _ width: Int, _ height: Int, type: UInt8 = 2, depth: UInt8 = 8, rows: [UInt8], parts: [(String, [UInt8])] = []
  ) {
    self.init(width, height, type: type, depth: depth, compressed: Self.stored(rows), parts: parts)
  }

  /// Makes a picture of rows that are compressed already.
  package init(
    _ width: Int, _ height: Int, type: UInt8 = 2, depth: UInt8 = 8, compressed: [UInt8], parts: [(String, [UInt8])] = []
  ) {
    let header = Self.number(width) + Self.number(height) + [depth, type, 0, 0, 0]
    chunks = [("IHDR", header)] + parts.map { (name: $0.0, content: $0.1) } + [("IDAT", compressed), ("IEND", [])]
  }

  /// A picture of black pixels, of any size.
  package static func black(_ width: Int, _ height: Int) -> TestPNG {
    TestPNG(width, height, compressed: zeros(height * (3 * width + 1)))
  }

  /// Zeros in the form of zlib, in a block with the fixed codes.
  package static func zeros(_ count: Int) -> [UInt8] {
    var (output, byte, bit): ([UInt8], UInt8, Int) = ([0x78, 0x01], 0, 0)
    func put(_ bits: String) {
      for each in bits {
        if each == "1" { byte |= 1 << bit }
        bit += 1
        if bit == 8 {
          output.append(byte)
          (byte, bit) = (0, 0)
        }
      }
    }
    // The last block; a zero as it is; then as many as fit of 258 more from one before.
    put("110")
    for _ in 0..<(count - 1) % 258 + 1 { put("00110000") }
    for _ in 0..<(count - 1) / 258 { put("1100010100000") }
    put("0000000")
    if bit > 0 { output.append(byte) }
    return output + number((count % 65_521) << 16 | 1)
  }

  /// A picture of one colour.
  package static func plain(
    _ width: Int, _ height: Int, _ red: UInt8 = 255, _ green: UInt8 = 0, _ blue: UInt8 = 0, alpha: UInt8 = 255
  ) -> TestPNG {
    var row: [UInt8] = [0]
    for _ in 0..<width { row += [red, green, blue, alpha] }
    var rows: [UInt8] = []
    for _ in 0..<height { rows += row }
    return TestPNG(width, height, type: 6, rows: rows)
  }

  /// Inserts chunks.
  package mutating func insert(_ parts: [(String, [UInt8])], at index: Int) {
    chunks.insert(contentsOf: parts.map { (name: $0.0, content: $0.1) }, at: index)
  }

  package var bytes: [UInt8] { Self.signature + chunks.flatMap { Self.chunk($0.name, $0.content) } + rest }

  /// A chunk with its size and its sum.
  package static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let summed = Array(name.utf8) + content
    return number(content.count) + summed + number(Int(sum(of: summed)))
  }

  /// Bytes in the form of zlib, without compression.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(start + 65_535, bytes.count)
      let size = UInt16(end - start)
      output.append(end == bytes.count ? 1 : 0)
      for part in [size, ~size] { output += [UInt8(truncatingIfNeeded: part), UInt8(part >> 8)] }
      output += bytes[start..<end]
      start = end
    } while start < bytes.count
    let sums = bytes.reduce((1, 0)) { sums, byte in
      let first = (sums.0 + Int(byte)) % 65_521
      return (first, (sums.1 + first) % 65_521)
    }
    return output + number(sums.1 << 16 | sums.0)
  }

  package static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// The sum over a chunk, bit by bit.
  private static func sum(of bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      for bit in 0..<8 {
        let isOdd = (sum ^ UInt32(byte) >> UInt32(bit)) & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0xEDB8_8320 }
      }
    }
    return ~sum
  }
}
