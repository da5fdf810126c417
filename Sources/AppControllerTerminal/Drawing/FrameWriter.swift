public import AppControllerKit

/// The bytes that turn one frame on a terminal into the next.
///
/// Only what differs is written. A row with a character whose width terminals disagree about is written whole, with an
/// absolute move after each such character, so that a disagreement damages that character and never the row.
public struct FrameWriter: Sendable {
  /// How many colours the terminal has.
  public var colors: TerminalColors
  /// Which colours the roles have.
  public var palette: TerminalPalette
  /// Whether the terminal has said that it can show a picture whole.
  public var isSynchronized: Bool

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - colors: How many colours the terminal has.
  ///   - color: Whether it is light or dark.
  ///   - isSynchronized: Whether it has said that it can show a picture whole.
  public init(
    colors: TerminalColors, color: TraitCollection.Color = .unspecified, isSynchronized: Bool = false
  ) {
    self.colors = color == .monochrome ? .none : colors
    palette = TerminalPalette(color)
    self.isSynchronized = isSynchronized
  }

  /// The bytes for a frame.
  ///
  /// - Parameters:
  ///   - frame: What is to be seen.
  ///   - previous: What is seen; `nil` when that is not known, as after a change of the size.
  /// - Returns: The bytes; none when nothing differs.
  public func bytes(for frame: TerminalFrame, after previous: TerminalFrame? = nil) -> [UInt8] {
    bytes(for: frame.grid, cursor: frame.cursor, after: previous?.grid, cursor: previous?.cursor)
  }

  /// The bytes for a grid.
  ///
  /// - Parameters:
  ///   - grid: What is to be seen.
  ///   - cursor: Where the cursor is left.
  ///   - previous: What is seen; `nil` when that is not known.
  ///   - previousCursor: Where the cursor is; `nil` when that is not known.
  /// - Returns: The bytes; none when nothing differs.
  public func bytes(
    for grid: CellGrid, cursor: CellPosition, after previous: CellGrid?, cursor previousCursor: CellPosition? = nil
  ) -> [UInt8] {
    var output = RowWriter(grid: grid, style: StyleWriter(colors, palette))
    let old = previous.flatMap { $0.columns == grid.columns && $0.rows == grid.rows ? $0 : nil }
    if old == nil { output.bytes += TerminalSequences.eraseAll }
    for row in 0..<grid.rows { output.write(row, after: old) }
    if output.bytes.isEmpty, cursor == previousCursor { return [] }
    if !output.bytes.isEmpty { output.style.set(.plain, &output.bytes) }
    output.move(to: cursor.row, cursor.column)
    if !isSynchronized { return output.bytes }
    return TerminalSequences.beginUpdate + output.bytes + TerminalSequences.endUpdate
  }
}
