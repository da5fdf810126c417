import AppControllerJSON
import AppControllerKit

// Tables and charts.
extension AdaptiveCardImporter {
  /// A table whose first row has the heads, and whose cells are small; any other becomes rows of boxes.
  mutating func table(_ object: inout ForeignObject, depth: Int) throws(ImportFailure) -> [DraftNode]? {
    var original = object
    guard let made = try container(&object, "rows", usual: "TableRow", depth: depth) else { return nil }
    guard original.flag("firstRowAsHeader") != false, made.count == 1 else { return made }
    var (widths, omissions): ([Int?], [Omission]) = ([], [])
    for (index, value) in original.array("columns").enumerated() {
      var column = ForeignObject(value, "\(original.place(of: "columns"))[\(index)]")
      column?.pass("type")
      // A number is a share; what is said in pixels or "auto" is as wide as its content.
      let width = column?.string("width").flatMap(Double.init)
      widths.append(width.flatMap { $0 >= 1 ? Int(min($0, 12)) : nil })
      omissions += column?.finished(looks: Self.looks) ?? []
    }
    guard let table = made[0].asTable(widths) else { return made }
    object.pass("firstRowAsHeader", "columns")
    context.omissions += omissions
    return [table]
  }

  /// A chart of one row of numbers; `nil` for any other.
  mutating func chart(_ kind: String, _ object: inout ForeignObject) throws(ImportFailure) -> [DraftNode]? {
    var (values, labels): ([Double], [String]) = ([], [])
    var points = object.array("data")
    // A line has a list of lines, each with its points.
    if points.count == 1, let only = points.first, let inner = only["values"]?.arrayValue { points = inner }
    for (index, value) in points.enumerated() {
      guard var point = ForeignObject(value, "\(object.place(of: "data"))[\(index)]") else { return nil }
      guard let number = point.number("y") ?? point.number("value") else { return nil }
      values.append(number)
      labels.append(try context.label(point.string("x") ?? point.string("legend"), at: point.path) ?? "")
      context.omissions += point.finished(looks: Self.looks.union(["color"]))
    }
    guard 1...64 ~= values.count else { return nil }
    let label = try context.label(object.string("title"), at: object.place(of: "title"))
    let isLine = kind == "Chart.Line"
    let id = object.string("id").map { context.id($0, or: "chart", at: object.path) }
    let names = labels.contains(where: { !$0.isEmpty }) ? labels : []
    return [DraftNode(.chart(label ?? "Chart", isLine ? .line : .bar, values, labels: names), id: id)]
  }
}

extension DraftNode {
  /// Rows of boxes as a table; `nil` when a box has more in it than a cell can have.
  fileprivate func asTable(_ widths: [Int?]) -> DraftNode? {
    let rows = children.compactMap(\.asRow)
    guard rows.count == children.count, let heads = rows.first?.children, 1...8 ~= heads.count, 2...1_000 ~= rows.count,
      rows.allSatisfy({ $0.children.count == heads.count })
    else { return nil }
    var columns: [TableColumn] = []
    for (position, head) in heads.enumerated() {
      guard case .text(let text, _) = head.kind, !text.contains("\n"),
        text.utf8.count <= InterfaceLimits.standard.label
      else { return nil }
      columns.append(TableColumn(text, weight: widths.indices.contains(position) ? widths[position] : nil))
    }
    var table = DraftNode(.table(columns), id: id, Array(rows.dropFirst()))
    table.isHidden = isHidden
    return table
  }

  private var asRow: DraftNode? {
    guard case .stack(.horizontal) = kind else { return nil }
    let cells = children.compactMap(\.asCell)
    guard cells.count == children.count else { return nil }
    var row = DraftNode(.row, id: id, cells)
    row.isHidden = isHidden
    return row
  }

  private var asCell: DraftNode? {
    guard case .stack(.vertical) = kind, children.count == 1, id == nil, !isHidden else { return nil }
    switch children[0].kind {
    case .text, .image, .button, .link: return children[0]
    case .stack, .group, .disclosure, .icon, .list, .item, .divider, .field, .toggle, .choice, .tabs, .layer, .table,
      .row, .chart:
      return nil
    }
  }
}
