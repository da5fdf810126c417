import AppControllerKit

extension ScreenPainter {
  /// In columns.
  private static let leastShare = 8

  /// Children without a share are as wide as their content, and the others share the rest.
  ///
  /// Returns false, and paints nothing, when they do not fit.
  mutating func paintShares(_ children: [InterfaceDescription.Node]) -> Bool {
    let room = canvas.room - Self.gutter * (children.count - 1)
    var widths = children.map { $0.weight == nil ? block($0, width: canvas.room).extent : 0 }
    let total = children.reduce(0) { $0 + ($1.weight ?? 0) }
    var (free, shares) = (room - widths.reduce(0, +), total)
    // The last shares get the remainders of rounding.
    for (position, child) in children.enumerated() {
      guard let weight = child.weight else { continue }
      widths[position] = max(0, free) * weight / shares
      if widths[position] < Self.leastShare { return false }
      free -= widths[position]
      shares -= weight
    }
    if widths.reduce(0, +) > room { return false }
    place(zip(children, widths).map { $0.kind == .spacer ? nil : block($0, width: $1) }, widths)
    return true
  }
}

extension ScreenPainter {
  mutating func paintDisclosure(_ node: InterfaceDescription.Node) {
    let isOpen = status.isOpen(node)
    var style = CellStyle(.bold)
    if hasFocus(node) { style = style.adding(.reverse) }
    let mark = "\(isOpen ? signs.down : isMirrored ? signs.mirroredPointer : signs.pointer) "
    begin(.single)
    region(node.id.map(TerminalTarget.node), isFocusable: true) {
      $0.paragraph([Run(text: mark), Run(text: node.label ?? "", style: style)] + $0.busy(node))
    }
    paintHint(node)
    if isRoomy { canvas.join(as: .heading) }
  }
}

extension ScreenPicture {
  var closedGroups: [Int] {
    if !hasGroupsThatClose { return [] }
    return content.subtree.map(\.node).filter { $0.isCollapsed != nil && !state.isOpen($0) }.map(\.index)
  }
}

extension ScreenPainter {
  mutating func paintLines(
    of node: InterfaceDescription.Node, _ input: InputDescription, count: Int, _ isEnabled: Bool
  ) {
    var (text, caret) = (values(of: input).first ?? "", Int?.none)
    if case .text(let typed, let place)? = editing(of: node) { (text, caret) = (typed, max(0, place)) }
    if hasFocus(node), caret == nil { caret = text.count }
    let base = isEnabled ? CellStyle.plain : .muted
    let style = isRoomy ? base : base.adding(.underline)
    let inner = max(2, min(Self.fieldWidth, canvas.room) - 2)
    var rows: [ArraySlice<Cell>] = []
    var place: (row: Int, column: Int)?
    var left = caret
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let cells = self.cells(of: String(line), style)
      let first = rows.count
      rows += Self.wrapped(cells, inner - 1)
      if let offset = left {
        if offset <= line.count, place == nil {
          place = Self.place(self.cells(of: String(line.prefix(offset)), style).count, rows[first...])
        }
        left = offset - line.count - 1
      }
    }
    let start = max(0, min((place?.row ?? 0) - count + 1, rows.count - count))
    for row in start..<start + count {
      canvas.beginRow()
      canvas.put(signs.side, .muted)
      canvas.put(blank: 1)
      let left = canvas.column
      if rows.indices.contains(row) { canvas.put(rows[row]) }
      if let place, place.row == row {
        canvas.caret = CellPosition(row: canvas.height, column: min(left + place.column, max(0, canvas.width - 1)))
      }
      canvas.put(" ", style, count: inner - (canvas.column - left))
      canvas.endRow()
    }
  }

  /// At least one row.
  private static func wrapped(_ cells: [Cell], _ columns: Int) -> [ArraySlice<Cell>] {
    var (rows, start, used) = ([ArraySlice<Cell>](), 0, 0)
    for (index, cell) in cells.enumerated() {
      if used + Int(cell.width) > columns, index > start {
        rows.append(cells[start..<index])
        (start, used) = (index, 0)
      }
      used += Int(cell.width)
    }
    return rows + [cells[start...]]
  }

  private static func place(_ count: Int, _ rows: ArraySlice<ArraySlice<Cell>>) -> (row: Int, column: Int)? {
    for (index, row) in zip(rows.indices, rows) where count <= row.endIndex {
      return (index, row[row.startIndex..<max(row.startIndex, count)].columns)
    }
    return nil
  }

  mutating func paintForm(_ input: InputDescription) {
    let form = input.placeholder == nil && input.content.isMoment ? input.content.form : nil
    let said = [form.map { words(.suchAs($0)) }, words.bounds(min: input.range?.min, max: input.range?.max)].compactMap(
      \.self)
    if said.isEmpty { return }
    indented { $0.paragraph([Run(text: said.joined(separator: ", "), style: .muted)]) }
  }
}

extension InterfaceDescription.Node {
  /// Empty when the label is hidden.
  var drawnLabel: String { isLabelHidden ? "" : label ?? "" }

  var buttonLabel: String { (label ?? "") + (action?.confirmation == nil ? "" : "…") }
}

extension [ScreenPainter.Run] {
  var isBlank: Bool { allSatisfy(\.text.isEmpty) }
}

extension ScreenPainter {
  func icon(_ node: InterfaceDescription.Node) -> [Run] {
    node.icon.map { [Run(text: $0.glyph + " ", style: CellStyle(role: .accent))] } ?? []
  }
}

extension Icon {
  /// One column wide, and no emoji.
  package var glyph: String {
    switch self {
    case .add: "+"
    case .back: "←"
    case .calendar: "▦"
    case .call: "✆"
    case .camera: "◉"
    case .cart: "∪"
    case .chat: "❞"
    case .check: "✓"
    case .clock: "◷"
    case .close: "×"
    case .copy: "⧉"
    case .delete: "⌫"
    case .document: "▤"
    case .download: "↓"
    case .edit: "✎"
    case .error: "⊗"
    case .favorite: "♡"
    case .file: "▢"
    case .folder: "▣"
    case .forward: "→"
    case .help: "?"
    case .home: "⌂"
    case .info: "i"
    case .link: "⇗"
    case .list: "≡"
    case .location: "⌖"
    case .lock: "⚿"
    case .mail: "@"
    case .menu: "⋮"
    case .money: "¤"
    case .music: "♪"
    case .next: "⇥"
    case .notification: "⍾"
    case .pause: "‖"
    case .person: "☻"
    case .photo: "▨"
    case .play: "▷"
    case .previous: "⇤"
    case .search: "⌕"
    case .send: "➤"
    case .settings: "⛭"
    case .star: "★"
    case .trend: "∿"
    case .warning: "△"
    }
  }
}
