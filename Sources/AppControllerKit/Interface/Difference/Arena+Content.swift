extension Arena {
  /// Whether a node has the same kind and id as a node of another arena.
  func identity(of index: Int, equals other: Arena, _ match: Int) -> Bool {
    let (node, counterpart) = (nodes[index], other.nodes[match])
    return node.kind == counterpart.kind && node.idLength == counterpart.idLength
      && bytes(node.id) == other.bytes(counterpart.id) && bytes(node.kindName) == other.bytes(counterpart.kindName)
  }

  /// Whether a node's own properties equal those of a node of another arena.
  ///
  /// Only the presence of a fallback is such a property; its content is compared as a node.
  func content(of index: Int, equals other: Arena, _ match: Int) -> Bool {
    areValues(nodes[index].values, equalTo: other, other.nodes[match].values)
  }

  /// Whether a node and its subtree equal those of a node of another arena.
  func subtree(of index: Int, equals other: Arena, _ match: Int) -> Bool {
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

// MARK: - Hashing

extension Arena {
  /// A hash of each node with its subtree.
  ///
  /// A child comes after its parent, so that one backward pass visits every child before its parent.
  var subtreeHashes: [UInt64] {
    var hashes = [UInt64](repeating: 0, count: nodes.count)
    for index in nodes.indices.reversed() {
      let node = nodes[index]
      var hasher = ContentHasher()
      hasher.combine(hashes[index])
      hasher.combine(node.isPropertyValue ? 1 : 0)
      combineIdentity(of: node, into: &hasher)
      combine(node.values, into: &hasher)
      hashes[index] = hasher.value
      // Later children have been added before the earlier ones; the order of the children still counts.
      var parent = ContentHasher()
      parent.combine(hashes[Int(node.parent)])
      parent.combine(hasher.value)
      if index > 0 { hashes[Int(node.parent)] = parent.value }
    }
    return hashes
  }

  /// A hash of a node's kind and id.
  func identityHash(of index: Int) -> UInt64 {
    var hasher = ContentHasher()
    combineIdentity(of: nodes[index], into: &hasher)
    return hasher.value
  }

  /// A hash of a node's id.
  func idHash(of index: Int) -> UInt64 {
    var hasher = ContentHasher()
    hasher.combine(nodes[index].id, of: text)
    return hasher.value
  }

  private func combineIdentity(of node: NodeRecord, into hasher: inout ContentHasher) {
    hasher.combine(UInt64(node.kind))
    if node.kind == 0 { hasher.combine(node.kindName, of: text) }
    if node.idLength > 0 { hasher.combine(node.id, of: text) }
  }

  private func combine(_ range: Range<Int>, into hasher: inout ContentHasher) {
    hasher.combine(UInt64(range.count))
    for index in range {
      let value = values[index]
      hasher.combine(UInt64(value.name) << 8 | UInt64(value.tag.rawValue))
      if value.keyLength > 0 { hasher.combine(value.key, of: text) }
      switch value.tag {
      case .null, .node: continue
      case .bool, .int, .double: hasher.combine(value.payload)
      case .string: hasher.combine(value.text, of: text)
      case .map, .list: combine(value.elements, into: &hasher)
      }
    }
  }
}
