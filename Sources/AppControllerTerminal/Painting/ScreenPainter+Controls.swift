import AppControllerKit

extension ScreenPainter {
  /// In brackets, and filled when it has the focus; the primary one is bold.
  mutating func paintButton(_ node: InterfaceDescription.Node) {
    let isEnabled = status.isEnabled(node)
    let isFocused = isEnabled && hasFocus(node)
    let (mark, role): (Unicode.Scalar?, CellStyle.Role) =
      switch node.style {
      case .primary?: (nil, .accent)
      case .destructive?: (signs.cross, .error)
      case .cancel?: (isMirrored ? signs.further : signs.back, .normal)
      case _: (nil, .normal)
      }
    let base = CellStyle(role: isEnabled ? role : .muted)
    let style =
      isFocused ? base.adding(.reverse) : isEnabled && node.style == .primary ? base.adding(.bold) : base
    // A mark has the meaning of the icon.
    let sign = mark.map(String.init) ?? node.icon?.glyph
    let text = (sign.map { $0 + " " } ?? "") + node.buttonLabel
    let label = cells(of: text, style)
    let marks = marks(of: node, isEnabled)
    let rest = marks.flatMap { cells(of: $0.text, $0.style) }
    region(node.id.map(TerminalTarget.node), isFocusable: isEnabled, cursorAt: 2) { painter in
      guard label.columns + 4 + rest.columns <= painter.canvas.room, !text.contains(where: \.isNewline)
      else { return painter.paragraph([Run(text: "[ \(text) ]", style: style)] + marks) }
      let signs = painter.signs
      let ends = isFocused ? (signs.buttonStart, signs.buttonEnd) : ("[", "]")
      painter.canvas.beginRow()
      painter.canvas.put(painter.isMirrored ? ends.1 : ends.0, isFocused ? base : style)
      painter.canvas.put(" ", style)
      painter.canvas.put(label)
      painter.canvas.put(" ", style)
      painter.canvas.put(painter.isMirrored ? ends.0 : ends.1, isFocused ? base : style)
      painter.canvas.put(rest)
      painter.canvas.endRow()
    }
    paintHint(node)
  }

  mutating func paintLink(_ node: InterfaceDescription.Node) {
    let isEnabled = status.isEnabled(node)
    let (label, url) = (node.label ?? "", node.url ?? "")
    let style = CellStyle(.underline, role: isEnabled ? .accent : .muted)
    // A label that is the address itself is not written twice.
    let isPlain = label == url || "https://" + label == url
    var runs = control(node, isPlain ? url : label, isPlain ? style : .plain, isEnabled)
    if isPlain, isEnabled { runs[0].style = runs[0].style.adding(.underline) }
    if !isPlain { runs.insert(contentsOf: [Run(text: "  "), Run(text: url, style: style)], at: 1) }
    runs = icon(node) + runs
    region(node.id.map(TerminalTarget.node), isFocusable: isEnabled, url: isEnabled ? node.url : nil) {
      $0.paragraph(runs)
    }
    paintHint(node)
  }

  mutating func paintToggle(_ node: InterfaceDescription.Node) {
    guard let input = node.input else { return }
    let isEnabled = status.isEnabled(node)
    let isOn = values(of: input) == ["true"]
    let runs = control(node, node.drawnLabel, .plain, isEnabled, isRequired: input.isRequired)
    let lead = Run(text: isOn ? "[x] " : "[ ] ", style: isEnabled ? .plain : .muted)
    region(node.id.map(TerminalTarget.node), isFocusable: isEnabled, cursorAt: 1) {
      $0.paragraph(runs, lead: [lead])
      $0.paintExplanations(node, input)
    }
  }
}

// MARK: - Shared

extension ScreenPainter {
  func control(
    _ node: InterfaceDescription.Node, _ label: String, _ style: CellStyle, _ isEnabled: Bool, isRequired: Bool = false,
    isBar: Bool = true
  ) -> [Run] {
    var style = isEnabled ? style : .muted
    if isBar, hasFocus(node) { style = style.adding(.reverse) }
    return [Run(text: label, style: style)] + marks(of: node, isEnabled, isRequired: isRequired)
  }

  mutating func paintExplanations(_ node: InterfaceDescription.Node, _ input: InputDescription) {
    let height = canvas.height
    defer { if isRoomy, node.kind == .toggle, canvas.height > height { canvas.join(as: .text) } }
    paintForm(input)
    paintHint(node)
    guard let message = picture.state.fieldErrors[input.name] else { return }
    paragraph(
      [Run(text: message, style: CellStyle(role: .error))],
      lead: [Run(text: "! ", style: CellStyle(.bold, role: .error))])
  }

  /// Empty for a secret input.
  func values(of input: InputDescription) -> [String] {
    switch picture.state.values[input.name] {
    case .plain(let texts)?: texts
    case .secret?: []
    case nil: input.values
    }
  }

  /// Nil when the node is not edited.
  func editing(of node: InterfaceDescription.Node) -> FieldEditing.Content? {
    node.isNamed(interaction.editing?.id) ? interaction.editing?.content : nil
  }
}

extension InputDescription {
  var isRequired: Bool { rules.contains { $0.requirement == .required } }
}

extension ScreenPainter {
  private struct BoxContent {
    var cells: [Cell] = []
    /// The number of cells before the caret; `nil` when the field is not edited.
    var caret: Int?
  }

  /// The number of dots for a secret whose length is hidden or unknown.
  private static let maskLength = 8

  mutating func paintField(_ node: InterfaceDescription.Node) {
    guard let input = node.input else { return }
    let isEnabled = status.isEnabled(node)
    var content = boxContent(node, input)
    let isFocused = hasFocus(node)
    if isFocused, content.caret == nil { content.caret = content.cells.count }
    if content.cells.isEmpty, let example = input.placeholder {
      content.cells = cells(of: Self.isClear(example) ? example : words(.example(example)), .muted)
    }
    // Without room for a line below it, the field itself is underlined.
    for index in content.cells.indices {
      if !isEnabled { content.cells[index].style = .muted }
      if !isRoomy { content.cells[index].style = content.cells[index].style.adding(.underline) }
    }
    let width = min(canvas.room, input.content == .oneTimeCode ? 16 : Self.fieldWidth)
    region(node.id.map(TerminalTarget.node), isFocusable: isEnabled) {
      $0.paintFieldLabel(node, input, isEnabled)
      if let lines = input.lines {
        $0.paintLines(of: node, input, count: lines, isEnabled)
      } else {
        $0.paintBox(content, width: width)
      }
      if $0.isRoomy { $0.paintLine(below: isFocused, width: width) }
      $0.paintExplanations(node, input)
    }
  }

  /// Whether a faint value is not taken for the field's own.
  private static func isClear(_ example: String) -> Bool {
    let folded = example.lowercased()
    return folded.hasSuffix("…") || ["example", "beispiel", "exemple", "مثال"].contains { folded.contains($0) }
  }

  static let fieldWidth = 50

  mutating func paintLine(below isFocused: Bool, width: Int) {
    paintRule(
      isFocused ? signs.heavyLine : signs.line, isFocused ? CellStyle(.bold, role: .accent) : .muted, width: width)
  }

  private mutating func paintFieldLabel(
    _ node: InterfaceDescription.Node, _ input: InputDescription, _ isEnabled: Bool
  ) {
    let style = hasFocus(node) ? CellStyle(.bold) : .muted
    let text = node.drawnLabel
    let label = cells(of: text, style)
    let rest =
      cells(of: states(isEnabled, isRequired: input.isRequired), .muted)
      + busy(node).flatMap { cells(of: $0.text, $0.style) }
    let width = min(Self.fieldWidth, canvas.room)
    if label.isEmpty, rest.isEmpty { return }
    if rest.isEmpty || label.columns + 2 + rest.columns > width || text.contains(where: \.isNewline) {
      return paragraph([Run(text: text, style: style)] + marks(of: node, isEnabled, isRequired: input.isRequired))
    }
    canvas.beginRow()
    canvas.put(label)
    canvas.put(blank: width - label.columns - rest.columns)
    canvas.put(rest)
    canvas.endRow()
  }

  private mutating func boxContent(_ node: InterfaceDescription.Node, _ input: InputDescription) -> BoxContent {
    let style = CellStyle.plain
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
    // No row has more cells; the limit keeps a long secret cheap to draw.
    count = min(max(0, count), 1000)
    let dot = Cell(scalar: signs.dot, style: style)
    return BoxContent(cells: Array(repeating: dot, count: count), caret: caret.map { min(max(0, $0), count) })
  }

  private mutating func paintBox(_ content: BoxContent, width inner: Int) {
    let (start, end) = window(of: content, inner)
    canvas.beginRow()
    let left = canvas.column
    canvas.put(content.cells[start..<end])
    if let caret = content.caret {
      let offset = content.cells[start..<max(start, min(caret, end))].columns
      canvas.caret = CellPosition(row: canvas.height, column: min(left + offset, max(0, canvas.width - 1)))
    }
    // The caret's own cell is a segment, so that it is beside the text in a right-to-left layout.
    let free = max(0, inner - (canvas.column - left))
    let style = isRoomy ? CellStyle.plain : CellStyle(.underline)
    canvas.put(" ", style, count: min(1, free))
    canvas.put(" ", style, count: free - 1)
    canvas.endRow()
  }

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

extension ScreenPainter {
  mutating func paintText(_ node: InterfaceDescription.Node) {
    let style: CellStyle
    switch node.style {
    case .title?: style = CellStyle(.bold, role: .accent)
    case .heading?: style = CellStyle(.bold)
    case .caption?: style = .muted
    case _: style = .plain
    }
    paragraph(icon(node) + [Run(text: node.text ?? "", style: style)] + busy(node))
    paintHint(node)
    if node.style == .title || node.style == .heading { canvas.join(as: .heading) }
  }

  mutating func paintImage(_ node: InterfaceDescription.Node) {
    if paintAsset(node) { return }
    guard let media = node.media, !media.isDecorative, let alternative = media.alternative else { return }
    paragraph([Run(text: words(.image(alternative)), style: .muted)] + busy(node))
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
    let word = words(.severity(severity))
    let message = [
      Run(text: word + ": ", style: CellStyle(.bold, role: role)),
      Run(text: node.text ?? "", style: CellStyle(role: role)),
    ]
    paragraph(
      icon(node) + message + busy(node), lead: [Run(text: "\(String(signs.thumb)) ", style: CellStyle(role: role))],
      isLeadRepeated: true)
    paintHint(node)
  }

  mutating func paintProgress(_ node: InterfaceDescription.Node) {
    let progress = node.progress
    var runs: [Run] = []
    if let share = progress?.share, let percent = progress?.percent {
      let done = Int((share * Double(Self.barWidth)).rounded(.down))
      let style = CellStyle(.bold, role: .accent)
      runs.append(Run(text: String(repeating: String(signs.heavyLine), count: done), style: style))
      runs.append(
        Run(text: String(repeating: String(signs.line), count: Self.barWidth - done), style: .muted))
      runs.append(Run(text: "  \(percent) %"))
      if let label = node.label { paragraph([Run(text: label)]) }
    } else {
      runs = [
        Run(text: spinner + " ", style: CellStyle(role: .accent)),
        Run(text: node.label.flatMap { $0.isEmpty ? nil : $0 } ?? words(.underWay)),
      ]
    }
    if let seconds = progress?.secondsLeft {
      runs.append(Run(text: "  " + words.timeLeft(max(0, max(0, seconds) - interaction.secondsShown))))
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

// MARK: - Marks

extension ScreenPainter {
  /// Stands behind a label.
  func marks(of node: InterfaceDescription.Node, _ isEnabled: Bool, isRequired: Bool = false) -> [Run] {
    let states = states(isEnabled, isRequired: isRequired)
    return (states.isEmpty ? [] : [Run(text: " (\(states))", style: .muted)]) + busy(node)
  }

  private func states(_ isEnabled: Bool, isRequired: Bool) -> String {
    ((isRequired ? [words(.required)] : []) + (isEnabled ? [] : [words(.disabled)])).joined(separator: ", ")
  }

  func busy(_ node: InterfaceDescription.Node) -> [Run] {
    let isUnderWay = node.isNamed(interaction.busyID)
    if !node.isBusy, !isUnderWay { return [] }
    return [
      Run(text: isUnderWay ? " (\(spinner) \(words(.busy)))" : " (\(words(.busy)))", style: CellStyle(role: .accent))
    ]
  }

  private var spinner: String { String(signs.spinner[interaction.tick % signs.spinner.count]) }
}
