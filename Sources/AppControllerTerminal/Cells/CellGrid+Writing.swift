extension CellGrid {
  /// Writes a text into one row, from a cell on; what drives a terminal is replaced, and what does not fit is left out.
  ///
  /// - Parameters:
  ///   - text: The text; it ends at its first line feed.
  ///   - position: Its first cell; outside of the grid nothing is written.
  ///   - style: How it looks.
  /// - Returns: The column behind its last cell.
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
