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

  /// A row of the content.
  private struct Line {
    var indent = 0
    var text = ""
    var styles: [CellStyle] = []

    var isBlank: Bool { text.isEmpty || text.allSatisfy { $0 == "┄" } }
    /// Whether it is the line below a field.
    var isRule: Bool { text.count > 2 && text.allSatisfy { $0 == "─" || $0 == "━" } }
    var style: CellStyle { styles.first ?? .plain }
    var endStyle: CellStyle { styles.last ?? .plain }
    var isBold: Bool { style.attributes.contains(.bold) }
    /// The text before the first two spaces, and the text behind them.
    var parts: (first: String, rest: String) {
      guard let gap = text.firstRange(of: "  ") else { return (text, "") }
      return (String(text[..<gap.lowerBound]), text[gap.upperBound...].drop { $0 == " " }.description)
    }
    var isUnderlined: Bool { styles.contains { $0.attributes.contains(.underline) } }
    var isItem: Bool { text.hasPrefix("• ") || text.hasSuffix(" ›") }
    var isProgress: Bool { text.contains("  ") && text.contains(" %") }
  }

  private(set) var things: [Thing] = []
  private var lines: [Line] = []

  init(_ frame: TerminalFrame) {
    var title: String?
    var box: Range<Int>?
    for row in 0..<frame.viewport.upperBound {
      let surroundings = frame.regions.filter { $0.target.nodeID == nil && $0.rectangle.row == row }
      for region in surroundings { readSurrounding(region, frame) }
      let cells = (0..<frame.grid.columns).map { frame.grid.text(at: CellPosition(row: row, column: $0)) }
      if let first = cells.firstIndex(of: "╭"), let last = cells.lastIndex(of: "╮") {
        box = first + 1..<last
        title = cells[first..<last].joined().between("╭─ ", "")?.upTo(" ─")
      } else if surroundings.isEmpty, row >= frame.viewport.lowerBound || box == nil {
        let line = Self.line(row, box ?? 0..<frame.grid.columns, frame)
        if row >= frame.viewport.lowerBound || !line.isRule { lines.append(line) }
      }
    }
    if let title {
      let (name, states) = Self.split(title)
      things.append(Thing(role: "heading", name: name, states: states))
    }
    var position = 0
    while position < lines.count { position = lines[position].isBlank ? position + 1 : read(position) }
  }

  private static func line(_ row: Int, _ columns: Range<Int>, _ frame: TerminalFrame) -> Line {
    var line = Line()
    for column in columns {
      let text = frame.grid.text(at: CellPosition(row: row, column: column))
      if line.text.isEmpty, text == " " || text == "▌" {
        line.indent += 1
      } else if frame.grid[row, column].width > 0 {
        line.text += text
        line.styles.append(frame.grid[row, column].style)
      }
    }
    if line.style.role == .accent, Self.withoutIcon(line.text) != line.text {
      line.text = Self.withoutIcon(line.text)
      line.styles.removeFirst(2)
    }
    while line.text.last == " " {
      line.text.removeLast()
      line.styles.removeLast()
    }
    return line
  }

  /// A tab is selected when the line below it is heavy; the back line is a button.
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
      let isSelected = frame.grid.text(at: CellPosition(row: place.row + 1, column: place.column)) == "━"
      things.append(Thing(role: "tab", name: name, states: isSelected ? ["selected"] : []))
    case .back: things.append(Thing(role: "button", name: String(text.dropFirst(2)).upTo(": ")))
    case .close, .node, .option: return
    }
  }

  /// Reads the element that begins in a line.
  ///
  /// - Returns: The line after it.
  private mutating func read(_ position: Int) -> Int {
    let line = lines[position]
    let (text, next) = (line.text, position + 1)
    if line.style.role == .muted, line.indent > base, text.contains(Self.bounds) {
      return next
    } else if let label = text.between("▸ ", "") ?? text.between("▾ ", "") {
      things.append(Thing(role: "button", name: label, states: [text.hasPrefix("▸") ? "collapsed" : "expanded"]))
    } else if let label = text.between("[x] ", "") ?? text.between("[ ] ", "") {
      addChecked(label, isOn: text.hasPrefix("[x]"), role: "checkBox")
    } else if let label = text.between("(*) ", "") ?? text.between("( ) ", "") {
      addChecked(label, isOn: text.hasPrefix("(*)"), role: "radioButton")
    } else if let label = text.between("Image: ", "") {
      let rest = lines[next...].prefix {
        $0.indent == line.indent && $0.style.role == .muted && !$0.isBlank && !$0.text.hasPrefix("Image: ")
      }
      // Several may stand side by side.
      let names = ([label] + rest.map(\.text)).joined(separator: " ").split(separator: #/\s\s+Image: /#)
      things += names.map { Thing(role: "image", name: String($0)) }
      return rest.endIndex
    } else if text.hasPrefix("QR code for ") {
      things.append(Thing(role: "link", name: text))
      return lines[next...].prefix { $0.isUnderlined }.endIndex
    } else if let name = text.between("⠋ ", "") {
      let (name, states) = Self.split(name.upTo("  "))
      things.append(Thing(role: "progressIndicator", name: name == "under way" ? "" : name, states: states))
    } else if text.hasPrefix("▐") || text.hasPrefix("[ ") || line.isUnderlined {
      // A label may take several lines.
      var (row, end) = (line, next)
      while row.text.hasPrefix("[ "), !row.text.contains(" ]"), lines.indices.contains(end) {
        row.text += " " + lines[end].text
        row.styles += [row.style] + lines[end].styles
        end += 1
      }
      readButtons(row)
      return end
    } else if let message = text.between("! ", "") {
      things[things.count - 1].error = message
      things[things.count - 1].states.insert("invalid")
    } else if text.hasPrefix("┃ ") {
      return readBanner(position)
    } else if line.isItem {
      addItem(line)
    } else if line.isProgress {
      return next
    } else {
      return readText(position)
    }
    return next
  }

  /// What is said of the form and the bounds of a value.
  private static var bounds: Regex<(Substring, Substring?)> { #/^(such as|from|up to) \d|^\S+ to \S+$/# }

  private static func withoutIcon(_ text: String) -> String {
    Icon.allCases.contains { text.hasPrefix($0.glyph + " ") } ? String(text.dropFirst(2)) : text
  }

  /// Reads a row of buttons, or a link.
  private mutating func readButtons(_ line: Line) {
    let characters = Array(line.text)
    var (column, before) = (0, "")
    while column < characters.count {
      let start = column
      if characters[column] == "▐", let end = characters[column...].firstIndex(of: "▌") {
        column = end + 1
        addButton(String(characters[start + 1..<end]), remarks(characters, &column))
      } else if characters[column] == "[",
        let end = characters.indices.first(where: {
          $0 > column + 1 && characters[$0] == "]" && characters[$0 - 1] == " "
        })
      {
        column = end + 1
        addButton(String(characters[start + 1..<end]), remarks(characters, &column))
      } else if line.styles[column].attributes.contains(.underline) {
        while column < characters.count, line.styles[column].attributes.contains(.underline) { column += 1 }
        let text = String(characters[start..<column])
        let states = remarks(characters, &column)
        if text.contains("://") || text.hasPrefix("mailto:") {
          let before = Self.withoutIcon(before.trimmed)
          let name = before.trimmed.isEmpty ? text.replacing("https://", with: "") : Self.split(before.trimmed).name
          things.append(Thing(role: "link", name: name, states: states.union(Self.split(before.trimmed).states)))
        } else {
          addButton(text, states)
        }
        before = ""
      } else {
        before.append(characters[column])
        column += 1
      }
    }
  }

  /// The states in the remarks at a place of a row, which is moved behind them.
  private func remarks(_ characters: [Character], _ column: inout Int) -> Set<String> {
    var states: Set<String> = []
    while column + 1 < characters.count, characters[column] == " ", characters[column + 1] == "(",
      let end = characters[column...].firstIndex(of: ")")
    {
      states.formUnion(Self.split("x" + String(characters[column...end])).states)
      column = end + 1
    }
    return states
  }

  private mutating func addButton(_ label: String, _ states: Set<String>) {
    var name = label.trimmed
    // The mark of a button that destroys, and of the way out.
    if ["× ", "‹ ", "› "].contains(name.prefix(2)) { name.removeFirst(2) }
    name = Self.withoutIcon(name)
    let asks = name.hasSuffix("…")
    if asks { name.removeLast() }
    things.append(Thing(role: "button", name: name, states: asks ? states.union(["asking"]) : states))
  }

  private mutating func readBanner(_ position: Int) -> Int {
    let rows = lines[position...].prefix { $0.text.hasPrefix("┃ ") }
    let (text, states) = Self.split(rows.map { String($0.text.dropFirst(2)) }.joined(separator: " "))
    let (word, message) = (text.upTo(": "), text.range(of: ": ").map { String(text[$0...].dropFirst(2)) } ?? "")
    things.append(Thing(role: word == "Error" ? "alert" : "status", name: message, states: states))
    return rows.endIndex
  }

  private mutating func readText(_ position: Int) -> Int {
    let line = lines[position]
    let next = position + 1
    let (name, states) = Self.split(line.text)
    if let rule = rule(ofFieldAt: position) {
      // A label may take several lines.
      let label = lines[position..<rule - 1].map(\.text).filter { !$0.hasPrefix("│") }.joined(separator: " ")
      let parts = lines[position].parts
      let isFlush = rule == position + 2 && !parts.rest.isEmpty
      let (name, states) = Self.split(
        isFlush
          ? parts.first
            + " (\(parts.rest.replacing(" (", with: ", ").replacing(")", with: "").replacing("(", with: "")))" : label)
      let folds = lines[rule - 1].text.hasSuffix("▾")
      things.append(Thing(role: folds ? "radioGroup" : "input", name: name, states: states))
      return rule + 1
    } else if lines.indices.contains(next), lines[next].isProgress {
      things.append(Thing(role: "progressIndicator", name: name, states: Self.split(lines[next].text).states))
      return next + 1
    } else if line.style.role == .muted, let last = things.indices.last, line.indent > base,
      ["input", "checkBox", "radioGroup"].contains(things[last].role)
    {
      things[last].hint = [things[last].hint, line.text].compactMap(\.self).joined(separator: " ")
    } else if lines.indices.contains(next), lines[next].text.hasPrefix("(*) ") || lines[next].text.hasPrefix("( ) ") {
      things.append(Thing(role: "radioGroup", name: name, states: states))
    } else if line.endStyle.attributes.contains(.bold), !line.isBold {
      things.append(Thing(role: "code", name: name))
    } else if line.isBold {
      things.append(Thing(role: "heading", name: name, states: states))
    } else {
      return joined(position)
    }
    return next
  }

  private var base: Int { lines.lazy.filter { !$0.isBlank }.map(\.indent).min() ?? 0 }

  /// The line below the field whose label begins in a line.
  private func rule(ofFieldAt position: Int) -> Int? {
    guard let rule = lines[position...].firstIndex(where: \.isRule), rule >= position + 2,
      lines[position..<rule - 1].allSatisfy({ !$0.isBlank })
    else { return nil }
    return rule
  }

  /// Joins the lines of a text.
  private mutating func joined(_ position: Int) -> Int {
    var (name, end) = (lines[position].text, position + 1)
    while end < lines.count, lines[end].indent == lines[position].indent, isPlain(end) {
      name += " " + lines[end].text
      end += 1
    }
    things.append(Thing(role: "paragraph", name: name))
    return end
  }

  private func isPlain(_ position: Int) -> Bool {
    let line = lines[position]
    let marks = ["[x] ", "[ ] ", "(*) ", "( ) ", "▐", "[ ", "⠋ ", "! ", "┃ ", "Image: ", "▸ ", "▾ "]
    return !line.isBlank && !line.isBold && !line.endStyle.attributes.contains(.bold) && !line.isItem
      && !line.isUnderlined && !line.isProgress && !marks.contains { line.text.hasPrefix($0) }
      && rule(ofFieldAt: position) == nil && !(lines.indices.contains(position + 1) && lines[position + 1].isProgress)
  }

  private mutating func addChecked(_ label: String, isOn: Bool, role: String) {
    let (name, states) = Self.split(label)
    things.append(Thing(role: role, name: name, states: states.union(isOn ? ["checked"] : [])))
  }

  private mutating func addItem(_ line: Line) {
    let isPressable = line.text.hasSuffix(" ›")
    var row = line
    row.text = String(isPressable ? line.text.dropLast(2) : line.text.dropFirst(2)).trimmed
    row.text = Self.withoutIcon(row.text)
    let (name, rest) = row.parts
    let states = ["disabled", "busy"].filter { rest.contains("(\($0)") }
    things.append(Thing(role: "listItem", name: name, states: Set(states).union(isPressable ? ["pressable"] : [])))
  }

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

  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  fileprivate func upTo(_ end: String) -> String { range(of: end).map { String(self[..<$0]) } ?? self }

  fileprivate func range(of text: String) -> Index? { firstRange(of: text)?.lowerBound }

  fileprivate func lastRange(of text: String) -> Index? { ranges(of: text).last?.lowerBound }
}

extension [AccessibleElement] {
  /// The elements without the options of choices that have many: only what is chosen is seen until they are opened.
  var withoutFoldedOptions: [AccessibleElement] {
    var (kept, folded) = ([AccessibleElement](), 0)
    for (position, element) in enumerated() {
      if element.role == .radioGroup {
        let options = self[(position + 1)...].prefix { $0.role == .radioButton }.count
        folded = options > 5 ? options + 1 : 0
        kept.append(element)
      } else if folded == 0 {
        kept.append(element)
      }
      folded = Swift.max(0, folded - 1)
    }
    return kept
  }
}
