import AppControllerKit
import AppControllerTerminal

/// Reads the elements of a screen from a frame, as a user sees them: their roles, names, states and errors.
///
/// It knows the marks that the renderer guarantees, and nothing of the description.
struct FrameReader {
  /// One element on the screen.
  struct Thing: Equatable, CustomStringConvertible {
    var role: String
    var name: String
    var states: Set<String> = []
    var error: String?
    var hint: String?

    var description: String {
      "\(role) \"\(name)\" \(states.sorted())" + (error.map { " !\($0)" } ?? "") + (hint.map { " ?\($0)" } ?? "")
    }
  }

  /// A line with its indent, and the style of its first character.
  private struct Line {
    var indent: Int
    var text: String
    var style: CellStyle
    /// Whether the row above it is empty.
    var isAfterGap: Bool
    /// The style of its last character.
    var endStyle: CellStyle
  }

  private(set) var things: [Thing] = []
  private var lines: [Line] = []
  private var optionRole: (role: String, indent: Int)?

  init(_ frame: TerminalFrame) {
    var isAfterGap = false
    for row in 0..<frame.grid.rows {
      let surroundings = frame.regions.filter { $0.target.nodeID == nil && $0.rectangle.row == row }
      if !surroundings.isEmpty {
        for region in surroundings { readSurrounding(region, frame) }
        continue
      }
      let whole = frame.grid.text(ofRow: row)
      var text = whole.drop { $0 == " " || $0 == ">" && whole.first == ">" }
      if text.isEmpty || text.allSatisfy({ $0 == "─" }) {
        isAfterGap = true
        continue
      }
      if frame.grid[row, whole.count - text.count].style.role == .accent { text = Self.withoutIcon(text) }
      let column = whole.count - text.count
      let end = (0..<frame.grid.columns).last { frame.grid.text(at: CellPosition(row: row, column: $0)) != " " } ?? 0
      defer { isAfterGap = false }
      lines.append(
        Line(
          indent: column, text: String(text), style: frame.grid[row, column].style, isAfterGap: isAfterGap,
          endStyle: frame.grid[row, end].style
        )
      )
    }
    var position = 0
    while position < lines.count { position = read(position) }
  }

  /// A tab is selected when it is in brackets; the back line is a button.
  private mutating func readSurrounding(_ region: TerminalRegion, _ frame: TerminalFrame) {
    let place = region.rectangle
    let cells = (place.column..<place.column + place.columns).map {
      frame.grid.text(at: CellPosition(row: place.row, column: $0))
    }
    let text = cells.joined()
    switch region.target {
    case .tab:
      var name = String(text.dropFirst().dropLast())
      if name.hasSuffix(")"), let badge = name.range(of: " (") { name = String(name[..<badge]) }
      things.append(Thing(role: "tab", name: name, states: text.hasPrefix("[") ? ["selected"] : []))
    case .back: things.append(Thing(role: "button", name: String(text.dropFirst(2)).upTo(": ")))
    case .close, .node, .option: return
    }
  }

  /// Reads the element that begins in a line.
  ///
  /// - Returns: The line after it.
  private mutating func read(_ position: Int) -> Int {
    let line = lines[position]
    let text = line.text
    let next = position + 1
    if text.hasPrefix("| ") || line.style.role == .muted && line.indent > 2 && text.contains(Self.bounds) {
      return next
    } else if let label = text.between("▸ ", "") ?? text.between("▾ ", "") {
      things.append(
        Thing(role: "button", name: label, states: [text.hasPrefix("▸") ? "collapsed" : "expanded"]))
    } else if let label = text.between("[x] ", "") ?? text.between("[ ] ", ""), !text.hasSuffix(" ]") {
      addChecked(
        label, isOn: text.hasPrefix("[x]"),
        role: optionRole.map { line.indent >= $0.indent } == true ? "option" : "checkBox")
    } else if let label = text.between("(*) ", "") ?? text.between("( ) ", "") {
      addChecked(label, isOn: text.hasPrefix("(*)"), role: "radioButton")
    } else if let label = text.between("[image: ", "]") {
      things.append(Thing(role: "image", name: label))
    } else if text.hasPrefix("[ "), let end = text.range(of: " ]") {
      let label = text[text.index(text.startIndex, offsetBy: 2)..<end]
      // The mark of a button that destroys, and of the way out.
      let name = Self.withoutIcon(["× ", "‹ ", "› "].contains(label.prefix(2)) ? label.dropFirst(2) : label)
      let states = Self.states(String(text[end...].dropFirst(2)))
      things.append(
        name.hasSuffix("…")
          ? Thing(role: "button", name: String(name.dropLast()), states: states.union(["asking"]))
          : Thing(role: "button", name: String(name), states: states))
    } else if let message = text.between("! ", "") {
      things[things.count - 1].error = message
      things[things.count - 1].states.insert("invalid")
    } else if text.hasPrefix("for example ") {
      return next
    } else if let item = text.between("- ", "") {
      addItem(item)
    } else if text.hasPrefix("Error: ") {
      return joined("alert", String(text.dropFirst(7)), from: next, line)
    } else if text.hasPrefix("Info: ") {
      return joined("status", String(text.dropFirst(6)), from: next, line)
    } else {
      return readText(position)
    }
    return next
  }

  /// What is said of the form and the bounds of a value.
  private static var bounds: Regex<(Substring, Substring?)> { #/^(such as|from|up to) \d|^\S+ to \S+$/# }

  private static func withoutIcon(_ text: Substring) -> Substring {
    Icon.allCases.contains { text.hasPrefix($0.glyph + " ") } ? text.dropFirst(2) : text
  }

  private mutating func readText(_ position: Int) -> Int {
    let line = lines[position]
    let next = position + 1
    let (name, states) = Self.split(line.text)
    if let end = name.range(of: " <"), name.hasSuffix(">") {
      things.append(Thing(role: "link", name: String(name[..<end]), states: states))
    } else if line.text.hasSuffix("under way") || line.text.contains(": [") || line.text.contains("under way,") {
      things.append(Thing(role: "progressIndicator", name: line.text.upTo(": ")))
    } else if let box = lines.indices.contains(next)
      ? lines[next...].firstIndex(where: { $0.text.hasPrefix("| ") }) : nil,
      lines[next..<box].allSatisfy({ $0.indent == line.indent && !$0.isAfterGap })
    {
      // A label may take several lines before its box.
      let label = lines[position..<box].map(\.text).joined(separator: " ")
      let (name, states) = Self.split(label)
      things.append(Thing(role: "input", name: name, states: states))
      return box + 1
    } else if line.style.role == .muted, let last = things.indices.last, line.indent > 2,
      ["input", "checkBox", "radioGroup"].contains(things[last].role)
    {
      things[last].hint = [things[last].hint, line.text].compactMap(\.self).joined(separator: " ")
    } else if lines.indices.contains(next), lines[next].text.hasPrefix("(*) ") || lines[next].text.hasPrefix("( ) ") {
      things.append(Thing(role: "radioGroup", name: name, states: states))
    } else if line.endStyle.attributes.contains(.bold), !line.style.attributes.contains(.bold) {
      things.append(Thing(role: "code", name: name))
    } else if line.style.attributes.contains(.bold) {
      things.append(Thing(role: "heading", name: name, states: states))
    } else {
      return joined("paragraph", line.text, from: next, line)
    }
    return next
  }

  /// Joins the lines of a text that have the same style; every following line of that style is a part of the text.
  private mutating func joined(_ role: String, _ first: String, from next: Int, _ line: Line) -> Int {
    var (name, end) = (first, next)
    while end < lines.count, lines[end].indent == line.indent, !lines[end].isAfterGap, Self.isPlain(lines[end]) {
      name += " " + lines[end].text
      end += 1
    }
    things.append(Thing(role: role, name: name))
    return end
  }

  private static func isPlain(_ line: Line) -> Bool {
    let marks = ["▸ ", "▾ ", "[", "|", "(", "! ", "- ", "Error: ", "Info: "]
    return !line.style.attributes.contains(.bold) && !line.endStyle.attributes.contains(.bold)
      && !marks.contains { line.text.hasPrefix($0) }
      && !split(line.text).name.hasSuffix(">")
      && !line.text.contains(": under way") && !line.text.contains("(required)")
  }

  private mutating func addChecked(_ label: String, isOn: Bool, role: String) {
    let (name, states) = Self.split(label)
    things.append(Thing(role: role, name: name, states: states.union(isOn ? ["checked"] : [])))
  }

  private mutating func addItem(_ text: String) {
    var (name, states) = Self.split(text)
    if name.hasSuffix(" >") {
      name.removeLast(2)
      states.insert("pressable")
    }
    if name.hasSuffix(")"), let badge = name.range(of: " (") { name = String(name[..<badge]) }
    things.append(Thing(role: "listItem", name: name.upTo(": "), states: states))
  }

  private static func states(_ remark: String) -> Set<String> { split("x" + remark).states }

  /// Splits a text into a label and the states in the remark after it.
  private static func split(_ text: String) -> (name: String, states: Set<String>) {
    var (name, states) = (text, Set<String>())
    while name.hasSuffix(")"), let start = name.lastRange(of: " (") {
      let words = name[start...].dropFirst(2).dropLast().split(separator: ", ").map(String.init)
      guard words.allSatisfy(["required", "disabled", "busy"].contains) else { break }
      states.formUnion(words)
      name = String(name[..<start])
    }
    return (name, states)
  }
}

extension String {
  fileprivate func between(_ prefix: String, _ suffix: String) -> String? {
    guard hasPrefix(prefix), hasSuffix(suffix) || suffix.isEmpty, count >= prefix.count + suffix.count else {
      return nil
    }
    return String(dropFirst(prefix.count).dropLast(suffix.count))
  }

  fileprivate func upTo(_ end: String) -> String { range(of: end).map { String(self[..<$0]) } ?? self }

  fileprivate func range(of text: String) -> Index? { firstRange(of: text)?.lowerBound }

  fileprivate func lastRange(of text: String) -> Index? { ranges(of: text).last?.lowerBound }
}
