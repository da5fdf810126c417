@testable import AppControllerInterface
@testable import AppControllerKit

/// Calls of a builder, written as a form by another hand than the kit's: with the records in their order, and otherwise
/// whatever is said, right or wrong.
struct FormScript {
  private final class Node {
    let kind: String
    let id: String
    var values: [(key: String, value: Value)] = []
    var children: [Node] = []

    init(_ kind: String, _ id: String) { (self.kind, self.id) = (kind, id) }
  }

  private indirect enum Value {
    case scalar(BuilderCall.ScalarOrText)
    case elements(ArenaBuilder.ValueKind, [(key: String, value: Value)])
    case node(Node)
  }

  private var calls: ArraySlice<BuilderCall>
  private var document: [(key: String, value: Value)] = []
  private var roots: [Node] = []

  private(set) var form = FormParts()

  /// Takes calls; `nil` when the layout has no place for them, as for a node that is never ended, or for a null.
  init?(_ calls: [BuilderCall]) {
    self.calls = calls[...]
    var values: [(key: String, value: Value)] = []
    while let call = self.calls.first {
      if case .begin = call { break }
      guard takeValue(into: &values) else { return nil }
    }
    document = values
    while !self.calls.isEmpty {
      guard let root = takeNode() else { return nil }
      roots.append(root)
    }
    form.document = write(document)
    for root in roots { write(root, parent: 0) }
  }
}

// MARK: - Reading the calls

extension FormScript {
  private mutating func takeNode() -> Node? {
    guard case .begin(let kind, let id)? = calls.popFirst() else { return nil }
    let node = Node(kind, id)
    while let call = calls.first {
      switch call {
      case .begin:
        guard let child = takeNode() else { return nil }
        node.children.append(child)
      case .end:
        calls.removeFirst()
        return node
      case .set, .open:
        guard node.children.isEmpty, takeValue(into: &node.values) else { return nil }
      case .close, .lostText, .form: return nil
      }
    }
    return nil
  }

  private mutating func takeValue(into values: inout [(key: String, value: Value)]) -> Bool {
    switch calls.popFirst() {
    case .set(_, .scalar(.null)): return false
    case .set(let key, let value): values.append((key, .scalar(value)))
    case .open(let kind, let key):
      var elements: [(key: String, value: Value)] = []
      while let call = calls.first {
        switch call {
        case .close:
          calls.removeFirst()
          values.append((key, .elements(kind, elements)))
          return true
        case .begin:
          guard elements.isEmpty, let node = takeNode(), case .close? = calls.popFirst() else { return false }
          values.append((key, .node(node)))
          return true
        default: guard takeValue(into: &elements) else { return false }
        }
      }
      return false
    default: return false
    }
    return true
  }
}

// MARK: - Writing

extension FormScript {
  private mutating func write(_ node: Node, parent: Int, isFallback: Bool = false) {
    let index = form.nodes.count
    let kind = NodeKind(name: node.kind)
    var record = NodeRecord(kind, text: form.text.count, end: 0, parent: parent, isPropertyValue: isFallback)
    if kind == nil { record.kindSize = UInt8(put(node.kind)) }
    record.idSize = UInt8(put(node.id))
    form.nodes.append(record)
    let own = write(node.values)
    form.nodes[index].firstValue = UInt32(own.lowerBound)
    form.nodes[index].valueCount = UInt16(own.count)
    for (_, value) in node.values {
      if case .node(let fallback) = value { write(fallback, parent: index, isFallback: true) }
    }
    for child in node.children { write(child, parent: index) }
    form.nodes[index].end = UInt32(form.nodes.count)
  }

  /// Writes what is in maps and lists, and then the values themselves.
  private mutating func write(
    _ own: [(key: String, value: Value)], in owner: String = "", isList: Bool = false
  ) -> Range<Int> {
    func number(_ key: String) -> UInt16 {
      if owner == "payload" || owner == "requires" { return 0 }
      return PropertyName.allCases.first { $0.name == key }?.rawValue ?? 0
    }
    let sorted = own.sorted { left, right in
      let (one, other) = (number(left.key), number(right.key))
      if one != other { return one != 0 && (other == 0 || one < other) }
      return one == 0 && left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
    }
    var records: [ValueRecord] = []
    for (key, value) in isList ? own : sorted {
      var record = ValueRecord(PropertyName(rawValue: number(key)), text: form.text.count)
      if record.name == 0 { record.keySize = UInt8(put(key)) }
      switch value {
      case .scalar(.text(let bytes)):
        form.text += bytes
        (record.tag, record.payload) = (.string, UInt64(bytes.count) << 32)
      case .scalar(.scalar(.bool(let flag))): (record.tag, record.payload) = (.bool, flag ? 1 : 0)
      case .scalar(.scalar(.int(let number))): (record.tag, record.payload) = (.int, UInt64(bitPattern: number))
      case .scalar(.scalar(.double(let number))): (record.tag, record.payload) = (.double, number.bitPattern)
      case .scalar(.scalar(.null)): continue
      case .elements(let kind, let elements):
        let inner = write(elements, in: kind == .map ? key : "", isList: kind == .list)
        record.tag = kind == .map ? .map : .list
        record.payload = UInt64(inner.lowerBound) | UInt64(inner.count) << 32
      case .node: (record.tag, record.payload) = (.node, UInt64(form.nodes.count))
      }
      records.append(record)
    }
    let first = form.values.count
    form.values += records
    return first..<form.values.count
  }

  private mutating func put(_ text: String) -> Int {
    form.text += text.utf8
    return text.utf8.count
  }
}
