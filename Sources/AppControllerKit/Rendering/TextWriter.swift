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
