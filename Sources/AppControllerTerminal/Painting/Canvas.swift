/// Rows of cells one below the other, as many as the content needs.
///
/// A row consists of segments. In a right-to-left layout, the segments are placed in the opposite order. The cells in a
/// segment keep their order, because a terminal either orders letters itself or not at all.
struct Canvas {
  struct Row {
    var cellEnd: Int
    var segmentEnd: Int
  }

  /// An empty row separates parts of different kinds, if there is room.
  enum Part: UInt8, BitwiseCopyable {
    /// Belongs to the parts before and after it.
    case joined
    /// Belongs to a text or a list after it.
    case heading
    case text
    case field
    case toggle
    case button
    case item
    /// Stands alone.
    case single

    static func areApart(_ first: Part, _ second: Part) -> Bool {
      if first == .joined || second == .joined { return false }
      if first == .heading, second == .text || second == .item { return false }
      return first != second || first == .single
    }
  }

  /// A region whose place in the frame is not known yet.
  struct Region {
    var target: TerminalTarget
    var rows: Range<Int>
    var columns: Range<Int>
    /// A row, and the number of cells before the cursor in that row.
    var anchor: CellPosition
    var isFocusable: Bool
    var url: String?
  }

  struct Picture {
    var picture: CellPicture
    var row: Int
    var column: Int
  }

  /// In cells.
  let width: Int
  /// In columns.
  var indent = 0
  private var isGapWanted = false
  private var wantsGapBefore = false
  private var (firstPart, lastPart) = (Part.joined, Part.joined)
  private(set) var cells: [Cell] = []
  private(set) var segmentEnds: [Int] = []
  private(set) var rows: [Row] = []
  var regions: [Region] = []
  var pictures: [Picture] = []
  var caret: CellPosition?

  init(width: Int) {
    self.width = max(0, width)
  }

  /// Limited so that there is room for text.
  var margin: Int { min(indent, max(0, width - 12)) }
  var room: Int { width - margin }
  var height: Int { rows.count }
  var column: Int { cells.count - (rows.last?.cellEnd ?? 0) }
  private var endsInGap: Bool { rows.isEmpty || cellRange(of: rows.count - 1).isEmpty }

  func cellRange(of row: Int) -> Range<Int> { (row == 0 ? 0 : rows[row - 1].cellEnd)..<rows[row].cellEnd }
  func segmentRange(of row: Int) -> Range<Int> { (row == 0 ? 0 : rows[row - 1].segmentEnd)..<rows[row].segmentEnd }
  func columns(of row: Int) -> Int { cellRange(of: row).count }

  /// In columns, without the indent.
  func extent(of range: Range<Int>) -> Range<Int> {
    let end = range.reduce(0) { max($0, columns(of: $1)) }
    return min(margin, end)..<end
  }

  var measure: ContentLayout.Measure {
    .init(
      rows: Int32(clamping: height), wantsGapBefore: wantsGapBefore, wantsGapAfter: isGapWanted,
      endsInGap: endsInGap, first: firstPart, last: lastPart)
  }

  // MARK: - Writing

  mutating func beginRow() {
    flushGap()
    put(blank: margin)
  }

  mutating func endRow() { rows.append(Row(cellEnd: cells.count, segmentEnd: segmentEnds.count)) }

  /// Requests an empty row before the next one, unless the last row is empty or there is none.
  mutating func gap() {
    isGapWanted = true
    if rows.isEmpty { wantsGapBefore = true }
  }

  mutating func begin(_ part: Part) {
    if Part.areApart(lastPart, part) { isGapWanted = true }
    if rows.isEmpty { firstPart = part }
    lastPart = part
  }

  /// The kind of the last part decides about the empty row after it.
  mutating func join(as part: Part) { lastPart = part }

  mutating func flushGap() {
    if isGapWanted, !endsInGap { endRow() }
    isGapWanted = false
  }

  /// Cut off at the end of the row; a wide character that is cut becomes a space.
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

  mutating func put(_ sign: Unicode.Scalar, _ style: CellStyle = .plain, count: Int = 1) {
    if count > 0 { put(repeatElement(Cell(scalar: sign, style: style), count: count)) }
  }

  /// The mark consists of narrow characters; in a right-to-left layout, the space after it is on the other side.
  mutating func put(mark: String, _ style: CellStyle) {
    let text = mark.unicodeScalars
    put((text.last == " " ? text.dropLast() : text[...]).lazy.map { Cell(scalar: $0, style: style) })
    if text.last == " " { put(blank: 1) }
  }

  mutating func put(blank count: Int) {
    if count > 0 { put(repeatElement(.blank, count: count)) }
  }

  /// The cells have to fit.
  mutating func put(row: Int, of other: Canvas) {
    var start = other.cellRange(of: row).lowerBound
    for index in other.segmentRange(of: row) {
      cells.append(contentsOf: other.cells[start..<other.segmentEnds[index]])
      segmentEnds.append(cells.count)
      start = other.segmentEnds[index]
    }
  }

  /// The canvases have the same width; regions are left out.
  mutating func append(_ other: Canvas, rows: Range<Int>? = nil) {
    for row in rows ?? 0..<other.height {
      put(row: row, of: other)
      endRow()
    }
  }
}
