/// Walks a description and writes a line for each thing that is shown.
struct TextPainter {
  let arena: Arena
  let state: PresentationState
  var writer = TextWriter()
  var forms: ScreenForms

  init(arena: Arena, state: PresentationState) {
    self.arena = arena
    self.state = state
    forms = ScreenForms(arena: arena, state: state)
  }

  var text: String { writer.text }

  mutating func line(_ body: (inout TextWriter) -> Void) {
    writer.beginLine()
    body(&writer)
    writer.endLine()
  }

  mutating func paint(_ index: Int) {
    let node = arena.nodes[index]
    if flag(.hidden, node) { return }
    guard let kind = node.knownKind else { return paintChildren(index) }
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
    let chosen = state.selectedItems[arena.string(node.id)] ?? arena.word(.selected, in: node.values) ?? ""
    let items = arena.children(of: index)
    return items.first { arena.bytes(arena.nodes[$0].id).elementsEqual(chosen.utf8) } ?? items.first { _ in true }
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
}
