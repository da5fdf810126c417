package import AppControllerKit

/// Composes the grid between two frames at one moment of a transition.
///
/// The grid is a function of the arguments alone. Where colours can be mixed, a dissolve fades the old picture into the
/// background and the new one out of it. With sixteen colours, the fade has three steps. Without colours, the cells
/// change one by one, in an order that looks random but is fixed.
package struct TransitionComposer: Sendable {
  package var colors: TerminalColors
  package var isMirrored: Bool

  package init(colors: TerminalColors, isMirrored: Bool = false) {
    self.colors = colors
    self.isMirrored = isMirrored
  }

  package func compose(_ old: CellGrid, _ new: CellGrid, at moment: TransitionFrame) -> CellGrid {
    if moment.trailingOffset != 0 || moment.bottomOffset != 0 { return slide(old, new, moment) }
    if moment.oldOpacity <= 0, moment.newOpacity >= 1 { return new }
    return Self.mix(old, new) { row, column, before in
      let cell = new[row, column]
      let after = cell.moved(by: old.pool.count)
      if new.isSame(cell, as: before, in: old) { return after }
      return dissolved(before, after, moment, Self.threshold(row, column))
    }
  }

  // MARK: - Dissolving

  private func dissolved(_ old: Cell, _ new: Cell, _ moment: TransitionFrame, _ threshold: Double) -> Cell {
    switch colors {
    case .none:
      if threshold < moment.newOpacity { return new }
      return threshold < moment.newOpacity + moment.oldOpacity ? old : .blank
    case .sixteen, .indexed, .trueColor:
      // The picture in front fades as the two opacities approach each other.
      let opacity = min(max(abs(moment.oldOpacity - moment.newOpacity), 0), 1)
      return faded(moment.oldOpacity >= moment.newOpacity ? old : new, opacity)
    }
  }

  private func faded(_ cell: Cell, _ opacity: Double) -> Cell {
    var fading = UInt8(((1 - opacity) * 255).rounded())
    if colors == .sixteen { fading = fading < 85 ? 0 : fading < 170 ? 128 : 255 }
    // A completely faded cell is blank, so that it has the terminal's real background.
    if fading == 255 { return .blank }
    var cell = cell
    if cell.style.attributes.contains(.reverse), fading > 0 { cell.style.attributes.remove(.reverse) }
    cell.style.fading = fading
    return cell
  }

  /// The moment at which a cell changes, from 0 to 1.
  private static func threshold(_ row: Int, _ column: Int) -> Double {
    var mixed = UInt64(row) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(column) &* 0xD1B5_4A32_D192_ED03
    mixed = (mixed ^ (mixed >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return Double((mixed ^ (mixed >> 32)) & 0xFFFF) / 65536
  }

  // MARK: - Sliding

  private func slide(_ old: CellGrid, _ new: CellGrid, _ moment: TransitionFrame) -> CellGrid {
    let (down, right) = (
      Self.distance(moment.bottomOffset, new.rows),
      Self.distance(isMirrored ? -moment.trailingOffset : moment.trailingOffset, new.columns)
    )
    return Self.mix(old, new) { row, column, before in
      let (row, column) = (row - down, column - right)
      if (0..<new.rows).contains(row), (0..<new.columns).contains(column) {
        return new[row, column].moved(by: old.pool.count)
      }
      return moment.oldOpacity > 0 ? before : .blank
    }
  }

  private static func distance(_ share: Double, _ length: Int) -> Int {
    let share = min(max(share, -1), 1)
    return Int((share * abs(share) * Double(length)).rounded())
  }

  // MARK: - Shared

  /// The characters of the new grid come after those of the old one, whose cell is given with each place.
  private static func mix(_ old: CellGrid, _ new: CellGrid, _ cell: (Int, Int, Cell) -> Cell) -> CellGrid {
    var grid = CellGrid(columns: new.columns, rows: new.rows)
    grid.pool = old.pool
    grid.pool.add(contentsOf: new.pool)
    for row in 0..<new.rows {
      for column in 0..<new.columns {
        grid[row, column] = cell(row, column, row < old.rows && column < old.columns ? old[row, column] : .blank)
      }
      grid.mendHalves(inRow: row)
    }
    return grid
  }
}
