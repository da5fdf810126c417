/// The size of a controller in character cells; 0 means unbounded.
public struct InterfaceSize: Sendable, Hashable {
  /// The number of character cells in a row.
  public var columns: UInt32
  /// The number of rows.
  public var rows: UInt32

  /// Makes a size; a dimension that is left out is unbounded.
  public init(columns: UInt32 = 0, rows: UInt32 = 0) {
    self.columns = columns
    self.rows = rows
  }
}
