/// Draws an interface as plain text without escape codes: for pipes, logs and screen readers.
///
/// The output is a function of its arguments alone. It is linear in the size of the description.
public struct TextRenderer: Sendable {
  /// Makes a renderer.
  public init() {}

  /// The text of a description, ending in a line feed.
  public func render(
    _ description: InterfaceDescription, state: PresentationState = .init(), traits: TraitCollection = .init()
  ) -> String {
    render(description.resolved().root, state: state, traits: traits)
  }

  /// The text of a node and its subtree, ending in a line feed; for a node of unknown kind, the text of its children.
  public func render(
    _ node: InterfaceDescription.Node, state: PresentationState = .init(), traits: TraitCollection = .init()
  ) -> String {
    var painter = TextPainter(arena: node.arena, state: state)
    painter.paint(node.index)
    return painter.text
  }
}

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

/// Writes indented lines into one buffer, and replaces characters that control a terminal.
struct TextWriter {
  private var bytes: [UInt8] = []
  private var depth = 0

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func indent() { depth += 1 }
  mutating func outdent() { depth -= 1 }

  mutating func beginLine() {
    for _ in 0..<depth { literal("  ") }
  }

  mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  /// Writes an empty line, unless the text is empty or ends in one.
  mutating func gap() {
    if !bytes.isEmpty, !bytes.suffix(2).elementsEqual([0x0A, 0x0A]) { endLine() }
  }

  mutating func literal(_ text: StaticString) {
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Writes a text of the host or of the user.
  mutating func plain(_ text: String) {
    append(Array(text.displayableLines.utf8)[...])
  }

  /// Writes a text of a description.
  mutating func text(_ arena: Arena, _ range: TextRange) { append(arena.bytes(range)) }

  /// Writes the value of a property; nothing when it has none.
  mutating func value(_ arena: Arena, _ name: PropertyName, _ node: NodeRecord) {
    if let value = arena.value(name, in: node.values), value.tag == .string { text(arena, value.text) }
  }

  /// Writes the value of a property and a colon, as the name of what follows.
  mutating func named(_ arena: Arena, _ name: PropertyName, _ node: NodeRecord, else alternative: StaticString? = nil) {
    if let value = arena.value(name, in: node.values), value.tag == .string {
      text(arena, value.text)
      literal(": ")
    } else if let alternative {
      literal(alternative)
      literal(": ")
    }
  }

  /// Writes the badge of an item in parentheses; nothing when it has none.
  mutating func badge(_ arena: Arena, _ node: NodeRecord) {
    if arena.value(.badge, in: node.values) == nil { return }
    literal(" (")
    value(arena, .badge, node)
    literal(")")
  }

  /// Indents the lines after a line feed to the same depth, and replaces any control characters that are left.
  private mutating func append(_ text: ArraySlice<UInt8>) {
    for byte in text {
      if byte == 0x0A {
        endLine()
        beginLine()
      } else if byte < 0x20 || byte == 0x7F {
        literal("\u{FFFD}")
      } else {
        bytes.append(byte)
      }
    }
  }
}
