// The rules of tables, charts, secrets, QR codes and pictures.
extension InterfaceValidator {
  mutating func checkTable(_ index: Int, _ node: NodeRecord) {
    checkColumns(index, node)
    var rows = 0
    for _ in arena.children(of: index) { rows += 1 }
    if rows > DataLimits.rows {
      error(.badTable, index, ".children", "there are \(rows) rows; a table has at most \(DataLimits.rows)")
    }
  }

  private mutating func checkColumns(_ index: Int, _ node: NodeRecord) {
    if let columns = arena.value(.columns, in: node.values), columns.tag != .list { return }
    let columns = elements(.columns, in: node.values)
    guard 1...DataLimits.columns ~= columns.count else {
      return error(
        .badTable, index, ".columns",
        "a table needs 1 to \(DataLimits.columns) columns, each a map with a label; it has \(columns.count)")
    }
    for (position, column) in columns.enumerated() {
      let step = ".columns[\(position)]"
      guard column.tag == .map else {
        error(.badTable, index, step, "a column is a map, and needs a label")
        continue
      }
      guard checkPart(.column, index, step, column.elements) else { continue }
      if arena.string(.label, in: column.elements)?.isEmpty != false {
        error(.badTable, index, step + ".label", "a column needs a label, which is its head")
      }
      if let align = arena.string(.align, in: column.elements), ColumnAlignment(rawValue: align) == nil {
        let known = ColumnAlignment.allCases.map(\.rawValue)
        warnOfChoice(align, of: known, at: place(of: index) + step + ".align")
      }
      if let weight = arena.value(.weight, in: column.elements), !(NodeLimits.weight ~= Int(clamping: weight.int)) {
        let most = NodeLimits.weight.upperBound
        error(.badTable, index, step + ".weight", "it is \(weight.int); it must be from 1 to \(most)")
      }
    }
  }

  mutating func checkRow(_ index: Int, _ node: NodeRecord) {
    if arena.value(.action, in: node.values) != nil {
      if node.idSize == 0 { error(.missingID, index, ".id", "a row with an action needs an id") }
      if isMissing(.label, node) {
        error(.missingLabel, index, ".label", "a row with an action needs a label, which is its accessible name")
      }
    }
    let parent = arena.nodes[Int(node.parent)]
    guard parent.knownKind == .table else { return }
    let columns = elements(.columns, in: parent.values).count
    var cells = 0
    for _ in arena.children(of: index) { cells += 1 }
    if columns > 0, cells != columns {
      error(.missingChild, index, ".children", "a row needs a cell in each of the \(columns) columns; it has \(cells)")
    }
  }

  mutating func checkChart(_ index: Int, _ node: NodeRecord) {
    if let values = arena.value(.values, in: node.values), values.tag != .list { return }
    let values = elements(.values, in: node.values)
    if !(1...DataLimits.chartValues ~= values.count) {
      error(
        .badChart, index, ".values",
        "a chart needs 1 to \(DataLimits.chartValues) numbers; it has \(values.count)")
    }
    for (position, value) in values.enumerated() where value.tag != .double && value.tag != .int {
      error(.wrongType, index, ".values[\(position)]", "it must be a number")
    }
    let labels = elements(.labels, in: node.values)
    if !labels.isEmpty, labels.count != values.count {
      error(.badChart, index, ".labels", "there are \(labels.count) labels for \(values.count) numbers")
    }
    for (position, label) in labels.enumerated() where label.tag != .string {
      error(.wrongType, index, ".labels[\(position)]", "it must be a text")
    }
  }

  mutating func checkSecret(_ index: Int, _ node: NodeRecord) {
    let secret = arena.value(.secret, in: node.values)
    if let secret, secret.tag != .map { return }
    let values = secret?.elements ?? 0..<0
    guard checkPart(.secret, index, ".secret", values) else { return }
    guard let value = arena.value(.value, in: values), value.text.length > 0 else {
      // The path is that of the property that is missing.
      return error(.badSecret, index, secret == nil ? ".secret" : ".secret.value", "a secret needs a value")
    }
    if value.text.length > DataLimits.secret {
      error(
        .badSecret, index, ".secret.value",
        "it has \(value.text.length) bytes; a secret has at most \(DataLimits.secret)")
    }
  }

  mutating func checkAsset(_ index: Int, _ name: TextRange) {
    guard isName(name) else {
      return error(
        .badAsset, index, ".media.asset", "\"\(arena.string(name))\" is no name of a picture; \(IdentifierRule.text)")
    }
    if assets.insert(arena.bytes(name)).inserted, assets.count > DataLimits.assets {
      error(
        .badAsset, index, ".media.asset",
        "\"\(arena.string(name))\" is picture \(assets.count); a description has at most \(DataLimits.assets)")
    }
  }

  mutating func checkQRCode(_ index: Int, _ node: NodeRecord) {
    guard let url = arena.value(.qr, in: node.values), url.tag == .string else { return }
    let text = arena.text
    if !LinkPolicy.allows(text.span.extracting(url.text.bounds)) {
      error(.badLink, index, ".qr", LinkPolicy.refusal(of: arena.string(url.text)))
    } else if url.text.length > DataLimits.qrCode {
      error(
        .badLink, index, ".qr",
        "it has \(url.text.length) bytes; the URL of a QR code has at most \(DataLimits.qrCode)")
    }
  }
}
