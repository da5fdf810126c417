/// How large a controller is, in character cells; 0 where there is no bound.
public struct InterfaceSize: Sendable, Hashable {
  /// How many character cells are in a row.
  public var columns: UInt32
  /// How many rows there are.
  public var rows: UInt32

  /// Makes a size; without a bound unless given.
  public init(columns: UInt32 = 0, rows: UInt32 = 0) {
    self.columns = columns
    self.rows = rows
  }
}
