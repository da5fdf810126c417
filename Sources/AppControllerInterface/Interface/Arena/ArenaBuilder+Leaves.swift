// Most nodes are leaves with one or two texts, and most of those are plain.
extension ArenaBuilder {
  /// Writes a whole node in one step, with plain texts in the order of their names as its only values.
  ///
  /// If a separate call would take a special path (a text that needs a closer check, a property at its default, a
  /// limit), nothing is written, and the caller makes the separate calls.
  mutating func appendLeaf(
    _ kind: NodeKind, id: Span<UInt8>, _ first: PropertyName?, _ firstText: Span<UInt8>, _ second: PropertyName?,
    _ secondText: Span<UInt8>
  ) -> Bool {
    let size = id.count + firstText.count + secondText.count
    let count = (first == nil ? 0 : 1) + (second == nil ? 0 : 1)
    guard hasRoom(forNodeWith: count), id.count <= limits.id, limits.totalText - text.count >= size,
      allows(firstText, as: first, at: kind), allows(secondText, as: second, at: kind)
    else { return false }

    let start = text.count
    guard TextSanitizer.appendPlain(id, to: &text), TextSanitizer.appendPlain(firstText, to: &text),
      TextSanitizer.appendPlain(secondText, to: &text)
    else {
      text.truncate(to: start)
      return false
    }
    // As in the separate calls: the parent is settled, or its failure is recorded.
    if !settleNode() { return true }
    let firstValue = values.count
    if let first { appendText(first, size: firstText.count, at: start + id.count) }
    if let second { appendText(second, size: secondText.count, at: start + id.count + firstText.count) }
    let index = nodes.count
    var record = NodeRecord(kind, text: start, end: index + 1, parent: top.node)
    record.idSize = UInt8(id.count)
    record.firstValue = UInt32(firstValue)
    record.valueCount = UInt16(count)
    nodes.append(record)
    top.add(child: index)
    receivedValues += count
    return true
  }

  @inline(__always)
  private func hasRoom(forNodeWith count: Int) -> Bool {
    !isPoisoned && top.kind == .node && nodes.count < limits.nodes && depth < limits.depth
      && limits.values - receivedValues >= count
  }

  @inline(__always)
  private func allows(_ text: Span<UInt8>, as name: PropertyName?, at kind: NodeKind) -> Bool {
    guard let name else { return true }
    if text.count > limits.label { return false }
    return !PropertyName.hasDefaultText(name.rawValue) || !PropertyScope.node(kind).isDefault(text, of: name)
  }

  @inline(__always)
  private mutating func appendText(_ name: PropertyName, size: Int, at offset: Int) {
    var value = ValueRecord(name, text: offset)
    value.tag = .string
    value.payload = ValueRecord.pack(textSize: size)
    values.append(value)
  }
}
