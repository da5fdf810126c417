import Glibc

/// A run of UTF-8 in an arena's text.
package struct TextRange: Equatable, BitwiseCopyable {
  package var offset: UInt32
  package var length: UInt32

  @inlinable package init(offset: UInt32, length: UInt32) { (self.offset, self.length) = (offset, length) }

  package static let empty = TextRange(offset: 0, length: 0)

  @inlinable package var bounds: Range<Int> { Int(offset)..<Int(offset) + Int(length) }
}

/// One node of an arena, and of the form.
///
/// Nodes stand in document order, so that a node's subtree is the run from it to `end`.
package struct NodeRecord: BitwiseCopyable {
  /// A ``NodeKind``, or 0 for a kind that this version does not know.
  package var kind: UInt16
  /// The size of the text that names an unknown kind.
  package var kindSize: UInt8 = 0
  package var idSize: UInt8 = 0
  /// The offset of its text: the name of an unknown kind, and then its id.
  package var text: UInt32
  /// The node's properties, a range of `values` in canonical order.
  package var firstValue: UInt32 = 0
  package var valueCount: UInt16 = 0
  @usableFromInline var flags: UInt16
  /// The index after the last node of the subtree.
  package var end: UInt32
  /// The index of the parent; a root is its own parent.
  package var parent: UInt32

  package init(_ kind: NodeKind?, text: Int, end: Int, parent: Int, isPropertyValue: Bool = false) {
    self.kind = kind?.rawValue ?? 0
    self.text = UInt32(text)
    self.end = UInt32(end)
    self.parent = UInt32(parent)
    flags = isPropertyValue ? 1 : 0
  }

  /// Whether the node is the fallback of its parent, and not a child.
  @inlinable package var isPropertyValue: Bool {
    get { flags & 1 != 0 }
    set { flags = newValue ? 1 : 0 }
  }

  @inlinable package var knownKind: NodeKind? { NodeKind(rawValue: kind) }
  @inlinable package var id: TextRange { TextRange(offset: text + UInt32(kindSize), length: UInt32(idSize)) }
  @inlinable package var kindName: TextRange { TextRange(offset: text, length: UInt32(kindSize)) }
  @inlinable package var values: Range<Int> { Int(firstValue)..<Int(firstValue) + Int(valueCount) }
}

/// One value of an arena, and of the form: of a property, of a map's entry, or of a list.
package struct ValueRecord: BitwiseCopyable {
  /// The numbers of the header's `ACK_VALUE_…`; a null is in no form.
  package enum Tag: UInt8, BitwiseCopyable { case null, bool, int, double, string, map, list, node }

  /// A ``PropertyName``, or 0 for a name that this version does not know and for an element of a list.
  package var name: UInt16
  /// The size of the text that is an unknown name.
  package var keySize: UInt8 = 0
  @usableFromInline var rawTag: UInt8 = 0
  /// The offset of its text: an unknown name, and then the text that is its value.
  package var textOffset: UInt32
  /// The value itself or its location: 0 and the size of a text, the first index and the count of a map or list, or a
  /// node's index.
  package var payload: UInt64 = 0

  init(_ name: PropertyName?, text: Int) {
    self.name = name?.rawValue ?? 0
    textOffset = UInt32(text)
  }

  @inlinable package var tag: Tag {
    get { Tag(rawValue: rawTag) ?? .null }
    set { rawTag = newValue.rawValue }
  }

  @inlinable package var knownName: PropertyName? { PropertyName(rawValue: name) }
  @inlinable package var key: TextRange { TextRange(offset: textOffset, length: UInt32(keySize)) }
  @inlinable package var bool: Bool { payload != 0 }
  @inlinable package var int: Int64 { Int64(bitPattern: payload) }
  @inlinable package var double: Double { Double(bitPattern: payload) }
  @inlinable package var text: TextRange { TextRange(offset: textOffset + UInt32(keySize), length: count) }
  @inlinable package var elements: Range<Int> { Int(first)..<Int(first) + Int(count) }
  @inlinable package var node: Int { Int(payload) }

  @usableFromInline var first: UInt32 { UInt32(truncatingIfNeeded: payload) }
  @usableFromInline var count: UInt32 { UInt32(truncatingIfNeeded: payload >> 32) }

  package static func pack(_ elements: Range<Int>) -> UInt64 {
    UInt64(UInt32(elements.lowerBound)) | UInt64(UInt32(elements.count)) << 32
  }

  package static func pack(textSize: Int) -> UInt64 { UInt64(UInt32(textSize)) << 32 }
}

/// The storage of a description: nodes, values and text in three flat arrays of exactly the needed size.
package final class Arena: Sendable {
  package let nodes: [NodeRecord]
  package let values: [ValueRecord]
  package let text: [UInt8]
  package let documentValues: Range<Int>
  /// If there is one, the nodes are a placeholder.
  package let failure: Diagnostic?
  /// Whether nodes, values and text are a form as they stand.
  package let isCanonical: Bool
  /// The offset in `text` of the first character that was replaced when the description came in.
  package let firstRepair: Int?
  /// Passed on unchecked; the nodes are then a placeholder.
  let passedOn: [UInt8]?

  package init(
    nodes: [NodeRecord], values: [ValueRecord], text: [UInt8], documentValues: Range<Int>, failure: Diagnostic? = nil,
    isCanonical: Bool = false, firstRepair: Int? = nil, passedOn: [UInt8]? = nil
  ) {
    self.nodes = nodes
    self.values = values
    self.text = text
    self.documentValues = documentValues
    self.failure = failure
    self.isCanonical = isCanonical
    self.firstRepair = firstRepair
    self.passedOn = passedOn
  }
}

extension Arena {
  package func string(_ range: TextRange) -> String {
    range.length == 0 ? "" : String(decoding: text[range.bounds], as: UTF8.self)
  }

  @inlinable package func bytes(_ range: TextRange) -> ArraySlice<UInt8> { text[range.bounds] }

  package func kindName(of node: NodeRecord) -> String { node.knownKind?.name ?? string(node.kindName) }

  package func keyName(of value: ValueRecord) -> String { value.knownName?.name ?? string(value.key) }

  @inlinable package func value(_ name: PropertyName, in values: Range<Int>) -> ValueRecord? {
    // A range that is iterated checks its own bounds at each step, and the array does that already.
    var index = values.lowerBound
    while index < values.upperBound {
      if self.values[index].name == name.rawValue { return self.values[index] }
      index += 1
    }
    return nil
  }

  package func value(named name: String, in values: Range<Int>) -> ValueRecord? {
    if let known = PropertyName(utf8: name.utf8Span.span) { return value(known, in: values) }
    return values.lazy.map { self.values[$0] }.first { $0.name == 0 && self.string($0.key) == name }
  }

  @inlinable package func children(of parent: Int) -> ChildIndices { ChildIndices(arena: self, parent: parent) }

  /// Takes about a nanosecond for each node, because most ids differ in their length or their last byte.
  package func index(ofID id: String, in range: Range<Int>) -> Int? {
    let bytes = Array(id.utf8)
    guard let last = bytes.last else { return nil }
    return range.first { index in
      let place = nodes[index].id.bounds
      return place.count == bytes.count && text[place.upperBound - 1] == last && text[place] == bytes[...]
    }
  }

  package func path(of index: Int) -> String {
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

package struct ChildIndices: Sequence, IteratorProtocol {
  @usableFromInline let arena: Arena
  @usableFromInline var position: Int
  @usableFromInline let end: Int

  @inlinable init(arena: Arena, parent: Int) {
    self.arena = arena
    position = parent + 1
    end = Int(arena.nodes[parent].end)
  }

  @inlinable package mutating func next() -> Int? {
    while position < end {
      let index = position
      position = Int(arena.nodes[index].end)
      if !arena.nodes[index].isPropertyValue { return index }
    }
    return nil
  }
}

extension Arena {
  package func hasSameBytes(as other: Arena) -> Bool {
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
  /// Independent of the positions of the text.
  package static func == (left: Arena, right: Arena) -> Bool {
    left === right || left.isDocument(equalTo: right) && left.subtree(of: 0, equals: right, 0)
  }
}

extension Arena {
  package func isDocument(equalTo other: Arena) -> Bool {
    failure == other.failure && areValues(documentValues, equalTo: other, other.documentValues)
  }

  package func identity(of index: Int, equals other: Arena, _ match: Int) -> Bool {
    let (node, counterpart) = (nodes[index], other.nodes[match])
    return node.kind == counterpart.kind && node.idSize == counterpart.idSize
      && bytes(node.id) == other.bytes(counterpart.id) && bytes(node.kindName) == other.bytes(counterpart.kindName)
  }

  /// Only the presence of a fallback counts; its content is compared as a node.
  package func content(of index: Int, equals other: Arena, _ match: Int) -> Bool {
    areValues(nodes[index].values, equalTo: other, other.nodes[match].values)
  }

  package func subtree(of index: Int, equals other: Arena, _ match: Int) -> Bool {
    let count = Int(nodes[index].end) - index
    guard count == Int(other.nodes[match].end) - match else { return false }
    for offset in 0..<count {
      let (node, counterpart) = (nodes[index + offset], other.nodes[match + offset])
      guard Int(node.end) - index == Int(counterpart.end) - match,
        node.isPropertyValue == counterpart.isPropertyValue,
        identity(of: index + offset, equals: other, match + offset),
        content(of: index + offset, equals: other, match + offset)
      else { return false }
    }
    return true
  }

  func areValues(_ range: Range<Int>, equalTo other: Arena, _ match: Range<Int>) -> Bool {
    guard range.count == match.count else { return false }
    for (index, matchIndex) in zip(range, match) {
      let (value, counterpart) = (values[index], other.values[matchIndex])
      guard value.name == counterpart.name, value.tag == counterpart.tag,
        value.keySize == 0 && counterpart.keySize == 0 || bytes(value.key) == other.bytes(counterpart.key)
      else { return false }
      switch value.tag {
      case .null, .node: continue
      case .bool, .int, .double: if value.payload != counterpart.payload { return false }
      case .string: if bytes(value.text) != other.bytes(counterpart.text) { return false }
      case .map, .list: if !areValues(value.elements, equalTo: other, counterpart.elements) { return false }
      }
    }
    return true
  }
}
