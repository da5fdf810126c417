/// Breaks text into lines, at spaces, between wide characters and at break opportunities.
///
/// A line never has more cells than its room; a word that is longer than a line is broken anywhere.
struct TextFlow {
  let room: Int
  private(set) var line: [Cell] = []
  private var columns = 0
  /// The number of cells of the line before the last break opportunity, and their columns.
  private var opportunity = (cells: 0, columns: 0)
  /// Whether the last line was broken because it was full, so that a space after it is dropped.
  private var isContinued = false

  init(room: Int) {
    self.room = max(1, room)
  }

  mutating func add(_ piece: CellReader.Piece, _ emit: (ArraySlice<Cell>) -> Void) {
    switch piece {
    case .opportunity: opportunity = (line.count, columns)
    case .lineFeed:
      end(emit)
      isContinued = false
    case .cell(let cell): add(Int(cell.width) > room ? .space(cell.style) : cell, emit)
    }
  }

  mutating func end(_ emit: (ArraySlice<Cell>) -> Void) {
    emit(line[...].withoutTrailingSpaces)
    clear()
  }

  private mutating func add(_ cell: Cell, _ emit: (ArraySlice<Cell>) -> Void) {
    let (width, isSpace) = (Int(cell.width), cell.scalar == " ")
    if isSpace, line.isEmpty, isContinued { return }
    if width == 2 { opportunity = (line.count, columns) }
    if columns + width > room {
      isContinued = true
      if isSpace { return end(emit) }
      breakLine(emit)
    }
    line.append(cell)
    columns += width
    if isSpace || width == 2 { opportunity = (line.count, columns) }
  }

  private mutating func breakLine(_ emit: (ArraySlice<Cell>) -> Void) {
    guard opportunity.cells > 0 else { return end(emit) }
    emit(line[..<opportunity.cells].withoutTrailingSpaces)
    line.removeFirst(opportunity.cells)
    columns -= opportunity.columns
    opportunity = (0, 0)
  }

  private mutating func clear() {
    line.removeAll(keepingCapacity: true)
    columns = 0
    opportunity = (0, 0)
  }
}

extension ArraySlice<Cell> {
  fileprivate var withoutTrailingSpaces: ArraySlice<Cell> {
    var end = endIndex
    while end > startIndex, self[end - 1].scalar == " " { end -= 1 }
    return self[..<end]
  }
}
