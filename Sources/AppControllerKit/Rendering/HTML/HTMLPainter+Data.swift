extension HTMLPainter {
  mutating func paintTable(_ node: Node) {
    let isNamed = text(.label, of: node) != nil
    if isNamed { emit(node, [.label, .descriptions]) }
    let columns = node.tableColumns
    // A table that is too wide scrolls by itself, so that the page does not.
    emit(node, ["<div class=\"wide\">\n<table", .identity])
    if isNamed { emit(node, [.labelled, .described]) }
    emit(">\n")
    emitWidths(of: columns)
    emit("<thead>\n<tr>")
    for column in columns {
      emit(["<th scope=\"col\"", style(of: column), .direction, ">", escaped(column.label), "</th>"])
    }
    emit("</tr>\n</thead>\n<tbody>\n")
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
  private mutating func emitWidths(of columns: [TableColumn]) {
    let total = columns.reduce(0) { $0 + ($1.weight ?? 0) }
    if total == 0 { return }
    emit("<colgroup>")
    for column in columns {
      if let weight = column.weight {
        emit(["<col class=\"share-", escaped("\(max(1, 12 * weight / total))"), "\">"])
      } else {
        emit("<col class=\"fit\">")
      }
    }
    emit("</colgroup>\n")
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
      let text = text(.text, of: Node(arena: arena, index: cell))
    else { return false }
    return text.length <= Self.maximumUnwrappedBytes
  }

  private mutating func paintRow(_ node: Node, _ columns: [TableColumn]) {
    emit(node, ["<tr", .identity, attribute("aria-label", node.label), .described, ">"])
    for (position, cell) in arena.children(of: node.index).enumerated() {
      let column = columns.indices.contains(position) ? columns[position] : nil
      emit(["<td", style(of: column, isShort: isShort(cell, in: column, of: columns)), ">"])
      if position == 0, node.value(.action) != nil {
        paintAction(of: node, around: Node(arena: arena, index: cell))
      } else {
        paint(cell)
      }
      emit(node, [position == 0 ? .descriptions : "", "</td>"])
    }
    emit("</tr>\n")
  }

  private mutating func paintAction(of row: Node, around cell: Node) {
    let isText = cell.kind == .text && !DataWords.isStandalone(arena.nodes[cell.index], in: arena) && !cell.isHidden
    emit(row, ["<button type=\"submit\" class=\"cell", isText ? "\"" : " apart\"", .press])
    emit(row, [attribute("aria-label", row.label ?? ""), .described, .disabled, .formOwner, .autofocus, "><bdi>"])
    if isText { emit(cell, [.text(.text)]) } else { emit(row, [.text(.label)]) }
    emit("</bdi></button>")
    if !isText { paint(cell.index) }
  }
}

// MARK: - Charts

extension HTMLPainter {
  private static let chart = (width: 640, height: 100)

  mutating func paintChart(_ node: Node) {
    guard let chart = node.chart else { return }
    emit(node, ["<figure class=\"chart\"", .identity, .labelled, .described, ">\n", .label])
    emit("<svg aria-hidden=\"true\" preserveAspectRatio=\"none\"")
    emit([attribute("viewBox", "0 0 \(Self.chart.width) \(Self.chart.height)"), "><path"])
    if node.style == .line {
      emit(" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" vector-effect=\"non-scaling-stroke\"")
      emit([attribute("d", Self.line(chart.values))])
    } else {
      emit([" fill=\"currentColor\"", attribute("d", Self.bars(chart.values))])
    }
    emit("/></svg>\n")
    let areNamed = node.style != .line && chart.labels.count == chart.values.count && chart.values.count <= 12
    if areNamed {
      emit("<div class=\"bars\" aria-hidden=\"true\">")
      for (label, value) in zip(chart.labels, chart.values) {
        emit(["<div><bdi>", escaped(label), "</bdi><br><bdi>", escaped(chart.text(of: value)), "</bdi></div>"])
      }
      emit("</div>\n")
    }
    emit(areNamed ? "<p class=\"values selected\"" : "<p class=\"caption values\"")
    emit([.direction, ">", escaped(chart.text(words)), "</p>\n"])
    emit(node, [.descriptions, "</figure>\n"])
  }

  private static func bars(_ values: [Double]) -> String {
    let scale = ChartScale(values, height: chart.height, fromZero: true)
    let step = Double(chart.width) / Double(max(1, values.count))
    return values.enumerated().map { position, value in
      let (x, width) = (Int((Double(position) + 0.1) * step), max(1, Int(step * 0.8)))
      let (top, bottom) = (scale.y(max(value, 0)), scale.y(min(value, 0)))
      return "M\(x) \(top)h\(width)v\(max(1, bottom - top))h-\(width)z"
    }.joined()
  }

  private static func line(_ values: [Double]) -> String {
    let scale = ChartScale(values, height: chart.height, fromZero: false)
    let step = Double(chart.width) / Double(max(1, values.count - 1))
    let path = values.enumerated().map { position, value in
      "\(position == 0 ? "M" : "L")\(Int(Double(position) * step)) \(scale.y(value))"
    }
    return path.joined() + (values.count == 1 ? "H\(chart.width)" : "")
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
    emit(node, ["<div class=\"control\">\n<button type=\"submit\" name=\":reveal\"", .value, .identity, .described])
    emit(
      node, [isPicture ? " disabled" : "", .formOwner, .autofocus, "><bdi class=\"name\">", .text(.label), "</bdi>"])
    if live?.revealed == node.index {
      emit([" <span class=\"masked\" dir=\"ltr\">", escaped(node.secret?.text)])
    } else {
      emit([" <span class=\"masked\"", own("(\(words(.hidden)))")])
    }
    emit("</span></button>\n")
    emit(node, [.descriptions, "</div>\n"])
  }

  /// Writes the URL itself where no code can be drawn.
  mutating func paintQRCode(_ url: String) {
    emit(" <a")
    link(url.utf8Span.span)
    emit([attribute("aria-label", words(.qrCode(QRCode.host(of: url)))), ">"])
    if let code = QRCode(url) { paint(code) } else { emit([escaped(url)]) }
    emit("</a>")
  }

  /// Modules.
  private static let quietZone = 4

  private mutating func paint(_ code: QRCode) {
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
    emit("<svg class=\"qr\" aria-hidden=\"true\" shape-rendering=\"crispEdges\"")
    emit([attribute("viewBox", "0 0 \(side) \(side)"), "><path fill=\"#fff\""])
    emit([attribute("d", "M0 0h\(side)v\(side)H0z"), "/><path fill=\"#000\"", attribute("d", path), "/></svg>"])
  }
}
