import AppControllerKit

extension ScreenPainter {
  struct HeaderShape {
    /// Nil for a page.
    let title: BoxTitle?
    let hasRules: Bool
    let isBounded: Bool
  }

  mutating func paintHeader(_ shape: HeaderShape) {
    for bar in picture.tabBars { paintTabs(bar, shape) }
    let style = CellStyle(.bold, role: .accent)
    let isKnown = picture.tabBars.last.map { bar in
      bar.items.contains { $0.id == bar.selectedID && $0.label == picture.node.label && !$0.label.isEmpty }
    }
    let isInLine = shape.title?.text.isEmpty == false
    let title = isInLine || isKnown == true ? "" : picture.node.label ?? ""
    let marks = isInLine ? [] : busy(picture.node)
    if let back = picture.back {
      paintBack(back, title: title, style, marks)
    } else {
      if picture.isLayer, shape.title == nil { paintLine(.close, "\(String(signs.cross)) \(words(.close))") }
      if !title.isEmpty || !marks.isEmpty { paragraph([Run(text: title, style: style)] + marks) }
    }
    paintHint(picture.node)
    if canvas.height == 0 { return }
    if shape.title == nil, picture.tabBars.isEmpty, shape.hasRules { paintRule() }
    if isRoomy { canvas.endRow() }
  }

  private mutating func paintBack(
    _ back: ScreenPicture.Back, title: String, _ style: CellStyle, _ marks: [Run]
  ) {
    let sign = String(isMirrored ? signs.further : signs.back)
    let text = "\(sign) \(words(.back))" + (back.title.map { ": \($0)" } ?? "")
    let (line, name) = (
      cells(of: text, CellStyle(focus == .back ? .reverse : [], role: .accent)), cells(of: title, style)
    )
    guard !isRoomy, marks.isEmpty, line.columns + 3 + name.columns <= canvas.room else {
      paintLine(.back, text)
      if !title.isEmpty || !marks.isEmpty { paragraph([Run(text: title, style: style)] + marks) }
      return
    }
    region(.back, isFocusable: true, cursorAt: 2) { painter in
      painter.canvas.beginRow()
      painter.canvas.put(line)
      painter.canvas.put(blank: 3)
      painter.canvas.put(name)
      painter.canvas.endRow()
    }
  }

  private mutating func paintLine(_ target: TerminalTarget, _ text: String) {
    let style = CellStyle(focus == target ? .reverse : [], role: .accent)
    region(target, isFocusable: true, cursorAt: 2) { $0.paragraph([Run(text: text, style: style)]) }
  }

  private mutating func paintRule() {
    let indent = canvas.indent
    canvas.indent = 0
    canvas.beginRow()
    canvas.put(signs.line, .muted, count: canvas.room)
    canvas.endRow()
    canvas.indent = indent
  }

  private struct TabLabel {
    let target: TerminalTarget
    let isSelected: Bool
    let cells: [Cell]
    var columns: Int { cells.columns }
  }

  /// In a bounded frame, the tabs take one row, which shows those around the current tab.
  ///
  /// An unbounded frame has as many rows as the tabs need.
  private mutating func paintTabs(_ bar: TabBarPicture, _ shape: HeaderShape) {
    let tabs = bar.items.map { item in
      let isSelected = item.id.utf8.elementsEqual(bar.selectedID.utf8)
      let target = TerminalTarget.tab(of: bar.id, item.id)
      var style = isSelected ? CellStyle(.bold, role: .accent) : .plain
      if focus == target { style = style.adding(.reverse) }
      let marks = [item.badge, item.isBusy ? words(.busy) : nil].compactMap(\.self)
      let text = item.label + marks.map { " (\($0))" }.joined()
      let ends = isSelected && !shape.hasRules ? ("[", "]") : (" ", " ")
      return TabLabel(
        target: target, isSelected: isSelected,
        cells: Array(cells(of: ends.0 + text + ends.1, style).fitting(max(1, canvas.room - 4))))
    }
    let label = cells(of: (bar.label ?? "") + (bar.isBusy ? " (\(words(.busy)))" : ""), .muted)
    var rest = tabs[...]
    var isFirst = true
    repeat {
      let lead = isFirst && !label.isEmpty && label.columns + 14 <= canvas.room ? label.columns + 2 : 0
      let shown = shape.isBounded ? window(tabs, canvas.room - lead) : fitting(rest, canvas.room - lead)
      paint(shown, of: tabs.count, isFirst ? label[..<(lead > 0 ? label.count : 0)] : [], shape)
      rest = shape.isBounded ? [] : rest[shown.endIndex...]
      isFirst = false
    } while !rest.isEmpty
    for hint in [bar.hint, bar.items.first { $0.id == bar.selectedID }?.hint] {
      if let hint { paragraph([Run(text: hint, style: .muted)]) }
    }
  }

  /// At least one.
  private func fitting(_ tabs: ArraySlice<TabLabel>, _ room: Int) -> ArraySlice<TabLabel> {
    var (end, columns) = (tabs.startIndex, -1)
    while end < tabs.endIndex, end == tabs.startIndex || columns + 1 + tabs[end].columns <= room {
      columns += 1 + tabs[end].columns
      end += 1
    }
    return tabs[tabs.startIndex..<end]
  }

  /// Includes the tab that has the focus, or else the selected one.
  private func window(_ tabs: [TabLabel], _ room: Int) -> ArraySlice<TabLabel> {
    let all = fitting(tabs[...], room)
    if all.count == tabs.count { return all }
    // The signs for further tabs on both sides take four columns.
    let room = room - 4
    let current = tabs.firstIndex { $0.target == focus } ?? tabs.firstIndex { $0.isSelected } ?? 0
    var shown = fitting(tabs[...], room)
    while shown.endIndex <= current { shown = fitting(tabs[(shown.startIndex + 1)...], room) }
    return shown
  }

  private mutating func paint(
    _ tabs: ArraySlice<TabLabel>, of count: Int, _ label: ArraySlice<Cell>, _ shape: HeaderShape
  ) {
    let isWindow = shape.isBounded && tabs.count < count && canvas.room >= 8
    let (before, behind) = isMirrored ? (signs.further, signs.back) : (signs.back, signs.further)
    canvas.beginRow()
    if !label.isEmpty {
      canvas.put(label)
      canvas.put(blank: 2)
    }
    if isWindow {
      canvas.put(tabs.startIndex > 0 ? before : " ", .muted)
      canvas.put(blank: 1)
    }
    let row = canvas.height
    var heavy: Range<Int>?
    for tab in tabs {
      if tab.target != tabs.first?.target { canvas.put(blank: 1) }
      let start = canvas.column
      canvas.put(tab.cells)
      if tab.isSelected { heavy = start..<canvas.column }
      canvas.regions.append(
        Canvas.Region(
          target: tab.target, rows: row..<row + 1, columns: start..<canvas.column,
          anchor: CellPosition(row: row, column: max(0, min(start + 1, canvas.column - 1, canvas.width - 1))),
          isFocusable: true
        )
      )
    }
    if isWindow, tabs.endIndex < count {
      canvas.put(blank: 1)
      canvas.put(behind, .muted)
    }
    canvas.endRow()
    guard shape.hasRules else { return }
    let heavyRange = heavy ?? 0..<0
    canvas.put(signs.line, .muted, count: heavyRange.lowerBound)
    canvas.put(signs.heavyLine, CellStyle(.bold, role: .accent), count: heavyRange.count)
    canvas.put(signs.line, .muted, count: canvas.width - heavyRange.upperBound)
    canvas.endRow()
  }

  /// Paints on an empty canvas; returns the visible rows of the message, and the number of rows below them.
  mutating func message(of interaction: InteractionState, limit: Int) -> (shown: Range<Int>, hidden: Int) {
    guard let message = interaction.message else { return (0..<0, 0) }
    let empty = canvas
    paragraph([Run(text: MarkedRows(columns: canvas.room).wrap(message))], measure: canvas.room)
    let whole = canvas
    canvas = empty
    let first = min(max(0, interaction.messageScroll), max(0, whole.height - limit))
    let shown = first..<min(whole.height, first + limit)
    canvas.append(whole, rows: shown)
    return (shown, whole.height - shown.upperBound)
  }

  /// As many as fit on one row, and always the last one.
  mutating func keyRow(of interaction: InteractionState) -> Canvas {
    var row = Canvas(width: canvas.width)
    row.indent = canvas.indent
    guard let last = interaction.keys.last.map({ key($0) }) else { return row }
    var (used, rest) = ([Cell](), row.room - last.columns)
    for key in interaction.keys.dropLast().map({ key($0) + cells(of: "   ", .plain) }) {
      if key.columns > rest { break }
      rest -= key.columns
      used += key
    }
    row.beginRow()
    row.put((used + last).fitting(row.room))
    row.endRow()
    return row
  }

  private mutating func key(_ text: String) -> [Cell] {
    guard let end = text.firstRange(of: ": ") else { return cells(of: text, .muted) }
    return cells(of: String(text[..<end.lowerBound]), CellStyle(.bold)) + cells(of: " ", .plain)
      + cells(of: String(text[end.upperBound...]), .muted)
  }
}
