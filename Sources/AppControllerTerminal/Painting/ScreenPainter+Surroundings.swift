import AppControllerKit

extension ScreenPainter {
  struct HeaderShape {
    let isBoxed: Bool
    /// Whether the title is in the edge of the box.
    let hasTitle: Bool
    let hasRules: Bool
    let isBounded: Bool
  }

  mutating func paintHeader(_ shape: HeaderShape) {
    for bar in picture.tabBars { paintTabs(bar, shape) }
    let style = CellStyle(.bold, role: .accent)
    let isKnown = picture.tabBars.last.map { bar in
      bar.items.contains { $0.id == bar.selectedID && $0.label == picture.node.label && !$0.label.isEmpty }
    }
    let title = shape.hasTitle || isKnown == true ? "" : picture.node.label ?? ""
    let marks = shape.hasTitle ? [] : busy(picture.node)
    if let back = picture.back {
      paintBack(back, title: title, style, marks)
    } else {
      if picture.isLayer, !shape.isBoxed { paintLine(.close, "\(String(signs.cross)) \(words(.close))") }
      if !title.isEmpty || !marks.isEmpty { paragraph([Run(text: title, style: style)] + marks) }
    }
    paintHint(picture.node)
    if canvas.height == 0 { return }
    if !shape.isBoxed, picture.tabBars.isEmpty, shape.hasRules {
      let indent = canvas.indent
      canvas.indent = 0
      paintRule(signs.line)
      canvas.indent = indent
    }
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

  /// The edges of a box: in the upper one are the title, unless it does not fit, and the way to close a layer.
  mutating func boxEdges(width: Int) -> (upper: PaintedBlock, lower: PaintedBlock, hasTitle: Bool) {
    let name = picture.node.label ?? ""
    var title = cells(
      of: " \(name)\(busy(picture.node).map(\.text).joined()) ", CellStyle(.bold, role: .accent))
    var close: [Cell] = []
    if picture.isLayer, picture.back == nil {
      let style = CellStyle(focus == .close ? .reverse : [], role: .accent)
      close = cells(of: " \(String(signs.cross)) \(words(.close)) ", style)
    }
    if name.isEmpty || title.columns + close.columns > width - 6 || name.contains(where: \.isNewline) { title = [] }
    return (edge(signs.corners[..<2], width, title, close), edge(signs.corners[2...], width), !title.isEmpty)
  }

  /// The texts have a space on either side.
  private func edge(
    _ corners: ArraySlice<Unicode.Scalar>, _ width: Int, _ title: [Cell] = [], _ close: [Cell] = []
  ) -> PaintedBlock {
    var edge = PaintedBlock(width: width)
    func put(_ text: [Cell], _ target: TerminalTarget? = nil) {
      edge.put(isMirrored ? text.suffix(1) : text.prefix(1))
      let start = edge.column
      edge.put(text.dropFirst().dropLast())
      if let target { edge.mark(target, from: start, cursorAt: 0) }
      edge.put(isMirrored ? text.prefix(1) : text.suffix(1))
    }
    let corners = isMirrored ? corners.reversed() : Array(corners)
    edge.put(corners[0], .muted)
    edge.put(signs.line, .muted)
    put(title)
    edge.put(signs.line, .muted, count: width - 4 - title.columns - close.columns)
    if !close.isEmpty { put(close, .close) }
    edge.put(signs.line, .muted)
    edge.put(corners[1], .muted)
    edge.endRow()
    return edge
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
      let style = CellStyle(
        focus == target ? .reverse : isSelected ? .bold : [], role: isSelected ? .accent : .normal)
      let marks = [item.badge, item.isBusy ? words(.busy) : nil].compactMap(\.self)
      let text = item.label + marks.map { " (\($0))" }.joined()
      let ends = isSelected && !shape.hasRules ? ("[", "]") : (" ", " ")
      return TabLabel(
        target: target, isSelected: isSelected,
        cells: cells(of: ends.0 + text + ends.1, style).cut(to: max(1, canvas.room - 4), signs))
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
    var heavy: Range<Int>?
    for tab in tabs {
      if tab.target != tabs.first?.target { canvas.put(blank: 1) }
      let start = canvas.column
      canvas.put(tab.cells)
      if tab.isSelected { heavy = start..<canvas.column }
      canvas.mark(tab.target, from: start, cursorAt: 1)
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

  /// Paints a message in as many rows as there is room for, and the keys if there is one more.
  ///
  /// The rows are 0 for an unbounded frame. Returns the visible rows of the message, and the number of rows below them.
  mutating func paintFooter(of interaction: InteractionState, rows: Int) -> (shown: Range<Int>, hidden: Int) {
    let (empty, limit) = (canvas, rows == 0 ? Int.max : max(1, rows / 4))
    if let message = interaction.message {
      paragraph([Run(text: MarkedRows(columns: canvas.room).wrap(message))], measure: canvas.room)
    }
    let (whole, most) = (canvas, max(1, limit - 1))
    let first = min(max(0, interaction.messageScroll), max(0, whole.height - most))
    let shown = first..<min(whole.height, first + most)
    canvas = empty
    canvas.append(whole, rows: shown)
    if canvas.height < limit { paintKeys(of: interaction) }
    return (shown, whole.height - shown.upperBound)
  }

  /// As many as fit on one row: the first one, the last one, then the others.
  private mutating func paintKeys(of interaction: InteractionState) {
    guard var last = interaction.keys.last.map({ key($0) }) else { return }
    var (used, rest) = ([Cell](), canvas.room - last.columns)
    for (position, key) in interaction.keys.dropLast().map({ key($0) + cells(of: "   ", .plain) }).enumerated() {
      if position == 0, key.columns > rest, key.columns <= canvas.room { (last, rest) = ([], canvas.room) }
      if key.columns > rest { break }
      rest -= key.columns
      used += key
    }
    canvas.beginRow()
    canvas.put((used + last).cut(to: canvas.room, signs))
    canvas.endRow()
  }

  private mutating func key(_ text: String) -> [Cell] {
    guard let end = text.firstRange(of: ": ") else { return cells(of: text, .muted) }
    return cells(of: String(text[..<end.lowerBound]), CellStyle(.bold)) + cells(of: " ", .plain)
      + cells(of: String(text[end.upperBound...]), .muted)
  }
}
