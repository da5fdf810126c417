/// The QR code of a text in byte mode with error correction level L, in the smallest of the versions 1 to 6
/// (ISO/IEC 18004:2015), without the quiet zone around it.
public struct QRCode: Sendable, Hashable {
  /// The number of modules of a side, 21 to 41.
  public var size: Int { rows.count }
  /// The bit of the first column is the lowest; a dark module is 1.
  private let rows: [UInt64]

  /// Returns `nil` for a text of more than 134 bytes of UTF-8.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let version = QRVersion.all.first(where: { bytes.count <= $0.capacity }) else { return nil }
    let plain = QRGrid(version, codewords: version.codewords(of: bytes))
    let masked = (0..<8).map { plain.masked(by: $0) }.map { (grid: $0, penalty: $0.penalty) }
    rows = masked.min { $0.penalty < $1.penalty }?.grid.rows ?? plain.rows
  }

  /// Whether a module is dark; those beyond the sides are light.
  public subscript(row: Int, column: Int) -> Bool {
    guard rows.indices.contains(row), rows.indices.contains(column) else { return false }
    return rows[row] >> UInt64(column) & 1 == 1
  }

  /// Names the QR code of a URL.
  package static func host(of url: String) -> String {
    let start = url.firstRange(of: "://")?.upperBound ?? url.firstRange(of: ":")?.upperBound ?? url.startIndex
    return String(url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
  }
}

/// A version with level L: clause 7.9, table 9.
private struct QRVersion {
  let number: Int
  /// Codewords for data in each block.
  let data: Int
  /// Codewords for correction in each block.
  let correction: Int
  let blocks: Int

  static let all = [
    QRVersion(number: 1, data: 19, correction: 7, blocks: 1), QRVersion(number: 2, data: 34, correction: 10, blocks: 1),
    QRVersion(number: 3, data: 55, correction: 15, blocks: 1),
    QRVersion(number: 4, data: 80, correction: 20, blocks: 1),
    QRVersion(number: 5, data: 108, correction: 26, blocks: 1),
    QRVersion(number: 6, data: 68, correction: 18, blocks: 2),
  ]

  var size: Int { 17 + 4 * number }
  /// In bytes of text: mode, length and terminator take two codewords.
  var capacity: Int { data * blocks - 2 }

  /// The data with its correction, the blocks interleaved; clauses 7.4 to 7.6.
  func codewords(of text: [UInt8]) -> [UInt8] {
    // The mode 0100, the length in eight bits, the text and the terminator 0000.
    let parts = [0b0100, UInt8(text.count)] + text + [0]
    var words = zip(parts, parts.dropFirst()).map { $0 << 4 | $1 >> 4 }
    words += (0..<data * blocks - words.count).map { $0.isMultiple(of: 2) ? 0xEC : 0x11 }
    let blocks = (0..<blocks).map { Array(words[$0 * data..<($0 + 1) * data]) }
    let corrections = blocks.map { ReedSolomon.correction(of: $0, count: correction) }
    return (0..<data).flatMap { index in blocks.map { $0[index] } }
      + (0..<correction).flatMap { index in corrections.map { $0[index] } }
  }
}

/// The error correction of a QR code, over GF(256) with the polynomial 0x11D; clause 7.5.2 and annex A.
package enum ReedSolomon {
  package static func correction(of data: [UInt8], count: Int) -> [UInt8] {
    let generator = generator(of: count)
    var remainder = [UInt8](repeating: 0, count: count)
    for byte in data {
      let factor = byte ^ remainder.removeFirst()
      remainder.append(0)
      for index in 0..<count { remainder[index] ^= product(generator[index], factor) }
    }
    return remainder
  }

  /// Without the leading coefficient, which is 1.
  private static func generator(of degree: Int) -> [UInt8] {
    var (coefficients, root) = ([UInt8](repeating: 0, count: degree - 1) + [1], UInt8(1))
    for _ in 0..<degree {
      for index in 0..<degree {
        coefficients[index] = product(coefficients[index], root)
        if index + 1 < degree { coefficients[index] ^= coefficients[index + 1] }
      }
      root = product(root, 2)
    }
    return coefficients
  }

  private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var product: UInt8 = 0
    for bit in (0..<8).reversed() {
      product = product << 1 ^ (product >> 7 == 1 ? 0x1D : 0)
      if right >> bit & 1 == 1 { product ^= left }
    }
    return product
  }
}

private struct QRGrid {
  private(set) var rows: [UInt64]
  /// A bit for each module that no data and no mask may change.
  private var fixed: [UInt64]
  private var size: Int { rows.count }

  /// Without a mask.
  init(_ version: QRVersion, codewords: [UInt8]) {
    rows = Array(repeating: 0, count: version.size)
    fixed = rows
    drawPatterns(hasAlignment: version.number > 1)
    draw(codewords)
  }

  private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
    rows[row] = rows[row] & ~(1 << UInt64(column)) | (isDark ? 1 << UInt64(column) : 0)
    fixed[row] |= 1 << UInt64(column)
  }

  /// Clause 6.3.
  private mutating func drawPatterns(hasAlignment: Bool) {
    for index in 0..<size {
      set(6, index, index.isMultiple(of: 2))
      set(index, 6, index.isMultiple(of: 2))
    }
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
      // Around the finder pattern there is one light module.
      drawSquare(row, column, radius: 4, light: [2, 4])
    }
    if hasAlignment { drawSquare(size - 7, size - 7, radius: 2, light: [1]) }
    drawFormat(mask: 0)
  }

  /// `light` has the distances from the centre at which the modules are light.
  private mutating func drawSquare(_ row: Int, _ column: Int, radius: Int, light: Set<Int>) {
    for down in -radius...radius {
      for right in -radius...radius where rows.indices.contains(row + down) && rows.indices.contains(column + right) {
        set(row + down, column + right, !light.contains(max(abs(down), abs(right))))
      }
    }
  }

  /// Twice the level and the mask with their correction; clause 7.9 and annex C.
  private mutating func drawFormat(mask: Int) {
    let format = 0b01 << 3 | mask
    let remainder = (0..<10).reduce(format) { rest, _ in rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (format << 10 | remainder) ^ 0x5412
    for bit in 0..<15 {
      let isDark = bits >> bit & 1 == 1
      let (row, column) = bit < 8 ? (bit < 6 ? bit : bit + 1, 8) : (8, bit == 8 ? 7 : 14 - bit)
      set(row, column, isDark)
      let (otherRow, otherColumn) = bit < 8 ? (8, size - 1 - bit) : (size - 15 + bit, 8)
      set(otherRow, otherColumn, isDark)
    }
    set(size - 8, 8, true)
  }

  /// In pairs of columns from the right, up and down in turn; clause 7.7.3.
  private mutating func draw(_ codewords: [UInt8]) {
    var bits = codewords.lazy.flatMap { word in (0..<8).reversed().lazy.map { word >> $0 & 1 == 1 } }.makeIterator()
    for pair in 0..<(size - 1) / 2 {
      let left = size - 2 - 2 * pair
      // The column of the timing pattern belongs to no pair.
      let column = left < 6 ? left : left + 1
      for step in 0..<size {
        let row = pair.isMultiple(of: 2) ? size - 1 - step : step
        for column in [column, column - 1] where fixed[row] >> UInt64(column) & 1 == 0 {
          // Behind the last codeword up to seven modules stay light.
          if bits.next() == true { rows[row] |= 1 << UInt64(column) }
        }
      }
    }
  }

  /// Clause 7.8.2, table 10.
  func masked(by mask: Int) -> QRGrid {
    var grid = self
    for row in 0..<size {
      var pattern: UInt64 = 0
      for column in 0..<size {
        let sum =
          switch mask {
          case 0: (row + column) % 2
          case 1: row % 2
          case 2: column % 3
          case 3: (row + column) % 3
          case 4: (row / 2 + column / 3) % 2
          case 5: row * column % 2 + row * column % 3
          case 6: (row * column % 2 + row * column % 3) % 2
          default: ((row + column) % 2 + row * column % 3) % 2
          }
        if sum == 0 { pattern |= 1 << UInt64(column) }
      }
      grid.rows[row] ^= pattern & ~fixed[row]
    }
    grid.drawFormat(mask: mask)
    return grid
  }

  /// Clause 7.8.3, table 11.
  var penalty: Int {
    let columns = (0..<size).map { column in
      rows.indices.reduce(0 as UInt64) { $0 | (rows[$1] >> UInt64(column) & 1) << UInt64($1) }
    }
    let dark = rows.reduce(0) { $0 + $1.nonzeroBitCount }
    let deviation = abs(2 * dark - size * size) * 10 / (size * size)
    return (rows + columns).reduce(0) { $0 + penalty(ofLine: $1) } + blocks * 3 + deviation * 10
  }

  /// Runs of five and more, and what looks like a finder pattern.
  private func penalty(ofLine line: UInt64) -> Int {
    let same = equalNeighbours(line)
    let runs = same & same >> 1 & same >> 2 & same >> 3
    let finders = (0...size - 11).count { [0b000_0101_1101, 0b101_1101_0000].contains(line >> UInt64($0) & 0x7FF) }
    return runs.nonzeroBitCount + 2 * (runs & ~(runs << 1)).nonzeroBitCount + 40 * finders
  }

  /// The squares of two by two modules of one colour.
  private var blocks: Int {
    zip(rows, rows.dropFirst()).reduce(0) { count, pair in
      let equal = ~(pair.0 ^ pair.1)
      return count + (equalNeighbours(pair.0) & equal & equal >> 1).nonzeroBitCount
    }
  }

  /// A bit for each module that is as the next one.
  private func equalNeighbours(_ line: UInt64) -> UInt64 { ~(line ^ line >> 1) & (1 << UInt64(size - 1) - 1) }
}
