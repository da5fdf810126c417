/// Rows of cells one below the other, as many as the content needs.
///
/// A row consists of segments. In a right-to-left layout, the segments are placed in the opposite order. The cells in a
/// segment keep their order, because a terminal either orders letters itself or not at all.
struct PaintedBlock {
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
      return first != second || first == .single || first == .field
    }
  }

  /// The height, and what decides about the empty rows before and after the block.
  struct Measure: Equatable, BitwiseCopyable {
    var rows: Int32 = 0
    var wantsGapBefore = false
    var wantsGapAfter = false
    var endsInGap = true
    var (first, last) = (Part.joined, Part.joined)
  }

  /// In cells.
  let width: Int
  /// In columns.
  var indent = 0
  private(set) var measure = Measure()
  private var cells: [Cell] = []
  /// The number of cells up to the end of each segment, and of segments up to the end of each row.
  private var (segments, rows): ([Int], [Int]) = ([], [])
  /// In columns from the start of the row, as the pictures are.
  private(set) var regions: [TerminalRegion] = []
  private(set) var pictures: [TerminalPicture] = []
  /// The column is the number of cells before it in its row.
  var caret: CellPosition?

  init(width: Int) {
    self.width = max(0, width)
  }

  /// Limited so that there is room for text.
  var margin: Int { min(indent, max(0, width - 12)) }
  var room: Int { width - margin }
  var height: Int { rows.count }
  var column: Int { cells.count - start(of: height) }
  /// The number of columns that have been painted.
  var extent: Int { rows.indices.reduce(0) { max($0, columns(of: $1)) } }

  func columns(of row: Int) -> Int { start(of: row + 1) - start(of: row) }

  private func firstSegment(of row: Int) -> Int { row == 0 ? 0 : rows[row - 1] }
  private func start(ofSegment index: Int) -> Int { index == 0 ? 0 : segments[index - 1] }
  private func start(of row: Int) -> Int { start(ofSegment: firstSegment(of: row)) }

  private func segments(of row: Int) -> Range<Int> { firstSegment(of: row)..<firstSegment(of: row + 1) }
  private func cells(of segment: Int) -> ArraySlice<Cell> { cells[start(ofSegment: segment)..<segments[segment]] }

  // MARK: - Writing

  mutating func beginRow() {
    flushGap()
    put(blank: margin)
  }

  mutating func endRow() {
    measure.endsInGap = column == 0
    rows.append(segments.count)
    measure.rows = Int32(clamping: height)
  }

  /// Requests an empty row before the next one, unless the last row is empty or there is none.
  mutating func gap() {
    measure.wantsGapAfter = true
    if rows.isEmpty { measure.wantsGapBefore = true }
  }

  mutating func begin(_ part: Part) {
    if Part.areApart(measure.last, part) { measure.wantsGapAfter = true }
    if rows.isEmpty { measure.first = part }
    measure.last = part
  }

  /// The kind of the last part decides about the empty row after it.
  mutating func join(as part: Part) { measure.last = part }

  mutating func flushGap() {
    if measure.wantsGapAfter, !measure.endsInGap { endRow() }
    measure.wantsGapAfter = false
  }

  /// Cut off at the end of the row; a wide character that is cut becomes a space.
  mutating func put(_ segment: some Sequence<Cell>) {
    let (start, row) = (cells.count, start(of: height))
    for cell in segment {
      let column = cells.count - row
      if column + Int(cell.width) > width {
        if cell.width == 2, column < width { cells.append(.space(cell.style)) }
        break
      }
      cells.append(cell)
      if cell.width == 2 { cells.append(.continuation(cell.style)) }
    }
    if cells.count > start { segments.append(cells.count) }
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

  mutating func put(blank count: Int) { put(" ", count: count) }

  /// The blocks have the same width; regions are left out.
  mutating func append(_ other: PaintedBlock, rows: Range<Int>) {
    for row in rows {
      put(row: row, of: other)
      endRow()
    }
  }

  /// The cells have to fit.
  private mutating func put(row: Int, of other: PaintedBlock) {
    for segment in other.segments(of: row) {
      cells += other.cells(of: segment)
      segments.append(cells.count)
    }
  }

  /// Side by side; the filled cells are those between and behind the blocks, of which the sign is the last one.
  mutating func place(_ blocks: [(block: PaintedBlock, column: Int)], fill: CellStyle = .plain, sign: Cell? = nil) {
    let height = blocks.reduce(0) { max($0, $1.block.height) }
    if height == 0 { return }
    flushGap()
    let top = self.height
    for row in 0..<height {
      beginRow()
      for (block, column) in blocks where row < block.height {
        put(" ", fill, count: margin + column - self.column)
        put(row: row, of: block)
      }
      if fill != .plain || sign != nil { put(" ", fill, count: width - self.column - (sign == nil ? 0 : 1)) }
      if let sign { put(CollectionOfOne(row == 0 ? sign : .space(fill))) }
      endRow()
    }
    for (block, column) in blocks {
      regions += block.regions.map { $0.moved(rows: top, columns: margin + column) }
      pictures += block.pictures.map { $0.moved(rows: top, columns: margin + column) }
    }
  }

  // MARK: - Marking

  /// The caret is that of the block, else `offset` cells after the indent in the first of the rows.
  ///
  /// The region is read before those that were added after `position`.
  mutating func mark(
    _ target: TerminalTarget, fromRow first: Int, at position: Int, isFocusable: Bool, cursorAt offset: Int,
    url: String?
  ) {
    let end = (first..<height).reduce(0) { max($0, columns(of: $1)) }
    let column = min(margin + offset, max(0, columns(of: first) - 1))
    regions.insert(
      TerminalRegion(
        target: target,
        rectangle: CellRectangle(
          row: first, column: min(margin, end), columns: end - min(margin, end), rows: height - first),
        cursor: caret ?? CellPosition(row: first, column: column), isFocusable: isFocusable, url: url), at: position)
  }

  /// For a part of the row that is being painted, which ends at its last cell.
  mutating func mark(_ target: TerminalTarget, from start: Int, cursorAt offset: Int) {
    let cursor = CellPosition(row: height, column: max(0, min(start + offset, column - 1)))
    regions.append(
      TerminalRegion(
        target: target, rectangle: CellRectangle(row: height, column: start, columns: column - start, rows: 1),
        cursor: cursor, isFocusable: true, url: nil))
  }

  /// In the row that is being painted, and those below it.
  mutating func mark(_ picture: CellPicture) {
    let place = CellRectangle(row: height, column: column, columns: picture.columns, rows: picture.rows)
    pictures.append(TerminalPicture(picture: picture, rectangle: place, seen: place.rowRange))
  }
}

// MARK: - In a frame

extension PaintedBlock {
  /// Draws the rows that are among the given ones, and the pictures in them.
  ///
  /// Returns the regions, of which some may be above or below these rows.
  @discardableResult
  func draw(
    at origin: CellPosition, isMirrored: Bool, in rows: Range<Int>, on frame: inout TerminalFrame
  ) -> [TerminalRegion] {
    func column(_ start: Int, _ count: Int) -> Int {
      origin.column + (isMirrored ? width - start - count : start)
    }
    func moved(_ place: CellRectangle) -> CellRectangle {
      CellRectangle(
        row: origin.row + place.row, column: column(place.column, place.columns), columns: place.columns,
        rows: place.rows)
    }
    let rows = rows.clamped(to: 0..<frame.grid.rows)
    for row in (origin.row..<origin.row + height).clamped(to: rows) {
      let start = start(of: row - origin.row)
      for index in segments(of: row - origin.row) {
        let segment = cells(of: index)
        frame.grid.put(segment, inRow: row, column(segment.startIndex - start, segment.count))
      }
    }
    frame.pictures += pictures.compactMap { picture in
      let place = moved(picture.rectangle)
      return place.clipped(toRows: rows).map {
        TerminalPicture(picture: picture.picture, rectangle: place, seen: $0.rowRange)
      }
    }
    return regions.map { region in
      var region = region
      region.rectangle = moved(region.rectangle)
      region.cursor = CellPosition(
        row: origin.row + region.cursor.row,
        column: origin.column + (isMirrored ? mirrored(region.cursor) : region.cursor.column))
      return region
    }
  }

  /// The cells of a segment keep their order, so that a place in it is as far from its left end as before.
  private func mirrored(_ place: CellPosition) -> Int {
    // A caret may be in a row in which nothing is painted.
    if place.row >= height { return max(0, width - place.column - 1) }
    let start = start(of: place.row)
    let segments = segments(of: place.row).lazy.map(cells(of:))
    guard let segment = segments.first(where: { start + place.column < $0.endIndex }) else {
      return max(0, width - place.column - 1)
    }
    return width - (segment.endIndex - start) + (start + place.column - segment.startIndex)
  }
}
