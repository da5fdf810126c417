import AppControllerKit

extension ScreenPainter {
  mutating func paintGroup(_ node: InterfaceDescription.Node) {
    if node.label == nil { return paintChildren(node) }
    paintHead(node)
    if node.isCollapsed == nil {
      paintChildren(node)
    } else if status.isOpen(node) {
      indented { $0.paintChildren(node) }
    }
    if isRoomy { canvas.gap() }
  }

  mutating func paintHead(_ node: InterfaceDescription.Node) {
    if node.kind == .item {
      begin(.item)
      paintItemHead(node)
      if isRoomy { canvas.join(as: .heading) }
      return
    }
    if node.isCollapsed != nil { return paintDisclosure(node) }
    if node.kind == .table { return paintTableHead(node) }
    guard let label = node.label else { return }
    begin(.single)
    paragraph([Run(text: label, style: CellStyle(.bold))] + busy(node))
    paintHint(node)
    if isRoomy { canvas.join(as: .heading) }
  }

  mutating func paintItem(_ node: InterfaceDescription.Node) {
    paintHead(node)
    indented { $0.paintChildren(node) }
  }

  mutating func paintRule(_ sign: Unicode.Scalar, _ style: CellStyle = .muted, width: Int? = nil) {
    canvas.beginRow()
    canvas.put(sign, style, count: width ?? canvas.room)
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
  /// In columns.
  static let gutter = 2

  /// What does not fit is one below the other.
  ///
  /// Each child is painted once, at the full width, because its own width is known only after that.
  mutating func paintInRow(_ children: [InterfaceDescription.Node]) {
    if children.contains(where: { $0.weight != nil }) {
      if !paintShares(children) { for child in children { paint(child) } }
      return
    }
    if children.allSatisfy({ $0.kind == .button }) { begin(.button) }
    let blocks = children.map { $0.kind == .spacer ? nil : block($0, width: canvas.room) }
    let widths = blocks.map { $0?.extent ?? 0 }
    let count = blocks.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
    let free = canvas.room - widths.reduce(0, +) - Self.gutter * max(0, count - 1)
    guard free >= 0 else {
      // Buttons and links wrap into the next row, as words do.
      if children.allSatisfy({ $0.kind == .button || $0.kind == .link }) {
        return flow(zip(blocks, widths))
      }
      for block in blocks { if let block { canvas.place([(block, 0)]) } else { canvas.gap() } }
      return
    }
    // The spacers share the free columns equally, and have no gutter.
    let share = count < blocks.count ? free / (blocks.count - count) : 0
    place(blocks, zip(blocks, widths).map { $0 == nil ? share - Self.gutter : $1 })
  }

  /// A spacer has no block.
  mutating func place(_ blocks: [PaintedBlock?], _ widths: [Int]) {
    var (column, placed) = (0, [(PaintedBlock, Int)]())
    for (block, width) in zip(blocks, widths) {
      if let block { placed.append((block, column)) }
      column += width + Self.gutter
    }
    canvas.place(placed)
  }

  private mutating func flow(_ blocks: some Sequence<(PaintedBlock?, Int)>) {
    var (row, column): ([(PaintedBlock, Int)], Int) = ([], 0)
    for case (let block?, let width) in blocks {
      if !row.isEmpty, column + width > canvas.room {
        canvas.place(row)
        (row, column) = ([], 0)
      }
      row.append((block, column))
      column += width + Self.gutter
    }
    canvas.place(row)
  }

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
      let blocks = row.map { block($0, width: width) }
      // An empty row separates cells of several rows from those below them.
      if isRoomy, start > 0, blocks.contains(where: { $0.height > 1 }) { canvas.gap() }
      canvas.place(blocks.enumerated().map { ($1, $0 * (width + Self.gutter)) })
    }
  }

  mutating func block(_ node: InterfaceDescription.Node, width: Int) -> PaintedBlock {
    block(width: width) { $0.paint(node) }
  }

  mutating func block(width: Int, _ body: (inout Self) -> Void) -> PaintedBlock {
    let outer = canvas
    canvas = PaintedBlock(width: width)
    body(&self)
    defer { canvas = outer }
    return canvas
  }
}

// MARK: - Items

extension ScreenPainter {
  private func itemStyle(_ node: InterfaceDescription.Node, _ isEnabled: Bool) -> CellStyle {
    if hasFocus(node), node.action != nil { return CellStyle(.reverse) }
    return isEnabled ? .plain : .muted
  }

  private mutating func paintItemHead(_ node: InterfaceDescription.Node) {
    let isEnabled = node.action == nil || status.isEnabled(node)
    let style = itemStyle(node, isEnabled)
    let marks = marks(of: node, isEnabled)
    region(node.action == nil ? nil : node.id.map(TerminalTarget.node), isFocusable: isEnabled) {
      if !$0.paintItemRow(node, style, marks) { $0.paintItemRows(node, style, marks) }
    }
    paintHint(node)
  }

  /// Returns whether the item fits.
  private mutating func paintItemRow(_ node: InterfaceDescription.Node, _ style: CellStyle, _ marks: [Run]) -> Bool {
    let isFocused = style.attributes.contains(.reverse)
    let texts = [node.label, node.text, node.badge].compactMap(\.self)
    if texts.contains(where: { $0.contains(where: \.isNewline) }) { return false }
    func cells(of runs: [Run]) -> [Cell] {
      runs.flatMap { self.cells(of: $0.text, isFocused ? style.adding($0.style.attributes) : $0.style) }
    }
    let label = cells(of: icon(node) + found(in: node.label ?? "", style, node))
    let text = cells(of: found(in: node.text ?? "", .muted, node))
    let badge = node.badge.map { self.cells(of: $0, style.adding(.bold)) } ?? []
    let rest = cells(of: marks) + (marks.isEmpty || badge.isEmpty ? [] : [.space(style), .space(style)]) + badge
    let lead = node.action == nil ? 2 : 0
    let end = canvas.room - (node.action == nil ? 0 : 2)
    // The texts of a list are aligned in one column.
    let stop = text.isEmpty ? label.columns : Self.stop(behind: lead + label.columns, room: canvas.room) - lead
    guard lead + stop + text.columns + (rest.isEmpty ? 0 : 2 + rest.columns) <= end else { return false }
    canvas.beginRow()
    let start = canvas.column
    func space(to column: Int) {
      canvas.put(" ", isFocused ? style : .plain, count: column - (canvas.column - start))
    }
    if node.action == nil {
      canvas.put(signs.bullet, .muted)
      space(to: lead)
    }
    canvas.put(label)
    if !text.isEmpty {
      space(to: lead + stop)
      canvas.put(text)
    }
    if !rest.isEmpty {
      space(to: max(canvas.column - start + 2, end - rest.columns))
      canvas.put(rest)
    }
    if node.action != nil {
      space(to: end + 1)
      canvas.put(isMirrored ? signs.back : signs.further, isFocused ? style : CellStyle(role: .accent))
    }
    canvas.endRow()
    return true
  }

  private mutating func paintItemRows(_ node: InterfaceDescription.Node, _ style: CellStyle, _ marks: [Run]) {
    var runs = icon(node) + found(in: node.label ?? "", style, node)
    if let badge = node.badge { runs.append(Run(text: " (\(badge))", style: CellStyle(.bold))) }
    runs += marks
    if node.action != nil {
      runs.append(Run(text: " " + String(isMirrored ? signs.back : signs.further), style: CellStyle(role: .accent)))
    }
    paragraph(runs, lead: node.action == nil ? [Run(text: "\(String(signs.bullet)) ", style: .muted)] : [])
    if let text = node.text { indented { $0.paragraph($0.found(in: text, .muted, node)) } }
  }

  /// The text of an entry, in which what is searched for is marked.
  func found(in text: String, _ style: CellStyle, _ node: InterfaceDescription.Node) -> [Run] {
    guard let filter = interaction.filter, filter.node.range.contains(node.index),
      let found = Folding.range(of: filter.text, in: text)
    else { return [Run(text: text, style: style)] }
    return [
      Run(text: String(text[..<found.lowerBound]), style: style),
      Run(text: String(text[found]), style: style.adding([.bold, .underline])),
      Run(text: String(text[found.upperBound...]), style: style),
    ]
  }

  /// If there is room, it is the same for all short labels.
  private static func stop(behind column: Int, room: Int) -> Int {
    if room < 56 { return column + 2 }
    return max(24, (column + 2 + 7) / 8 * 8)
  }
}
