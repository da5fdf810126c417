@testable import AppControllerKit

/// Calls of a builder, written as a flat form by another hand than the kit's: whatever can be said in that layout, right
/// or wrong.
struct FlatScript {
  private final class Node {
    let kind: String
    let id: String
    var values: [(key: String, value: Value)] = []
    var children: [Node] = []

    init(_ kind: String, _ id: String) { (self.kind, self.id) = (kind, id) }
  }

  private indirect enum Value {
    case scalar(BuilderCall.ScalarOrText)
    case elements(BuildFrame.ValueKind, [(key: String, value: Value)])
    case node(Node)
  }

  private var calls: ArraySlice<BuilderCall>
  private var document: [(key: String, value: Value)] = []
  private var roots: [Node] = []

  private(set) var nodes: [[UInt8]] = []
  private(set) var values: [[UInt8]] = []
  private(set) var text: [UInt8] = []

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
    write(document)
    for root in roots { write(root, depth: 0) }
  }

  /// The flat form.
  var bytes: [UInt8] { Self.bytes(nodes, values, text, documentValues: document.count) }

  /// A flat form of its parts.
  static func bytes(_ nodes: [[UInt8]], _ values: [[UInt8]], _ text: [UInt8], documentValues: Int = 0) -> [UInt8] {
    let size = 32 + 8 * nodes.count + 16 * values.count + text.count
    let counts = [0x314C_4641, size, nodes.count, values.count, text.count, documentValues, 0, 0]
    return counts.flatMap { little($0, 4) } + nodes.joined() + values.joined() + text
  }

  static func node(_ kind: Int, depth: Int, kindSize: Int = 0, idSize: Int = 0, values: Int = 0) -> [UInt8] {
    [kind, depth, kindSize, idSize].map(UInt8.init) + little(values, 4)
  }

  static func value(_ name: Int, _ tag: Int, keySize: Int = 0, size: Int = 0, bits: UInt64 = 0) -> [UInt8] {
    [name, tag, keySize, 0].map(UInt8.init) + little(size, 4) + little(Int(bitPattern: UInt(bits)), 8)
  }

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

// MARK: - Reading the calls

extension FlatScript {
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
      case .close, .rawBool, .lostText, .flat: return nil
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

extension FlatScript {
  private mutating func write(_ node: Node, depth: Int) {
    let kind = Int(NodeKind(name: node.kind)?.rawValue ?? 0)
    nodes.append(
      Self.node(
        kind, depth: depth, kindSize: kind == 0 ? node.kind.utf8.count : 0, idSize: node.id.utf8.count,
        values: node.values.count))
    if kind == 0 { text += node.kind.utf8 }
    text += node.id.utf8
    write(node.values)
    for (_, value) in node.values { if case .node(let fallback) = value { write(fallback, depth: depth + 1) } }
    for child in node.children { write(child, depth: depth + 1) }
  }

  private mutating func write(_ own: [(key: String, value: Value)]) {
    var level = own
    while !level.isEmpty {
      var next: [(key: String, value: Value)] = []
      for (key, value) in level {
        let name = Int(PropertyName.allCases.first { $0.name == key }?.rawValue ?? 0)
        let keySize = name == 0 ? key.utf8.count : 0
        if name == 0 { text += key.utf8 }
        switch value {
        case .scalar(.text(let bytes)):
          text += bytes
          values.append(Self.value(name, 5, keySize: keySize, size: bytes.count))
        case .scalar(.scalar(.bool(let flag))): values.append(Self.value(name, flag ? 2 : 1, keySize: keySize))
        case .scalar(.scalar(.int(let number))):
          values.append(Self.value(name, 3, keySize: keySize, bits: UInt64(bitPattern: number)))
        case .scalar(.scalar(.double(let number))):
          values.append(Self.value(name, 4, keySize: keySize, bits: number.bitPattern))
        case .scalar(.scalar(.null)): break
        case .elements(let kind, let elements):
          values.append(Self.value(name, kind == .map ? 6 : 7, keySize: keySize, size: elements.count))
          next += elements
        case .node: values.append(Self.value(name, 8, keySize: keySize))
        }
      }
      level = next
    }
  }
}
