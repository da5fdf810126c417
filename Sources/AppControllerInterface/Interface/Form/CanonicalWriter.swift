/// Writes an arena anew as a form: its values and texts in canonical order, without nulls, and with the names that a
/// reader does not know as text.
///
/// The nodes keep their places: a fallback is the node after its owner in every arena.
struct CanonicalWriter: ~Copyable {
  private let arena: Arena
  private let knownKinds: UInt16
  private let knownNames: UInt16
  private var nodes = ScratchArray<NodeRecord>()
  private var values = ScratchArray<ValueRecord>()
  private var text = ScratchArray<UInt8>()
  /// The values of the runs that are being written, innermost last.
  private var pending = ScratchArray<ValueRecord>()

  private init(_ arena: Arena, knownKinds: UInt16, knownNames: UInt16) {
    (self.arena, self.knownKinds, self.knownNames) = (arena, knownKinds, knownNames)
  }

  static func rewritten(_ arena: Arena, knownKinds: UInt16, knownNames: UInt16) -> Arena {
    var writer = CanonicalWriter(arena, knownKinds: knownKinds, knownNames: knownNames)
    let document = writer.writeRun(arena.documentValues, in: .document)
    for node in arena.nodes { writer.write(node) }
    return Arena(
      nodes: writer.nodes.exactCopy, values: writer.values.exactCopy, text: writer.text.exactCopy,
      documentValues: document, isCanonical: true)
  }

  private mutating func write(_ node: NodeRecord) {
    var record = node
    record.text = UInt32(text.count)
    if let kind = node.knownKind, node.kind > knownKinds {
      text.append(kind.name.utf8Span.span)
      (record.kind, record.kindSize) = (0, UInt8(kind.name.utf8.count))
    } else {
      copy(node.kindName)
    }
    copy(node.id)
    let run = writeRun(node.values, in: .node(node.knownKind))
    record.firstValue = UInt32(run.lowerBound)
    record.valueCount = UInt16(run.count)
    nodes.append(record)
  }

  private mutating func writeRun(_ run: Range<Int>, in scope: PropertyScope) -> Range<Int> {
    let base = pending.count
    for index in scope.kind == .list ? Array(run) : arena.canonicalOrder(of: run, knownNames: knownNames) {
      let value = arena.values[index]
      if value.tag == .null { continue }
      var record = value
      record.textOffset = UInt32(text.count)
      if let name = value.knownName, value.name > knownNames {
        text.append(name.name.utf8Span.span)
        (record.name, record.keySize) = (0, UInt8(name.name.utf8.count))
      } else {
        copy(value.key)
      }
      switch value.tag {
      case .null, .bool, .int, .double, .node: break
      case .string: copy(value.text)
      case .map, .list:
        let inner = scope.inner(value.tag == .map ? .map : .list, of: value)
        let elements = writeRun(value.elements, in: inner)
        if elements.isEmpty, inner.isDefaultWhenEmpty {
          text.truncate(to: Int(record.textOffset))
          continue
        }
        record.payload = ValueRecord.pack(elements)
      }
      pending.append(record)
    }
    let first = values.count
    values.append(endOf: &pending, from: base)
    return first..<values.count
  }

  private mutating func copy(_ range: TextRange) {
    let source = arena.text
    text.append(source.span.extracting(range.bounds))
  }
}

extension Arena {
  fileprivate func canonicalOrder(of run: Range<Int>, knownNames: UInt16) -> [Int] {
    func number(_ value: ValueRecord) -> UInt16 { value.name <= knownNames ? value.name : 0 }
    return run.sorted { left, right in
      let (value, other) = (values[left], values[right])
      if number(value) != number(other) {
        return number(other) == 0 || number(value) != 0 && number(value) < number(other)
      }
      return number(value) == 0 && keyName(of: value).utf8.lexicographicallyPrecedes(keyName(of: other).utf8)
    }
  }
}
