import AppControllerKit

/// Composes a frame of the painted parts: the header and the footer stay in place, and the content is scrolled.
struct FrameComposer {
  private(set) var frame: TerminalFrame
  private let isMirrored: Bool
  private let focus: TerminalTarget?

  /// The most columns and rows of a frame, whatever the traits say.
  private static let largest = 1000
  /// The most cells of a frame without bounds.
  private static let mostCells = 4_000_000

  static func columns(of traits: TraitCollection) -> Int {
    traits.columns > 0 ? min(traits.columns, largest) : 80
  }

  init(
    _ picture: ScreenPicture, _ traits: TraitCollection, _ interaction: InteractionState, _ options: TerminalRenderer
  ) {
    let columns = Self.columns(of: traits)
    let isBounded = traits.rows > 0
    var rows = isBounded ? min(traits.rows, Self.largest) : 0
    // The last column shows that there is more content, and the first column marks the focus.
    let hasMarks = columns >= 10
    let hasMargin = columns >= 24
    var painter = ScreenPainter(
      picture, interaction, options, width: columns - (hasMarks ? 1 : 0), isRoomy: !isBounded || rows >= 20
    )
    isMirrored = traits.isRightToLeft(picture)
    focus = painter.focus
    painter.isMirrored = isMirrored
    if hasMargin { painter.canvas.indent = 1 }
    let empty = painter.canvas

    painter.paintHeader(withDivider: !isBounded || rows >= 16)
    var header = painter.canvas
    painter.canvas = empty
    let message = painter.message(of: interaction, limit: isBounded ? max(1, rows / 4 - 1) : .max)
    var footer = painter.canvas
    let keys = painter.keyRow(of: interaction)
    if !isBounded || footer.height + keys.height <= max(1, rows / 4) { footer.append(keys) }
    painter.canvas = empty
    // With very few rows, everything is scrolled, and only a message stays.
    if isBounded, header.height + footer.height > rows / 2 {
      painter.canvas = header
      header = empty
      if rows < 4, message.shown.isEmpty { footer = empty }
    }
    let source = ContentLayout.Source(
      node: picture.node, width: empty.width, indent: empty.indent, isRoomy: painter.isRoomy, isMirrored: isMirrored,
      options: options)
    var content = Content(lead: painter.canvas, layout: options.cache.layout(source, painter), painter: painter)
    if !isBounded { rows = min(header.height + content.height + footer.height, Self.mostCells / columns) }

    frame = TerminalFrame(columns: columns, rows: rows)
    frame.layout = content.layout
    frame.contentRows = content.height
    frame.viewport = header.height..<max(header.height, rows - footer.height)
    frame.focus = focus
    (frame.messageRows, frame.hiddenMessageRows) = (message.shown, message.hidden)
    compose(header, &content, footer, interaction, hasMarks: hasMarks, hasMargin: hasMargin)
  }

  private mutating func compose(
    _ header: Canvas, _ content: inout Content, _ footer: Canvas, _ interaction: InteractionState, hasMarks: Bool,
    hasMargin: Bool
  ) {
    let focused = content.block(of: focus)
    frame.scroll = scroll(of: content, focused?.region, interaction)
    let offset = isMirrored && hasMarks ? 1 : 0
    for row in 0..<header.height { copy(row, of: header, to: row, offset) }
    frame.regions = header.regions.map { region($0, of: header, at: 0, offset) }
    let first = frame.viewport.lowerBound - frame.scroll
    let seen = frame.scroll..<frame.scroll + frame.viewport.count
    var blocks = content.blocks(inRows: seen)
    if let focused, !blocks.contains(where: { $0.top == focused.block.top }) { blocks.append(focused.block) }
    for block in blocks {
      for row in (block.top..<block.top + block.canvas.height).clamped(to: seen) {
        copy(row - block.top, of: block.canvas, to: first + row, offset)
      }
      for region in block.canvas.regions {
        let region = self.region(region, of: block.canvas, at: first + block.top, offset)
        frame.regions.append(region)
        let place = region.rectangle.clipped(toRows: frame.viewport)
        if let url = region.url, let place { frame.links.append(TerminalLink(rectangle: place, url: url)) }
      }
    }
    for row in 0..<footer.height { copy(row, of: footer, to: frame.viewport.upperBound + row, offset) }
    frame.grid.pool = content.painter.pool
    if hasMarks { markScrolling(column: isMirrored ? 0 : frame.grid.columns - 1) }
    placeCursor(hasMargin: hasMargin, offset)
  }

  /// The scroll position: as requested, or moved until the focus is visible.
  private func scroll(of content: Content, _ region: Canvas.Region?, _ interaction: InteractionState) -> Int {
    let height = frame.viewport.count
    var scroll = min(max(0, interaction.scroll), max(0, content.height - height))
    guard interaction.followsFocus, let region else { return scroll }
    // The beginning of a screen stays in view, with an error that stands there.
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

  private mutating func copy(_ row: Int, of canvas: Canvas, to target: Int, _ offset: Int) {
    guard target < frame.grid.rows else { return }
    var start = canvas.cellRange(of: row).lowerBound
    var column = isMirrored ? offset + canvas.width : 0
    for index in canvas.segmentRange(of: row) {
      let end = canvas.segmentEnds[index]
      if isMirrored { column -= end - start }
      for (position, cell) in canvas.cells[start..<end].enumerated() { frame.grid[target, column + position] = cell }
      if !isMirrored { column += end - start }
      start = end
    }
  }

  private func region(_ region: Canvas.Region, of canvas: Canvas, at top: Int, _ offset: Int) -> TerminalRegion {
    let columns = region.columns
    let first = isMirrored ? offset + canvas.width - columns.upperBound : columns.lowerBound
    return TerminalRegion(
      target: region.target,
      rectangle: CellRectangle(
        row: top + region.rows.lowerBound, column: first, columns: columns.count, rows: region.rows.count
      ),
      cursor: CellPosition(row: top + region.anchor.row, column: place(of: region.anchor, on: canvas) + offset),
      isFocusable: region.isFocusable, url: region.url
    )
  }

  /// The column of a cell of a row.
  private func place(of anchor: CellPosition, on canvas: Canvas) -> Int {
    if !isMirrored || anchor.row >= canvas.height { return anchor.column }
    let first = canvas.cellRange(of: anchor.row).lowerBound
    var start = first
    for index in canvas.segmentRange(of: anchor.row) {
      let end = canvas.segmentEnds[index]
      if first + anchor.column < end { return canvas.width - (end - first) + (first + anchor.column - start) }
      start = end
    }
    return max(0, canvas.width - anchor.column - 1)
  }

  private mutating func markScrolling(column: Int) {
    guard let first = frame.viewport.first, let last = frame.viewport.last, last < frame.grid.rows else { return }
    if frame.scroll > 0 { frame.grid[first, column] = Cell(scalar: "^", style: .muted) }
    if frame.scroll < frame.lastScroll { frame.grid[last, column] = Cell(scalar: "v", style: .muted) }
  }

  /// Puts the cursor on the control that has the focus, and a mark into the margin beside it.
  private mutating func placeCursor(hasMargin: Bool, _ offset: Int) {
    guard let region = frame.regions.first(where: { $0.target == focus }), frame.contains(region.cursor) else {
      frame.cursor = CellPosition(row: min(frame.viewport.lowerBound, max(0, frame.grid.rows - 1)))
      if focus != nil { frame.focus = frame.regions.contains { $0.target == focus } ? focus : nil }
      return
    }
    frame.cursor = region.cursor
    if hasMargin {
      let column = isMirrored ? frame.grid.columns - 1 : 0
      frame.grid[region.cursor.row, column] = Cell(
        scalar: isMirrored ? "<" : ">", style: CellStyle(.bold, role: .accent)
      )
    }
  }
}

/// What is scrolled: the blocks of a layout, behind the header where that is scrolled too.
private struct Content {
  typealias Block = (canvas: Canvas, top: Int)

  let lead: Canvas
  let layout: ContentLayout
  var painter: ScreenPainter

  var height: Int { lead.height + layout.height }

  /// Paints the blocks that have a row among some.
  mutating func blocks(inRows rows: Range<Int>) -> [Block] {
    let below = max(0, rows.lowerBound - lead.height)..<max(0, rows.upperBound - lead.height)
    let painted = layout.blocks(inRows: below).filter { !layout.isHidden($0) }.map { block(at: $0) }
    return rows.lowerBound < lead.height ? [(lead, 0)] + painted : painted
  }

  /// Paints the block of a target, and finds the target's region among the rows of the content.
  mutating func block(of target: TerminalTarget?) -> (block: Block, region: Canvas.Region)? {
    var block: Block = (lead, 0)
    if let id = target?.nodeID {
      let nodes = layout.source.node
      guard let index = nodes.arena.index(ofID: id, in: nodes.index..<Int(nodes.arena.nodes[nodes.index].end)),
        !layout.blocks.isEmpty
      else { return nil }
      block = self.block(at: layout.block(ofNode: index))
    }
    guard let region = block.canvas.regions.first(where: { $0.target == target }) else { return nil }
    return (block, region.moved(rows: block.top, columns: 0))
  }

  private mutating func block(at position: Int) -> Block {
    (painter.paint(layout.blocks[position], layout.source).canvas, lead.height + layout.rows(of: position).lowerBound)
  }
}

extension TerminalFrame {
  fileprivate func contains(_ position: CellPosition) -> Bool {
    grid.rows > position.row && position.row >= 0 && position.column >= 0 && position.column < grid.columns
  }
}

extension TraitCollection {
  /// Whether a screen is laid out from right to left: as its description says, else by the traits of the surface.
  fileprivate func isRightToLeft(_ picture: ScreenPicture) -> Bool {
    switch picture.direction {
    case .leftToRight: false
    case .rightToLeft: true
    case .auto: direction == .rightToLeft
    }
  }
}
