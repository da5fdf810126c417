public import AppControllerKit

/// Computes the bytes that turn one frame on a terminal into the next.
///
/// Only the differences are written. A row that has a character of uncertain width is written as a whole, with an
/// absolute cursor move after each such character, so that a disagreement damages that character and never the row.
public struct FrameWriter: Sendable {
  /// The number of colours of the terminal.
  public var colors: TerminalColors
  /// The colours of the roles.
  public var palette: TerminalPalette
  /// Whether the terminal has reported that it supports synchronized updates.
  public var isSynchronized: Bool
  /// Whether links are marked for the terminal, so that it can open them.
  public var marksLinks = false
  /// Whether pictures are drawn in half blocks; otherwise their cells stay blank.
  var drawsPictures = true
  /// Pictures need no palette.
  private let pictureColors: TerminalColors

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - colors: The number of colours of the terminal.
  ///   - color: Whether the terminal is light or dark; where that is not known, its own colours are used.
  ///   - isSynchronized: Whether the terminal has reported that it supports synchronized updates.
  public init(
    colors: TerminalColors, color: TraitCollection.Color = .unspecified, isSynchronized: Bool = false
  ) {
    self.init(
      colors: colors, palette: color == .monochrome ? nil : TerminalPalette(color), isSynchronized: isSynchronized)
  }

  /// Makes a writer for a palette; without one, it writes no colours.
  public init(colors: TerminalColors, palette: TerminalPalette?, isSynchronized: Bool = false) {
    pictureColors = colors
    self.colors = palette == nil || colors == .none ? .none : palette?.isUnknown == true ? .sixteen : colors
    self.palette = palette ?? TerminalPalette()
    self.isSynchronized = isSynchronized
  }

  /// The bytes for a frame.
  ///
  /// - Parameters:
  ///   - frame: The new frame.
  ///   - previous: The frame on the terminal; `nil` when it is not known, as after a change of the size.
  /// - Returns: The bytes; none when the frames are equal.
  public func bytes(for frame: TerminalFrame, after previous: TerminalFrame? = nil) -> [UInt8] {
    let old = previous.flatMap { $0.grid.columns == frame.grid.columns && $0.grid.rows == frame.grid.rows ? $0 : nil }
    let style = StyleWriter(colors, palette, pictureColors: pictureColors)
    var output = RowWriter(shown(frame), after: old.map(shown), style)
    if old == nil { output.bytes += TerminalSequences.eraseAll }
    for row in 0..<frame.grid.rows { output.write(row) }
    if output.bytes.isEmpty, frame.cursor == previous?.cursor { return [] }
    if !output.bytes.isEmpty { output.style.set(.plain, &output.bytes) }
    output.move(to: frame.cursor.row, frame.cursor.column)
    if !isSynchronized { return output.bytes }
    return TerminalSequences.beginUpdate + output.bytes + TerminalSequences.endUpdate
  }

  private func shown(_ frame: TerminalFrame) -> TerminalFrame {
    var frame = frame
    if !marksLinks { frame.links = [] }
    if !drawsPictures { frame.pictures = [] }
    return frame
  }

  /// The bytes for a grid.
  ///
  /// - Parameters:
  ///   - grid: The new grid.
  ///   - cursor: The final position of the cursor.
  ///   - previous: The grid on the terminal; `nil` when it is not known.
  ///   - previousCursor: The position of the cursor on the terminal; `nil` when it is not known.
  /// - Returns: The bytes; none when nothing differs.
  public func bytes(
    for grid: CellGrid, cursor: CellPosition, after previous: CellGrid?, cursor previousCursor: CellPosition? = nil
  ) -> [UInt8] {
    // No frame has its cursor where that of a frame with an unknown one is.
    let unknown = CellPosition(row: -1, column: -1)
    return bytes(
      for: TerminalFrame(grid, cursor), after: previous.map { TerminalFrame($0, previousCursor ?? unknown) })
  }
}

extension TerminalFrame {
  fileprivate init(_ grid: CellGrid, _ cursor: CellPosition) {
    self.init(columns: 0, rows: 0)
    (self.grid, self.cursor) = (grid, cursor)
  }
}
