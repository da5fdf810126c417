/// Rows of cells one below the other, as many as the content needs.
///
/// A row is made of segments. Read from right to left, the segments stand in the opposite order, and what is in one of
/// them stays as it is: a terminal has its own idea of the order of letters, or none.
struct Canvas {
  /// One row: where its cells and segments end.
  struct Row {
    var cellEnd: Int
    var segmentEnd: Int
  }

  /// A region before it is known where the content will stand.
  struct Region {
    var target: TerminalTarget
    var rows: Range<Int>
    var columns: Range<Int>
    /// Where the cursor stands: a row, and how many cells of it come before.
    var anchor: CellPosition
    var isFocusable: Bool
  }

  /// How many cells a row has at most.
  let width: Int
  /// How many columns are left free before each row.
  var indent = 0
  /// Whether an empty row comes before the next one.
  private var isGapWanted = false
  private(set) var cells: [Cell] = []
  private(set) var segmentEnds: [Int] = []
  private(set) var rows: [Row] = []
  var regions: [Region] = []
  /// Where the caret is; the last one that was set.
  var caret: CellPosition?

  init(width: Int) {
    self.width = max(0, width)
  }

  /// The indent as far as it leaves room for text.
  var margin: Int { min(indent, max(0, width - 12)) }
  /// How many columns a row has after the indent.
  var room: Int { width - margin }
  /// How many rows there are.
  var height: Int { rows.count }
  /// How many cells the row that is being written has.
  var column: Int { cells.count - (rows.last?.cellEnd ?? 0) }
  /// Whether the last row has nothing in it, or there is none.
  private var endsInGap: Bool { rows.isEmpty || cellRange(of: rows.count - 1).isEmpty }

  func cellRange(of row: Int) -> Range<Int> { (row == 0 ? 0 : rows[row - 1].cellEnd)..<rows[row].cellEnd }
  func segmentRange(of row: Int) -> Range<Int> { (row == 0 ? 0 : rows[row - 1].segmentEnd)..<rows[row].segmentEnd }
  func columns(of row: Int) -> Int { cellRange(of: row).count }

  /// The columns that some rows take, without the indent.
  func extent(of range: Range<Int>) -> Range<Int> {
    let end = range.reduce(0) { max($0, columns(of: $1)) }
    return min(margin, end)..<end
  }

  // MARK: - Writing

  /// Begins a row with the indent.
  mutating func beginRow() {
    flushGap()
    put(blank: margin)
  }

  mutating func endRow() { rows.append(Row(cellEnd: cells.count, segmentEnd: segmentEnds.count)) }

  /// Asks for an empty row before the next one, unless there is one or nothing is above.
  mutating func gap() { isGapWanted = true }

  mutating func flushGap() {
    if isGapWanted, !endsInGap { endRow() }
    isGapWanted = false
  }

  /// A segment of cells, cut where the row ends; a wide character that is cut becomes a space.
  mutating func put(_ segment: some Sequence<Cell>) {
    let start = cells.count
    for cell in segment {
      if column + Int(cell.width) > width {
        if cell.width == 2, column < width { cells.append(.space(cell.style)) }
        break
      }
      cells.append(cell)
      if cell.width == 2 { cells.append(.continuation(cell.style)) }
    }
    if cells.count > start { segmentEnds.append(cells.count) }
  }

  mutating func put(_ text: StaticString, _ style: CellStyle = .plain) {
    text.withUTF8Buffer { bytes in
      unsafe put(bytes.lazy.map { Cell(scalar: Unicode.Scalar($0), style: style) })
    }
  }

  /// Puts a mark of the host's own, in ASCII, and the space after it, which stands on the mark's other side when the row
  /// is read from right to left.
  mutating func put(mark: String, _ style: CellStyle) {
    let text = mark.unicodeScalars
    put((text.last == " " ? text.dropLast() : text[...]).lazy.map { Cell(scalar: $0, style: style) })
    if text.last == " " { put(blank: 1) }
  }

  mutating func put(blank count: Int) {
    if count > 0 { put(repeatElement(.blank, count: count)) }
  }

  /// Copies the cells and segments of a row of another canvas; they have to fit.
  mutating func put(row: Int, of other: Canvas) {
    var start = other.cellRange(of: row).lowerBound
    for index in other.segmentRange(of: row) {
      cells.append(contentsOf: other.cells[start..<other.segmentEnds[index]])
      segmentEnds.append(cells.count)
      start = other.segmentEnds[index]
    }
  }
}
