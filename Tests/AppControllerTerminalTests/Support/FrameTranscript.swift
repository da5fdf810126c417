import AppControllerKit
import AppControllerTerminal

extension TerminalFrame {
  /// The frame as a text for people: the rows between lines, the position of the cursor, and the styled cells.
  var transcript: String {
    let edge = "+" + String(repeating: "-", count: grid.columns) + "+\n"
    var text = edge
    for row in 0..<grid.rows {
      let shown = grid.text(ofRow: row)
      text += "|" + shown + "\n"
    }
    text += edge + "cursor \(cursor.row),\(cursor.column); scroll \(scroll) of \(lastScroll)\n"
    for region in regions {
      let (target, place) = ("\(region.target)", region.rectangle)
      let mark = region.isFocusable ? (region.target == focus ? "*" : "+") : "-"
      text += "\(mark) \(target) \(place.row),\(place.column) \(place.columns)x\(place.rows)\n"
    }
    for row in 0..<grid.rows {
      for run in styleRuns(ofRow: row) { text += "\(row): \(run)\n" }
    }
    return text
  }

  private func styleRuns(ofRow row: Int) -> [String] {
    var runs: [String] = []
    var column = 0
    while column < grid.columns {
      let style = grid[row, column].style
      var end = column
      while end < grid.columns, grid[row, end].style == style { end += 1 }
      if style != .plain { runs.append("\(column)-\(end - 1) \(style.words)") }
      column = end
    }
    return runs
  }
}

extension CellStyle {
  fileprivate var words: String {
    let names: [(Attributes, String)] = [
      (.bold, "bold"), (.faint, "faint"), (.underline, "underline"), (.reverse, "reverse"),
    ]
    return (["\(role)"] + names.filter { attributes.contains($0.0) }.map(\.1)).joined(separator: " ")
  }
}

extension TraitCollection {
  /// Makes the traits of a surface of a size.
  init(_ columns: Int, _ rows: Int, direction: TextDirection = .auto) {
    self.init()
    self.columns = columns
    self.rows = rows
    self.direction = direction
  }
}
