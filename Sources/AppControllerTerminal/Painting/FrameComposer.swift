import AppControllerKit

/// Composes a frame of the painted parts: the header and the footer stay in place, and the content is scrolled.
struct FrameComposer {
  private(set) var frame: TerminalFrame
  private var geometry: FrameGeometry
  private var signs: TerminalSigns
  private var focus: TerminalTarget?
  /// The segments in the frame that may have right-to-left letters.
  private var places: [(row: Int, columns: Range<Int>)] = []
  /// Empty without a box.
  private var box = 0..<0

  /// Regardless of the traits.
  private static let largest = 1000
  /// Of a frame without bounds.
  private static let maximumCells = 4_000_000

  static func columns(of traits: TraitCollection) -> Int {
    traits.columns > 0 ? min(traits.columns, largest) : 80
  }

  /// The interaction is nil for a covered screen, which cannot have the focus.
  ///
  /// The covered screen is seen around the box of a layer. With panes, the screen below in the stack may stand beside
  /// it.
  init(
    _ picture: ScreenPicture, over covered: ScreenPicture? = nil, _ traits: TraitCollection,
    _ interaction: InteractionState?, _ options: TerminalRenderer, hasPanes: Bool = true
  ) {
    let columns = Self.columns(of: traits)
    let isBounded = traits.rows > 0
    var rows = isBounded ? min(traits.rows, Self.largest) : 0
    let geometry = FrameGeometry(
      picture, columns: columns, rows: rows, isMirrored: traits.isRightToLeft(picture),
      hasPanes: hasPanes)
    self.geometry = geometry
    signs = options.signs
    var painter = ScreenPainter(
      picture, interaction ?? InteractionState(), options, width: geometry.headerWidth,
      isRoomy: !isBounded || rows >= 20)
    if interaction == nil { painter.focus = nil }
    focus = painter.focus
    painter.isMirrored = geometry.isMirrored
    painter.canvas.indent = geometry.indent
    var empty = painter.canvas

    let title = geometry.isBoxed ? BoxTitle(&painter, width: geometry.width) : nil
    painter.paintHeader(.init(title: title, hasRules: !isBounded || rows >= 16, isBounded: isBounded))
    var header = painter.canvas
    var footer = Canvas(width: geometry.isBoxed ? columns - 1 : geometry.headerWidth)
    footer.indent = geometry.isBoxed ? 1 : geometry.indent
    var (shown, hidden) = (0..<0, 0)
    if let interaction {
      painter.canvas = footer
      (shown, hidden) = painter.message(of: interaction, limit: isBounded ? max(1, rows / 4 - 1) : .max)
      footer = painter.canvas
      let keys = painter.keyRow(of: interaction)
      if !isBounded || footer.height + keys.height <= max(1, rows / 4) { footer.append(keys) }
    }
    empty = Canvas(width: geometry.canvasWidth)
    empty.indent = geometry.indent
    painter.canvas = empty
    // With very few rows, everything is scrolled except a message.
    if isBounded, header.height + footer.height > rows / 2 {
      if geometry.pane > 0 {
        self = FrameComposer(picture, over: covered, traits, interaction, options, hasPanes: false)
        return
      }
      painter.canvas = header
      header = empty
      if rows < 4, shown.isEmpty { footer = empty }
    }
    let source = ContentLayout.Source(
      node: picture.node, closedGroups: picture.closedGroups, width: empty.width, indent: empty.indent,
      isRoomy: painter.isRoomy, isMirrored: geometry.isMirrored, assets: picture.state.assets, options: options)
    var content = FrameContent(lead: painter.canvas, layout: options.cache.layout(source, painter), painter: painter)

    let below = covered.flatMap {
      isBounded && geometry.isBoxed && title?.isLayer == true
        ? FrameComposer($0, traits.with(rows: rows - footer.height), nil, options) : nil
    }
    let needed = header.height + content.height
    let pad = painter.isRoomy && (!isBounded || needed + footer.height + 4 <= rows) ? 1 : 0
    let frameOfBox = geometry.isBoxed ? 2 + 2 * pad : 0
    if !isBounded { rows = min(needed + footer.height + frameOfBox, Self.maximumCells / columns) }
    let available = max(0, rows - footer.height)
    frame = TerminalFrame(columns: columns, rows: rows)
    (frame.layout, frame.contentRows) = (content.layout, content.height)
    var top = 0
    if geometry.isBoxed {
      let height = min(available, needed + frameOfBox)
      // The optical middle is a little above the exact one.
      var first = (available - height) * 2 / 5
      // The title of a covered box stays visible, so that the user knows which screen is covered.
      if let covering = below?.box.lowerBound, below?.box.isEmpty == false {
        first = max(first, min(covering + 2, available - height))
      }
      box = first..<first + height
      top = first + 1 + pad
      frame.viewport = top + header.height..<max(top + header.height, box.upperBound - 1 - pad)
    } else {
      frame.viewport = header.height..<max(header.height, available)
    }
    (frame.focus, frame.messageRows, frame.hiddenMessageRows) = (focus, shown, hidden)
    compose(header, at: top, &content, interaction)
    for row in 0..<footer.height {
      copy(row, of: footer, to: available + row, left: geometry.isBoxed ? 0 : geometry.headerLeft)
    }
    frame.grid.pool = content.painter.pool
    if geometry.pane > 0, let below = picture.below { composePane(below, options) }
    isolate()
    if let title { drawBox(title) }
    markScrolling()
    placeCursor()
    if let below { drawBackdrop(below.frame.grid) }
    // No content covers the column of the scroll marks, so that none can look like a message of the host.
    frame.grid.reverse(rows: available..<available + shown.count)
  }

  private mutating func compose(
    _ header: Canvas, at top: Int, _ content: inout FrameContent, _ interaction: InteractionState?
  ) {
    let focused = content.block(of: focus)
    frame.scroll = scroll(of: content, focused?.region, interaction)
    for row in 0..<header.height {
      copy(row, of: header, to: top + row, left: geometry.headerLeft)
      extendLine(inRow: top + row)
    }
    frame.regions = header.regions.map { region($0, of: header, at: top, left: geometry.headerLeft) }
    let first = frame.viewport.lowerBound - frame.scroll
    let seen = frame.scroll..<frame.scroll + frame.viewport.count
    var blocks = content.blocks(inRows: seen)
    if let focused, !blocks.contains(where: { $0.top == focused.block.top }) { blocks.append(focused.block) }
    for block in blocks {
      for row in (block.top..<block.top + block.canvas.height).clamped(to: seen) {
        copy(row - block.top, of: block.canvas, to: first + row)
      }
      for region in block.canvas.regions {
        let region = self.region(region, of: block.canvas, at: first + block.top)
        frame.regions.append(region)
        let place = region.rectangle.clipped(toRows: frame.viewport)
        if let url = region.url, let place { frame.links.append(TerminalLink(rectangle: place, url: url)) }
      }
      frame.pictures += geometry.pictures(of: block.canvas, at: first + block.top, in: frame)
    }
  }

  private mutating func composePane(_ below: ScreenPicture, _ options: TerminalRenderer) {
    let (left, width) = geometry.paneCanvas
    var painter = ScreenPainter(below, InteractionState(), options, width: width, isRoomy: true)
    painter.focus = nil
    painter.isMirrored = geometry.isMirrored
    painter.pool = frame.grid.pool
    let source = ContentLayout.Source(
      node: below.node, closedGroups: below.closedGroups, width: width, indent: geometry.indent, isRoomy: true,
      isMirrored: geometry.isMirrored, assets: below.state.assets, options: options)
    var content = FrameContent(
      lead: Canvas(width: width), layout: options.cache.layout(source, painter), painter: painter)
    let opened = content.block(of: below.focusedID.map(TerminalTarget.node))?.region
    let rows = frame.viewport
    let scroll = min(max(0, (opened?.rows.lowerBound ?? 0) - rows.count / 3), max(0, content.height - rows.count))
    let seen = scroll..<scroll + rows.count
    for block in content.blocks(inRows: seen) {
      for row in (block.top..<block.top + block.canvas.height).clamped(to: seen) {
        copy(row - block.top, of: block.canvas, to: rows.lowerBound + row - scroll, left: left)
      }
      let top = rows.lowerBound + block.top - scroll
      frame.pictures += geometry.pictures(of: block.canvas, at: top, left: left, in: frame)
    }
    frame.grid.pool = content.painter.pool
    for row in rows.clamped(to: 0..<frame.grid.rows) {
      frame.grid[row, geometry.paneLine] = Cell(scalar: signs.side, style: .muted)
    }
    if let opened, seen.contains(opened.anchor.row), width > 0 {
      let mark = geometry.isMirrored ? signs.mirroredBar : signs.bar
      frame.grid[rows.lowerBound + opened.anchor.row - scroll, geometry.isMirrored ? left + width - 1 : left] = Cell(
        scalar: mark, style: .muted)
    }
    // A click in the pane goes back to that screen.
    frame.regions.append(
      TerminalRegion(
        target: .back,
        rectangle: CellRectangle(row: rows.lowerBound, column: left, columns: width, rows: rows.count),
        cursor: CellPosition(row: rows.lowerBound, column: left), isFocusable: true, url: nil))
  }

  /// The terminal orders each of the marked segments separately.
  private mutating func isolate() {
    for (row, columns) in places where columns.contains(where: { frame.grid.isRightToLeft(frame.grid[row, $0]) }) {
      frame.grid.isolates[row, default: []].append(columns)
    }
  }

  private mutating func extendLine(inRow row: Int) {
    guard !geometry.isBoxed, geometry.hasMarks, row < frame.grid.rows else { return }
    let (canvas, end) = (geometry.headerLeft, geometry.scrollColumn)
    let last = frame.grid[row, geometry.isMirrored ? canvas : canvas + geometry.headerWidth - 1]
    guard last.scalar == signs.line || last.scalar == signs.heavyLine else { return }
    for column in geometry.isMirrored ? end..<canvas : canvas + geometry.headerWidth..<end + 1 {
      frame.grid[row, column] = last
    }
  }

  private func scroll(of content: FrameContent, _ region: Canvas.Region?, _ interaction: InteractionState?) -> Int {
    let height = frame.viewport.count
    var scroll = min(max(0, interaction?.scroll ?? 0), max(0, content.height - height))
    guard interaction?.followsFocus == true, let region else { return scroll }
    // At the beginning of a screen, the view does not move while the focus fits in it; an error may stand there.
    if scroll == 0, region.rows.upperBound <= height { return 0 }
    // Some rows around the focus show that there is more.
    let margin = min(2, max(0, (height - 1) / 4))
    func show(_ rows: Range<Int>) {
      scroll = max(scroll, min(rows.upperBound + margin, content.height) - height)
      scroll = min(scroll, max(0, rows.lowerBound - margin))
    }
    // When the whole control does not fit, at least the row of the cursor is visible.
    if region.rows.count + 2 * margin <= height {
      show(region.rows)
    } else {
      show(region.anchor.row..<region.anchor.row + 1)
    }
    return max(0, scroll)
  }

  private mutating func copy(_ row: Int, of canvas: Canvas, to target: Int, left: Int? = nil) {
    guard target < frame.grid.rows else { return }
    let left = left ?? geometry.canvasLeft
    var start = canvas.cellRange(of: row).lowerBound
    var column = geometry.isMirrored ? left + canvas.width : left
    for index in canvas.segmentRange(of: row) {
      let end = canvas.segmentEnds[index]
      if geometry.isMirrored { column -= end - start }
      for (position, cell) in canvas.cells[start..<end].enumerated() { frame.grid[target, column + position] = cell }
      if canvas.cells[start..<end].contains(where: { $0.content >= 0x590 }) {
        places.append((target, column..<column + end - start))
      }
      if !geometry.isMirrored { column += end - start }
      start = end
    }
  }

  private func region(_ region: Canvas.Region, of canvas: Canvas, at top: Int, left: Int? = nil) -> TerminalRegion {
    let left = left ?? geometry.canvasLeft
    let columns = region.columns
    let first = geometry.isMirrored ? canvas.width - columns.upperBound : columns.lowerBound
    return TerminalRegion(
      target: region.target,
      rectangle: CellRectangle(
        row: top + region.rows.lowerBound, column: left + first, columns: columns.count,
        rows: region.rows.count
      ),
      cursor: CellPosition(
        row: top + region.anchor.row, column: left + place(of: region.anchor, on: canvas)),
      isFocusable: region.isFocusable, url: region.url
    )
  }

  /// Mirrored in a right-to-left layout.
  private func place(of anchor: CellPosition, on canvas: Canvas) -> Int {
    if !geometry.isMirrored || anchor.row >= canvas.height { return anchor.column }
    let first = canvas.cellRange(of: anchor.row).lowerBound
    var start = first
    for index in canvas.segmentRange(of: anchor.row) {
      let end = canvas.segmentEnds[index]
      if first + anchor.column < end { return canvas.width - (end - first) + (first + anchor.column - start) }
      start = end
    }
    return max(0, canvas.width - anchor.column - 1)
  }

  private mutating func placeCursor() {
    guard let region = frame.regions.first(where: { $0.target == focus }), frame.contains(region.cursor) else {
      frame.cursor = CellPosition(
        row: min(frame.viewport.lowerBound, max(0, frame.grid.rows - 1)),
        column: min(geometry.canvasLeft, frame.grid.columns - 1))
      if focus != nil { frame.focus = frame.regions.contains { $0.target == focus } ? focus : nil }
      return
    }
    frame.cursor = region.cursor
    let row = region.cursor.row
    guard let column = geometry.barColumn(beside: region.rectangle), frame.grid[row, column].isBlank else { return }
    frame.grid[row, column] = Cell(
      scalar: geometry.isMirrored ? signs.mirroredBar : signs.bar, style: CellStyle(.bold, role: .accent))
  }
}

// MARK: - Around the content

extension FrameComposer {
  private mutating func markScrolling() {
    let rows = frame.viewport.clamped(to: 0..<frame.grid.rows)
    guard geometry.hasMarks, frame.lastScroll > 0, !rows.isEmpty else { return }
    let length = max(1, rows.count * rows.count / frame.contentRows)
    // The thumb touches an end of the track only at that end of the content.
    let free = rows.count - length
    var start = (frame.scroll * free + frame.lastScroll / 2) / frame.lastScroll
    if frame.scroll > 0 { start = max(start, min(1, free)) }
    if frame.scroll < frame.lastScroll { start = min(start, max(0, free - 1)) }
    for (position, row) in rows.enumerated() {
      let isThumb = position >= start && position < start + length
      frame.grid[row, geometry.scrollColumn] = Cell(scalar: isThumb ? signs.thumb : signs.side, style: .muted)
    }
  }

  private mutating func drawBox(_ title: BoxTitle) {
    guard box.count >= 2 else { return }
    let (left, right) = (geometry.left, geometry.left + geometry.width - 1)
    let (first, last) = (box.lowerBound, box.upperBound - 1)
    func draw(_ row: Int, _ column: Int, _ sign: Unicode.Scalar) {
      frame.grid[row, column] = Cell(scalar: sign, style: .muted)
    }
    for column in left...right {
      draw(first, column, column == left ? signs.corners[0] : column == right ? signs.corners[1] : signs.line)
      draw(last, column, column == left ? signs.corners[2] : column == right ? signs.corners[3] : signs.line)
    }
    for row in box.dropFirst().dropLast() {
      draw(row, left, signs.side)
      draw(row, right, signs.side)
    }
    put(title.text, atStart: true)
    guard title.isLayer else { return }
    let place = put(title.close, atStart: false)
    // The close line is read before the content, as in a header.
    frame.regions.insert(
      TerminalRegion(
        target: .close, rectangle: CellRectangle(row: first, column: place, columns: title.close.count - 2, rows: 1),
        cursor: CellPosition(row: first, column: place), isFocusable: true, url: nil),
      at: frame.regions.firstIndex { $0.target.nodeID != nil } ?? frame.regions.count)
  }

  /// The cells have a space on either side; returns the column of the first cell after the space.
  @discardableResult private mutating func put(_ cells: [Cell], atStart: Bool) -> Int {
    let width = cells.reduce(0) { $0 + Int($1.width) }
    let isLeft = atStart != geometry.isMirrored
    let first = isLeft ? geometry.left + 2 : geometry.left + geometry.width - 2 - width
    var column = first
    if cells.contains(where: { frame.grid.isRightToLeft($0) }) {
      frame.grid.isolates[box.lowerBound, default: []].append(first + 1..<first + width - 1)
    }
    for cell in cells {
      frame.grid[box.lowerBound, column] = cell
      if cell.width == 2 { frame.grid[box.lowerBound, column + 1] = .continuation(cell.style) }
      column += Int(cell.width)
    }
    return first + 1
  }

  private mutating func drawBackdrop(_ below: CellGrid) {
    guard below.columns == frame.grid.columns, below.rows <= frame.grid.rows else { return }
    let offset = frame.grid.pool.count
    frame.grid.pool.add(contentsOf: below.pool)
    let columns = geometry.left - 1..<geometry.left + geometry.width + 1
    for row in 0..<below.rows {
      for column in 0..<below.columns where !box.contains(row) || !columns.contains(column) {
        var cell = below[row, column].moved(by: offset)
        if !cell.isBlank { cell.style = .muted }
        frame.grid[row, column] = cell
      }
      frame.grid.mendHalves(inRow: row)
    }
  }
}

extension TerminalFrame {
  fileprivate func contains(_ position: CellPosition) -> Bool {
    grid.rows > position.row && position.row >= 0 && position.column >= 0 && position.column < grid.columns
  }
}

extension TraitCollection {
  fileprivate func with(rows: Int) -> TraitCollection {
    var traits = self
    traits.rows = max(1, rows)
    return traits
  }

  fileprivate func isRightToLeft(_ picture: ScreenPicture) -> Bool {
    switch picture.direction {
    case .leftToRight: false
    case .rightToLeft: true
    case .auto: direction == .rightToLeft
    }
  }
}
