extension HTMLPainter {
  mutating func paintTable(_ index: Int, _ node: NodeRecord) {
    let hasLabel = has(.label, node)
    if hasLabel {
      paintLabel(index, node)
      paintDescriptions(index, node)
    }
    let columns = InterfaceDescription.Node(arena: arena, index: index).tableColumns
    // A table that is too wide scrolls by itself, so that the page does not.
    writer.literal("<div class=\"wide\">\n<table")
    identify(index, node)
    if hasLabel {
      refer("aria-labelledby", to: index, ["l"])
      describe(index, descriptions(node))
    }
    writer.literal(">\n")
    paintWidths(of: columns)
    writer.literal("<thead>\n<tr>")
    for column in columns {
      writer.literal("<th scope=\"col\"")
      style(column)
      direction()
      writer.literal(">")
      writer.text(column.label)
      writer.literal("</th>")
    }
    writer.literal("</tr>\n</thead>\n<tbody>\n")
    for row in arena.children(of: index) {
      if arena.nodes[row].knownKind == .row, !reading.isHidden(row) {
        paintRow(row, arena.nodes[row], columns)
      } else {
        paint(row)
      }
    }
    writer.literal("</tbody>\n</table>\n</div>\n")
  }

  /// In twelfths of the table.
  private mutating func paintWidths(of columns: [TableColumn]) {
    let total = columns.reduce(0) { $0 + ($1.weight ?? 0) }
    if total == 0 { return }
    writer.literal("<colgroup>")
    for column in columns {
      if let weight = column.weight {
        writer.literal("<col class=\"share-")
        writer.number(max(1, 12 * weight / total))
        writer.literal("\">")
      } else {
        writer.literal("<col class=\"fit\">")
      }
    }
    writer.literal("</colgroup>\n")
  }

  /// A longer text of a column without a weight may wrap.
  private static let maximumUnwrappedBytes = 24

  private mutating func style(_ column: TableColumn?, isShort: Bool = false) {
    switch (column?.alignment == .end, isShort) {
    case (true, true): writer.literal(" class=\"end short\"")
    case (true, false): writer.literal(" class=\"end\"")
    case (false, true): writer.literal(" class=\"short\"")
    case (false, false): break
    }
  }

  /// Whether a text stays on one line: the columns with weights leave it as much room as it needs.
  private func isShort(_ cell: Int, in column: TableColumn?, of columns: [TableColumn]) -> Bool {
    guard let column, column.weight == nil, columns.contains(where: { $0.weight != nil }),
      let text = arena.value(.text, in: arena.nodes[cell].values), text.tag == .string
    else { return false }
    return text.text.length <= Self.maximumUnwrappedBytes
  }

  private mutating func paintRow(_ index: Int, _ node: NodeRecord, _ columns: [TableColumn]) {
    let isPressable = arena.value(.action, in: node.values) != nil
    writer.literal("<tr")
    identify(index, node)
    if has(.label, node) {
      writer.literal(" aria-label=\"")
      value(.label, node)
      writer.literal("\"")
    }
    describe(index, descriptions(node))
    writer.literal(">")
    for (position, cell) in arena.children(of: index).enumerated() {
      writer.literal("<td")
      let column = columns.indices.contains(position) ? columns[position] : nil
      style(column, isShort: isShort(cell, in: column, of: columns))
      writer.literal(">")
      if position == 0, isPressable {
        paintAction(index, node, around: cell)
      } else if !reading.isHidden(cell) {
        paint(cell)
      }
      if position == 0 { paintDescriptions(index, node) }
      writer.literal("</td>")
    }
    writer.literal("</tr>\n")
  }

  private mutating func paintAction(_ index: Int, _ node: NodeRecord, around cell: Int) {
    let first = arena.nodes[cell]
    let isText = first.knownKind == .text && !DataWords.isStandalone(first, in: arena) && !reading.isHidden(cell)
    writer.literal(isText ? "<button type=\"submit\" class=\"cell\"" : "<button type=\"submit\" class=\"cell apart\"")
    press(index, node)
    writer.literal(" aria-label=\"")
    value(.label, node)
    writer.literal("\"")
    describe(index, descriptions(node))
    disable(index, node)
    writeFormOwner(index)
    writer.literal("><bdi>")
    if isText { value(.text, first) } else { value(.label, node) }
    writer.literal("</bdi></button>")
    if !isText, !reading.isHidden(cell) { paint(cell) }
  }
}

// MARK: - Charts

extension HTMLPainter {
  private static let chart = (width: 640, height: 100)

  mutating func paintChart(_ index: Int, _ node: NodeRecord) {
    guard let chart = InterfaceDescription.Node(arena: arena, index: index).chart else { return }
    writer.literal("<figure class=\"chart\"")
    identify(index, node)
    refer("aria-labelledby", to: index, ["l"])
    describe(index, descriptions(node))
    writer.literal(">\n")
    paintLabel(index, node)
    writer.literal("<svg aria-hidden=\"true\" preserveAspectRatio=\"none\" viewBox=\"0 0 ")
    writer.number(Self.chart.width)
    writer.literal(" ")
    writer.number(Self.chart.height)
    writer.literal("\">")
    switch arena.word(.style, in: node.values) {
    case NodeStyle.line.rawValue: paintLine(chart.values)
    default: paintBars(chart.values)
    }
    writer.literal("</svg>\n<p class=\"caption values\"")
    direction()
    writer.literal(">")
    writer.text(chart.text(words))
    writer.literal("</p>\n")
    paintDescriptions(index, node)
    writer.literal("</figure>\n")
  }

  private mutating func paintBars(_ values: [Double]) {
    let scale = ChartScale(values, height: Self.chart.height, fromZero: true)
    let step = Double(Self.chart.width) / Double(max(1, values.count))
    writer.literal("<path fill=\"currentColor\" d=\"")
    for (position, value) in values.enumerated() {
      let (x, width) = (Int(Double(position) * step), max(1, Int(step * 0.8)))
      let (top, bottom) = (scale.y(max(value, 0)), scale.y(min(value, 0)))
      writer.markup("M\(x) \(top)h\(width)v\(max(1, bottom - top))h-\(width)z")
    }
    writer.literal("\"/>")
  }

  private mutating func paintLine(_ values: [Double]) {
    let scale = ChartScale(values, height: Self.chart.height, fromZero: false)
    let step = Double(Self.chart.width) / Double(max(1, values.count - 1))
    writer.literal(
      "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" vector-effect=\"non-scaling-stroke\" d=\"")
    for (position, value) in values.enumerated() {
      writer.markup("\(position == 0 ? "M" : "L")\(Int(Double(position) * step)) \(scale.y(value))")
    }
    if values.count == 1 { writer.markup("H\(Self.chart.width)") }
    writer.literal("\"/>")
  }
}

private struct ChartScale {
  private let least: Double
  private let range: Double
  private let height: Int

  init(_ values: [Double], height: Int, fromZero: Bool) {
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    // Halved, so that the range of any two numbers is finite.
    least = (fromZero ? min(low, 0) : low) / 2
    range = (fromZero ? max(high, 0) : high) / 2 - least
    self.height = height
  }

  /// The distance from the top.
  func y(_ value: Double) -> Int {
    let share = range > 0 ? (value / 2 - least) / range : 0.5
    return height - Int((Double(height) * min(max(share, 0), 1)).rounded())
  }
}

// MARK: - Secrets and QR codes

extension HTMLPainter {
  /// The page contains the secret only once the host reveals it.
  mutating func paintSecret(_ index: Int, _ node: NodeRecord) {
    writer.literal("<div class=\"control\">\n<button type=\"submit\" name=\":reveal\"")
    if live == nil {
      writer.attribute("value", arena.bytes(node.id))
    } else {
      writer.literal(" value=\"")
      id(index)
      writer.literal("\"")
    }
    identify(index, node)
    describe(index, descriptions(node))
    if isPicture { writer.literal(" disabled") }
    writeFormOwner(index)
    writer.literal("><bdi class=\"name\">")
    value(.label, node)
    writer.literal("</bdi> <span class=\"masked\"")
    if let live, live.revealed == index {
      writer.literal(" dir=\"ltr\">")
      writer.text(InterfaceDescription.Node(arena: arena, index: index).secret?.text ?? "")
    } else {
      language()
      writer.literal(">(")
      writer.text(words(.hidden))
      writer.literal(")")
    }
    writer.literal("</span></button>\n")
    paintDescriptions(index, node)
    writer.literal("</div>\n")
  }

  /// Writes the URL itself where no code can be drawn.
  mutating func paintQRCode(_ url: String) {
    writer.literal(" <a")
    if LinkPolicy.allows(url), !isPicture {
      writer.attribute("href", url)
      writer.literal(" rel=\"noopener noreferrer\"")
    } else {
      writer.literal(" role=\"link\"")
    }
    writer.attribute("aria-label", words(.qrCode(QRCode.host(of: url))))
    writer.literal(">")
    if url.utf8.count <= DataLimits.qrCode, let code = qrCodes?(url) { paint(code) } else { writer.text(url) }
    writer.literal("</a>")
  }

  /// Modules.
  private static let quietZone = 4

  private mutating func paint(_ code: QRCode) {
    let side = code.size + 2 * Self.quietZone
    writer.literal("<svg class=\"qr\" aria-hidden=\"true\" shape-rendering=\"crispEdges\"")
    writer.markup(" viewBox=\"0 0 \(side) \(side)\">")
    // Dark on light whatever the theme: readers do not find an inverted code.
    writer.markup("<path fill=\"#fff\" d=\"M0 0h\(side)v\(side)H0z\"/><path fill=\"#000\" d=\"")
    for row in 0..<code.size {
      var column = 0
      while column < code.size {
        let start = column
        while code[row, column] { column += 1 }
        if column > start {
          writer.markup("M\(start + Self.quietZone) \(row + Self.quietZone)h\(column - start)v1h-\(column - start)z")
        }
        column += 1
      }
    }
    writer.literal("\"/></svg>")
  }
}
