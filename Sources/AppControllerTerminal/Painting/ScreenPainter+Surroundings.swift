import AppControllerKit

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
    let label = cells(of: bar.label.map { $0 + ":" } ?? "", .muted)
    canvas.beginRow()
    if !label.isEmpty { canvas.put(label.fitting(canvas.room)) }
    for item in bar.items {
      let isSelected = item.id.utf8.elementsEqual(bar.selectedID.utf8)
      let target = TerminalTarget.tab(of: bar.id, item.id)
      var style = isSelected ? CellStyle(.bold, role: .accent) : .plain
      if focus == target { style = style.adding(.reverse) }
      let text = item.label + (item.badge.map { " (\($0))" } ?? "")
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
  }

  mutating func paintFooter(_ text: String) {
    canvas.beginRow()
    canvas.put(cells(of: text, .muted).fitting(canvas.room))
    canvas.endRow()
  }
}

extension [Cell] {
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
