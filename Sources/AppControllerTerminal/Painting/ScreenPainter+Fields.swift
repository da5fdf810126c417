import AppControllerKit

// Paints fields and the text in them.
extension ScreenPainter {
  /// The content of a field's box.
  private struct BoxContent {
    var cells: [Cell] = []
    /// The number of cells before the caret; `nil` when the field is not edited.
    var caret: Int?
  }

  /// The number of stars for a secret whose length is hidden or unknown.
  private static let maskLength = 8

  mutating func paintField(_ node: InterfaceDescription.Node) {
    guard let input = node.input else { return }
    let isEnabled = form.holds(node.enabled)
    let label = control(node, node.label ?? "", .plain, isEnabled, isRequired: input.isRequired, isBar: false)
    var content = boxContent(node, input)
    if hasFocus(node.id), content.caret == nil { content.caret = content.cells.count }
    if !isEnabled { for index in content.cells.indices { content.cells[index].style = CellStyle(.faint) } }
    if isRoomy { canvas.gap() }
    region(node.id.map(TerminalTarget.node), isFocusable: isEnabled) {
      $0.paragraph(label)
      $0.paintBox(content, width: input.content == .oneTimeCode ? 16 : 50)
      $0.paintExplanations(node, input)
    }
    if isRoomy { canvas.gap() }
  }

  private mutating func boxContent(_ node: InterfaceDescription.Node, _ input: InputDescription) -> BoxContent {
    let style = CellStyle(.underline)
    if input.content.isSecret { return mask(node, input, style) }
    guard case .text(let text, let caret)? = editing(of: node) else {
      return BoxContent(cells: cells(of: values(of: input).first ?? "", style))
    }
    let before = cells(of: String(text.prefix(max(0, caret))), style).count
    return BoxContent(cells: cells(of: text, style), caret: before)
  }

  private func mask(_ node: InterfaceDescription.Node, _ input: InputDescription, _ style: CellStyle) -> BoxContent {
    var (count, caret) = (0, Int?.none)
    if case .secret(let typed, let place)? = editing(of: node) {
      (count, caret) = (typed, place)
    } else if let length = interaction.secretLengths[input.name] {
      count = length
    } else if picture.state.values[input.name]?.isFilled == true {
      count = Self.maskLength
    }
    if !options.showsSecretLengths {
      count = count > 0 ? Self.maskLength : 0
      caret = caret == nil ? nil : count
    }
    // No row has more cells, and so a long secret takes no longer to draw.
    count = min(max(0, count), 1000)
    let star = Cell(scalar: "*", style: style)
    return BoxContent(cells: Array(repeating: star, count: count), caret: caret.map { min(max(0, $0), count) })
  }

  /// Paints a box with the part of its content that fits: the beginning, or the part around the caret.
  private mutating func paintBox(_ content: BoxContent, width: Int) {
    let hasBorder = canvas.room >= 6
    let inner = hasBorder ? min(width, canvas.room) - 4 : canvas.room
    let (start, end) = window(of: content, inner)
    canvas.beginRow()
    if hasBorder { canvas.put("| ", .muted) }
    let left = canvas.column
    canvas.put(content.cells[start..<end])
    if let caret = content.caret {
      let offset = content.cells[start..<max(start, min(caret, end))].reduce(0) { $0 + Int($1.width) }
      canvas.caret = CellPosition(row: canvas.height, column: min(left + offset, max(0, canvas.width - 1)))
    }
    // The caret's own cell is a segment, so that it is beside the text in a right-to-left layout.
    let free = max(0, inner - (canvas.column - left))
    let space = Cell.space(CellStyle(.underline))
    canvas.put(repeatElement(space, count: min(1, free)))
    canvas.put(repeatElement(space, count: max(0, free - 1)))
    if hasBorder { canvas.put(" |", .muted) }
    canvas.endRow()
  }

  /// The range of visible cells: as many as fit, with room for the caret.
  private func window(of content: BoxContent, _ inner: Int) -> (start: Int, end: Int) {
    var (start, columns) = (content.caret ?? 0, content.caret == nil ? 0 : 1)
    while start > 0, columns + Int(content.cells[start - 1].width) <= inner {
      start -= 1
      columns += Int(content.cells[start].width)
    }
    var end = content.caret ?? 0
    // The caret is on the character after it, or on the free cell after the last character.
    if content.caret != nil { columns -= 1 }
    while end < content.cells.count, columns + Int(content.cells[end].width) <= inner {
      columns += Int(content.cells[end].width)
      end += 1
    }
    return (start, max(start, end))
  }
}
