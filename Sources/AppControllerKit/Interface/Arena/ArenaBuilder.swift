/// Builds an arena from a stream of calls, and stops at the first that cannot be right.
///
/// This is the one way in: the DSL, the ABI's builder and the JSON reader all end here, so that limits, text rules and
/// structure are the same for all. A builder is made to be used again: its arrays keep their room.
package struct ArenaBuilder: ~Copyable, Sendable {
  var nodes: [NodeRecord] = []
  var values: [ValueRecord] = []
  var text: [UInt8] = []
  /// The values of the open frames that have not been moved to `values` yet, innermost last.
  var pending: [ValueRecord] = []
  var frames: [BuildFrame] = []
  var documentValues = 0..<0
  var depth = 0
  var valueDepth = 0
  var receivedText = 0
  var receivedValues = 0
  let limits: InterfaceLimits

  /// The first failure; from then on every call is refused.
  package internal(set) var failure: BuildFailure?

  package init(limits: InterfaceLimits = .standard) {
    self.limits = limits
    frames.reserveCapacity(limits.depth)
    frames.append(BuildFrame(.document))
  }

  /// Forgets what was built, and keeps the room.
  package mutating func reset() {
    nodes.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    pending.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
    frames.append(BuildFrame(.document))
    documentValues = 0..<0
    (depth, valueDepth, receivedText, receivedValues) = (0, 0, 0, 0)
    failure = nil
  }
}

// MARK: - Nodes

extension ArenaBuilder {
  /// Opens a node of a kind by its name.
  @discardableResult
  package mutating func begin(kindName: Span<UInt8>, id: Span<UInt8>) -> Bool {
    begin(NodeKind(utf8: kindName), kindName: kindName, id: id)
  }

  /// Opens a node of a known kind.
  @discardableResult
  package mutating func begin(_ kind: NodeKind, id: Span<UInt8>) -> Bool {
    begin(kind, kindName: Span(), id: id)
  }

  mutating func begin(_ kind: NodeKind?, kindName: Span<UInt8>, id: Span<UInt8>) -> Bool {
    guard failure == nil, admitNode() else { return false }
    let isPropertyValue = frames[frames.count - 1].kind == .map
    let index = nodes.count
    let parent = openNode ?? index
    nodes.append(
      NodeRecord(
        kind: kind?.rawValue ?? 0, isPropertyValue: isPropertyValue, kindLength: 0, kindOffset: 0, idOffset: 0,
        idLength: 0, firstValue: 0, valueCount: 0, end: 0, parent: UInt32(index == 0 ? 0 : parent)
      )
    )
    frames[frames.count - 1].childCount += 1
    frames[frames.count - 1].lastChild = index
    frames.append(BuildFrame(.node, base: pending.count, node: index))
    depth += 1
    if kind == nil {
      guard !kindName.isEmpty else { return misuse(.emptyKind, "the node has no kind") }
      guard let name = intakeName(kindName, what: "kind") else { return false }
      nodes[index].kindOffset = name.offset
      nodes[index].kindLength = UInt16(name.length)
    }
    if !id.isEmpty {
      guard let range = intakeName(id, what: "id") else { return false }
      nodes[index].idOffset = range.offset
      nodes[index].idLength = range.length
    }
    return true
  }

  /// Whether a node may begin here; moves the parent's properties out of the way.
  mutating func admitNode() -> Bool {
    let top = frames.count - 1
    switch frames[top].kind {
    case .document:
      guard frames[top].childCount == 0 else {
        return misuse(.secondRoot, "a second root node begins; a description has exactly one")
      }
      guard let settled = settle(top) else { return false }
      documentValues = settled
    case .node:
      if frames[top].childCount == 0, !settleNode(top) { return false }
    case .map:
      guard frames[top].name == .fallback, frames[top].childCount == 0, pending.count == frames[top].base else {
        return misuse(.nodeInValue, "a node begins inside a value; only \"fallback\" takes a node, and only one")
      }
    case .list:
      return misuse(.nodeInValue, "a node begins inside a list of values")
    }
    guard nodes.count < limits.nodes else {
      return overLimit(.tooManyNodes, "there are more than \(limits.nodes) nodes")
    }
    guard depth < limits.depth else {
      return overLimit(.tooDeep, "nodes nest more than \(limits.depth) deep")
    }
    return true
  }

  /// Ends the innermost open node.
  @discardableResult
  package mutating func end() -> Bool {
    guard failure == nil else { return false }
    let top = frames.count - 1
    switch frames[top].kind {
    case .document:
      return misuse(.unbalanced, "end() without a node that is open")
    case .map, .list:
      return misuse(.unbalanced, "end() while a map or list is open; close() comes first")
    case .node:
      if frames[top].childCount == 0, !settleNode(top) { return false }
    }
    nodes[frames[top].node].end = UInt32(nodes.count)
    frames.removeLast()
    depth -= 1
    return true
  }

  var openNode: Int? {
    for frame in frames.reversed() where frame.kind == .node { return frame.node }
    return nil
  }

  mutating func settleNode(_ top: Int) -> Bool {
    guard let settled = settle(top) else { return false }
    nodes[frames[top].node].firstValue = UInt32(settled.lowerBound)
    nodes[frames[top].node].valueCount = UInt32(settled.count)
    return true
  }
}

// MARK: - Finishing

extension ArenaBuilder {
  /// Checks that everything is closed, and copies what was built into an arena of exactly its size.
  ///
  /// After a failure the arena holds that failure and a placeholder.
  package mutating func finish() -> InterfaceDescription {
    if failure == nil {
      if frames.count > 1 {
        let isNode = frames[frames.count - 1].kind == .node
        _ = misuse(
          .unbalanced,
          "\(isNode ? "a node" : "a map or list") is open at the end; \(isNode ? "end" : "close")() is missing")
      } else if nodes.isEmpty {
        _ = misuse(.noRoot, "the description has no root node")
      }
    }
    if let failure { return InterfaceDescription(failure: failure.diagnostic) }
    return InterfaceDescription(
      arena: Arena(
        nodes: nodes.exactCopy, values: values.exactCopy, text: text.exactCopy, documentValues: documentValues,
        failure: nil
      )
    )
  }

  /// Moves the values of a frame out of `pending`, in the order of their names' bytes.
  mutating func settle(_ top: Int) -> Range<Int>? {
    let base = frames[top].base
    let count = pending.count - base
    let first = values.count
    if count == 0 { return first..<first }
    if frames[top].kind != .list {
      sortPending(from: base)
      if frames[top].hasUnknownKeys, let twin = duplicateKey(from: base) {
        _ = misuse(.duplicateKey, "the property \"\(text.string(twin))\" is set twice")
        return nil
      }
    }
    values.append(contentsOf: pending[base...])
    pending.removeLast(count)
    return first..<first + count
  }

  /// Insertion for the usual handful, which is mostly in order already; a real sort for a crowd.
  private mutating func sortPending(from base: Int) {
    if pending.count - base > 32 {
      let text = self.text
      pending[base...].sort { KeyOrder.key(of: $0, precedes: $1, in: text) }
      return
    }
    var index = base + 1
    while index < pending.count {
      let value = pending[index]
      var position = index
      while position > base, KeyOrder.key(of: value, precedes: pending[position - 1], in: text) {
        pending[position] = pending[position - 1]
        position -= 1
      }
      pending[position] = value
      index += 1
    }
  }

  private func duplicateKey(from base: Int) -> TextRange? {
    for index in pending.indices[base...].dropFirst() where pending[index].name == 0 {
      let key = pending[index].key
      if pending[index - 1].name == 0, text[pending[index - 1].key.bounds] == text[key.bounds] { return key }
    }
    return nil
  }
}
