import AppControllerKit

/// How the generated parts are written.
package enum Markdown {
  /// A table whose columns are aligned in the source, but for the last.
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

  /// A block of source.
  package static func block(_ language: String, _ text: String) -> String {
    "```\(language)\n\(text.hasSuffix("\n") ? text : text + "\n")```"
  }

  package static func code(_ text: String) -> String { "`\(text)`" }

  /// Names as they are listed in a sentence.
  package static func list(_ names: [String]) -> String { names.map(code).joined(separator: ", ") }
}
