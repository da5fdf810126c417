/// Walks a description and writes a line for each visible part.
struct TextPainter {
  let arena: Arena
  let state: PresentationState
  var writer = TextWriter()
  var reading: AccessibleReading

  init(arena: Arena, state: PresentationState) {
    self.arena = arena
    self.state = state
    reading = AccessibleReading(arena: arena, state: state)
  }

  var text: String { writer.text }

  mutating func line(_ body: (inout TextWriter) -> Void) {
    writer.beginLine()
    body(&writer)
    writer.endLine()
  }

  mutating func paint(_ index: Int) {
    let node = arena.nodes[index]
    if reading.isHidden(index) { return }
    guard let kind = node.knownKind else { return paintChildren(index) }
    switch kind {
    case .screen: paintScreen(index, node)
    case .tabs: paintTabs(index, node)
    case .navigation: paintNavigation(index)
    case .presented: paintLayer(index, node)
    case .stack: paintChildren(index)
    case .group, .list, .grid: paintGroup(index, node)
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
      let remark = self.remark(index, node)
      line { [arena] in
        $0.value(arena, .label, node)
        $0.literal(" <")
        $0.value(arena, .url, node)
        $0.literal(">")
        $0.plain(remark)
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
    let remark = busyRemark(node)
    writer.gap()
    line { [arena] in
      $0.literal("== ")
      $0.value(arena, .label, node)
      $0.literal(" ==")
      $0.plain(remark)
    }
    paintChildren(index)
  }

  /// Writes the contents of all tabs after the bar, because no tab can be selected in a text.
  private mutating func paintTabs(_ index: Int, _ node: NodeRecord) {
    guard let selected = reading.selectedItem(of: index, node) else { return }
    let items = arena.children(of: index).filter { !reading.isHidden($0) }
    line { [arena, reading] in
      $0.named(arena, .label, node, else: "Tabs")
      for (position, item) in items.enumerated() {
        if position > 0 { $0.literal(" | ") }
        if item == selected { $0.literal("[") }
        $0.value(arena, .label, arena.nodes[item])
        $0.badge(arena, arena.nodes[item])
        if item == selected { $0.literal("]") }
        if reading.flag(.busy, arena.nodes[item]) { $0.literal(" (busy)") }
      }
    }
    writer.indent()
    for item in items { paintChildren(item) }
    writer.outdent()
  }

  private mutating func paintNavigation(_ index: Int) {
    guard let (screen, below) = reading.topScreen(of: index) else { return }
    if below > 0 { line { $0.literal("< Back") } }
    paint(screen)
  }

  private mutating func paintLayer(_ index: Int, _ node: NodeRecord) {
    line { [arena] in
      if arena.value(.label, in: node.values) == nil { $0.literal("Presented") }
      $0.value(arena, .label, node)
      $0.literal(":")
    }
    writer.indent()
    paintChildren(index)
    writer.outdent()
  }

  private mutating func paintGroup(_ index: Int, _ node: NodeRecord) {
    guard arena.value(.label, in: node.values) != nil else { return paintChildren(index) }
    let remark = busyRemark(node)
    line { [arena] in
      $0.value(arena, .label, node)
      $0.literal(":")
      $0.plain(remark)
    }
    paintHint(node)
    writer.indent()
    paintChildren(index)
    writer.outdent()
  }

  private mutating func paintItem(_ index: Int, _ node: NodeRecord) {
    let remark = self.remark(index, node)
    line { [arena] in
      $0.literal("- ")
      $0.value(arena, .label, node)
      if arena.value(.text, in: node.values) != nil {
        $0.literal(": ")
        $0.value(arena, .text, node)
      }
      $0.badge(arena, node)
      if arena.value(.action, in: node.values) != nil { $0.literal(" >") }
      $0.plain(remark)
    }
    paintHint(node)
    writer.indent()
    paintChildren(index)
    writer.outdent()
  }
}
