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
