import AppControllerKit

// Paints controls.
extension ScreenPainter {
  mutating func paintButton(_ node: InterfaceDescription.Node) {
    let isEnabled = form.holds(node.enabled)
    let label = node.label ?? ""
    let (text, style) =
      switch node.style {
      case .primary?: ("[ \(label) ]", CellStyle(.bold, role: .accent))
      case .destructive?: ("[ × \(label) ]", CellStyle(role: .error))
      case .cancel?: ("[ \(isMirrored ? "›" : "‹") \(label) ]", .plain)
      case _: ("[ \(label) ]", .plain)
      }
    let runs = control(node, text, style, isEnabled)
    region(node.id.map(TerminalTarget.node), isFocusable: isEnabled, cursorAt: 2) { $0.paragraph(runs) }
    paintHint(node)
  }

  mutating func paintLink(_ node: InterfaceDescription.Node) {
    let isEnabled = form.holds(node.enabled)
    var runs = control(node, node.label ?? "", CellStyle(.underline, role: .accent), isEnabled)
    runs.insert(Run(text: " <\(node.url ?? "")>", style: .muted), at: 1)
    region(node.id.map(TerminalTarget.node), isFocusable: isEnabled, url: isEnabled ? node.url : nil) {
      $0.paragraph(runs)
    }
    paintHint(node)
  }

  mutating func paintToggle(_ node: InterfaceDescription.Node) {
    guard let input = node.input else { return }
    let isEnabled = form.holds(node.enabled)
    let isOn = values(of: input) == ["true"]
    let runs = control(node, node.label ?? "", .plain, isEnabled, isRequired: input.isRequired)
    let lead = Run(text: isOn ? "[x] " : "[ ] ", style: isEnabled ? .plain : CellStyle(.faint))
    region(node.id.map(TerminalTarget.node), isFocusable: isEnabled, cursorAt: 1) {
      $0.paragraph(runs, lead: [lead])
      $0.paintExplanations(node, input)
    }
  }

  mutating func paintChoice(_ node: InterfaceDescription.Node) {
    guard let input = node.input else { return }
    let isEnabled = form.holds(node.enabled)
    let chosen = Set(values(of: input).map { Array($0.utf8) })
    let label = control(node, node.label ?? "", CellStyle(.bold), isEnabled, isRequired: input.isRequired, isBar: false)
    if isRoomy { canvas.gap() }
    region(node.id.map(TerminalTarget.node), isFocusable: isEnabled) { painter in
      painter.paragraph(label)
      painter.indented { painter in
        let positions = input.options.indices
        let isChosen = positions.map { chosen.contains(Array(input.options[$0].value.utf8)) }
        var current: Int?
        if painter.hasFocus(node.id) {
          current = painter.editedOption(of: node) ?? isChosen.firstIndex(of: true) ?? positions.first
        }
        let filter = painter.interaction.filter.flatMap { $0.node == node ? $0 : nil }
        for position in positions where filter.map({ $0.match(at: position) != nil }) ?? true {
          painter.paintOption(
            position, of: node, input, isChosen: isChosen[position], isCurrent: position == current, isEnabled
          )
        }
      }
      painter.paintExplanations(node, input)
    }
    if isRoomy { canvas.gap() }
  }

  private mutating func paintOption(
    _ position: Int, of node: InterfaceDescription.Node, _ input: InputDescription, isChosen: Bool, isCurrent: Bool,
    _ isEnabled: Bool
  ) {
    let mark = input.isMultiple ? (isChosen ? "[x] " : "[ ] ") : (isChosen ? "(*) " : "( ) ")
    let style = isEnabled ? CellStyle.plain : CellStyle(.faint)
    let caret = CellPosition(row: canvas.height, column: min(canvas.margin + 1, max(0, canvas.width - 1)))
    region(node.id.map { .option(of: $0, position) }, isFocusable: false, cursorAt: 1) {
      let text = Run(text: input.options[position].label, style: isCurrent ? style.adding(.reverse) : style)
      $0.paragraph([text], lead: [Run(text: mark, style: style)])
    }
    if isCurrent { canvas.caret = caret }
  }

  private func editedOption(of node: InterfaceDescription.Node) -> Int? {
    guard case .option(let position)? = editing(of: node) else { return nil }
    return position
  }
}

// MARK: - Shared

extension ScreenPainter {
  /// The label of a control, followed by its remarks.
  func control(
    _ node: InterfaceDescription.Node, _ label: String, _ style: CellStyle, _ isEnabled: Bool, isRequired: Bool = false,
    isBar: Bool = true
  ) -> [Run] {
    var style = isEnabled ? style : CellStyle(.faint)
    if isBar, hasFocus(node.id) { style = style.adding(.reverse) }
    let words = (isRequired ? [self.words.required] : []) + (isEnabled ? [] : [self.words.disabled])
    return [Run(text: label, style: style)] + remarks(words) + busy(node)
  }

  /// The hint and the message below an input.
  mutating func paintExplanations(_ node: InterfaceDescription.Node, _ input: InputDescription) {
    if let example = input.placeholder {
      indented { $0.paragraph([Run(text: "\($0.words.example) \(example)", style: .muted)]) }
    }
    paintHint(node)
    guard let message = picture.state.fieldErrors[input.name] else { return }
    indented {
      $0.paragraph(
        [Run(text: message, style: CellStyle(role: .error))],
        lead: [Run(text: "! ", style: CellStyle(.bold, role: .error))])
    }
  }

  /// The values of an input that is not secret.
  func values(of input: InputDescription) -> [String] {
    switch picture.state.values[input.name] {
    case .plain(let texts)?: texts
    case .secret?: []
    case nil: input.values
    }
  }

  /// The editing state of a node; `nil` when the node is not edited.
  func editing(of node: InterfaceDescription.Node) -> FieldEditing.Content? {
    guard let editing = interaction.editing, let id = node.id, id.utf8.elementsEqual(editing.id.utf8) else {
      return nil
    }
    return editing.content
  }
}

extension InputDescription {
  var isRequired: Bool { rules.contains { $0.requirement == .required } }
}

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
    guard case .text(let text, let caret)? = editing(of: node) else {
      if input.content.isSecret { return mask(node, input, style) }
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

// Paints elements that are only read.
extension ScreenPainter {
  mutating func paintText(_ node: InterfaceDescription.Node) {
    let style: CellStyle
    switch node.style {
    case .title?: style = CellStyle(.bold, role: .accent)
    case .heading?: style = CellStyle(.bold)
    case .caption?: style = .muted
    case _: style = .plain
    }
    if isRoomy, node.style == .title || node.style == .heading { canvas.gap() }
    paragraph([Run(text: node.text ?? "", style: style)] + busy(node))
    paintHint(node)
  }

  mutating func paintCode(_ node: InterfaceDescription.Node) {
    let label = node.label.map { [Run(text: $0 + ": ")] } ?? []
    paragraph(label + [Run(text: node.text ?? "", style: CellStyle(.bold))] + busy(node))
    paintHint(node)
  }

  mutating func paintImage(_ node: InterfaceDescription.Node) {
    guard let media = node.media, !media.isDecorative, let alternative = media.alternative else { return }
    paragraph([Run(text: "[\(words.image): \(alternative)]", style: .muted)] + busy(node))
    paintHint(node)
  }

  mutating func paintBanner(_ node: InterfaceDescription.Node) {
    let severity = node.severity ?? .info
    let role: CellStyle.Role =
      switch severity {
      case .info: .normal
      case .success: .success
      case .warning: .warning
      case .error: .error
      }
    let word = words.severities[severity] ?? severity.rawValue
    let message = [
      Run(text: word + ": ", style: CellStyle(.bold, role: role)),
      Run(text: node.text ?? "", style: CellStyle(role: role)),
    ]
    paragraph(message + busy(node))
    paintHint(node)
  }

  mutating func paintProgress(_ node: InterfaceDescription.Node) {
    let progress = node.progress
    var runs = [Run(text: (node.label ?? "") + ": ")]
    if let share = progress?.share, let percent = progress?.percent {
      let done = Int((share * Double(Self.barWidth)).rounded(.down))
      let bar = String(repeating: "#", count: done) + String(repeating: ".", count: Self.barWidth - done)
      runs.append(Run(text: "[\(bar)]", style: CellStyle(role: .accent)))
      runs.append(Run(text: " \(percent) %"))
    } else {
      runs.append(Run(text: words.underWay))
      if interaction.tick != 0 { runs.append(Run(text: " " + spinner)) }
    }
    if let seconds = progress?.secondsLeft {
      runs.append(Run(text: ", \(max(0, max(0, seconds) - interaction.secondsShown)) \(words.secondsLeft)"))
    }
    paragraph(runs + busy(node))
    paintHint(node)
  }

  private static let barWidth = 20

  mutating func paintHint(_ node: InterfaceDescription.Node) {
    guard let hint = node.hint else { return }
    indented { $0.paragraph([Run(text: hint, style: .muted)]) }
  }
}

// MARK: - Remarks

extension ScreenPainter {
  /// Remarks on an element after its name, such as ` (required, disabled)`.
  func remarks(_ words: [String]) -> [Run] {
    words.isEmpty ? [] : [Run(text: " (" + words.joined(separator: ", ") + ")", style: .muted)]
  }

  /// The busy sign of a node that waits, or whose action is under way.
  func busy(_ node: InterfaceDescription.Node) -> [Run] {
    let isUnderWay = interaction.busyID != nil && interaction.busyID?.utf8.elementsEqual((node.id ?? "").utf8) == true
    if !node.isBusy, !isUnderWay { return [] }
    return [Run(text: isUnderWay ? " (\(words.busy) \(spinner))" : " (\(words.busy))", style: CellStyle(role: .accent))]
  }

  private var spinner: String { ["|", "/", "-", "\\"][interaction.tick & 3] }
}
