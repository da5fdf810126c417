// The drawing of nodes without children.
extension TextPainter {
  mutating func paintText(_ index: Int, _ node: NodeRecord) {
    let style = arena.word(.style, in: node.values)
    line { [arena] in
      $0.literal(style == "title" ? "# " : style == "heading" ? "## " : "")
      $0.value(arena, .text, node)
    }
  }

  mutating func paintImage(_ node: NodeRecord) {
    guard let media = arena.value(.media, in: node.values), media.tag == .map,
      let alternative = arena.value(.alt, in: media.elements), alternative.tag == .string
    else { return }
    line { [arena] in
      $0.literal("[image: ")
      $0.text(arena, alternative.text)
      $0.literal("]")
    }
  }

  mutating func paintField(_ index: Int, _ node: NodeRecord) {
    guard let input = InterfaceDescription.Node(arena: arena, index: index).input else { return }
    let value = state.values[input.name].flatMap { $0.isFilled ? $0.texts.first : nil } ?? input.values.first
    let remarks = self.remarks(input, index)
    line { [arena] in
      $0.named(arena, .label, node)
      $0.plain(input.content.isSecret ? "________" : value ?? "________")
      $0.plain(remarks)
    }
    paintHint(node)
    paintError(input)
  }

  mutating func paintToggle(_ index: Int, _ node: NodeRecord) {
    guard let input = InterfaceDescription.Node(arena: arena, index: index).input else { return }
    let isOn = (state.values[input.name]?.texts ?? input.values) == ["true"]
    let remarks = self.remarks(input, index)
    line { [arena] in
      $0.literal(isOn ? "[x] " : "[ ] ")
      $0.value(arena, .label, node)
      $0.plain(remarks)
    }
    paintHint(node)
    paintError(input)
  }

  mutating func paintChoice(_ index: Int, _ node: NodeRecord) {
    guard let input = InterfaceDescription.Node(arena: arena, index: index).input else { return }
    let chosen = Set((state.values[input.name]?.texts ?? input.values).map(ExactName.init))
    let remarks = self.remarks(input, index)
    line { [arena] in
      $0.value(arena, .label, node)
      $0.literal(":")
      $0.plain(remarks)
    }
    paintHint(node)
    paintError(input)
    writer.indent()
    for option in input.options {
      let isChosen = chosen.contains(ExactName(text: option.value))
      line {
        $0.literal(input.isMultiple ? (isChosen ? "[x] " : "[ ] ") : (isChosen ? "(*) " : "( ) "))
        $0.plain(option.label)
      }
    }
    writer.outdent()
  }

  mutating func paintButton(_ index: Int, _ node: NodeRecord) {
    let style = arena.word(.style, in: node.values)
    let remark = self.remark(index, node, style: style == "plain" ? nil : style)
    line { [arena] in
      $0.literal("[ ")
      $0.value(arena, .label, node)
      $0.literal(" ]")
      $0.plain(remark)
    }
    paintHint(node)
  }

  mutating func paintProgress(_ index: Int, _ node: NodeRecord) {
    let progress = InterfaceDescription.Node(arena: arena, index: index).progress
    let words = reading.words(for: progress) + busyRemark(node)
    line { [arena] in
      $0.named(arena, .label, node)
      $0.plain(words)
    }
    paintHint(node)
  }

  mutating func remarks(_ input: InputDescription, _ index: Int) -> String {
    let isRequired = input.rules.contains { $0.requirement == .required }
    let example = input.placeholder.map { "for example \($0)" }
    let isEnabled = reading.isEnabled(index, arena.nodes[index])
    return [
      isRequired ? "required" : nil, input.content.isSecret ? "secret" : nil, example, isEnabled ? nil : "disabled",
      reading.flag(.busy, arena.nodes[index]) ? "busy" : nil,
    ].remark
  }

  /// The remark about a node that can be pressed.
  mutating func remark(_ index: Int, _ node: NodeRecord, style: String? = nil) -> String {
    [style, reading.isEnabled(index, node) ? nil : "disabled", reading.flag(.busy, node) ? "busy" : nil].remark
  }

  func busyRemark(_ node: NodeRecord) -> String { reading.flag(.busy, node) ? " (busy)" : "" }

  mutating func paintHint(_ node: NodeRecord) {
    guard arena.value(.hint, in: node.values) != nil else { return }
    writer.indent()
    line { [arena] in $0.value(arena, .hint, node) }
    writer.outdent()
  }

  mutating func paintError(_ input: InputDescription) {
    guard let message = state.fieldErrors[input.name] else { return }
    writer.indent()
    line {
      $0.literal("! ")
      $0.plain(message)
    }
    writer.outdent()
  }
}

extension [String?] {
  /// The states in parentheses, such as ` (required, disabled)`; empty when there are none.
  fileprivate var remark: String {
    let present = compactMap(\.self)
    return present.isEmpty ? "" : " (" + present.joined(separator: ", ") + ")"
  }
}
