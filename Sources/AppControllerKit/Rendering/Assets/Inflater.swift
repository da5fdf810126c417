/// Decompresses bytes in the format of zlib (RFC 1950 and 1951), strictly: all of them, to a size that is known before.
///
/// Takes time linear in both sizes, and never writes more than the given size.
package struct Inflater {
  private let bytes: [UInt8]
  private var position = 2
  /// The bits that were read and not used yet; the first one is the lowest.
  private var bits: UInt64 = 0
  private var bitCount = 0
  /// The number of bits in `bits` beyond the end of the bytes.
  private var missing = 0
  private var output: [UInt8]
  private var count = 0

  /// `nil` unless the bytes are whole, nothing follows them, and the result has exactly the given size.
  package static func inflate(_ bytes: [UInt8], to size: Int) -> [UInt8]? {
    // Method 8 with a window of at most 32 KiB, a valid check, and no dictionary.
    guard bytes.count >= 6, bytes[0] & 15 == 8, bytes[0] >> 4 <= 7, bytes[1] & 32 == 0,
      (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    else { return nil }
    var inflater = Inflater(bytes, size)
    return inflater.run() ? inflater.output : nil
  }

  private init(_ bytes: [UInt8], _ size: Int) {
    (self.bytes, output) = (bytes, [UInt8](repeating: 0, count: size))
  }

  private mutating func run() -> Bool {
    var isLast = false
    while !isLast {
      isLast = take(1) == 1
      let isRead =
        switch take(2) {
        case 0: copyStored()
        case 1: decode(Codes.fixedLengths, Codes.fixedDistances)
        case 2: decodeWithOwnCodes()
        default: false
        }
      guard isRead, missing <= bitCount else { return false }
    }
    alignToByte()
    guard count == output.count, bytes.count - position == 4 else { return false }
    return bytes[position...].reduce(0) { $0 << 8 | UInt32($1) } == checksum
  }

  /// Adler-32 of the output.
  private var checksum: UInt32 {
    var (low, high) = (UInt32(1), UInt32(0))
    var start = 0
    while start < output.count {
      // So many sums fit into 32 bits.
      let end = min(start + 5_552, output.count)
      for index in start..<end {
        low &+= UInt32(output[index])
        high &+= low
      }
      (low, high, start) = (low % 65_521, high % 65_521, end)
    }
    return high << 16 | low
  }

  // MARK: - Bits

  private mutating func refill() {
    while bitCount <= 48 {
      if position < bytes.count {
        bits |= UInt64(bytes[position]) << UInt64(bitCount)
        position += 1
      } else {
        missing += 8
      }
      bitCount += 8
    }
  }

  private mutating func take(_ number: Int) -> Int {
    if bitCount < number { refill() }
    let value = Int(bits & (1 << UInt64(number) - 1))
    bits >>= UInt64(number)
    bitCount -= number
    return value
  }

  /// Puts the whole bytes back that were read ahead.
  private mutating func alignToByte() {
    position -= max(0, bitCount - missing) / 8
    (bits, bitCount, missing) = (0, 0, 0)
  }

  private mutating func symbol(of codes: Codes) -> Int? {
    if bitCount < 15 { refill() }
    let entry = codes.entry(for: Int(bits & 0x7FFF))
    guard entry.length > 0 else { return nil }
    bits >>= UInt64(entry.length)
    bitCount -= entry.length
    return entry.symbol
  }

  // MARK: - Blocks

  private mutating func copyStored() -> Bool {
    alignToByte()
    guard bytes.count - position >= 4 else { return false }
    let size = Int(bytes[position]) | Int(bytes[position + 1]) << 8
    let inverse = Int(bytes[position + 2]) | Int(bytes[position + 3]) << 8
    position += 4
    guard size == ~inverse & 0xFFFF, size <= bytes.count - position, size <= output.count - count else { return false }
    output.replaceSubrange(count..<count + size, with: bytes[position..<position + size])
    (position, count) = (position + size, count + size)
    return true
  }

  private mutating func decode(_ lengths: Codes, _ distances: Codes) -> Bool {
    while missing <= bitCount, let symbol = symbol(of: lengths) {
      if symbol == 256 { return true }
      if symbol < 256 {
        guard count < output.count else { return false }
        output[count] = UInt8(symbol)
        count += 1
        continue
      }
      guard symbol <= 285 else { return false }
      let length = Codes.lengthBase[symbol - 257] + take(Codes.lengthBits[symbol - 257])
      guard let code = self.symbol(of: distances), code < 30 else { return false }
      let distance = Codes.distanceBase[code] + take(code < 2 ? 0 : code / 2 - 1)
      guard distance <= count, length <= output.count - count else { return false }
      for index in count..<count + length { output[index] = output[index - distance] }
      count += length
    }
    return false
  }

  private mutating func decodeWithOwnCodes() -> Bool {
    let (lengthCount, distanceCount, codeCount) = (take(5) + 257, take(5) + 1, take(4) + 4)
    guard lengthCount <= 286, distanceCount <= 30 else { return false }
    var sizes = [UInt8](repeating: 0, count: 19)
    for place in Codes.order.prefix(codeCount) { sizes[place] = UInt8(take(3)) }
    guard let codes = Codes(sizes[...], allowsOne: false) else { return false }
    sizes = []
    while sizes.count < lengthCount + distanceCount {
      guard missing <= bitCount, let symbol = symbol(of: codes) else { return false }
      switch symbol {
      case ..<16: sizes.append(UInt8(symbol))
      case 16:
        guard let last = sizes.last else { return false }
        sizes += repeatElement(last, count: 3 + take(2))
      case 17: sizes += repeatElement(0, count: 3 + take(3))
      default: sizes += repeatElement(0, count: 11 + take(7))
      }
    }
    guard sizes.count == lengthCount + distanceCount, sizes[256] > 0,
      let lengths = Codes(sizes[..<lengthCount], allowsOne: true),
      let distances = Codes(sizes[lengthCount...], allowsOne: true)
    else { return false }
    return decode(lengths, distances)
  }
}

/// The codes of an alphabet, made from their sizes in bits.
private struct Codes {
  static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  static let lengthBits = (0..<28).map { $0 < 8 ? 0 : $0 / 4 - 1 } + [0]
  static let lengthBase = bases(of: lengthBits.dropLast(), from: 3) + [258]
  static let distanceBase = bases(of: (0..<30).map { $0 < 2 ? 0 : $0 / 2 - 1 }, from: 1)
  static let fixedLengths = Codes(
    fixed: Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
      + Array(repeating: 8, count: 8))
  static let fixedDistances = Codes(fixed: Array(repeating: 5, count: 32))

  /// The number of bits that are looked up at once; longer codes are rare.
  private static let width = 9
  /// For the next bits, the symbol above four bits with the size of its code; 0 for a longer code, or none.
  private var table: [UInt16]
  /// The symbols in the order of their codes, and the number of codes of each size.
  private var symbols: [UInt16]
  private var counts = [Int](repeating: 0, count: 16)

  private static func bases(of bits: [Int], from first: Int) -> [Int] {
    var base = first
    return bits.map { bits in
      defer { base += 1 << bits }
      return base
    }
  }

  private init(fixed sizes: [UInt8]) {
    // The sizes of the format fill the tree.
    guard let codes = Codes(sizes[...], allowsOne: false) else {
      preconditionFailure("the fixed codes are not complete")
    }
    self = codes
  }

  /// `nil` when there are too many or too few codes; `allowsOne` also permits one code of one bit, or none.
  init?(_ sizes: ArraySlice<UInt8>, allowsOne: Bool) {
    for size in sizes { counts[Int(size)] += 1 }
    counts[0] = 0
    var (starts, codes, left) = ([Int](repeating: 0, count: 16), [Int](repeating: 0, count: 16), 1)
    for size in 1...15 {
      left = left * 2 - counts[size]
      guard left >= 0 else { return nil }
      if size < 15 {
        starts[size + 1] = starts[size] + counts[size]
        codes[size + 1] = (codes[size] + counts[size]) << 1
      }
    }
    guard left == 0 || allowsOne && counts[1] <= 1 && left >= 1 << 14 else { return nil }
    symbols = [UInt16](repeating: 0, count: sizes.count)
    table = [UInt16](repeating: 0, count: 1 << Self.width)
    for (symbol, size) in zip(UInt16(0)..., sizes.lazy.map(Int.init)) where size > 0 {
      symbols[starts[size]] = symbol
      starts[size] += 1
      if size <= Self.width {
        // A code begins with its highest bit, and bits are read from the lowest one.
        var place = 0
        for bit in 0..<size where codes[size] >> bit & 1 == 1 { place |= 1 << (size - 1 - bit) }
        while place < table.count {
          table[place] = symbol << 4 | UInt16(size)
          place += 1 << size
        }
      }
      codes[size] += 1
    }
  }

  /// A length of 0 when no code matches.
  func entry(for bits: Int) -> (symbol: Int, length: Int) {
    let entry = table[bits & (1 << Self.width - 1)]
    if entry > 0 { return (Int(entry >> 4), Int(entry & 15)) }
    var (code, first, index) = (0, 0, 0)
    for size in 1...15 {
      code |= bits >> (size - 1) & 1
      if code - first < counts[size] { return (Int(symbols[index + code - first]), size) }
      index += counts[size]
      first = (first + counts[size]) << 1
      code <<= 1
    }
    return (0, 0)
  }
}
