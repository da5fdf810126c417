public import AppControllerKit

/// Decodes the pixels of pictures, which have been checked.
public enum PNGDecoder: Sendable {
  /// The decoder for a renderer.
  public static let decoder: AssetDecoder = { pixels(of: $0.file) }

  /// Returns nil when a pixel has a colour that the palette does not have.
  private static func pixels(of file: PNGFile) -> AssetPixels? {
    var rows = file.rows
    undoFilters(&rows, of: file)
    let transparent = samples(of: file.transparency)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * file.width * file.height)
    for row in 0..<file.height {
      let start = row * (file.rowSize + 1) + 1
      let reader = SampleReader(bytes: rows[start..<start + file.rowSize], depth: file.depth)
      for column in 0..<file.width {
        guard add(column, of: reader, file, transparent, to: &bytes) else { return nil }
      }
    }
    return AssetPixels(width: file.width, height: file.height, bytes: bytes)
  }

  /// Returns false for an index that the palette does not have.
  private static func add(
    _ column: Int, of reader: SampleReader, _ file: PNGFile, _ transparent: [Int], to bytes: inout [UInt8]
  ) -> Bool {
    let first = column * file.colorType.samples
    switch file.colorType {
    case .gray:
      let value = reader[first]
      let gray = reader.byte(value)
      bytes += [gray, gray, gray, transparent.first == value ? 0 : 255]
    case .grayAlpha:
      let gray = reader.byte(reader[first])
      bytes += [gray, gray, gray, reader.byte(reader[first + 1])]
    case .color:
      let values = (0..<3).map { reader[first + $0] }
      bytes += values.map(reader.byte)
      bytes.append(transparent == values ? 0 : 255)
    case .colorAlpha: bytes += (0..<4).map { reader.byte(reader[first + $0]) }
    case .palette:
      let index = reader[first]
      guard 3 * index + 3 <= file.palette.count else { return false }
      bytes += file.palette[3 * index..<3 * index + 3]
      bytes.append(index < file.transparency.count ? file.transparency[index] : 255)
    }
    return true
  }

  /// Two bytes for each sample.
  private static func samples(of bytes: [UInt8]) -> [Int] {
    stride(from: 0, to: bytes.count - 1, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
  }

  private static func undoFilters(_ rows: inout [UInt8], of file: PNGFile) {
    let (size, step) = (file.rowSize + 1, max(1, file.colorType.samples * file.depth / 8))
    for row in 0..<file.height {
      let start = row * size + 1
      let filter = rows[start - 1]
      if filter == 0 { continue }
      for place in 0..<size - 1 {
        let left = place >= step ? Int(rows[start + place - step]) : 0
        let above = row > 0 ? Int(rows[start + place - size]) : 0
        let corner = row > 0 && place >= step ? Int(rows[start + place - size - step]) : 0
        let guess =
          switch filter {
          case 1: left
          case 2: above
          case 3: (left + above) / 2
          case _: nearest(left, above, corner)
          }
        rows[start + place] &+= UInt8(guess)
      }
    }
  }

  /// PNG's Paeth predictor: the neighbour that is nearest to left + above - corner.
  private static func nearest(_ left: Int, _ above: Int, _ corner: Int) -> Int {
    let plane = left + above - corner
    let distances = (abs(plane - left), abs(plane - above), abs(plane - corner))
    if distances.0 <= distances.1, distances.0 <= distances.2 { return left }
    return distances.1 <= distances.2 ? above : corner
  }
}

private struct SampleReader {
  let bytes: ArraySlice<UInt8>
  let depth: Int

  subscript(index: Int) -> Int {
    let first = bytes.startIndex
    if depth == 8 { return Int(bytes[first + index]) }
    if depth == 16 { return Int(bytes[first + 2 * index]) << 8 | Int(bytes[first + 2 * index + 1]) }
    let bit = index * depth
    return Int(bytes[first + bit / 8]) >> (8 - depth - bit % 8) & ((1 << depth) - 1)
  }

  func byte(_ sample: Int) -> UInt8 {
    depth == 16 ? UInt8(sample >> 8) : UInt8(sample * 255 / ((1 << depth) - 1))
  }
}
