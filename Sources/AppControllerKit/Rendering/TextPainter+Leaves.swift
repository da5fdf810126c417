// How what has no children is drawn.
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
    writer.indent()
    for option in input.options {
      let isChosen = chosen.contains(ExactName(text: option.value))
      line {
        $0.literal(input.isMultiple ? (isChosen ? "[x] " : "[ ] ") : (isChosen ? "(*) " : "( ) "))
        $0.plain(option.label)
      }
    }
    writer.outdent()
    paintHint(node)
    paintError(input)
  }

  mutating func paintButton(_ index: Int, _ node: NodeRecord) {
    let style = arena.word(.style, in: node.values)
    let isEnabled = self.isEnabled(index, node)
    line { [arena] in
      $0.literal("[ ")
      $0.value(arena, .label, node)
      $0.literal(" ]")
      $0.plain([style.map { $0 == "plain" ? nil : $0 } ?? nil, isEnabled ? nil : "disabled"].remark)
      if Self.isBusy(arena, node) { $0.literal(" (busy)") }
    }
    paintHint(node)
  }

  mutating func paintProgress(_ index: Int, _ node: NodeRecord) {
    let progress = InterfaceDescription.Node(arena: arena, index: index).progress
    line { [arena] in
      $0.named(arena, .label, node)
      if let value = progress?.value {
        let share = value / max(progress?.total ?? 1, .leastNonzeroMagnitude)
        $0.plain("\(Int((min(max(share, 0), 1) * 100).rounded())) %")
      } else {
        $0.literal("under way")
      }
      if let deadline = progress?.deadline { $0.plain(", \(Int(min(max(deadline, 0), 1e9))) s left") }
    }
    paintHint(node)
  }

  mutating func remarks(_ input: InputDescription, _ index: Int) -> String {
    let isRequired = input.rules.contains { $0.requirement == .required }
    let example = input.placeholder.map { "for example \($0)" }
    let isEnabled = self.isEnabled(index, arena.nodes[index])
    return [
      isRequired ? "required" : nil, input.content.isSecret ? "secret" : nil, example, isEnabled ? nil : "disabled",
    ].remark
  }

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

  mutating func isEnabled(_ index: Int, _ node: NodeRecord) -> Bool { forms.isEnabled(index, node) }

  func flag(_ name: PropertyName, _ node: NodeRecord) -> Bool {
    arena.value(name, in: node.values)?.bool ?? false
  }

  static func isBusy(_ arena: Arena, _ node: NodeRecord) -> Bool {
    arena.value(.busy, in: node.values)?.bool ?? false
  }
}

extension [String?] {
  /// What is there in parentheses, such as ` (required, disabled)`; empty when nothing is.
  fileprivate var remark: String {
    let present = compactMap(\.self)
    return present.isEmpty ? "" : " (" + present.joined(separator: ", ") + ")"
  }
}
