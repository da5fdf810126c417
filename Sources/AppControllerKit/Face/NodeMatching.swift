/// A matching of the nodes of two descriptions, found in time linear in their size.
///
/// A node with the same id and the same kind is the same node wherever it stands; one with another kind or id is
/// another node. A node without an id is matched below a matched parent, first with a node whose whole subtree is
/// equal, then with the next one of its kind. A fallback is matched as a child with a place of its own. When an id
/// occurs twice, the first node has it, and the others are treated as nodes without an id.
package struct NodeMatching {
  let old: Arena
  let new: Arena
  private var newOfOld: [Match]
  private var oldOfNew: [Match]
  /// Computed on first use.
  private var hashes: (old: [UInt64], new: [UInt64]) = ([], [])
  private var waiting: WaitingNodes
  /// The unmatched children of the current pair of parents.
  private var oldRest: [Int] = []
  private var newRest: [Int] = []

  private enum Match: Equatable {
    /// The node may be matched by its place.
    case open
    /// The node can be matched only by its id.
    case byID
    /// The node was to be matched by its id, but the other node has another kind.
    case refused
    case matched(Int)
  }

  package init(from old: Arena, to new: Arena) {
    self.old = old
    self.new = new
    newOfOld = [Match](repeating: .open, count: old.nodes.count)
    oldOfNew = [Match](repeating: .open, count: new.nodes.count)
    waiting = WaitingNodes(capacity: old.nodes.count)
    matchIDs()
    matchRoots()
    // A parent comes before its children, so that its match is known by then.
    for index in new.nodes.indices {
      guard let match = oldIndex(of: index) else { continue }
      matchFallbacks(of: match, index)
      matchChildren(of: match, index)
    }
  }

  package func oldIndex(of index: Int) -> Int? {
    if case .matched(let match) = oldOfNew[index] { match } else { nil }
  }

  package func newIndex(of index: Int) -> Int? {
    if case .matched(let match) = newOfOld[index] { match } else { nil }
  }

  private mutating func match(_ oldIndex: Int, _ newIndex: Int) {
    newOfOld[oldIndex] = .matched(newIndex)
    oldOfNew[newIndex] = .matched(oldIndex)
  }

  private func isOpen(_ oldIndex: Int, _ newIndex: Int) -> Bool {
    newOfOld[oldIndex] == .open && oldOfNew[newIndex] == .open
  }
}

// MARK: - Matching by id

extension NodeMatching {
  /// Matches the first node with each id on both sides, if they have the same kind; later ones stay open.
  private mutating func matchIDs() {
    for index in old.nodes.indices where old.nodes[index].idSize > 0 {
      let hash = old.idHash(of: index)
      if first(withIDOf: index, in: old, hash) != nil { continue }
      newOfOld[index] = .byID
      waiting.prepend(index, hash)
    }
    for index in new.nodes.indices where new.nodes[index].idSize > 0 {
      guard let found = first(withIDOf: index, in: new, new.idHash(of: index)) else {
        oldOfNew[index] = .byID
        continue
      }
      guard newOfOld[found] == .byID else { continue }
      if old.identity(of: found, equals: new, index) {
        match(found, index)
      } else {
        newOfOld[found] = .refused
        oldOfNew[index] = .refused
      }
    }
  }

  private func first(withIDOf index: Int, in arena: Arena, _ hash: UInt64) -> Int? {
    let id = arena.bytes(arena.nodes[index].id)
    return waiting.first(hash) { old.bytes(old.nodes[$0].id) == id }
  }
}

// MARK: - Matching by place

extension NodeMatching {
  private mutating func matchRoots() {
    if isOpen(0, 0), old.identity(of: 0, equals: new, 0) { match(0, 0) }
  }

  private mutating func matchFallbacks(of oldParent: Int, _ newParent: Int) {
    guard let oldIndex = old.fallback(of: oldParent), let newIndex = new.fallback(of: newParent),
      isOpen(oldIndex, newIndex), old.identity(of: oldIndex, equals: new, newIndex)
    else { return }
    match(oldIndex, newIndex)
  }

  /// Matches the remaining children: equal ones at both ends, then equal ones between, then those of the same kind.
  private mutating func matchChildren(of oldParent: Int, _ newParent: Int) {
    newRest.removeAll(keepingCapacity: true)
    for index in new.children(of: newParent) where oldOfNew[index] == .open { newRest.append(index) }
    if newRest.isEmpty { return }
    oldRest.removeAll(keepingCapacity: true)
    for index in old.children(of: oldParent) where newOfOld[index] == .open { oldRest.append(index) }
    if oldRest.isEmpty { return }
    if hashes.old.isEmpty { hashes = (old.subtreeHashes, new.subtreeHashes) }
    matchEnds()
    matchRest(.equal)
    matchRest(.sameKind)
  }

  /// Matches equal children at the beginning and at the end, so that only the middle remains.
  private mutating func matchEnds() {
    var start = 0
    let shorter = min(oldRest.count, newRest.count)
    while start < shorter, matchSubtrees(oldRest[start], newRest[start]) { start += 1 }
    var end = 0
    while end < shorter - start, matchSubtrees(oldRest[oldRest.count - 1 - end], newRest[newRest.count - 1 - end]) {
      end += 1
    }
    oldRest.removeLast(end)
    newRest.removeLast(end)
    oldRest.removeFirst(start)
    newRest.removeFirst(start)
  }

  private enum Likeness {
    /// The nodes and their subtrees are equal.
    case equal
    /// The nodes have the same kind, and the same id if it is one that occurs twice.
    case sameKind
  }

  /// Matches the remaining children in order, each with the first one that is alike.
  private mutating func matchRest(_ likeness: Likeness) {
    if oldRest.isEmpty || newRest.isEmpty { return }
    waiting.removeAll()
    for index in oldRest.reversed() {
      waiting.prepend(index, likeness == .equal ? hashes.old[index] : old.identityHash(of: index))
    }
    for index in newRest {
      let hash = likeness == .equal ? hashes.new[index] : new.identityHash(of: index)
      guard let found = waiting.first(hash), match(found, index, likeness) else { continue }
      waiting.removeFirst(hash)
    }
    oldRest.removeAll { newOfOld[$0] != .open }
    newRest.removeAll { oldOfNew[$0] != .open }
  }

  private mutating func match(_ oldIndex: Int, _ newIndex: Int, _ likeness: Likeness) -> Bool {
    switch likeness {
    case .equal: return matchSubtrees(oldIndex, newIndex)
    case .sameKind:
      guard old.identity(of: oldIndex, equals: new, newIndex) else { return false }
      match(oldIndex, newIndex)
      return true
    }
  }

  private mutating func matchSubtrees(_ oldIndex: Int, _ newIndex: Int) -> Bool {
    guard hashes.old[oldIndex] == hashes.new[newIndex], old.subtree(of: oldIndex, equals: new, newIndex) else {
      return false
    }
    match(oldIndex, newIndex)
    for index in newIndex..<Int(new.nodes[newIndex].end) {
      let counterpart = oldIndex + index - newIndex
      // A repeated id may have matched a node or its parent elsewhere.
      if isOpen(counterpart, index),
        oldOfNew[Int(new.nodes[index].parent)] == .matched(Int(old.nodes[counterpart].parent))
      {
        match(counterpart, index)
      }
    }
    return true
  }
}

extension Arena {
  /// The fallback of a node, which comes before all children.
  func fallback(of index: Int) -> Int? {
    index + 1 < Int(nodes[index].end) && nodes[index + 1].isPropertyValue ? index + 1 : nil
  }
}

/// Unmatched nodes by a hash of their content; nodes with the same hash form a queue.
struct WaitingNodes {
  private var heads: [UInt64: Int] = [:]
  /// The next node after each node in its queue, or -1.
  private var next: [Int]

  /// Allocates room for the nodes below a number.
  init(capacity: Int) {
    next = [Int](repeating: -1, count: capacity)
  }

  mutating func removeAll() { heads = [:] }

  mutating func prepend(_ node: Int, _ hash: UInt64) {
    next[node] = heads.updateValue(node, forKey: hash) ?? -1
  }

  func first(_ hash: UInt64) -> Int? { heads[hash] }

  /// The first node with a hash that satisfies a condition, in case of a hash collision.
  func first(_ hash: UInt64, where condition: (Int) -> Bool) -> Int? {
    var node = heads[hash] ?? -1
    while node >= 0, !condition(node) { node = next[node] }
    return node < 0 ? nil : node
  }

  mutating func removeFirst(_ hash: UInt64) {
    guard let node = heads[hash] else { return }
    heads[hash] = next[node] < 0 ? nil : next[node]
  }
}

/// Mixes words and bytes into 64 bits.
///
/// The seed is random for each process, so that texts cannot be chosen to collide.
struct ContentHasher {
  private static let seed = UInt64.random(in: .min ... .max)
  private(set) var value = Self.seed

  @inline(__always)
  mutating func combine(_ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    value = product.high ^ product.low
  }

  mutating func combine(_ range: TextRange, of text: [UInt8]) {
    combine(UInt64(range.length))
    let bytes = text.span.extracting(range.bounds)
    var offset = 0
    while offset + 8 <= bytes.count {
      var word: UInt64 = 0
      for index in 0..<8 { word = word << 8 | UInt64(bytes[offset + index]) }
      combine(word)
      offset += 8
    }
    var word: UInt64 = 0
    for index in offset..<bytes.count { word = word << 8 | UInt64(bytes[index]) }
    combine(word)
  }
}

extension Arena {
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

  func identityHash(of index: Int) -> UInt64 {
    var hasher = ContentHasher()
    combineIdentity(of: nodes[index], into: &hasher)
    return hasher.value
  }

  func idHash(of index: Int) -> UInt64 {
    var hasher = ContentHasher()
    hasher.combine(nodes[index].id, of: text)
    return hasher.value
  }

  private func combineIdentity(of node: NodeRecord, into hasher: inout ContentHasher) {
    hasher.combine(UInt64(node.kind))
    if node.kind == 0 { hasher.combine(node.kindName, of: text) }
    if node.idSize > 0 { hasher.combine(node.id, of: text) }
  }

  private func combine(_ range: Range<Int>, into hasher: inout ContentHasher) {
    hasher.combine(UInt64(range.count))
    for index in range {
      let value = values[index]
      hasher.combine(UInt64(value.name) << 8 | UInt64(value.tag.rawValue))
      if value.keySize > 0 { hasher.combine(value.key, of: text) }
      switch value.tag {
      case .null, .node: continue
      case .bool, .int, .double: hasher.combine(value.payload)
      case .string: hasher.combine(value.text, of: text)
      case .map, .list: combine(value.elements, into: &hasher)
      }
    }
  }
}
