/// Writes the rows of a grid that differ from those of another.
struct RowWriter {
  let grid: CellGrid
  var style: StyleWriter
  var bytes: [UInt8] = []

  /// How many cells that are the same are written again, because a move would be as long.
  private static let bridge = 4

  init(grid: CellGrid, style: StyleWriter) {
    self.grid = grid
    self.style = style
  }

  mutating func move(to row: Int, _ column: Int) {
    bytes += [0x1B, 0x5B]
    bytes.add(row + 1)
    if column > 0 {
      bytes.append(0x3B)
      bytes.add(column + 1)
    }
    bytes.append(0x48)
  }

  mutating func write(_ row: Int, after old: CellGrid?) {
    guard let changed = changedColumns(row, old) else { return }
    // What a terminal made of an uncertain character in the old row is not known either.
    if isUncertain(grid, row) || old.map({ isUncertain($0, row) }) == true {
      writeWhole(row)
    } else {
      write(row, columns: changed, after: old)
    }
  }

  /// From the first to the last column that differ; `nil` when none does.
  private func changedColumns(_ row: Int, _ old: CellGrid?) -> ClosedRange<Int>? {
    var (first, last) = (Int?.none, 0)
    for column in 0..<grid.columns where isChanged(row, column, old) {
      if first == nil { first = column }
      last = column
    }
    return first.map { $0...last }
  }

  private func isChanged(_ row: Int, _ column: Int, _ old: CellGrid?) -> Bool {
    let cell = grid[row, column]
    guard let old else { return !cell.isBlank }
    return !grid.isSame(cell, as: old[row, column], in: old)
  }

  private func isUncertain(_ grid: CellGrid, _ row: Int) -> Bool {
    (0..<grid.columns).contains { !grid[row, $0].isCertain }
  }

  /// One past the last cell of a row in which something is to be seen.
  private func end(of row: Int) -> Int {
    var end = grid.columns
    while end > 0, grid[row, end - 1].isBlank { end -= 1 }
    return end
  }

  private mutating func write(_ row: Int, columns: ClosedRange<Int>, after old: CellGrid?) {
    let end = end(of: row)
    var column = columns.lowerBound
    // The second half of a wide character is written with the first.
    if grid[row, column].width == 0, column > 0 { column -= 1 }
    var position: Int?
    while column <= columns.upperBound, column < end {
      if !isChanged(row, column, old), grid[row, column].width > 0 {
        let next = nextChange(row, after: column, columns.upperBound, old)
        // A wide character that has changed in its second half only is written again.
        let start = next.map { grid[row, $0].width == 0 ? $0 - 1 : $0 } ?? end
        if start > column, start - column > Self.bridge || next == nil {
          column = start
          continue
        }
      }
      if position != column { move(to: row, column) }
      column += put(row, column)
      position = column
    }
    guard end <= columns.upperBound else { return }
    if position != end { move(to: row, end) }
    style.set(.plain, &bytes)
    bytes += TerminalSequences.eraseRest
  }

  private func nextChange(_ row: Int, after column: Int, _ last: Int, _ old: CellGrid?) -> Int? {
    guard column < last else { return nil }
    return (column + 1...last).first { isChanged(row, $0, old) }
  }

  private mutating func writeWhole(_ row: Int) {
    move(to: row, 0)
    style.set(.plain, &bytes)
    bytes += TerminalSequences.eraseRest
    let end = end(of: row)
    var column = 0
    while column < end {
      let cell = grid[row, column]
      column += put(row, column)
      if !cell.isCertain, column < grid.columns {
        move(to: row, column)
        style.set(.plain, &bytes)
        bytes += TerminalSequences.eraseRest
      }
    }
  }

  /// Writes a cell.
  ///
  /// - Returns: How many columns it takes.
  private mutating func put(_ row: Int, _ column: Int) -> Int {
    let cell = grid[row, column]
    style.set(cell.style, &bytes)
    // A half without the other is never written.
    let isWhole = cell.width == 1 || cell.width == 2 && column + 1 < grid.columns
    if isWhole { grid.append(cell, to: &bytes) } else { bytes.append(0x20) }
    return isWhole ? Int(cell.width) : 1
  }
}
