// Most nodes are leaves with one or two texts, and most of those are plain.
extension ArenaBuilder {
  /// Writes a whole node in one step: it has no values but texts, which are plain and in the order of their names.
  ///
  /// It is equivalent to `begin`, `set` and `end` in sequence. If one of those would take a special path (a text that
  /// needs a closer check, a property at its default, a limit), nothing is written and the caller makes the separate
  /// calls.
  ///
  /// - Returns: Whether the node was written; if not, nothing has changed.
  mutating func appendLeaf(
    _ kind: NodeKind, id: Span<UInt8>, _ first: PropertyName?, _ firstText: Span<UInt8>, _ second: PropertyName?,
    _ secondText: Span<UInt8>
  ) -> Bool {
    let size = id.count + firstText.count + secondText.count
    let count = (first == nil ? 0 : 1) + (second == nil ? 0 : 1)
    guard hasRoom(forNodeWith: count), id.count <= limits.id, limits.totalText - receivedText >= size,
      allows(firstText, as: first, at: kind), allows(secondText, as: second, at: kind)
    else { return false }

    let start = text.count
    guard let idRange = takePlain(id), let firstRange = takePlain(firstText), let secondRange = takePlain(secondText)
    else {
      text.truncate(to: start)
      return false
    }
    // As in the separate calls: the parent is settled, or its failure is recorded.
    if !settleNode() { return true }
    let firstValue = values.count
    if let first { values.append(ValueRecord(first, firstRange)) }
    if let second { values.append(ValueRecord(second, secondRange)) }
    appendNode(kind, id: id.isEmpty ? .empty : idRange, firstValue: firstValue, size: size, isOpen: false)
    return true
  }

  /// Whether the limits allow one more child of the open node.
  @inline(__always)
  func hasRoom(forNodeWith count: Int) -> Bool {
    !isPoisoned && top.kind == .node && nodes.count < limits.nodes && depth < limits.depth
      && limits.values - receivedValues >= count
  }

  /// Appends a node whose text and values are at their final places, and leaves it open if more follows; the size is
  /// the number of bytes of text that were received for it.
  @inline(__always)
  mutating func appendNode(_ kind: NodeKind, id: TextRange, firstValue: Int, size: Int, isOpen: Bool) {
    let (index, count) = (nodes.count, values.count - firstValue)
    nodes.append(
      NodeRecord(
        kind: kind.rawValue, isPropertyValue: false, kindLength: 0, kindOffset: 0, idOffset: id.offset,
        idLength: id.length, firstValue: UInt32(firstValue), valueCount: UInt32(count), end: UInt32(index + 1),
        parent: UInt32(top.node)
      ))
    top.add(child: index)
    receivedText += size
    receivedValues += count
    if isOpen {
      open(BuildFrame(.node, base: pending.count, node: index, nodeKind: kind))
      top.isSettled = true
      depth += 1
    }
  }

  /// Whether a text can become the value of a property without further processing.
  @inline(__always)
  private func allows(_ text: Span<UInt8>, as name: PropertyName?, at kind: NodeKind) -> Bool {
    guard let name else { return true }
    if text.count > limits.label { return false }
    return !name.hasDefaultText || !BuildFrame(.node, nodeKind: kind).isDefault(text, of: name)
  }

  @inline(__always)
  private mutating func takePlain(_ bytes: Span<UInt8>) -> TextRange? {
    let offset = text.count
    guard TextIntake.appendPlain(bytes, to: &text) else { return nil }
    return TextRange(offset: UInt32(offset), length: UInt32(bytes.count))
  }
}

extension ValueRecord {
  /// A property whose value is a text.
  init(_ name: PropertyName, _ text: TextRange) {
    self.init(
      name: name.rawValue, tag: .string, keyLength: 0, keyOffset: 0,
      payload: Self.pack(Int(text.offset), Int(text.length))
    )
  }
}
