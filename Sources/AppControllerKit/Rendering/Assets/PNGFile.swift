/// A PNG that has been checked: the kinds, order, sizes and checksums of its chunks, and that they hold as many pixels
/// as it says and nothing else.
///
/// Takes time linear in the size of the bytes.
package struct PNGFile: Sendable {
  package enum ColorType: UInt8, Sendable {
    case gray = 0
    case color = 2
    case palette = 3
    case grayAlpha = 4
    case colorAlpha = 6

    package var samples: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .color: 3
      case .colorAlpha: 4
      }
    }

    fileprivate var depths: [UInt8] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .color, .grayAlpha, .colorAlpha: [8, 16]
      }
    }
  }

  package let (width, height): (Int, Int)
  /// Bits of a sample.
  package let depth: Int
  package let colorType: ColorType
  /// Three bytes for each colour.
  package private(set) var palette: [UInt8] = []
  /// Empty without a chunk of it.
  package private(set) var transparency: [UInt8] = []
  package private(set) var compressed: [UInt8] = []
  /// Reduced to the header, these parts and the end.
  package private(set) var bytes: [UInt8]

  /// Bytes, without that of the filter.
  package var rowSize: Int { (width * colorType.samples * depth + 7) / 8 }
  /// Each row has the number of its filter before it.
  package var rows: [UInt8] { Inflater.inflate(compressed, to: height * (rowSize + 1)) ?? [] }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  package init(_ file: [UInt8]) throws(PNGFault) {
    if file.count > DataLimits.asset {
      throw PNGFault("it has \(file.count) bytes; at most \(DataLimits.asset)")
    }
    guard file.starts(with: Self.signature) else { throw PNGFault("it is no PNG") }
    var reader = ChunkReader(file, from: Self.signature.count)
    bytes = Self.signature
    let header = try reader.next()
    guard header.name == "IHDR", header.range.count == 13 else { throw PNGFault("it does not begin with its size") }
    let start = header.range.lowerBound
    let (width, height) = (reader.number(at: start), reader.number(at: start + 4))
    guard (1...DataLimits.assetSide).contains(width), (1...DataLimits.assetSide).contains(height) else {
      throw PNGFault("it has \(width) by \(height) pixels; at most \(DataLimits.assetSide) by \(DataLimits.assetSide)")
    }
    guard let colorType = ColorType(rawValue: file[start + 9]), colorType.depths.contains(file[start + 8]) else {
      throw PNGFault("its pixels are of the type \(file[start + 9]) with \(file[start + 8]) bits, which no PNG has")
    }
    if file[start + 10] != 0 || file[start + 11] != 0 { throw PNGFault("it is compressed in an unknown way") }
    if file[start + 12] != 0 { throw PNGFault("it is interlaced") }
    (self.width, self.height, self.colorType, depth) = (width, height, colorType, Int(file[start + 8]))
    keep(header, of: file)
    try readParts(&reader, of: file)
    if reader.rest > 0 { throw PNGFault("\(reader.rest) bytes follow its end") }
    let rows = rows
    guard !rows.isEmpty, stride(from: 0, to: rows.count, by: rowSize + 1).allSatisfy({ rows[$0] <= 4 }) else {
      throw PNGFault("its pixels are damaged, or are not as many as it says")
    }
  }

  private mutating func readParts(_ reader: inout ChunkReader, of file: [UInt8]) throws(PNGFault) {
    var (hasPalette, hasTransparency, isBehindPixels) = (false, false, false)
    while true {
      let chunk = try reader.next()
      if chunk.name != "IDAT", !compressed.isEmpty { isBehindPixels = true }
      switch chunk.name {
      case "PLTE":
        let most = colorType == .palette ? 1 << depth : 256
        guard !hasPalette, !hasTransparency, compressed.isEmpty, chunk.range.count % 3 == 0,
          (1...most).contains(chunk.range.count / 3), colorType != .gray, colorType != .grayAlpha
        else { throw PNGFault("its palette is damaged, or in the wrong place") }
        (hasPalette, palette) = (true, Array(file[chunk.range]))
      case "tRNS":
        guard !hasTransparency, compressed.isEmpty, allowsTransparency(of: chunk.range.count) else {
          throw PNGFault("its transparency is damaged, or in the wrong place")
        }
        (hasTransparency, transparency) = (true, Array(file[chunk.range]))
      case "IDAT":
        if isBehindPixels { throw PNGFault("something stands between its pixels") }
        if colorType == .palette, !hasPalette { throw PNGFault("it has no palette") }
        compressed += file[chunk.range]
      case "IEND":
        if chunk.range.count > 0 { throw PNGFault("its end is damaged") }
        if compressed.isEmpty { throw PNGFault("it has no pixels") }
        return keep(chunk, of: file)
      // A lower-case first letter marks a chunk that the picture does not need.
      case _ where chunk.isCritical: throw PNGFault("it has the unknown part \"\(chunk.name)\"")
      case _: continue
      }
      keep(chunk, of: file)
    }
  }

  private func allowsTransparency(of size: Int) -> Bool {
    switch colorType {
    case .gray: size == 2
    case .color: size == 6
    case .palette: !palette.isEmpty && size <= palette.count / 3
    case .grayAlpha, .colorAlpha: false
    }
  }

  private mutating func keep(_ chunk: ChunkReader.Chunk, of file: [UInt8]) {
    bytes += file[chunk.range.lowerBound - 8..<chunk.range.upperBound + 4]
  }
}

package struct PNGFault: Error, Equatable {
  /// A clause.
  package let problem: String

  init(_ problem: String) { self.problem = problem }
}

private struct ChunkReader {
  struct Chunk {
    let name: String
    let isCritical: Bool
    /// Without the checksum that follows the content.
    let range: Range<Int>
  }

  private let file: [UInt8]
  private var position: Int

  init(_ file: [UInt8], from position: Int) { (self.file, self.position) = (file, position) }

  var rest: Int { file.count - position }

  func number(at place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }

  mutating func next() throws(PNGFault) -> Chunk {
    guard rest >= 12, number(at: position) <= rest - 12 else { throw PNGFault("it is cut off") }
    let content = position + 8..<position + 8 + number(at: position)
    let name = file[position + 4..<position + 8]
    guard name.allSatisfy(\.isLetter) else { throw PNGFault("a part of it has no name") }
    guard CRC32.sum(of: file[name.startIndex..<content.upperBound]) == UInt32(number(at: content.upperBound)) else {
      throw PNGFault("the part \"\(String(decoding: name, as: UTF8.self))\" is damaged")
    }
    position = content.upperBound + 4
    return Chunk(
      name: String(decoding: name, as: UTF8.self), isCritical: file[name.startIndex] & 0x20 == 0, range: content)
  }
}

package enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    var sum = UInt32(index)
    for _ in 0..<8 {
      let isOdd = sum & 1 == 1
      sum >>= 1
      if isOdd { sum ^= 0xEDB8_8320 }
    }
    return sum
  }

  package static func sum(of bytes: some Sequence<UInt8>) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes { sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    return ~sum
  }
}
