import AppControllerKit
import TestSupport

/// Random screens, valid or not: every kind in every place, and texts that no author writes.
struct RandomScreen {
  private var generator: SeededGenerator
  private var count = 0

  init(seed: Int) { generator = SeededGenerator(seed: seed) }

  static let texts = [
    "", "a", "Sign in", "two\nlines", "漢字かな交じり文は空白なしで続く", "👩‍👩‍👧‍👦👍🏽❤️🇫🇷", "e\u{301}\u{323}te\u{301}", "العربية نص",
    "\u{AD}\u{200B}",
    "a-very-long-word-that-has-no-space-at-all-and-goes-on-and-on", String(repeating: "many words ", count: 30),
    "\u{301}\u{302}", "ｱＡΩ·", "한국어 ᄒ\u{1161}\u{11AB}",
  ]

  /// A few of them that can be shown, which are made once, because that takes long.
  static let some: [InterfaceDescription] = (0..<12).compactMap { seed in
    var screen = RandomScreen(seed: seed)
    return screen.make()
  }

  /// Makes a description; its root is a screen, alone or in tabs and a stack.
  mutating func make(nodes: Int = 30) -> InterfaceDescription? {
    count = nodes
    let screen = node("screen", depth: 0)
    let root: String
    switch generator.number(below: 3) {
    case 0: root = screen
    case 1:
      root =
        "{\"kind\":\"navigation\",\"children\":[{\"kind\":\"screen\",\"id\":\"below\",\"label\":\(text())},\(screen)]}"
    default:
      let items = (0..<4).map { position in
        "{\"kind\":\"item\",\"id\":\"t\(position)\",\"label\":\(text()),\"badge\":\(text()),\"children\":[\(position == 0 ? screen : "{\"kind\":\"screen\",\"id\":\"s\(position)\"}")]}"
      }
      root = "{\"kind\":\"tabs\",\"id\":\"tabs\",\"label\":\(text()),\"children\":[\(items.joined(separator: ","))]}"
    }
    let document = InterfaceDocument(json: Array("{\"root\":\(root)}".utf8))
    guard case .description(let description)? = document.contents else { return nil }
    return description
  }

  private static let kinds: [String] = NodeKind.allCases.map(\.name).filter {
    !["screen", "tabs", "navigation", "presented"].contains($0)
  }

  private mutating func text() -> String { quoted(generator.pick(Self.texts)) }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n") + "\""
  }

  private mutating func node(_ kind: String, depth: Int) -> String {
    count -= 1
    var members = ["\"kind\":\"\(kind)\"", "\"id\":\"n\(count)\""]
    for name in ["label", "text", "hint", "badge", "url"] where generator.oneIn(2) {
      members.append("\"\(name)\":\(text())")
    }
    if generator.oneIn(3) { members.append("\"axis\":\"horizontal\"") }
    if generator.oneIn(3) { members.append("\"columns\":\(generator.number(below: 5))") }
    if generator.oneIn(6) { members.append("\"enabled\":false") }
    if generator.oneIn(8) { members.append("\"busy\":true") }
    if generator.oneIn(12) { members.append("\"hidden\":true") }
    if generator.oneIn(2) { members.append("\"action\":{\"name\":\"a\"}") }
    if generator.oneIn(2) { members.append("\"media\":{\"alt\":\(text())}") }
    if generator.oneIn(2) { members.append("\"progress\":{\"value\":0.\(generator.number(below: 10)),\"deadline\":9}") }
    let content = generator.pick(["text", "password", "oneTimeCode"])
    let value = content == "text" && kind == "field" ? ",\"value\":\(text())" : ""
    members.append(
      "\"input\":{\"name\":\"i\(count)\",\"content\":\"\(content)\"\(value),\"rules\":[{\"rule\":\"required\"}],\"options\":[{\"value\":\"1\",\"label\":\(text())},{\"value\":\"2\"}]}"
    )
    var children: [String] = []
    while count > 0, depth < 10, !generator.oneIn(depth == 0 ? 100 : 4), children.count < 100 {
      children.append(node(generator.pick(Self.kinds), depth: depth + 1))
    }
    if !children.isEmpty { members.append("\"children\":[\(children.joined(separator: ","))]") }
    return "{" + members.joined(separator: ",") + "}"
  }
}
