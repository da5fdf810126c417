import AppControllerKit

/// Breaks the lines of providers at the width of a terminal, so that each row begins with the mark of its line.
///
/// A terminal that breaks a line itself would begin a row with whatever a provider has placed there. Lines of the host
/// alone are left to the terminal, or broken between words; a word that is longer than a row stays whole, so that a
/// command or a path can be copied.
package struct MarkedRows: Sendable {
  package let columns: Int

  package init(columns: Int) { self.columns = max(2, columns) }

  package func wrap(_ text: String, atWords: Bool = false) -> String {
    // No character has more columns than bytes, unless terminals disagree about it.
    if text.utf8.count <= columns, text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      ProviderWords.mark(in: line).map { rows(of: line, $0) } ?? (atWords ? words(of: line) : String(line))
    }.joined(separator: "\n")
  }

  /// Rows after the first stand below the text behind a head such as `why: `.
  private func words(of line: Substring) -> String {
    let margin = line.prefix { $0 == " " }.count
    let head = line.dropFirst(margin).prefix { $0 != " " }
    let indent = margin + (margin > 0 && head.hasSuffix(":") ? head.count + 1 : 2)
    var rows: [String] = []
    var (row, width, isFresh) = ("", 0, true)
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      let columns = word.reduce(0) { $0 + Self.columns(of: $1) }
      if width > indent, width + 1 + columns > self.columns {
        rows.append(row)
        (row, width, isFresh) = (String(repeating: " ", count: indent), indent, true)
      }
      row += isFresh ? word : " " + word
      width += columns + (isFresh ? 0 : 1)
      isFresh = false
    }
    return (rows + [row]).joined(separator: "\n")
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
