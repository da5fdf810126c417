import AppControllerKit
import AppControllerTerminal

/// A table with a row of titles and a column for each of them that has a text.
///
/// On a terminal that is too narrow the widest texts are cut, at last those of the first column. A text ends with `…`
/// then, and a path begins with it.
struct TextTable {
  let titles: [String]
  /// Without control characters, one text for each title.
  let rows: [[String]]

  /// Each row ends with a line feed; without `columns`, nothing is cut.
  func text(columns: Int?, _ paint: Paint) -> String {
    let shown = titles.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    let cells = ([titles] + rows).map { row in shown.map { (row[$0], Self.width(of: row[$0])) } }
    var widths = shown.indices.map { column in cells.map { $0[column].1 }.max() ?? 0 }
    if let columns { Self.shrink(&widths, to: columns - 2 * (shown.count - 1)) }
    return cells.enumerated().map { index, row in
      let last = row.lastIndex { !$0.0.isEmpty } ?? 0
      let line = row[...last].indices.map { column in
        let (text, width) = Self.cut(row[column].0, to: widths[column])
        return column == last ? text : text + String(repeating: " ", count: widths[column] - width)
      }.joined(separator: "  ")
      return (index == 0 ? paint(line, .strong) : line) + "\n"
    }.joined()
  }

  private static let leastWidth = 4

  private static func shrink(_ widths: inout [Int], to room: Int) {
    for columns in [widths.indices.dropFirst(), widths.indices] {
      while widths.reduce(0, +) > room, let widest = columns.max(by: { widths[$0] < widths[$1] }),
        widths[widest] > leastWidth
      {
        widths[widest] -= 1
      }
    }
  }

  private static func cut(_ text: String, to room: Int) -> (text: String, width: Int) {
    let whole = width(of: text)
    if whole <= room { return (text, whole) }
    let isPath = text.hasPrefix("/")
    var (kept, width): ([Character], Int) = ([], 0)
    for character in isPath ? Array(text.reversed()) : Array(text) {
      let next = Self.width(of: String(character))
      if width + next >= room { break }
      kept.append(character)
      width += next
    }
    return (isPath ? "…" + String(kept.reversed()) : String(kept) + "…", width + 1)
  }

  private static func width(of text: String) -> Int { CellWidth.of(text).cells }
}
