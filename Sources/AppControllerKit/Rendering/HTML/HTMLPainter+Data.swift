extension HTMLPainter {
  mutating func paintTable(_ node: Node) {
    if node.label != nil { emit(label(of: node), descriptions(of: node)) }
    let columns = node.tableColumns
    // A table that is too wide scrolls by itself, so that the page does not.
    emit(
      "<div class=\"wide\">\n<table", identity(node),
      node.label == nil ? "" : [labelled(node), described(node)], ">\n", widths(of: columns), "<thead>\n<tr>",
      .parts(
        columns.map { ["<th scope=\"col\"", style(of: $0), direction, ">", .text($0.label), "</th>"] }),
      "</tr>\n</thead>\n<tbody>\n")
    for row in arena.children(of: node.index) {
      if arena.nodes[row].knownKind == .row, !reading.isHidden(row) {
        paintRow(Node(arena: arena, index: row), columns)
      } else {
        paint(row)
      }
    }
    emit("</tbody>\n</table>\n</div>\n")
  }

  /// In twelfths of the table.
  private func widths(of columns: [TableColumn]) -> HTMLPart {
    let total = columns.reduce(0) { $0 + ($1.weight ?? 0) }
    if total == 0 { return "" }
    let widths = columns.map { column in
      column.weight.map { ["<col class=\"share-", .text("\(max(1, 12 * $0 / total))"), "\">"] }
        ?? "<col class=\"fit\">" as HTMLPart
    }
    return ["<colgroup>", .parts(widths), "</colgroup>\n"]
  }

  /// A longer text of a column without a weight may wrap.
  private static let maximumUnwrappedBytes = 24

  private func style(of column: TableColumn?, isShort: Bool = false) -> HTMLPart {
    switch (column?.alignment == .end, isShort) {
    case (true, true): " class=\"end short\""
    case (true, false): " class=\"end\""
    case (false, true): " class=\"short\""
    case (false, false): ""
    }
  }

  /// Whether a text stays on one line: the columns with weights leave it as much room as it needs.
  private func isShort(_ cell: Int, in column: TableColumn?, of columns: [TableColumn]) -> Bool {
    guard let column, column.weight == nil, columns.contains(where: { $0.weight != nil }),
      let text = Node(arena: arena, index: cell).text
    else { return false }
    return text.utf8.count <= Self.maximumUnwrappedBytes
  }

  private mutating func paintRow(_ node: Node, _ columns: [TableColumn]) {
    emit("<tr", identity(node), .attribute("aria-label", node.label), described(node), ">")
    for (position, cell) in arena.children(of: node.index).enumerated() {
      let column = columns.indices.contains(position) ? columns[position] : nil
      emit("<td", style(of: column, isShort: isShort(cell, in: column, of: columns)), ">")
      if position == 0, node.value(.action) != nil {
        paintAction(of: node, around: Node(arena: arena, index: cell))
      } else {
        paint(cell)
      }
      emit(position == 0 ? descriptions(of: node) : "", "</td>")
    }
    emit("</tr>\n")
  }

  private mutating func paintAction(of row: Node, around cell: Node) {
    let isText = cell.kind == .text && !DataWords.isStandalone(arena.nodes[cell.index], in: arena) && !cell.isHidden
    emit(
      "<button type=\"submit\" class=\"cell", isText ? "\"" : " apart\"", press(row),
      .attribute("aria-label", row.label ?? ""), described(row), control(row), "><bdi>",
      .text(isText ? cell.text : row.label), "</bdi></button>")
    if !isText { paint(cell.index) }
  }
}

// MARK: - Charts

extension HTMLPainter {
  private static let chart = (width: 640, height: 100)

  mutating func paintChart(_ node: Node) {
    guard let chart = node.chart else { return }
    emit(
      "<figure class=\"chart\"", identity(node), labelled(node), described(node), ">\n", label(of: node),
      "<svg aria-hidden=\"true\" preserveAspectRatio=\"none\"",
      .attribute("viewBox", "0 0 \(Self.chart.width) \(Self.chart.height)"), "><path",
      node.style == .line ? line(chart.values) : bars(chart.values), "/></svg>\n<p class=\"caption values\"",
      direction, ">", .text(chart.text(words)), "</p>\n", descriptions(of: node), "</figure>\n")
  }

  private func bars(_ values: [Double]) -> HTMLPart {
    let scale = ChartScale(values, height: Self.chart.height, fromZero: true)
    let step = Double(Self.chart.width) / Double(max(1, values.count))
    let path = values.enumerated().map { position, value in
      let (x, width) = (Int(Double(position) * step), max(1, Int(step * 0.8)))
      let (top, bottom) = (scale.y(max(value, 0)), scale.y(min(value, 0)))
      return "M\(x) \(top)h\(width)v\(max(1, bottom - top))h-\(width)z"
    }
    return [" fill=\"currentColor\"", .attribute("d", path.joined())]
  }

  private func line(_ values: [Double]) -> HTMLPart {
    let scale = ChartScale(values, height: Self.chart.height, fromZero: false)
    let step = Double(Self.chart.width) / Double(max(1, values.count - 1))
    let path = values.enumerated().map { position, value in
      "\(position == 0 ? "M" : "L")\(Int(Double(position) * step)) \(scale.y(value))"
    }
    return [
      " fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" vector-effect=\"non-scaling-stroke\"",
      .attribute("d", path.joined() + (values.count == 1 ? "H\(Self.chart.width)" : "")),
    ]
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
  mutating func paintSecret(_ node: Node) {
    let isRevealed = live?.revealed == node.index
    emit(
      "<div class=\"control\">\n<button type=\"submit\" name=\":reveal\"",
      live == nil ? .attribute("value", node.id ?? "") : [" value=\"", id(node), "\""], identity(node),
      described(node), isPicture ? " disabled" : "", formOwner(), autofocus(node), "><bdi class=\"name\">",
      .text(node.label), "</bdi> <span class=\"masked\"",
      isRevealed
        ? [" dir=\"ltr\">", .text(node.secret?.text)] : [language, ">(", .text(words(.hidden)), ")"],
      "</span></button>\n", descriptions(of: node), "</div>\n")
  }

  /// Writes the URL itself where no code can be drawn.
  func qrCode(_ url: String) -> HTMLPart {
    let code = url.utf8.count <= DataLimits.qrCode ? qrCodes?(url) : nil
    return [
      " <a", link(url), .attribute("aria-label", words(.qrCode(QRCode.host(of: url)))), ">",
      code.map(picture) ?? .text(url), "</a>",
    ]
  }

  /// Modules.
  private static let quietZone = 4

  private func picture(of code: QRCode) -> HTMLPart {
    let side = code.size + 2 * Self.quietZone
    var path = ""
    for row in 0..<code.size {
      var column = 0
      while column < code.size {
        let start = column
        while code[row, column] { column += 1 }
        if column > start {
          path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(column - start)v1h-\(column - start)z"
        }
        column += 1
      }
    }
    // Dark on light whatever the theme: readers do not find an inverted code.
    return [
      "<svg class=\"qr\" aria-hidden=\"true\" shape-rendering=\"crispEdges\"",
      .attribute("viewBox", "0 0 \(side) \(side)"), "><path fill=\"#fff\"",
      .attribute("d", "M0 0h\(side)v\(side)H0z"), "/><path fill=\"#000\"", .attribute("d", path), "/></svg>",
    ]
  }
}
