extension Arena {
  /// Whether the properties of the whole document are equal.
  package func isDocument(equalTo other: Arena) -> Bool {
    failure == other.failure && areValues(documentValues, equalTo: other, other.documentValues)
  }

  /// Whether a node has the same kind and id as a node of another arena.
  package func identity(of index: Int, equals other: Arena, _ match: Int) -> Bool {
    let (node, counterpart) = (nodes[index], other.nodes[match])
    return node.kind == counterpart.kind && node.idLength == counterpart.idLength
      && bytes(node.id) == other.bytes(counterpart.id) && bytes(node.kindName) == other.bytes(counterpart.kindName)
  }

  /// Whether a node's own properties equal those of a node of another arena.
  ///
  /// Only the presence of a fallback is such a property; its content is compared as a node.
  package func content(of index: Int, equals other: Arena, _ match: Int) -> Bool {
    areValues(nodes[index].values, equalTo: other, other.nodes[match].values)
  }

  /// Whether a node and its subtree equal those of a node of another arena.
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

  /// Whether two ranges of values are equal.
  func areValues(_ range: Range<Int>, equalTo other: Arena, _ match: Range<Int>) -> Bool {
    guard range.count == match.count else { return false }
    for (index, matchIndex) in zip(range, match) {
      let (value, counterpart) = (values[index], other.values[matchIndex])
      guard value.name == counterpart.name, value.tag == counterpart.tag,
        value.keyLength == 0 && counterpart.keyLength == 0 || bytes(value.key) == other.bytes(counterpart.key)
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
