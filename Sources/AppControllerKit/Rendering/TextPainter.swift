/// Walks a description and writes a line for each thing that is shown.
struct TextPainter {
  private let arena: Arena
  private let state: PresentationState
  private var writer = TextWriter()
  /// The form of the screen that was last asked whether something on it is enabled.
  private var form: (screen: Int, form: Form, values: InputValues)?

  init(arena: Arena, state: PresentationState) {
    self.arena = arena
    self.state = state
  }

  var text: String { writer.text }

  mutating func paint(_ index: Int) {
    let node = arena.nodes[index]
    if flag(.hidden, node) { return }
    guard let kind = node.knownKind else { return paintUnknown(index, node) }
    switch kind {
    case .screen: paintScreen(index, node)
    case .tabs: paintTabs(index, node)
    case .navigation: paintNavigation(index)
    case .presented: paintTitled("Presented", index)
    case .stack, .grid: paintChildren(index)
    case .group, .list: paintGroup(index, node)
    case .item: paintItem(index, node)
    case .divider: line { $0.literal("---") }
    case .spacer: writer.gap()
    case .text: paintText(index, node)
    case .code:
      line { [arena] in
        $0.named(arena, .label, node); $0.value(arena, .text, node)
      }
    case .image: paintImage(node)
    case .field: paintField(index, node)
    case .toggle: paintToggle(index, node)
    case .choice: paintChoice(index, node)
    case .button: paintButton(index, node)
    case .link:
      line { [arena] in
        $0.value(arena, .label, node)
        $0.literal(" <")
        $0.value(arena, .url, node)
        $0.literal(">")
      }
      paintHint(node)
    case .progress: paintProgress(index, node)
    case .banner:
      let severity = arena.string(.severity, in: node.values) ?? "info"
      line { [arena] in
        $0.plain(severity + ": ")
        $0.value(arena, .text, node)
      }
    }
  }
}

// MARK: - Structure and controllers

extension TextPainter {
  private mutating func paintChildren(_ index: Int) {
    for child in arena.children(of: index) { paint(child) }
  }

  private mutating func paintScreen(_ index: Int, _ node: NodeRecord) {
    writer.gap()
    line { [arena] in
      $0.literal("== ")
      $0.value(arena, .label, node)
      $0.literal(" ==")
      if Self.isBusy(arena, node) { $0.literal(" (busy)") }
    }
    paintChildren(index)
  }

  private mutating func paintTabs(_ index: Int, _ node: NodeRecord) {
    let selected = selectedItem(of: index, node)
    line { [arena] in
      $0.named(arena, .label, node, else: "Tabs")
      for (position, item) in arena.children(of: index).enumerated() {
        if position > 0 { $0.literal(" | ") }
        if item == selected { $0.literal("[") }
        $0.value(arena, .label, arena.nodes[item])
        $0.badge(arena, arena.nodes[item])
        if item == selected { $0.literal("]") }
      }
    }
    writer.indent()
    for item in arena.children(of: index) { paintChildren(item) }
    writer.outdent()
  }

  private func selectedItem(of index: Int, _ node: NodeRecord) -> Int? {
    let chosen = state.selectedItems[arena.string(node.id)] ?? arena.string(.selected, in: node.values)
    let items = arena.children(of: index)
    return items.first { arena.string(arena.nodes[$0].id) == chosen } ?? items.first { _ in true }
  }

  private mutating func paintNavigation(_ index: Int) {
    let screens = Array(arena.children(of: index))
    if screens.count > 1 { line { $0.literal("< Back") } }
    if let top = screens.last { paint(top) }
  }

  private mutating func paintTitled(_ title: StaticString, _ index: Int) {
    line {
      $0.literal(title)
      $0.literal(":")
    }
    writer.indent()
    paintChildren(index)
    writer.outdent()
  }

  private mutating func paintGroup(_ index: Int, _ node: NodeRecord) {
    guard arena.value(.label, in: node.values) != nil else { return paintChildren(index) }
    line { [arena] in
      $0.value(arena, .label, node)
      $0.literal(":")
    }
    paintHint(node)
    writer.indent()
    paintChildren(index)
    writer.outdent()
  }

  private mutating func paintItem(_ index: Int, _ node: NodeRecord) {
    line { [arena] in
      $0.literal("- ")
      $0.value(arena, .label, node)
      if arena.value(.text, in: node.values) != nil {
        $0.literal(": ")
        $0.value(arena, .text, node)
      }
      $0.badge(arena, node)
      if arena.value(.action, in: node.values) != nil { $0.literal(" >") }
      if Self.isBusy(arena, node) { $0.literal(" (busy)") }
    }
    paintHint(node)
    writer.indent()
    paintChildren(index)
    writer.outdent()
  }

  private mutating func paintUnknown(_ index: Int, _ node: NodeRecord) {
    if let fallback = arena.value(.fallback, in: node.values), fallback.tag == .node { return paint(fallback.node) }
    if index + 1 == Int(node.end) {
      let name: PropertyName = arena.value(.label, in: node.values) == nil ? .text : .label
      if arena.string(name, in: node.values) != nil { line { [arena] in $0.value(arena, name, node) } }
    }
    paintChildren(index)
  }
}

// MARK: - Leaves

extension TextPainter {
  private mutating func paintText(_ index: Int, _ node: NodeRecord) {
    let style = arena.string(.style, in: node.values)
    line { [arena] in
      $0.literal(style == "title" ? "# " : style == "heading" ? "## " : "")
      $0.value(arena, .text, node)
    }
  }

  private mutating func paintImage(_ node: NodeRecord) {
    guard let media = arena.value(.media, in: node.values), media.tag == .map,
      let alternative = arena.value(.alt, in: media.elements), alternative.tag == .string
    else { return }
    line { [arena] in
      $0.literal("[image: ")
      $0.text(arena, alternative.text)
      $0.literal("]")
    }
  }

  private mutating func paintField(_ index: Int, _ node: NodeRecord) {
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

  private mutating func paintToggle(_ index: Int, _ node: NodeRecord) {
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

  private mutating func paintChoice(_ index: Int, _ node: NodeRecord) {
    guard let input = InterfaceDescription.Node(arena: arena, index: index).input else { return }
    let chosen = state.values[input.name]?.texts ?? input.values
    let remarks = self.remarks(input, index)
    line { [arena] in
      $0.value(arena, .label, node)
      $0.literal(":")
      $0.plain(remarks)
    }
    writer.indent()
    for option in input.options {
      let isChosen = chosen.contains(option.value)
      line {
        $0.literal(input.isMultiple ? (isChosen ? "[x] " : "[ ] ") : (isChosen ? "(*) " : "( ) "))
        $0.plain(option.label)
      }
    }
    writer.outdent()
    paintHint(node)
    paintError(input)
  }

  private mutating func paintButton(_ index: Int, _ node: NodeRecord) {
    let style = arena.string(.style, in: node.values)
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

  private mutating func paintProgress(_ index: Int, _ node: NodeRecord) {
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

  private mutating func remarks(_ input: InputDescription, _ index: Int) -> String {
    let isRequired = input.rules.contains { $0.requirement == .required }
    let example = input.placeholder.map { "for example \($0)" }
    let isEnabled = self.isEnabled(index, arena.nodes[index])
    return [
      isRequired ? "required" : nil, input.content.isSecret ? "secret" : nil, example, isEnabled ? nil : "disabled",
    ].remark
  }

  private mutating func paintHint(_ node: NodeRecord) {
    guard arena.value(.hint, in: node.values) != nil else { return }
    writer.indent()
    line { [arena] in $0.value(arena, .hint, node) }
    writer.outdent()
  }

  private mutating func paintError(_ input: InputDescription) {
    guard let message = state.fieldErrors[input.name] else { return }
    writer.indent()
    line {
      $0.literal("! ")
      $0.plain(message)
    }
    writer.outdent()
  }

  private mutating func isEnabled(_ index: Int, _ node: NodeRecord) -> Bool {
    guard let condition = arena.condition(arena.value(.enabled, in: node.values)) else { return true }
    let (form, values) = self.form(around: index)
    return form.holds(condition, values)
  }

  private mutating func form(around index: Int) -> (Form, InputValues) {
    var screen = index
    while arena.nodes[screen].knownKind != .screen, Int(arena.nodes[screen].parent) != screen {
      screen = Int(arena.nodes[screen].parent)
    }
    if let known = form, known.screen == screen { return (known.form, known.values) }
    let made = Form(of: InterfaceDescription.Node(arena: arena, index: screen))
    let values = made.initialValues.merging(state.values) { $1 }
    form = (screen, made, values)
    return (made, values)
  }

  private func flag(_ name: PropertyName, _ node: NodeRecord) -> Bool {
    arena.value(name, in: node.values)?.bool ?? false
  }

  private static func isBusy(_ arena: Arena, _ node: NodeRecord) -> Bool {
    arena.value(.busy, in: node.values)?.bool ?? false
  }

  private mutating func line(_ body: (inout TextWriter) -> Void) {
    writer.beginLine()
    body(&writer)
    writer.endLine()
  }
}

extension [String?] {
  /// What is there in parentheses, such as ` (required, disabled)`; empty when nothing is.
  fileprivate var remark: String {
    let present = compactMap(\.self)
    return present.isEmpty ? "" : " (" + present.joined(separator: ", ") + ")"
  }
}
