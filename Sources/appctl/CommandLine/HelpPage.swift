/// A page is at most 80 columns wide.
struct HelpPage {
  private static let width = 80
  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") }

  mutating func gap() { lines.append("") }

  mutating func line(_ text: String, indent: Int) { lines.append(Self.spaces(indent) + text) }

  mutating func heading(_ text: String) {
    gap()
    lines.append(text)
  }

  mutating func paragraph(_ text: String, indent: Int = 0) {
    wrap(Self.words(text), first: Self.spaces(indent), indent: indent)
  }

  mutating func hanging(_ term: String, _ text: String, column: Int) {
    wrap(Self.words(text), first: term + Self.spaces(max(1, column - term.count)), indent: column)
  }

  mutating func item(_ text: String) {
    wrap(Self.words(text), first: "  - ", indent: 4)
  }

  /// Broken only between its parts, with its further lines aligned behind the command.
  mutating func usage(_ command: String, _ parts: [String]) {
    wrap(parts, first: "  \(command) ", indent: command.count + 3)
  }

  mutating func list(_ entries: [(term: String, text: String)]) {
    let column = (entries.map(\.term.count).max() ?? 0) + 4
    for (term, text) in entries { hanging("  \(term)", text, column: column) }
  }

  private mutating func wrap(_ words: [String], first: String, indent: Int) {
    var line = first
    var isFresh = true
    for word in words {
      if !isFresh, line.count + 1 + word.count > Self.width {
        lines.append(line)
        line = Self.spaces(indent)
        isFresh = true
      }
      line += isFresh ? word : " \(word)"
      isFresh = false
    }
    lines.append(line)
  }

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
