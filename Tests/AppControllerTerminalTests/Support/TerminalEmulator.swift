@testable import AppControllerTerminal

/// A terminal that understands only the sequences that a frame writer may write, and records all others.
struct TerminalEmulator {
  struct EmulatedCell: Equatable {
    var text = " "
    var style = ""
    /// 0 for the second half of a wide character.
    var width = 1
    /// The URL that it leads to; empty for none.
    var link = ""
  }

  /// The way in which the terminal counts cells.
  enum Widths {
    /// By our own table.
    case agreed
    /// Each scalar by itself, as old terminals do: an emoji of three scalars has six cells.
    case scalarByScalar
  }

  let columns: Int
  let rows: Int
  var widths = Widths.agreed
  private(set) var cells: [[EmulatedCell]]
  private(set) var cursor = CellPosition()
  /// The received sequences that are not part of our grammar.
  private(set) var foreign: [String] = []
  private(set) var modes: Set<String> = []
  /// The questions about the terminal, which the test answers.
  private(set) var questions: [String] = []
  /// The text that was sent for the clipboard, in Base64.
  private(set) var clipboard: String?
  /// The sequences of kitty's graphics protocol, each with the position of the cursor.
  private(set) var graphics: [(text: String, cursor: CellPosition)] = []
  private var link = ""
  private var style = ""
  /// The number of isolates that are open.
  private(set) var isolation = 0

  init(columns: Int, rows: Int, widths: Widths = .agreed) {
    self.columns = columns
    self.rows = rows
    self.widths = widths
    cells = Array(repeating: Array(repeating: EmulatedCell(), count: columns), count: rows)
  }

  /// Returns the text of a row without the blanks at its end.
  func text(ofRow row: Int) -> String {
    var text = cells[row].map { $0.width == 0 ? "" : $0.text }.joined()
    while text.utf8.last == 0x20 { text.removeLast() }
    return text
  }

  mutating func receive(_ bytes: [UInt8]) {
    guard let whole = String(validating: bytes, as: UTF8.self) else {
      foreign.append("bytes that are no UTF-8")
      return
    }
    var rest = whole.unicodeScalars[...]
    while let first = rest.first {
      // Gives up a sequence that was cut off.
      if first == "\u{18}" {
        rest = rest.dropFirst()
      } else if first == "\u{1B}" {
        rest = receiveSequence(rest.dropFirst())
      } else {
        let run = rest.prefix { $0 != "\u{1B}" && $0 != "\u{18}" }
        for character in String(String.UnicodeScalarView(run)) { write(character) }
        rest = rest[run.endIndex...]
      }
    }
  }

  private mutating func receiveSequence(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    if text.first == "]" { return receiveString(text.dropFirst()) }
    if text.first == "_" { return receiveGraphics(text.dropFirst()) }
    guard text.first == "[" else {
      foreign.append("ESC without [")
      return text
    }
    let parameters = text.dropFirst().prefix { (0x20..<0x40).contains($0.value) }
    guard parameters.endIndex < text.endIndex else {
      foreign.append("a sequence without an end")
      return text[text.endIndex...]
    }
    perform(text[parameters.endIndex], String(String.UnicodeScalarView(parameters)))
    return text[text.index(after: parameters.endIndex)...]
  }

  /// Receives a picture, or what is done with one.
  private mutating func receiveGraphics(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    let content = text.prefix { (0x20..<0x7F).contains($0.value) }
    let rest = text[content.endIndex...]
    let string = String(String.UnicodeScalarView(content))
    guard rest.first == "\u{1B}", rest.dropFirst().first == "\\", string.hasPrefix("G") else {
      foreign.append("a string without an end")
      return rest
    }
    if string.contains("a=q") { questions.append("_Ga=q") } else { graphics.append((string, cursor)) }
    return rest.dropFirst(2)
  }

  /// Receives a link or a text for the clipboard.
  private mutating func receiveString(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    let content = text.prefix { (0x20..<0x7F).contains($0.value) }
    let rest = text[content.endIndex...]
    let string = String(String.UnicodeScalarView(content))
    guard rest.first == "\u{1B}", rest.dropFirst().first == "\\" else {
      foreign.append("a string without an end")
      return rest
    }
    if string == "8;;" {
      link = ""
    } else if string.hasPrefix("8;id="), let start = string.dropFirst(5).firstIndex(of: ";") {
      link = String(string[string.index(after: start)...])
    } else if string.hasPrefix("52;c;") {
      clipboard = String(string.dropFirst(5))
    } else if string == "11;?" || string.hasPrefix("4;") && string.hasSuffix(";?") {
      questions.append("]" + string)
    } else {
      foreign.append("OSC \(string)")
    }
    return rest.dropFirst(2)
  }

  private mutating func perform(_ final: Unicode.Scalar, _ parameters: String) {
    let numbers = parameters.split(separator: ";").map { Int($0) }
    switch final {
    case "H" where numbers.count <= 2 && !numbers.contains(nil):
      cursor = CellPosition(
        row: (numbers.first.flatMap(\.self) ?? 1) - 1, column: (numbers.dropFirst().first.flatMap(\.self) ?? 1) - 1
      )
      if cursor.row >= rows || cursor.column >= columns { foreign.append("a move to \(parameters)") }
    case "m" where !numbers.contains(nil): style = parameters == "0" ? "" : parameters
    case "K" where parameters.isEmpty: erase(row: cursor.row, from: cursor.column)
    case "J" where parameters == "2": for row in 0..<rows { erase(row: row, from: 0) }
    case "h" where Self.known.contains(parameters): modes.insert(parameters)
    case "l" where Self.known.contains(parameters): modes.remove(parameters)
    case "c" where parameters.isEmpty: questions.append("c")
    case "p" where parameters == "?2031$": questions.append(parameters)
    default: foreign.append("CSI \(parameters)\(final)")
    }
  }

  private static let known = ["?1049", "?2004", "?25", "?7", "?2026", "?2031", "?1000", "?1006"]

  private mutating func erase(row: Int, from column: Int) {
    if style != "" { foreign.append("erased in a style") }
    for column in column..<columns { put(EmulatedCell(), row, column) }
  }

  private mutating func write(_ character: Character) {
    if character.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }) {
      foreign.append("a control character")
      return
    }
    if character == "\u{2068}" || character == "\u{2069}" {
      isolation += character == "\u{2068}" ? 1 : -1
      if isolation < 0 || isolation > 1 { foreign.append("an isolate that is not closed") }
      // A terminal that does not know the mark shows something for it.
      if widths == .scalarByScalar { write("?", width: 1) }
      return
    }
    switch widths {
    case .agreed: write(String(character), width: Self.width(of: character))
    case .scalarByScalar:
      for scalar in character.unicodeScalars {
        let width = CellWidth.of(scalar).cells
        if width == 0 { extend(scalar) } else { write(String(scalar), width: width) }
      }
    }
  }

  private static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    return scalars.count == 1
      ? CellWidth.of(scalars[scalars.startIndex]).cells : CellWidth.of(cluster: scalars[...]).cells
  }

  private mutating func extend(_ scalar: Unicode.Scalar) {
    let column = min(cursor.column, columns) - 1
    guard column >= 0 else { return }
    let base = cells[cursor.row][column].width == 0 && column > 0 ? column - 1 : column
    cells[cursor.row][base].text.unicodeScalars.append(scalar)
  }

  private mutating func write(_ text: String, width: Int) {
    // Rows do not wrap: a character beyond the last column replaces the last one.
    let column = min(cursor.column, columns - width)
    guard column >= 0 else { return }
    put(EmulatedCell(text: text, style: style, width: width, link: link), cursor.row, column)
    if width == 2 { put(EmulatedCell(text: "", style: style, width: 0), cursor.row, column + 1) }
    cursor.column = column + width
  }

  /// Writes a cell, and blanks the other half of a wide character that it overwrites partly.
  private mutating func put(_ cell: EmulatedCell, _ row: Int, _ column: Int) {
    let old = cells[row][column]
    if old.width == 2, column + 1 < columns, cells[row][column + 1].width == 0 {
      cells[row][column + 1] = EmulatedCell()
    }
    if old.width == 0, cell.width != 0, column > 0 { cells[row][column - 1] = EmulatedCell() }
    cells[row][column] = cell
  }
}
