import AppControllerKit

/// Composes a frame of the painted parts: the header and the footer stay in place, and the content is scrolled.
struct FrameComposer {
  private(set) var frame: TerminalFrame
  private var geometry: FrameGeometry
  private var signs: TerminalSigns
  private var focus: TerminalTarget?
  /// Empty without a box.
  private var box = 0..<0
  private var footerRow = 0

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
    let rows = traits.rows > 0 ? min(traits.rows, Self.largest) : 0
    geometry = FrameGeometry(
      picture, columns: Self.columns(of: traits), rows: rows, isMirrored: traits.isRightToLeft(picture),
      hasPanes: hasPanes)
    frame = TerminalFrame(columns: geometry.columns, rows: rows)
    signs = options.signs
    var painter = ScreenPainter(
      picture, interaction, options, geometry.block(width: geometry.headerWidth), isRoomy: rows == 0 || rows >= 20,
      isMirrored: geometry.isMirrored)
    focus = painter.focus

    let edges = geometry.isBoxed ? painter.boxEdges(width: geometry.width) : nil
    painter.paintHeader(
      .init(
        isBoxed: geometry.isBoxed, hasTitle: edges?.hasTitle == true, hasRules: rows == 0 || rows >= 16,
        isBounded: rows > 0))
    var header = painter.canvas
    painter.canvas = geometry.footer
    if let interaction {
      (frame.messageRows, frame.hiddenMessageRows) = painter.paintFooter(of: interaction, rows: rows)
    }
    var footer = painter.canvas
    painter.canvas = geometry.block(width: geometry.canvasWidth)
    // With very few rows, everything is scrolled except a message.
    if rows > 0, header.height + footer.height > rows / 2 {
      if geometry.pane > 0 {
        self = FrameComposer(picture, over: covered, traits, interaction, options, hasPanes: false)
        return
      }
      swap(&header, &painter.canvas)
      if rows < 4, frame.messageRows.isEmpty { footer = header }
    }
    var content = FrameContent(painter)
    var below: FrameComposer?
    if let covered, rows > 0, geometry.isBoxed, picture.isLayer, picture.back == nil {
      let seen = FrameComposer(covered, traits.with(rows: rows - footer.height), nil, options)
      if seen.frame.contentRows > 0 { below = seen }
    }
    let top = place(header, content, footer, over: below, former: interaction?.boxTop)
    compose(header, at: top, &content, footer, interaction)
    if geometry.pane > 0, let below = picture.below { composePane(below, options) }
    if let edges { drawBox(edges.upper, edges.lower) }
    markScrolling()
    placeCursor()
    if let below { drawBackdrop(below.frame.grid) }
    // No content covers the column of the scroll marks, so that none can look like a message of the host.
    frame.grid.reverse(rows: footerRow..<footerRow + frame.messageRows.count)
  }

  /// Returns the row of the header.
  private mutating func place(
    _ header: PaintedBlock, _ content: FrameContent, _ footer: PaintedBlock, over below: FrameComposer?, former: Int?
  ) -> Int {
    let (needed, rows) = (header.height + content.height, geometry.rows)
    let pad = content.painter.isRoomy && (rows == 0 || needed + footer.height + 4 <= rows) ? 1 : 0
    let edges = geometry.isBoxed ? 2 + 2 * pad : 0
    if rows == 0 {
      let rows = min(needed + footer.height + edges, Self.maximumCells / geometry.columns)
      frame.grid = CellGrid(columns: geometry.columns, rows: rows)
    }
    footerRow = max(0, frame.grid.rows - footer.height)
    (frame.layout, frame.contentRows, frame.focus) = (content.layout, content.height, focus)
    guard geometry.isBoxed else {
      frame.viewport = header.height..<max(header.height, footerRow)
      return 0
    }
    let height = min(footerRow, needed + edges)
    // The optical middle is a little above the exact one.
    var first = (footerRow - height) * 2 / 5
    // The title of a covered box stays visible, so that the user knows which screen is covered.
    if let covering = below?.box, !covering.isEmpty {
      first = max(first, min(covering.lowerBound + 2, footerRow - height))
    }
    if let former { first = min(former, footerRow - height) }
    (box, frame.boxTop) = (first..<first + height, first)
    let top = first + 1 + pad
    frame.viewport = top + header.height..<max(top + header.height, box.upperBound - 1 - pad)
    return top
  }

  private mutating func compose(
    _ header: PaintedBlock, at top: Int, _ content: inout FrameContent, _ footer: PaintedBlock,
    _ interaction: InteractionState?
  ) {
    let focused = content.block(of: focus)
    frame.scroll = scroll(of: content, focused?.region, interaction)
    let regions = draw(&content, with: focused?.block, scroll: frame.scroll, left: geometry.canvasLeft)
    frame.links = regions.compactMap { region in
      guard let url = region.url, let place = region.rectangle.clipped(toRows: frame.viewport) else { return nil }
      return TerminalLink(rectangle: place, url: url)
    }
    frame.regions = draw(header, atRow: top, left: geometry.headerLeft) + regions
    for row in 0..<header.height { extendLine(inRow: top + row) }
    draw(footer, atRow: footerRow, left: geometry.isBoxed ? 0 : geometry.headerLeft)
  }

  @discardableResult
  private mutating func draw(
    _ block: PaintedBlock, atRow row: Int, left: Int, in rows: Range<Int>? = nil
  ) -> [TerminalRegion] {
    block.draw(
      at: CellPosition(row: row, column: left), isMirrored: geometry.isMirrored,
      in: rows ?? 0..<frame.grid.rows, on: &frame)
  }

  /// Returns the regions of the blocks in view, and of the one with the focus.
  @discardableResult
  private mutating func draw(
    _ content: inout FrameContent, with focused: FrameContent.Block? = nil, scroll: Int, left: Int
  ) -> [TerminalRegion] {
    let viewport = frame.viewport
    var blocks = content.blocks(inRows: scroll..<scroll + viewport.count)
    if let focused, !blocks.contains(where: { $0.top == focused.top }) { blocks.append(focused) }
    frame.grid.pool = content.painter.pool
    return blocks.flatMap { draw($0.block, atRow: viewport.lowerBound + $0.top - scroll, left: left, in: viewport) }
  }

  private mutating func composePane(_ below: ScreenPicture, _ options: TerminalRenderer) {
    let (left, width) = geometry.paneCanvas
    var painter = ScreenPainter(
      below, nil, options, geometry.block(width: width), isRoomy: true, isMirrored: geometry.isMirrored)
    painter.pool = frame.grid.pool
    var content = FrameContent(painter)
    let opened = content.block(of: below.focusedID.map(TerminalTarget.node))?.region
    let rows = frame.viewport
    let scroll = min(max(0, (opened?.rectangle.row ?? 0) - rows.count / 3), max(0, content.height - rows.count))
    draw(&content, scroll: scroll, left: left)
    for row in rows.clamped(to: 0..<frame.grid.rows) {
      frame.grid[row, geometry.paneLine] = Cell(scalar: signs.side, style: .muted)
    }
    if let opened, (scroll..<scroll + rows.count).contains(opened.cursor.row), width > 0 {
      let mark = geometry.isMirrored ? signs.mirroredBar : signs.bar
      frame.grid[rows.lowerBound + opened.cursor.row - scroll, geometry.isMirrored ? left + width - 1 : left] = Cell(
        scalar: mark, style: .muted)
    }
    // A click in the pane goes back to that screen.
    frame.regions.append(
      TerminalRegion(
        target: .back,
        rectangle: CellRectangle(row: rows.lowerBound, column: left, columns: width, rows: rows.count),
        cursor: CellPosition(row: rows.lowerBound, column: left), isFocusable: true, url: nil))
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

  private func scroll(of content: FrameContent, _ region: TerminalRegion?, _ interaction: InteractionState?) -> Int {
    let height = frame.viewport.count
    var scroll = min(max(0, interaction?.scroll ?? 0), max(0, content.height - height))
    guard interaction?.followsFocus == true, let region else { return scroll }
    let rows = region.rectangle.rowRange
    // At the beginning of a screen, the view does not move while the focus fits in it; an error may stand there.
    if scroll == 0, rows.upperBound <= height { return 0 }
    // Some rows around the focus show that there is more.
    let margin = min(2, max(0, (height - 1) / 4))
    func show(_ rows: Range<Int>) {
      scroll = max(scroll, min(rows.upperBound + margin, content.height) - height)
      scroll = min(scroll, max(0, rows.lowerBound - margin))
    }
    // When the whole control does not fit, at least the row of the cursor is visible.
    show(rows.count + 2 * margin <= height ? rows : region.cursor.row..<region.cursor.row + 1)
    return max(0, scroll)
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
    // A button is filled, which says enough.
    if let id = focus?.nodeID, let node = frame.layout?.source.node, let index = node.index(ofID: id),
      node.arena.nodes[index].knownKind == .button
    {
      return
    }
    guard let column = geometry.barColumn(beside: region.rectangle) else { return }
    // Between elements side by side the mark would touch the one before.
    let before =
      geometry.isMirrored
      ? column..<max(column, geometry.canvasLeft + geometry.canvasWidth)
      : min(geometry.canvasLeft, column)..<column + 1
    let isBeside = frame.regions.contains { other in
      let place = other.rectangle
      return place.rowRange.contains(row) && before.contains(place.column) && !place.contains(region.cursor)
    }
    let isFree = before.clamped(to: 0..<frame.grid.columns).allSatisfy { frame.grid[row, $0].isBlank }
    if isBeside || !isFree { return }
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

  private mutating func drawBox(_ upper: PaintedBlock, _ lower: PaintedBlock) {
    guard box.count >= 2 else { return }
    let regions = draw(upper, atRow: box.lowerBound, left: geometry.left)
    draw(lower, atRow: box.upperBound - 1, left: geometry.left)
    for row in box.dropFirst().dropLast() {
      for column in [geometry.left, geometry.left + geometry.width - 1] {
        frame.grid[row, column] = Cell(scalar: signs.side, style: .muted)
      }
    }
    // The close line is read before the content, as in a header.
    let place = frame.regions.firstIndex { $0.target.nodeID != nil } ?? frame.regions.count
    frame.regions.insert(contentsOf: regions, at: place)
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
