import AppControllerKit

// Paints controls.
extension ScreenPainter {
  mutating func paintButton(_ node: InterfaceDescription.Node) {
    let isEnabled = form.holds(node.enabled)
    var style: CellStyle
    switch node.style {
    case .primary?: style = CellStyle(.bold, role: .accent)
    case .destructive?: style = CellStyle(role: .error)
    case _: style = .plain
    }
    let runs = control(node, "[ \(node.label ?? "") ]", style, isEnabled)
    region(node.id.map(TerminalTarget.node), isFocusable: isEnabled, cursorAt: 2) { $0.paragraph(runs) }
    paintHint(node)
  }

  mutating func paintLink(_ node: InterfaceDescription.Node) {
    let isEnabled = form.holds(node.enabled)
    var runs = control(node, node.label ?? "", CellStyle(.underline, role: .accent), isEnabled)
    runs.insert(Run(text: " <\(node.url ?? "")>", style: .muted), at: 1)
    region(node.id.map(TerminalTarget.node), isFocusable: isEnabled) { $0.paragraph(runs) }
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
        for position in positions {
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
    let caret = CellPosition(row: canvas.height, column: canvas.margin + 1)
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
