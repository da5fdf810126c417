import AppControllerKit

/// Breaks the lines of providers at the width of a terminal, so that each row begins with the mark of its line.
///
/// A terminal that breaks a line itself would begin a row with whatever a provider has placed there. Lines of the host
/// alone are left to the terminal, so that a command in them can be copied.
package struct MarkedRows: Sendable {
  private let columns: Int

  package init(columns: Int) { self.columns = max(2, columns) }

  package func wrap(_ text: String) -> String {
    // No character has more columns than bytes, unless terminals disagree about it.
    if text.utf8.count <= columns, text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      ProviderWords.mark(in: line).map { rows(of: line, $0) } ?? String(line)
    }.joined(separator: "\n")
  }

  private func rows(of line: Substring, _ mark: String) -> String {
    // A mark that leaves no room for words is cut to its bar.
    let mark = mark.utf8.count + 8 <= columns ? mark : String("| ".prefix(columns - 1))
    let markWidth = mark.utf8.count
    var rows: [String] = []
    var (row, width) = ("", 0)
    var space: (end: String.Index, width: Int)?
    for character in line {
      let columns = Self.columns(of: character)
      while width + columns > self.columns, width > (rows.isEmpty ? 0 : markWidth) {
        let (end, endWidth) = space ?? (row.endIndex, width)
        rows.append(String(row[..<end]))
        (row, width, space) = (mark + row[end...], markWidth + width - endWidth, nil)
      }
      row.append(character)
      width += columns
      // A row is broken only behind its mark, or it would begin with two of them.
      if character == " ", width > markWidth { space = (row.endIndex, width) }
    }
    return (rows + [row]).joined(separator: "\n")
  }

  /// Where terminals disagree, the most columns that any of them takes.
  private static func columns(of character: Character) -> Int {
    let width = CellWidth.of(String(character))
    return width.isCertain ? width.cells : max(width.cells, 2 * character.unicodeScalars.count)
  }
}
