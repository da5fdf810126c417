import AppControllerKit

/// Walks a screen once and paints it on a canvas.
struct ScreenPainter {
  /// A text with one style.
  struct Run {
    var text: String
    var style = CellStyle.plain
  }

  /// The greatest width of running text, in columns, so that the eye finds the next line.
  static let measure = 72

  let picture: ScreenPicture
  let interaction: InteractionState
  let options: TerminalRenderer
  /// Whether there are enough rows for empty ones between the controls.
  let isRoomy: Bool
  let focus: TerminalTarget?
  /// Whether the screen is laid out from right to left.
  var isMirrored = false
  var form: FilledForm
  var canvas: Canvas
  var pool = ClusterPool()

  init(
    _ picture: ScreenPicture, _ interaction: InteractionState, _ options: TerminalRenderer, width: Int, isRoomy: Bool
  ) {
    self.picture = picture
    self.interaction = interaction
    self.options = options
    self.isRoomy = isRoomy
    focus = interaction.focus ?? picture.focusedID.map(TerminalTarget.node)
    form = FilledForm(picture.form, picture.state)
    canvas = Canvas(width: width)
  }

  var words: TerminalWords { options.words }

  mutating func paint(_ node: InterfaceDescription.Node) {
    if node.isHidden || interaction.filter?.hides(node.index) == true { return }
    switch node.kind {
    case .stack: node.axis == .horizontal ? paintInRow(node) : paintChildren(node)
    case .grid: paintGrid(node)
    case .group, .list: paintGroup(node)
    case .item: paintItem(node)
    case .divider: paintDivider()
    case .spacer: canvas.gap()
    case .text: paintText(node)
    case .code: paintCode(node)
    case .image: paintImage(node)
    case .field: paintField(node)
    case .toggle: paintToggle(node)
    case .choice: paintChoice(node)
    case .button: paintButton(node)
    case .link: paintLink(node)
    case .progress: paintProgress(node)
    case .banner: paintBanner(node)
    // These screens have pictures of their own.
    case .screen, .tabs, .navigation, .presented: return
    case nil: paintChildren(node)
    }
  }

  mutating func paintChildren(_ node: InterfaceDescription.Node) {
    for child in node.children { paint(child) }
  }
}

// MARK: - Lines

extension ScreenPainter {
  /// Writes a paragraph: text that is broken into lines, which are all indented by the width of the lead.
  ///
  /// - Parameters:
  ///   - runs: The text.
  ///   - lead: The text before the paragraph, such as `[x] `; it becomes part of the text where no two columns are left
  ///     for it.
  ///   - measure: The greatest width of the text.
  mutating func paragraph(_ runs: [Run], lead: [Run] = [], measure: Int = ScreenPainter.measure) {
    let leadWidth = lead.reduce(0) { $0 + $1.text.utf8.count }
    let isHanging = leadWidth > 0 && canvas.room >= leadWidth + 6
    var flow = TextFlow(room: min(measure, canvas.room - (isHanging ? leadWidth : 0)))
    var (canvas, pool) = (take(&self.canvas), take(&self.pool))
    var isFirst = true
    func emit(_ line: ArraySlice<Cell>) {
      if line.isEmpty, !(isFirst && isHanging) {
        canvas.endRow()
      } else {
        canvas.beginRow()
        if isHanging {
          if isFirst {
            for run in lead { canvas.put(mark: run.text, run.style) }
          } else {
            canvas.put(blank: leadWidth)
          }
        }
        canvas.put(line)
        canvas.endRow()
      }
      isFirst = false
    }
    for run in isHanging ? runs : lead + runs {
      CellReader.read(run.text, run.style, &pool) { flow.add($0, emit) }
    }
    flow.end(emit)
    (self.canvas, self.pool) = (canvas, pool)
  }

  /// Moves a value out of its place, so that it can be changed without a copy.
  private func take(_ canvas: inout Canvas) -> Canvas {
    let taken = canvas
    canvas = Canvas(width: 0)
    return taken
  }

  private func take(_ pool: inout ClusterPool) -> ClusterPool {
    let taken = pool
    pool = ClusterPool()
    return taken
  }

  /// The cells of a text on one line.
  mutating func cells(of text: String, _ style: CellStyle) -> [Cell] {
    var cells: [Cell] = []
    var pool = take(&self.pool)
    CellReader.read(text, style, &pool) { piece in
      switch piece {
      case .cell(let cell): cells.append(cell)
      case .lineFeed: cells.append(Cell(scalar: "\u{FFFD}", style: style))
      case .opportunity: return
      }
    }
    self.pool = pool
    return cells
  }

  /// Paints an element, and records its region.
  ///
  /// - Parameters:
  ///   - target: The target of the region; `nil` to record no region.
  ///   - isFocusable: Whether the element can have the focus.
  ///   - offset: The number of cells between the indent and the cursor, on the first row, unless the body sets a caret.
  ///   - url: Where a link leads.
  ///   - body: Paints the element.
  mutating func region(
    _ target: TerminalTarget?, isFocusable: Bool, cursorAt offset: Int = 0, url: String? = nil,
    _ body: (inout Self) -> Void
  ) {
    canvas.flushGap()
    let (start, position) = (canvas.height, canvas.regions.count)
    let (column, outer) = (canvas.margin + offset, canvas.caret)
    canvas.caret = nil
    body(&self)
    let caret = canvas.caret
    // The caret of an option that was painted before is that of the whole choice.
    canvas.caret = outer
    guard let target, canvas.height > start else { return }
    let rows = start..<canvas.height
    let anchor = caret ?? CellPosition(row: start, column: min(column, max(0, canvas.columns(of: start) - 1)))
    let region = Canvas.Region(
      target: target, rows: rows, columns: canvas.extent(of: rows), anchor: anchor, isFocusable: isFocusable,
      url: url)
    canvas.regions.insert(region, at: position)
  }

  /// Whether a node, or an element in it, has the focus.
  func hasFocus(_ id: String?) -> Bool {
    guard let id, let focused = focus?.nodeID else { return false }
    return focused.utf8.elementsEqual(id.utf8)
  }
}

// Paints the surroundings of the content: tab bars, the back line, the title, the line at the bottom.
extension ScreenPainter {
  mutating func paintHeader(withDivider hasDivider: Bool) {
    for bar in picture.tabBars { paintTabs(bar) }
    if let back = picture.back { paintBack(back) }
    if picture.isLayer, picture.back == nil { paintLine(.close, "x \(words.close)") }
    let title = picture.node.label ?? ""
    let marks = busy(picture.node)
    if !title.isEmpty || !marks.isEmpty {
      paragraph([Run(text: title, style: CellStyle(.bold, role: .accent))] + marks)
    }
    paintHint(picture.node)
    if hasDivider, canvas.height > 0 { paintDivider() }
  }

  private mutating func paintBack(_ back: ScreenPicture.Back) {
    paintLine(.back, (isMirrored ? "> " : "< ") + words.back + (back.title.map { ": \($0)" } ?? ""))
  }

  private mutating func paintLine(_ target: TerminalTarget, _ text: String) {
    let style = CellStyle(focus == target ? .reverse : [], role: .accent)
    region(target, isFocusable: true, cursorAt: 2) { $0.paragraph([Run(text: text, style: style)]) }
  }

  /// Paints the tabs side by side, on as many rows as they need.
  private mutating func paintTabs(_ bar: TabBarPicture) {
    let label = cells(of: (bar.label.map { $0 + ":" } ?? "") + (bar.isBusy ? " (\(words.busy))" : ""), .muted)
    canvas.beginRow()
    if !label.isEmpty { canvas.put(label.fitting(canvas.room)) }
    for item in bar.items {
      let isSelected = item.id.utf8.elementsEqual(bar.selectedID.utf8)
      let target = TerminalTarget.tab(of: bar.id, item.id)
      var style = isSelected ? CellStyle(.bold, role: .accent) : .plain
      if focus == target { style = style.adding(.reverse) }
      let marks = [item.badge, item.isBusy ? words.busy : nil].compactMap(\.self)
      let text = item.label + marks.map { " (\($0))" }.joined()
      let cells = cells(of: isSelected ? "[\(text)]" : " \(text) ", style).fitting(canvas.room)
      let width = cells.reduce(0) { $0 + Int($1.width) }
      if canvas.column > canvas.margin {
        if canvas.column + 1 + width > canvas.width {
          canvas.endRow()
          canvas.beginRow()
        } else {
          canvas.put(" ")
        }
      }
      let (row, start) = (canvas.height, canvas.column)
      canvas.put(cells)
      canvas.regions.append(
        Canvas.Region(
          target: target, rows: row..<row + 1, columns: start..<canvas.column,
          anchor: CellPosition(row: row, column: min(start + 1, max(start, canvas.column - 1))), isFocusable: true
        )
      )
    }
    canvas.endRow()
    for hint in [bar.hint, bar.items.first { $0.id == bar.selectedID }?.hint] {
      if let hint { paragraph([Run(text: hint, style: .muted)]) }
    }
  }

  /// Paints the message on a canvas that is empty, as many rows of it as the limit.
  ///
  /// - Returns: The rows of the message that are shown, and the number of those below them.
  mutating func message(of interaction: InteractionState, limit: Int) -> (shown: Range<Int>, hidden: Int) {
    guard let message = interaction.message else { return (0..<0, 0) }
    let empty = canvas
    paragraph([Run(text: message)], measure: canvas.room)
    let whole = canvas
    canvas = empty
    let first = min(max(0, interaction.messageScroll), max(0, whole.height - limit))
    let shown = first..<min(whole.height, first + limit)
    canvas.append(whole, rows: shown)
    return (shown, whole.height - shown.upperBound)
  }

  /// Paints what keys do: as many of them as fit on one row, always with the last one.
  mutating func keyRow(of interaction: InteractionState) -> Canvas {
    var row = Canvas(width: canvas.width)
    row.indent = canvas.indent
    guard let last = interaction.keys.last.map({ cells(of: $0, .muted) }) else { return row }
    var (used, rest) = ([Cell](), row.room - last.columns)
    for key in interaction.keys.dropLast().map({ cells(of: $0 + "  ", .muted) }) {
      if key.columns > rest { break }
      rest -= key.columns
      used += key
    }
    row.beginRow()
    row.put((used + last).fitting(row.room))
    row.endRow()
    return row
  }
}

extension [Cell] {
  fileprivate var columns: Int { reduce(0) { $0 + Int($1.width) } }

  /// The cells that fit into a number of columns, without a part of a wide character.
  fileprivate func fitting(_ columns: Int) -> ArraySlice<Cell> {
    var (used, end) = (0, 0)
    while end < count, used + Int(self[end].width) <= columns {
      used += Int(self[end].width)
      end += 1
    }
    return self[..<end]
  }
}

// Paints containers.
extension ScreenPainter {
  mutating func paintGroup(_ node: InterfaceDescription.Node) {
    if node.label == nil { return paintChildren(node) }
    paintHead(node)
    indented { $0.paintChildren(node) }
    canvas.gap()
  }

  /// Paints what stands above the children of a node.
  mutating func paintHead(_ node: InterfaceDescription.Node) {
    if node.kind == .item { return paintItemHead(node) }
    guard let label = node.label else { return }
    canvas.gap()
    paragraph([Run(text: label, style: CellStyle(.bold))] + busy(node))
    paintHint(node)
  }

  mutating func paintItem(_ node: InterfaceDescription.Node) {
    paintHead(node)
    indented { $0.paintChildren(node) }
  }

  private mutating func paintItemHead(_ node: InterfaceDescription.Node) {
    let action = node.action
    let isEnabled = action == nil || form.holds(node.enabled)
    let isFocused = hasFocus(node.id)
    var style = isEnabled ? CellStyle.plain : CellStyle(.faint)
    if isFocused { style = style.adding(.reverse) }
    var runs = [Run(text: node.label ?? "", style: style)]
    if let text = node.text { runs.append(Run(text: ": " + text, style: style)) }
    if let badge = node.badge { runs.append(Run(text: " (\(badge))", style: CellStyle(.bold))) }
    if action != nil { runs.append(Run(text: isMirrored ? " <" : " >", style: CellStyle(role: .accent))) }
    runs += remarks(isEnabled ? [] : [words.disabled]) + busy(node)
    region(action == nil ? nil : node.id.map(TerminalTarget.node), isFocusable: isEnabled, cursorAt: 2) {
      $0.paragraph(runs, lead: [Run(text: "- ")])
    }
    paintHint(node)
  }

  mutating func paintDivider() {
    canvas.beginRow()
    canvas.put(repeatElement(Cell(scalar: "─", style: .muted), count: canvas.room))
    canvas.endRow()
  }

  mutating func indented(by columns: Int = 2, _ body: (inout Self) -> Void) {
    canvas.indent += columns
    body(&self)
    canvas.indent -= columns
  }
}

// MARK: - Side by side

extension ScreenPainter {
  /// The least number of columns between two blocks in one row.
  private static let gutter = 2

  /// Paints children in a row if they fit, else one below the other.
  ///
  /// Each child is painted once, at the full width, because its width is known only then.
  mutating func paintInRow(_ node: InterfaceDescription.Node) {
    let children = node.children.filter { !$0.isHidden }
    let blocks = children.map { $0.kind == .spacer ? nil : block($0, width: canvas.room) }
    let widths = blocks.map { $0?.extent(of: 0..<($0?.height ?? 0)).upperBound ?? 0 }
    let count = blocks.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
    let free = canvas.room - widths.reduce(0, +) - Self.gutter * max(0, count - 1)
    guard free >= 0 else {
      // What can be pressed goes on in the next row, as words do.
      if children.allSatisfy({ $0.kind == .button || $0.kind == .link }) { return flow(zip(blocks, widths)) }
      for block in blocks { if let block { place([(block, 0)]) } else { canvas.gap() } }
      return
    }
    // The spacers share the free columns equally.
    let share = count < blocks.count ? free / (blocks.count - count) : 0
    var column = 0
    var placed: [(Canvas, Int)] = []
    for (block, width) in zip(blocks, widths) {
      if let block {
        placed.append((block, column))
        column += width + Self.gutter
      } else {
        column += share
      }
    }
    place(placed)
  }

  /// Places blocks in rows, as many in each as fit.
  private mutating func flow(_ blocks: some Sequence<(Canvas?, Int)>) {
    var (row, column): ([(Canvas, Int)], Int) = ([], 0)
    for case (let block?, let width) in blocks {
      if !row.isEmpty, column + width > canvas.room {
        place(row)
        (row, column) = ([], 0)
      }
      row.append((block, column))
      column += width + Self.gutter
    }
    place(row)
  }

  /// Paints children in cells of equal width, as many in a row as fit.
  mutating func paintGrid(_ node: InterfaceDescription.Node) {
    if let label = node.label {
      paragraph([Run(text: label, style: CellStyle(.bold))] + busy(node))
      paintHint(node)
    }
    let children = node.children.filter { !$0.isHidden }
    func most(ofWidth width: Int) -> Int { (canvas.room + Self.gutter) / (width + Self.gutter) }
    let wanted = min(max(1, node.columns ?? .max), most(ofWidth: 24))
    let least = min(max(1, node.minColumns ?? 1), most(ofWidth: 12))
    let columns = max(1, min(max(wanted, least), children.count))
    let width = (canvas.room - (columns - 1) * Self.gutter) / columns
    for start in stride(from: 0, to: children.count, by: columns) {
      let row = children[start..<min(start + columns, children.count)]
      place(row.enumerated().map { (block($1, width: width), $0 * (width + Self.gutter)) })
    }
  }

  /// Paints a node on a canvas of its own.
  private mutating func block(_ node: InterfaceDescription.Node, width: Int) -> Canvas {
    let outer = canvas
    canvas = Canvas(width: width)
    paint(node)
    defer { canvas = outer }
    return canvas
  }

  /// Places blocks beside each other, each at its column after the indent.
  private mutating func place(_ blocks: [(canvas: Canvas, column: Int)]) {
    let height = blocks.reduce(0) { max($0, $1.canvas.height) }
    if height == 0 { return }
    canvas.flushGap()
    let (top, margin) = (canvas.height, canvas.margin)
    for row in 0..<height {
      canvas.beginRow()
      for block in blocks where row < block.canvas.height {
        canvas.put(blank: margin + block.column - canvas.column)
        canvas.put(row: row, of: block.canvas)
      }
      canvas.endRow()
    }
    for block in blocks {
      canvas.regions += block.canvas.regions.map { $0.moved(rows: top, columns: margin + block.column) }
    }
  }
}

extension Canvas.Region {
  func moved(rows: Int, columns: Int) -> Canvas.Region {
    var moved = self
    moved.rows = self.rows.lowerBound + rows..<self.rows.upperBound + rows
    moved.columns = self.columns.lowerBound + columns..<self.columns.upperBound + columns
    moved.anchor = CellPosition(row: anchor.row + rows, column: anchor.column + columns)
    return moved
  }
}
