package import AppControllerKit

/// A picture in cells, two pixels one above the other in each.
package struct CellPicture: Sendable, Equatable {
  package struct Pixel: Sendable, Equatable, BitwiseCopyable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var alpha: UInt8
  }

  struct Source: Equatable {
    let image: AssetImage
    let columns: Int
    let rows: Int
  }

  package let image: AssetImage
  package let columns: Int
  package let rows: Int
  /// Row by row: twice as many rows as the picture has cells.
  private let pixels: [Pixel]

  package func pixels(row: Int, column: Int) -> (upper: Pixel, lower: Pixel) {
    (pixels[2 * row * columns + column], pixels[(2 * row + 1) * columns + column])
  }

  package static func == (left: CellPicture, right: CellPicture) -> Bool {
    left.image == right.image && left.columns == right.columns && left.rows == right.rows
  }

  init(_ image: AssetImage, _ source: AssetPixels, columns: Int, rows: Int) {
    (self.image, self.columns, self.rows) = (image, columns, rows)
    var pixels: [Pixel] = []
    pixels.reserveCapacity(2 * rows * columns)
    for row in 0..<2 * rows {
      let lines = Self.part(row, of: 2 * rows, in: source.height)
      for column in 0..<columns {
        pixels.append(Self.average(of: source, lines, Self.part(column, of: columns, in: source.width)))
      }
    }
    self.pixels = pixels
  }

  /// At least one source pixel.
  private static func part(_ index: Int, of count: Int, in size: Int) -> Range<Int> {
    let start = min(index * size / count, size - 1)
    return start..<max(start + 1, (index + 1) * size / count)
  }

  private static func average(of source: AssetPixels, _ rows: Range<Int>, _ columns: Range<Int>) -> Pixel {
    var (red, green, blue, alpha) = (0, 0, 0, 0)
    for row in rows {
      for column in columns {
        let place = 4 * (row * source.width + column)
        let weight = Int(source.bytes[place + 3])
        red += weight * Int(source.bytes[place])
        green += weight * Int(source.bytes[place + 1])
        blue += weight * Int(source.bytes[place + 2])
        alpha += weight
      }
    }
    let sum = max(1, alpha)
    return Pixel(
      red: UInt8(red / sum), green: UInt8(green / sum), blue: UInt8(blue / sum),
      alpha: UInt8(alpha / (rows.count * columns.count)))
  }
}

extension CellPicture {
  private static let (maximumSize, maximumSmallSize) = ((columns: 48, rows: 12), (columns: 24, rows: 5))

  /// With four pixels by eight in each cell if there is room.
  static func size(of image: AssetImage, room: Int, isRoomy: Bool) -> (columns: Int, rows: Int) {
    let maximum = isRoomy ? maximumSize : maximumSmallSize
    let share = min(
      1.0, Double(8 * maximum.rows) / Double(image.height),
      Double(4 * max(1, min(maximum.columns, room))) / Double(image.width))
    func cells(_ pixels: Int, _ size: Int) -> Int { max(1, Int((Double(pixels) * share / Double(size)).rounded())) }
    return (cells(image.width, 4), cells(image.height, 8))
  }
}

package struct TerminalPicture: Sendable, Equatable {
  package let picture: CellPicture
  /// Some of the cells may be above or below the visible rows.
  package let rectangle: CellRectangle
  /// In rows of the frame, or of the block that has the picture.
  package let seen: Range<Int>

  /// Nil where the picture is not seen.
  func pixels(at position: CellPosition) -> (upper: CellPicture.Pixel, lower: CellPicture.Pixel)? {
    guard seen.contains(position.row), rectangle.contains(position) else { return nil }
    return picture.pixels(row: position.row - rectangle.row, column: position.column - rectangle.column)
  }

  func moved(rows: Int, columns: Int) -> TerminalPicture {
    TerminalPicture(
      picture: picture, rectangle: rectangle.moved(rows: rows, columns: columns),
      seen: seen.lowerBound + rows..<seen.upperBound + rows)
  }
}

extension TerminalRenderer {
  func picture(_ image: AssetImage, _ size: (columns: Int, rows: Int), _ decode: AssetDecoder) -> CellPicture? {
    pictures.value(of: .init(image: image, columns: size.columns, rows: size.rows)) {
      decode(image).map { CellPicture(image, $0, columns: size.columns, rows: size.rows) }
    }
  }
}
