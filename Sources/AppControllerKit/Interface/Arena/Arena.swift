import Glibc

/// A range of UTF-8 in an arena's text.
struct TextRange: Equatable {
  var offset: UInt32
  var length: UInt32

  static let empty = TextRange(offset: 0, length: 0)

  var bounds: Range<Int> { Int(offset)..<Int(offset) + Int(length) }
}

/// One node of an arena.
///
/// Nodes are in document order, so that the subtree of a node is the range from the node to `end`.
struct NodeRecord {
  /// A ``NodeKind``, or 0 for a kind that this version does not know.
  var kind: UInt8
  /// Whether the node is the value of a property of its parent, and not a child.
  var isPropertyValue: Bool
  var kindLength: UInt16
  var kindOffset: UInt32
  var idOffset: UInt32
  var idLength: UInt32
  /// The node's properties, a range of `values` in the order of their names' bytes.
  var firstValue: UInt32
  var valueCount: UInt32
  /// The index after the last node of the subtree.
  var end: UInt32
  /// The index of the parent; a root is its own parent.
  var parent: UInt32

  var knownKind: NodeKind? { NodeKind(rawValue: kind) }
  var id: TextRange { TextRange(offset: idOffset, length: idLength) }
  var kindName: TextRange { TextRange(offset: kindOffset, length: UInt32(kindLength)) }
  var values: Range<Int> { Int(firstValue)..<Int(firstValue) + Int(valueCount) }
}

/// One value of a property, of a map's entry, or of a list.
struct ValueRecord {
  enum Tag: UInt8 { case null, bool, int, double, string, map, list, node }

  /// A ``PropertyName``, or 0 for a name that this version does not know and for an element of a list.
  var name: UInt8
  var tag: Tag
  var keyLength: UInt16
  var keyOffset: UInt32
  /// The value itself or its location: the offset and length of a text, the first index and count of a map or list, or
  /// a node's index.
  var payload: UInt64

  var knownName: PropertyName? { PropertyName(rawValue: name) }
  var key: TextRange { TextRange(offset: keyOffset, length: UInt32(keyLength)) }
  var bool: Bool { payload != 0 }
  var int: Int64 { Int64(bitPattern: payload) }
  var double: Double { Double(bitPattern: payload) }
  var text: TextRange {
    TextRange(offset: UInt32(truncatingIfNeeded: payload), length: UInt32(truncatingIfNeeded: payload >> 32))
  }
  var elements: Range<Int> { text.bounds }
  var node: Int { Int(payload) }

  static func pack(_ low: Int, _ high: Int) -> UInt64 { UInt64(UInt32(low)) | UInt64(UInt32(high)) << 32 }
}

/// The storage of a description: nodes, values and text in three flat arrays of exactly the needed size.
final class Arena: Sendable {
  let nodes: [NodeRecord]
  let values: [ValueRecord]
  let text: [UInt8]
  /// The document's own properties, a range of `values`.
  let documentValues: Range<Int>
  /// The failure that stopped the building; the nodes are then a placeholder.
  let failure: Diagnostic?
  /// The flat form that is passed on unchecked; the nodes are then a placeholder.
  let flatForm: [UInt8]?

  init(
    nodes: [NodeRecord], values: [ValueRecord], text: [UInt8], documentValues: Range<Int>, failure: Diagnostic?,
    flatForm: [UInt8]? = nil
  ) {
    self.nodes = nodes
    self.values = values
    self.text = text
    self.documentValues = documentValues
    self.failure = failure
    self.flatForm = flatForm
  }
}

extension Arena {
  func string(_ range: TextRange) -> String {
    range.length == 0 ? "" : String(decoding: text[range.bounds], as: UTF8.self)
  }

  func bytes(_ range: TextRange) -> ArraySlice<UInt8> { text[range.bounds] }

  func kindName(of node: NodeRecord) -> String { node.knownKind?.name ?? string(node.kindName) }

  func keyName(of value: ValueRecord) -> String { value.knownName?.name ?? string(value.key) }

  /// The value of a property in a range of values.
  func value(_ name: PropertyName, in values: Range<Int>) -> ValueRecord? {
    for index in values where self.values[index].name == name.rawValue { return self.values[index] }
    return nil
  }

  /// The value of a property by its name, which this version may not know.
  func value(named name: String, in values: Range<Int>) -> ValueRecord? {
    if let known = PropertyName(utf8: name.utf8Span.span) { return value(known, in: values) }
    return values.lazy.map { self.values[$0] }.first { $0.name == 0 && self.string($0.key) == name }
  }

  /// The indices of a node's children, in order.
  func children(of parent: Int) -> ChildIndices { ChildIndices(arena: self, parent: parent) }

  /// The path of a node, such as `$.root.children[2]`.
  func path(of index: Int) -> String {
    var steps: [String] = []
    var node = index
    while node != Int(nodes[node].parent) {
      let parent = Int(nodes[node].parent)
      if nodes[node].isPropertyValue {
        steps.append(".fallback")
      } else {
        var position = 0
        for child in children(of: parent) {
          if child == node { break }
          position += 1
        }
        steps.append(".children[\(position)]")
      }
      node = parent
    }
    return "$.root" + steps.reversed().joined()
  }
}

/// The children of a node: each is found at the end of the subtree of the one before it.
struct ChildIndices: Sequence, IteratorProtocol {
  private let arena: Arena
  private var position: Int
  private let end: Int

  init(arena: Arena, parent: Int) {
    self.arena = arena
    position = parent + 1
    end = Int(arena.nodes[parent].end)
  }

  mutating func next() -> Int? {
    while position < end {
      let index = position
      position = Int(arena.nodes[index].end)
      if !arena.nodes[index].isPropertyValue { return index }
    }
    return nil
  }
}

extension Arena {
  /// Whether another arena is equal byte by byte, as it is when the same calls have built both.
  func hasSameBytes(as other: Arena) -> Bool {
    isSame(text, other.text) && isSame(nodes, other.nodes) && isSame(values, other.values)
      && documentValues == other.documentValues && failure == nil && other.failure == nil
  }

  // The records have no padding between their members.
  private func isSame<Record: BitwiseCopyable>(_ records: [Record], _ others: [Record]) -> Bool {
    if records.count != others.count { return false }
    return unsafe records.withUnsafeBytes { records in
      unsafe others.withUnsafeBytes { others in
        guard let start = records.baseAddress, let other = others.baseAddress else { return true }
        return unsafe memcmp(start, other, records.count) == 0
      }
    }
  }
}

extension Arena: Equatable {
  /// Whether two arenas describe the same document, independent of the positions of their text.
  static func == (left: Arena, right: Arena) -> Bool {
    left === right || left.isDocument(equalTo: right) && left.subtree(of: 0, equals: right, 0)
  }
}
