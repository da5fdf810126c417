import AppControllerKit

// Paints containers.
extension ScreenPainter {
  mutating func paintGroup(_ node: InterfaceDescription.Node) {
    guard let label = node.label else { return paintChildren(node) }
    canvas.gap()
    paragraph([Run(text: label, style: CellStyle(.bold))] + busy(node))
    paintHint(node)
    indented { $0.paintChildren(node) }
    canvas.gap()
  }

  mutating func paintItem(_ node: InterfaceDescription.Node) {
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
    indented { $0.paintChildren(node) }
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

  /// Paints children in cells of equal width, as many in a row as fit.
  mutating func paintGrid(_ node: InterfaceDescription.Node) {
    if let label = node.label { paragraph([Run(text: label, style: CellStyle(.bold))]) }
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
  fileprivate func moved(rows: Int, columns: Int) -> Canvas.Region {
    var moved = self
    moved.rows = self.rows.lowerBound + rows..<self.rows.upperBound + rows
    moved.columns = self.columns.lowerBound + columns..<self.columns.upperBound + columns
    moved.anchor = CellPosition(row: anchor.row + rows, column: anchor.column + columns)
    return moved
  }
}
