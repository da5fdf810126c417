import AppControllerKit

extension ScreenPainter {
  private static let window = 10

  /// Paints a choice: all options of a short one; of a long one, the chosen options, and some options while it is open.
  mutating func paintChoice(_ node: InterfaceDescription.Node) {
    guard let input = node.input else { return }
    let isEnabled = status.isEnabled(node)
    let chosen = Set(values(of: input).map { Array($0.utf8) })
    let isChosen = input.options.map { chosen.contains(Array($0.value.utf8)) }
    let label = control(
      node, node.drawnLabel, CellStyle(.bold), isEnabled, isRequired: input.isRequired, isBar: false)
    region(node.id.map(TerminalTarget.node), isFocusable: isEnabled) { painter in
      if !label.isBlank { painter.paragraph(label) }
      var current: Int?
      if painter.hasFocus(node) {
        current = painter.editedOption(of: node) ?? isChosen.firstIndex(of: true) ?? input.options.indices.first
      }
      if input.folds { painter.paintChosen(of: node, input, isChosen, isEnabled) }
      if !input.folds || node.isNamed(painter.interaction.openID) {
        painter.indented { $0.paintOptions(of: node, input, isChosen, current: current, isEnabled) }
      }
      painter.paintExplanations(node, input)
    }
  }

  private mutating func paintChosen(
    of node: InterfaceDescription.Node, _ input: InputDescription, _ isChosen: [Bool], _ isEnabled: Bool
  ) {
    let labels = zip(input.options, isChosen).filter(\.1).map(\.0.label)
    let isFocused = hasFocus(node)
    let edge: CellStyle = isRoomy ? .plain : CellStyle(.underline)
    let style = labels.isEmpty || !isEnabled ? .muted.adding(edge.attributes) : edge
    let width = min(canvas.room, Self.fieldWidth)
    let text = cells(of: labels.isEmpty ? words(.notChosen) : labels.joined(separator: ", "), style)
      .cut(to: width - 2, signs)
    canvas.beginRow()
    let caret = CellPosition(row: canvas.height, column: min(canvas.column, max(0, canvas.width - 1)))
    canvas.put(text)
    canvas.put(" ", edge, count: width - text.columns - 1)
    canvas.put(signs.down, isEnabled ? edge : .muted.adding(edge.attributes))
    canvas.endRow()
    if isFocused { canvas.caret = caret }
    if isRoomy { paintLine(below: isFocused, width: width) }
  }

  private mutating func paintOptions(
    of node: InterfaceDescription.Node, _ input: InputDescription, _ isChosen: [Bool], current: Int?, _ isEnabled: Bool
  ) {
    let filter = interaction.filter.flatMap { $0.node == node ? $0 : nil }
    let positions = filter?.matches.map(\.lowerBound) ?? Array(input.options.indices)
    var seen = positions.indices
    if input.folds, positions.count > Self.window {
      let place = current.flatMap(positions.firstIndex) ?? 0
      let first = min(max(0, place - Self.window / 2), positions.count - Self.window)
      seen = first..<first + Self.window
    }
    for position in positions[seen] {
      paintOption(position, of: node, input, isChosen: isChosen[position], isCurrent: position == current, isEnabled)
    }
    if seen.count < positions.count, let current, let place = positions.firstIndex(of: current) {
      paragraph([Run(text: words(.position(place + 1, of: positions.count)), style: .muted)])
    }
  }

  private mutating func paintOption(
    _ position: Int, of node: InterfaceDescription.Node, _ input: InputDescription, isChosen: Bool, isCurrent: Bool,
    _ isEnabled: Bool
  ) {
    let mark = input.isMultiple ? (isChosen ? "[x] " : "[ ] ") : (isChosen ? "(*) " : "( ) ")
    let style = isEnabled ? CellStyle.plain : .muted
    let caret = CellPosition(row: canvas.height, column: min(canvas.margin + 1, max(0, canvas.width - 1)))
    region(node.id.map { .option(of: $0, position) }, isFocusable: false, cursorAt: 1) {
      let text = $0.found(in: input.options[position].label, isCurrent ? style.adding(.reverse) : style, node)
      $0.paragraph(text, lead: [Run(text: mark, style: style)])
    }
    if isCurrent { canvas.caret = caret }
  }

  private func editedOption(of node: InterfaceDescription.Node) -> Int? {
    guard case .option(let position)? = editing(of: node) else { return nil }
    return position
  }
}

extension InputDescription {
  var folds: Bool { options.count > 5 }
}
