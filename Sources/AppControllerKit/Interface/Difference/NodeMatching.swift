/// Which nodes of two descriptions are the same node, found in time linear in their size.
struct NodeMatching {
  let old: Arena
  let new: Arena
  /// The new node of each old one.
  private var newOfOld: [Match]
  /// The old node of each new one.
  private var oldOfNew: [Match]
  /// Whether a new node was found to say what its old one says.
  private(set) var isKnownEqual: [Bool]
  /// The hashes of both sides' subtrees, made when they are first needed.
  private var hashes: (old: [UInt64], new: [UInt64]) = ([], [])
  private var waiting: WaitingNodes
  /// The children without a match of the two parents at hand.
  private var oldRest: [Int] = []
  private var newRest: [Int] = []

  /// What is known about a node.
  private enum Match: Equatable {
    /// It may be matched by its place.
    case open
    /// It can be matched by its id alone.
    case byID
    /// It was to be matched by its id, but the other has another kind.
    case refused
    /// It is the same as a node of the other side.
    case matched(Int)
  }

  init(from old: Arena, to new: Arena) {
    self.old = old
    self.new = new
    newOfOld = [Match](repeating: .open, count: old.nodes.count)
    oldOfNew = [Match](repeating: .open, count: new.nodes.count)
    isKnownEqual = [Bool](repeating: false, count: new.nodes.count)
    waiting = WaitingNodes(capacity: old.nodes.count)
    matchIDs()
    matchRoots()
    // A parent comes before its children, so that it is known by then whether it survives.
    for index in new.nodes.indices {
      guard let match = oldIndex(of: index) else { continue }
      matchFallbacks(of: match, index)
      matchChildren(of: match, index)
    }
  }

  /// The old node that a new one is.
  func oldIndex(of index: Int) -> Int? {
    if case .matched(let match) = oldOfNew[index] { match } else { nil }
  }

  /// The new node that an old one is.
  func newIndex(of index: Int) -> Int? {
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

// MARK: - By id

extension NodeMatching {
  /// Matches each id's first node on either side, if both are of one kind.
  ///
  /// An id that stands again stays open.
  private mutating func matchIDs() {
    for index in old.nodes.indices where old.nodes[index].idLength > 0 {
      let hash = old.idHash(of: index)
      if first(withIDOf: index, in: old, hash) != nil { continue }
      newOfOld[index] = .byID
      waiting.prepend(index, hash)
    }
    for index in new.nodes.indices where new.nodes[index].idLength > 0 {
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

  /// The old node with a node's id.
  private func first(withIDOf index: Int, in arena: Arena, _ hash: UInt64) -> Int? {
    let id = arena.bytes(arena.nodes[index].id)
    return waiting.first(hash) { old.bytes(old.nodes[$0].id) == id }
  }
}

// MARK: - By place

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

  /// Matches the children that have no match yet: equal ones at both ends, equal ones between, then what has one kind.
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

  /// Matches equal children at the beginning and at the end, so that those in the middle remain.
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

  /// How alike two nodes have to be.
  private enum Likeness {
    /// They say the same, and so does everything below them.
    case equal
    /// They are of one kind; ids that stand twice are the same too.
    case sameKind
  }

  /// Matches what remains in order, each with the first that is as much alike.
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

  /// Matches two nodes that are equal, with everything below them.
  private mutating func matchSubtrees(_ oldIndex: Int, _ newIndex: Int) -> Bool {
    guard hashes.old[oldIndex] == hashes.new[newIndex], old.subtree(of: oldIndex, equals: new, newIndex) else {
      return false
    }
    match(oldIndex, newIndex)
    for index in newIndex..<Int(new.nodes[newIndex].end) {
      let counterpart = oldIndex + index - newIndex
      // An id that stands twice may have led a node or its parent elsewhere.
      if isOpen(counterpart, index),
        oldOfNew[Int(new.nodes[index].parent)] == .matched(Int(old.nodes[counterpart].parent))
      {
        match(counterpart, index)
      }
      isKnownEqual[index] = oldOfNew[index] == .matched(counterpart)
    }
    return true
  }
}

extension Arena {
  /// The node that is a node's fallback: it comes before all children.
  func fallback(of index: Int) -> Int? {
    index + 1 < Int(nodes[index].end) && nodes[index + 1].isPropertyValue ? index + 1 : nil
  }
}
