enum DataWords {
  /// The cells of a row, each after the head of its column, such as `Order: #1042; Price: 18.50`.
  static func row(_ row: InterfaceDescription.Node, _ columns: [TableColumn]) -> String {
    var parts: [String] = []
    for (position, cell) in row.children.enumerated() where !cell.isHidden {
      guard let text = self.cell(cell) else { continue }
      let head = columns.indices.contains(position) ? columns[position].label : ""
      parts.append(head.isEmpty ? text : "\(head): \(text)")
    }
    return parts.joined(separator: "; ")
  }

  /// `nil` when the cell has no text.
  static func cell(_ cell: InterfaceDescription.Node) -> String? {
    let text: String? =
      switch cell.kind {
      case .text?: cell.text
      case .image?: cell.media?.alternative
      case .link?, .button?: cell.label
      // No other kinds can be cells.
      case _: nil
      }
    guard let text, !text.isEmpty else { return nil }
    return text.replacing("\n", with: " ")
  }

  /// A control, and a cell with a hint or a busy state, is an element beside its row.
  static func isStandalone(_ cell: NodeRecord, in arena: Arena) -> Bool {
    guard let kind = cell.knownKind, kind == .text || kind == .image else { return true }
    return [.hint, .busy].contains { name in arena.value(name, in: cell.values) != nil }
  }
}

extension ChartDescription {
  private static let maximumListedValues = 12

  package func text(_ words: FaceWords) -> String {
    guard values.count > Self.maximumListedValues else {
      return values.indices.map { position in
        (labels.count == values.count && !labels[position].isEmpty ? labels[position] + " " : "")
          + text(of: values[position])
      }.joined(separator: ", ")
    }
    return summary(words)
  }

  package func summary(_ words: FaceWords) -> String {
    let extremes = words(.extremes(text(of: values.min() ?? 0), text(of: values.max() ?? 0)))
    return "\(extremes), \(words(.last(text(of: values.last ?? 0))))"
  }

  package func text(of value: Double) -> String { Self.text(of: value) + (unit.map { " \($0)" } ?? "") }

  private static func text(of value: Double) -> String {
    value.rounded() == value && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
  }
}
