/// The cells of a terminal, row by row.
///
/// Two grids are equal when the same is seen in both.
public struct CellGrid: Sendable {
  /// How many cells are in a row.
  public let columns: Int
  /// How many rows there are.
  public let rows: Int
  var cells: [Cell]
  var pool: ClusterPool

  /// Makes a grid with nothing in it.
  public init(columns: Int, rows: Int) {
    self.init(columns: columns, rows: rows, pool: ClusterPool())
  }

  init(columns: Int, rows: Int, pool: ClusterPool) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    self.pool = pool
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  /// The cell at a place; it has to be in the grid.
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

  /// The UTF-8 of a cell's character.
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

  /// Whether a cell of this grid looks like one of another.
  func isSame(_ cell: Cell, as other: Cell, in grid: CellGrid) -> Bool {
    guard cell.style == other.style, cell.width == other.width else { return false }
    switch (cell.cluster, other.cluster) {
    case (nil, nil): return cell.content == other.content
    case (let left?, let right?): return pool[left] == grid.pool[right]
    case (nil, _?), (_?, nil): return false
    }
  }

  /// Replaces by a space each half of a wide character whose other half is not there.
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
  /// Whether the same is seen in both.
  public static func == (left: CellGrid, right: CellGrid) -> Bool {
    left.columns == right.columns && left.rows == right.rows
      && zip(left.cells, right.cells).allSatisfy { left.isSame($0, as: $1, in: right) }
  }
}
