/// The cells of a terminal, row by row.
///
/// Two grids are equal when they look the same.
public struct CellGrid: Sendable {
  /// The number of cells in a row.
  public let columns: Int
  /// The number of rows.
  public let rows: Int
  var cells: [Cell]
  var pool = ClusterPool()
  /// The columns of each row in which the terminal orders the letters separately, because some are written from right
  /// to left.
  ///
  /// They do not change the look of the grid.
  var isolates: [Int: [Range<Int>]] = [:]

  /// Makes an empty grid.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  /// The cell at a position inside the grid.
  public subscript(row: Int, column: Int) -> Cell {
    get { cells[row * columns + column] }
    set { cells[row * columns + column] = newValue }
  }

  /// The character in a cell; empty for the second half of a wide one.
  public func text(at position: CellPosition) -> String {
    var bytes: [UInt8] = []
    append(self[position.row, position.column], to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text of a row without the blanks at its end.
  public func text(ofRow row: Int) -> String {
    var bytes: [UInt8] = []
    for column in 0..<columns { append(self[row, column], to: &bytes) }
    while bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  func append(_ cell: Cell, to bytes: inout [UInt8]) {
    if cell.width == 0 { return }
    if let cluster = cell.cluster {
      bytes.append(contentsOf: pool[cluster])
    } else if let scalar = cell.scalar {
      if scalar.isASCII {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
      }
    }
  }

  func isSame(_ cell: Cell, as other: Cell, in grid: CellGrid) -> Bool {
    guard cell.style == other.style, cell.width == other.width else { return false }
    switch (cell.cluster, other.cluster) {
    case (nil, nil): return cell.content == other.content
    case (let left?, let right?): return pool[left] == grid.pool[right]
    case (nil, _?), (_?, nil): return false
    }
  }

  /// The grids have the same columns.
  func isSame(_ row: Int, in grid: CellGrid) -> Bool {
    (0..<columns).allSatisfy { isSame(self[row, $0], as: grid[row, $0], in: grid) }
  }

  func isRightToLeft(_ cell: Cell) -> Bool {
    guard cell.content >= 0x590 else { return false }
    if let scalar = cell.scalar { return scalar.isRightToLeft }
    guard let cluster = cell.cluster else { return false }
    return String(decoding: pool[cluster], as: UTF8.self).unicodeScalars.contains(where: \.isRightToLeft)
  }

  /// The cells come from the painting, in which both halves of a wide character are together.
  mutating func put(_ segment: ArraySlice<Cell>, inRow row: Int, _ first: Int) {
    for (column, cell) in zip(first..., segment) { self[row, column] = cell }
    if segment.contains(where: { isRightToLeft($0) }) {
      isolates[row, default: []].append(first..<first + segment.count)
    }
  }

  mutating func reverse(rows range: Range<Int>) {
    for row in range.clamped(to: 0..<rows) {
      for column in 0..<columns { self[row, column].style = self[row, column].style.adding(.reverse) }
    }
  }

  /// Replaces each half of a wide character whose other half is missing by a space.
  mutating func mendHalves(inRow row: Int) {
    for column in 0..<columns {
      let cell = self[row, column]
      switch cell.width {
      case 0 where column == 0 || self[row, column - 1].width != 2: self[row, column] = .space(cell.style)
      case 2 where column + 1 == columns || self[row, column + 1].width != 0: self[row, column] = .space(cell.style)
      default: continue
      }
    }
  }
}

extension CellGrid: Equatable {
  /// Whether both grids look the same.
  public static func == (left: CellGrid, right: CellGrid) -> Bool {
    left.columns == right.columns && left.rows == right.rows
      && (0..<left.rows).allSatisfy { left.isSame($0, in: right) }
  }
}

extension CellGrid {
  /// Writes a text into one row, starting at a cell.
  ///
  /// Characters that would control the terminal are replaced, and characters that do not fit are left out.
  ///
  /// - Parameters:
  ///   - text: The text; writing ends at its first line feed.
  ///   - position: The first cell; nothing is written outside the grid.
  ///   - style: The style of the text.
  /// - Returns: The column after the last cell.
  @discardableResult
  public mutating func write(_ text: String, at position: CellPosition, style: CellStyle = .plain) -> Int {
    guard (0..<rows).contains(position.row), position.column >= 0 else { return position.column }
    var cells: [Cell] = []
    var isEnded = false
    CellReader.read(text, style, &pool) { piece in
      switch piece {
      case .cell(let cell): if !isEnded { cells.append(cell) }
      case .lineFeed: isEnded = true
      case .opportunity: break
      }
    }
    var column = position.column
    for cell in cells {
      let width = Int(cell.width)
      guard column + width <= columns else { break }
      self[position.row, column] = cell
      if width == 2 { self[position.row, column + 1] = .continuation(style) }
      column += width
    }
    mendHalves(inRow: position.row)
    return column
  }
}

extension Unicode.Scalar {
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    case _: false
    }
  }
}

/// A place in a grid, counted from 0 at the top left.
public struct CellPosition: Sendable, Hashable {
  /// The row, from the top.
  public var row: Int
  /// The column, from the left.
  public var column: Int

  /// Makes a position; the top left unless given.
  public init(row: Int = 0, column: Int = 0) {
    self.row = row
    self.column = column
  }
}

/// A rectangle of cells in a grid, which may extend beyond the grid.
package struct CellRectangle: Sendable, Hashable {
  /// Negative when it is above the grid.
  package var row: Int
  package var column: Int
  package var columns: Int
  package var rows: Int

  package init(row: Int, column: Int, columns: Int, rows: Int) {
    self.row = row
    self.column = column
    self.columns = columns
    self.rows = rows
  }

  var rowRange: Range<Int> { row..<row + rows }

  package func contains(_ position: CellPosition) -> Bool {
    position.row >= row && position.row - row < rows && position.column >= column
      && position.column - column < columns
  }

  func moved(rows: Int, columns: Int) -> CellRectangle {
    CellRectangle(row: row + rows, column: column + columns, columns: self.columns, rows: self.rows)
  }

  /// Nil when no row is left.
  func clipped(toRows range: Range<Int>) -> CellRectangle? {
    let rows = max(row, range.lowerBound)..<max(max(row, range.lowerBound), min(row + self.rows, range.upperBound))
    return rows.isEmpty ? nil : CellRectangle(row: rows.lowerBound, column: column, columns: columns, rows: rows.count)
  }
}

/// The characters of a grid that have several scalars, one after the other in one array.
struct ClusterPool: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [UInt32] = []

  var count: Int { ends.count }

  subscript(index: Int) -> ArraySlice<UInt8> {
    bytes[(index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])]
  }

  mutating func add(_ cluster: some Sequence<UInt8>) -> Int {
    bytes.append(contentsOf: cluster)
    ends.append(UInt32(bytes.count))
    return ends.count - 1
  }

  mutating func add(contentsOf other: ClusterPool) {
    let start = UInt32(bytes.count)
    bytes += other.bytes
    ends += other.ends.map { $0 + start }
  }
}
