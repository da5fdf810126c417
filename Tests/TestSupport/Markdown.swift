import AppControllerKit

/// Writes the generated parts.
package enum Markdown {
  /// Returns a table whose columns, except the last, are aligned in the source.
  package static func table(_ head: [String], _ rows: [[String]]) -> String {
    let widths = head.indices.dropLast().map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      let padded = cells.enumerated().map { column, cell in
        column < widths.count ? cell + String(repeating: " ", count: widths[column] - cell.count) : cell
      }
      return "| \(padded.joined(separator: " | "))\(cells.last == "" ? "|" : " |")"
    }
    let rule = head.map { _ in "---" }
    return ([line(head), "| \(rule.joined(separator: " | ")) |"] + rows.map(line)).joined(separator: "\n")
  }

  /// Returns a block of source code.
  package static func block(_ language: String, _ text: String) -> String {
    "```\(language)\n\(text.hasSuffix("\n") ? text : text + "\n")```"
  }

  package static func code(_ text: String) -> String { "`\(text)`" }

  /// Returns names as a list inside a sentence.
  package static func list(_ names: [String]) -> String { names.map(code).joined(separator: ", ") }
}
