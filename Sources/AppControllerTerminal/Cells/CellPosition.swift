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

/// A part of a grid, or of what would be in it if it were larger.
public struct CellRectangle: Sendable, Hashable {
  /// The first row; negative when it is above the grid.
  public var row: Int
  /// The first column.
  public var column: Int
  /// How many columns it has.
  public var columns: Int
  /// How many rows it has.
  public var rows: Int

  /// Makes a rectangle.
  public init(row: Int, column: Int, columns: Int, rows: Int) {
    self.row = row
    self.column = column
    self.columns = columns
    self.rows = rows
  }

  /// Whether a position is in it.
  public func contains(_ position: CellPosition) -> Bool {
    position.row >= row && position.row - row < rows && position.column >= column
      && position.column - column < columns
  }
}
