import AppControllerKit

extension ScreenPainter {
  mutating func paintTable(_ node: InterfaceDescription.Node) {
    paintTableHead(node)
    for row in node.children { paint(row) }
    if isRoomy { canvas.gap() }
  }

  mutating func paintTableHead(_ node: InterfaceDescription.Node) {
    begin(.single)
    if let label = node.label { paragraph([Run(text: label, style: CellStyle(.bold))] + busy(node)) }
    paintHint(node)
    let columns = node.tableColumns
    let layout = tableLayout(of: node)
    let heads = layout.widths.enumerated().map { position, width in
      let head = block(width: width) {
        $0.paragraph([Run(text: columns[position].label, style: .muted)], measure: width)
      }
      return (block: head, column: layout.place(of: head, at: position))
    }
    canvas.place(heads)
    paintRule(signs.divider)
    if isRoomy { canvas.join(as: .heading) }
  }

  mutating func paintRow(_ node: InterfaceDescription.Node) {
    guard let table = node.parent, table.kind == .table else { return paintChildren(node) }
    let (columns, layout) = (table.tableColumns, tableLayout(of: table))
    let cells = node.children
    let hasAction = node.action != nil
    let isEnabled = !hasAction || status.isEnabled(node)
    var style = isEnabled ? CellStyle.plain : .muted
    if hasAction, hasFocus(node) { style = style.adding(.reverse) }
    region(hasAction ? node.id.map(TerminalTarget.node) : nil, isFocusable: isEnabled) { painter in
      let blocks = zip(cells, layout.widths).enumerated().map { position, cell in
        let marks = position == 0 ? painter.marks(of: node, isEnabled) : []
        let block = painter.block(width: cell.1) { $0.paintCell(cell.0, style, marks) }
        return (block: block, column: layout.place(of: block, at: position))
      }
      let sign = Cell(
        scalar: painter.isMirrored ? painter.signs.back : painter.signs.further,
        style: isEnabled ? CellStyle(style.attributes, role: style == .plain ? .accent : .normal) : .muted)
      let hasSign = hasAction && painter.canvas.room >= Self.leastBesideSign
      painter.canvas.place(blocks, fill: style, sign: hasSign ? sign : nil)
      painter.indented { painter in
        for (cell, column) in zip(cells, columns).dropFirst(layout.widths.count) where !cell.isHidden {
          painter.paintFolded(cell, column, style)
        }
      }
    }
    paintHint(node)
  }

  private mutating func paintCell(_ cell: InterfaceDescription.Node, _ style: CellStyle, _ marks: [Run]) {
    guard cell.kind == .text, !cell.isHidden else {
      if !marks.isEmpty { paragraph(marks) }
      return paint(cell)
    }
    paragraph([Run(text: cell.text ?? "", style: style)] + marks + busy(cell), measure: canvas.room)
    paintHint(cell)
  }

  private mutating func paintFolded(_ cell: InterfaceDescription.Node, _ column: TableColumn, _ style: CellStyle) {
    let head = Run(text: column.label + ": ", style: .muted)
    if cell.kind == .text {
      paragraph([head, Run(text: cell.text ?? "", style: style)] + busy(cell))
      return paintHint(cell)
    }
    paragraph([head])
    indented { $0.paint(cell) }
  }

  /// With less room a table is without the signs of its rows.
  private static let leastBesideSign = 24

  private mutating func tableLayout(of table: InterfaceDescription.Node) -> TableLayout {
    let natural = naturalWidths(of: table)
    let sign = canvas.room >= Self.leastBesideSign ? natural[table.tableColumns.count] : 0
    return TableLayout(table.tableColumns, natural: natural, room: canvas.room - sign)
  }

  /// Behind those of the columns is that of the sign of rows that open, or 0.
  private mutating func naturalWidths(of table: InterfaceDescription.Node) -> [Int] {
    options.widths.value(of: table) {
      let count = table.tableColumns.count
      var widths = table.tableColumns.map { cells(of: $0.label, .plain).count } + [0]
      for row in table.children where !row.isHidden {
        if row.action != nil { widths[count] = 2 }
        for (position, cell) in row.children.enumerated() where position < count && !cell.isHidden {
          if widths[position] >= TableLayout.widest { continue }
          widths[position] = max(widths[position], naturalWidth(of: cell))
        }
      }
      return widths
    }
  }

  private mutating func naturalWidth(of cell: InterfaceDescription.Node) -> Int {
    guard cell.kind == .text else {
      return block(cell, width: TableLayout.widest).extent
    }
    let lines = (cell.text ?? "").split(separator: "\n")
    return lines.reduce(0) { widest, line in
      line.utf8.count <= widest ? widest : max(widest, cells(of: String(line.prefix(TableLayout.widest)), .plain).count)
    }
  }
}

/// The widths of a table's columns that fit side by side; the cells of the others are folded below the first one.
struct TableLayout {
  static let widest = 32
  private static let narrowest = 8
  private static let gutter = 2

  /// The widths of the columns side by side; at least one.
  private(set) var widths: [Int] = []
  private let columns: [TableColumn]

  init(_ columns: [TableColumn], natural: [Int], room: Int) {
    self.columns = columns
    func least(_ position: Int) -> Int {
      let width = min(max(1, natural[position]), Self.widest)
      return columns[position].weight == nil ? width : min(width, Self.narrowest)
    }
    var (count, used) = (0, 0)
    while count < columns.count {
      let more = least(count) + (count > 0 ? Self.gutter : 0)
      if used + more > room { break }
      (count, used) = (count + 1, used + more)
    }
    guard count > 0 else {
      widths = columns.isEmpty ? [] : [max(1, room)]
      return
    }
    widths = (0..<count).map(least)
    // The columns with weights share the rest in proportion to their weights.
    let weights = columns[..<count].map { $0.weight ?? 0 }
    var (rest, sum) = (room - used, weights.reduce(0, +))
    for position in widths.indices where weights[position] > 0 {
      let share = rest * weights[position] / sum
      widths[position] += share
      (rest, sum) = (rest - share, sum - weights[position])
    }
  }

  func place(of cell: PaintedBlock, at position: Int) -> Int {
    let start = widths[..<position].reduce(0) { $0 + $1 + Self.gutter }
    guard columns[position].alignment == .end else { return start }
    return start + max(0, widths[position] - cell.extent)
  }
}

extension ScreenPainter {
  private static let widestBar = 40
  private static let widestName = 20

  mutating func paintChart(_ node: InterfaceDescription.Node) {
    guard let chart = node.chart, !chart.values.isEmpty else { return }
    let label = Run(text: node.label ?? "")
    if node.style == .line {
      let line = Run(text: ChartLine.text(of: chart.values), style: CellStyle(role: .accent))
      paragraph([label] + busy(node))
      indented { $0.paragraph([line, Run(text: "  " + chart.summary($0.words), style: .muted)]) }
    } else {
      paragraph([label] + busy(node))
      indented { $0.paintBars(chart) }
    }
    paintHint(node)
  }

  private mutating func paintBars(_ chart: ChartDescription) {
    let names = chart.values.indices.map { position in
      chart.labels.indices.contains(position)
        ? cells(of: String(chart.labels[position].prefix(2 * Self.widestName)), .plain) : []
    }
    let numbers = chart.values.map { cells(of: chart.text(of: $0), .plain) }
    let nameWidth = min(names.map(\.columns).max() ?? 0, Self.widestName, max(0, canvas.room / 3))
    let numberWidth = numbers.map(\.columns).max() ?? 0
    let start = nameWidth > 0 ? nameWidth + 1 : 0
    let width = max(1, min(Self.widestBar, canvas.room - start - numberWidth - 1))
    let scale = ChartLine.Scale(chart.values, fromZero: true)
    for position in chart.values.indices {
      canvas.beginRow()
      let margin = canvas.column
      if start > 0 {
        canvas.put(names[position].cut(to: nameWidth, signs))
        canvas.put(blank: margin + start - canvas.column)
      }
      let halves = Int((scale.share(of: chart.values[position]) * Double(2 * width)).rounded())
      let bar = String(repeating: "█", count: halves / 2) + (halves % 2 == 1 ? "▌" : "")
      canvas.put(cells(of: bar, CellStyle(role: .accent)))
      if halves > 0 { canvas.put(blank: 1) }
      canvas.put(numbers[position])
      canvas.endRow()
    }
  }
}

/// A line chart of one row, whose characters have the heights of the numbers.
enum ChartLine {
  struct Scale {
    private let least: Double
    private let range: Double

    init(_ values: [Double], fromZero: Bool) {
      let (low, high) = (values.min() ?? 0, values.max() ?? 0)
      // The values are halved, so that the range of any two numbers is finite.
      least = (fromZero ? min(low, 0) : low) / 2
      range = (fromZero ? max(high, 0) : high) / 2 - least
    }

    /// From 0 to 1.
    func share(of value: Double) -> Double { range > 0 ? min(max((value / 2 - least) / range, 0), 1) : 0.5 }
  }

  static func text(of values: [Double]) -> String {
    let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let scale = Scale(values, fromZero: false)
    return String(values.map { heights[Int((scale.share(of: $0) * 7).rounded())] })
  }
}

extension ScreenPainter {
  /// Returns whether there is a picture that can be shown.
  mutating func paintAsset(_ node: InterfaceDescription.Node) -> Bool {
    guard let decode = options.assets, signs != .ascii, signs != .console,
      let image = node.media?.asset.flatMap({ picture.state.assets[$0] })
    else { return false }
    let size = CellPicture.size(of: image, room: canvas.room, isRoomy: isRoomy)
    guard size.columns <= canvas.room, let cells = options.picture(image, size, decode) else { return false }
    for row in 0..<size.rows {
      canvas.beginRow()
      if row == 0 { canvas.mark(cells) }
      canvas.put(" ", CellStyle(.picture), count: size.columns)
      canvas.endRow()
    }
    if node.isBusy { paragraph(busy(node)) }
    paintHint(node)
    return true
  }
}

extension ScreenPainter {
  /// Of the same length for every secret.
  private static let mask = "••••••••"
  /// In modules.
  private static let quietZone = 2
  private static let leastBeside = 24

  mutating func paintSecret(_ node: InterfaceDescription.Node) {
    let value = node.isNamed(interaction.revealedID) ? node.secret?.text ?? "" : Self.mask
    let style = hasFocus(node) ? CellStyle(.reverse) : .plain
    let runs = [Run(text: node.label ?? "", style: style), Run(text: ": "), Run(text: value, style: CellStyle(.bold))]
    region(node.id.map(TerminalTarget.node), isFocusable: true) { $0.paragraph(runs + $0.busy(node)) }
    paintHint(node)
  }

  mutating func paintCode(_ node: InterfaceDescription.Node) {
    let code = node.qrCode.flatMap { isRoomy && options.showsQRCodes && !$0.isEmpty ? QRCode($0) : nil }
    guard let code, code.size + 2 * Self.quietZone <= canvas.room else {
      paintCodeText(node)
      if let url = node.qrCode {
        paragraph([Run(text: words(.qrCode(QRCode.host(of: url))))])
        paragraph([Run(text: url, style: CellStyle(.underline, role: .accent))])
      }
      return paintHint(node)
    }
    let picture = block(width: code.size + 2 * Self.quietZone) { $0.paint(code) }
    if canvas.room >= picture.width + 2 + Self.leastBeside {
      let text = block(width: canvas.room - picture.width - 2) {
        $0.canvas.beginRow()
        $0.canvas.endRow()
        $0.paintCodeText(node)
        $0.paintHint(node)
      }
      canvas.gap()
      canvas.place([(picture, 0), (text, picture.width + 2)])
      return canvas.gap()
    }
    canvas.gap()
    canvas.place([(picture, 0)])
    paintCodeText(node)
    paintHint(node)
  }

  private mutating func paintCodeText(_ node: InterfaceDescription.Node) {
    let label = node.label.map { [Run(text: $0 + ": ")] } ?? []
    paragraph(label + [Run(text: node.text ?? "", style: CellStyle(.bold))] + busy(node))
  }

  private mutating func paint(_ code: QRCode) {
    let zone = Self.quietZone
    for row in stride(from: -zone, to: code.size + zone, by: 2) {
      canvas.beginRow()
      canvas.put(
        (-zone..<code.size + zone).map { column in
          let scalar: Unicode.Scalar =
            switch (code[row, column], code[row + 1, column]) {
            case (true, true): "█"
            case (true, false): "▀"
            case (false, true): "▄"
            case (false, false): " "
            }
          return Cell(scalar: scalar, style: CellStyle(.paper))
        })
      canvas.endRow()
    }
  }
}
