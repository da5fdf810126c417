/// Builds an arena from a stream of calls, and stops at the first invalid one.
///
/// The DSL and the JSON reader make its calls, and a form is checked by the same rules, so that limits, text and
/// structure are the same for all. A builder is made to be used again: its arrays keep their capacity.
package struct ArenaBuilder: ~Copyable, Sendable {
  package enum ValueKind: Sendable { case map, list }

  var nodes = ScratchArray<NodeRecord>()
  var values = ScratchArray<ValueRecord>()
  var text = ScratchArray<UInt8>()
  /// The values of the open frames that are not in `values` yet, innermost last.
  var pending = ScratchArray<ValueRecord>()
  /// The innermost open frame, or the document; not in an array because every call needs it.
  var top = BuildFrame(.document)
  /// Outermost first.
  var outer = ScratchArray<BuildFrame>()
  var documentValues = 0..<0
  var depth = 0
  var valueDepth = 0
  var receivedValues = 0
  let limits: InterfaceLimits
  /// Whether the arrays are a form so far: nothing came out of order, and nothing is in them that a form has not.
  var isCanonical = true
  /// The offset in `text` of the first character that was replaced.
  var firstRepair: Int?

  /// After it every call is refused.
  package internal(set) var failure: BuildFailure?
  package var isPoisoned = false

  package init(limits: InterfaceLimits = .standard) { self.limits = limits }

  /// Keeps the capacity.
  package mutating func reset() {
    nodes.truncate(to: 0)
    values.truncate(to: 0)
    text.truncate(to: 0)
    pending.truncate(to: 0)
    outer.truncate(to: 0)
    top = BuildFrame(.document)
    documentValues = 0..<0
    (depth, valueDepth, receivedValues) = (0, 0, 0)
    if isPoisoned { (failure, isPoisoned) = (nil, false) }
    (isCanonical, firstRepair) = (true, nil)
  }

  /// At most what the limits allow; what is not used is never touched, and takes no memory where it is large.
  package mutating func reserve(nodes: Int, values: Int, text: Int) {
    self.nodes.reserve(min(nodes, limits.nodes))
    self.values.reserve(min(values, limits.values))
    self.text.reserve(min(text, limits.totalText))
  }

  mutating func open(_ frame: BuildFrame) {
    outer.append(top)
    top = frame
  }

  mutating func closeTop() {
    top = outer.last
    outer.removeLast()
  }
}

// MARK: - Nodes

extension ArenaBuilder {
  @discardableResult
  package mutating func begin(kindName: Span<UInt8>, id: Span<UInt8>) -> Bool {
    begin(NodeKind(utf8: kindName), kindName: kindName, id: id)
  }

  @discardableResult
  package mutating func begin(_ kind: NodeKind, id: Span<UInt8>) -> Bool {
    begin(kind, kindName: Span(), id: id)
  }

  private mutating func begin(_ kind: NodeKind?, kindName: Span<UInt8>, id: Span<UInt8>) -> Bool {
    guard !isPoisoned, admitNode() else { return false }
    let index = nodes.count
    let isFallback = top.kind == .map
    nodes.append(NodeRecord(kind, text: text.count, end: 0, parent: max(0, top.node), isPropertyValue: isFallback))
    // Its text and values come before those of its owner, and in a form after them.
    if isFallback { isCanonical = false }
    top.add(child: index)
    open(BuildFrame(.node(kind), base: pending.count, area: values.count, node: index))
    depth += 1
    if kind == nil {
      guard !kindName.isEmpty else { return misuse(.emptyKind, "the node has no kind") }
      guard let name = intakeName(kindName, what: "kind") else { return false }
      nodes[index].kindSize = UInt8(name.length)
    }
    if !id.isEmpty {
      guard let range = intakeName(id, what: "id") else { return false }
      nodes[index].idSize = UInt8(range.length)
    }
    return true
  }

  /// Moves the parent's properties out of the way.
  mutating func admitNode() -> Bool {
    switch top.kind {
    case .document:
      guard top.childCount == 0 else {
        return misuse(.secondRoot, "a second root node begins; a description has exactly one")
      }
      guard let settled = settle() else { return false }
      documentValues = settled
    case .node:
      if !settleNode() { return false }
    case .map:
      guard top.scope.isFallback, top.childCount == 0, pending.count == top.base else {
        return misuse(.nodeInValue, "a node begins inside a value; only the \"fallback\" of a node takes one")
      }
      // The map has turned out to be a node.
      valueDepth -= 1
    case .list:
      return misuse(.nodeInValue, "a node begins inside a list of values")
    }
    guard nodes.count < limits.nodes else {
      let limit = limits.nodes
      return overLimit(.tooManyNodes, "there are more than \(limit) nodes")
    }
    guard depth < limits.depth else {
      let limit = limits.depth
      return overLimit(.tooDeep, "nodes nest more than \(limit) deep")
    }
    return true
  }

  @discardableResult
  package mutating func end() -> Bool {
    guard !isPoisoned else { return false }
    switch top.kind {
    case .document:
      return misuse(.unbalanced, "end() without a node that is open")
    case .map, .list:
      return misuse(.unbalanced, "end() while a map or list is open; close() comes first")
    case .node:
      if !settleNode() { return false }
    }
    nodes[top.node].end = UInt32(nodes.count)
    closeTop()
    depth -= 1
    return true
  }

  /// Moves the values of the open node to their final places, once.
  @inline(__always)
  mutating func settleNode() -> Bool {
    top.isSettled || settleOpenNode()
  }

  private mutating func settleOpenNode() -> Bool {
    guard let settled = settle() else { return false }
    top.isSettled = true
    nodes[top.node].firstValue = UInt32(settled.lowerBound)
    guard let count = UInt16(exactly: settled.count) else {
      return overLimit(.tooManyValues, "the node has \(settled.count) properties; a node has at most \(UInt16.max)")
    }
    nodes[top.node].valueCount = count
    return true
  }
}

// MARK: - Finishing

extension ArenaBuilder {
  /// After a failure, the description holds that failure and a placeholder.
  ///
  /// Without `keepsRoom`, each array is freed as soon as it is copied, so that a large description is never in memory
  /// twice.
  package mutating func finish(keepsRoom: Bool = true) -> InterfaceDescription {
    if !isPoisoned {
      if top.kind != .document {
        let isNode = top.kind == .node
        _ = misuse(
          .unbalanced,
          "\(isNode ? "a node" : "a map or list") is open at the end; \(isNode ? "end" : "close")() is missing")
      } else if top.childCount == 0 {
        _ = misuse(.noRoot, "the description has no root node")
      }
    }
    if let failure { return InterfaceDescription(failure: failure.diagnostic) }
    // Each copy fits into what was freed before it, usually first of all the outline of a text that was read.
    let values = values.exactCopy
    if !keepsRoom { self.values = ScratchArray() }
    let text = text.exactCopy
    if !keepsRoom { self.text = ScratchArray() }
    let nodes = nodes.exactCopy
    if !keepsRoom { self.nodes = ScratchArray() }
    return InterfaceDescription(
      arena: Arena(
        nodes: nodes, values: values, text: text, documentValues: documentValues, isCanonical: isCanonical,
        firstRepair: firstRepair))
  }

  /// Takes the values of the innermost frame out of `pending`, in canonical order; `nil` when a name is set twice.
  mutating func settle() -> Range<Int>? {
    let first = values.count
    if top.kind != .list, !top.isOrdered {
      sortPending()
      if top.hasUnknownKeys, let twin = duplicateKey() {
        let name = text.string(twin.key)
        _ = misuse(.duplicateKey, "the property \"\(name)\" is set twice", value: twin)
        return nil
      }
    }
    values.append(endOf: &pending, from: top.base)
    return first..<values.count
  }
}

package struct BuildFailure: Error, Equatable {
  package enum Kind: Sendable { case limit, misuse }

  package let kind: Kind
  package let diagnostic: Diagnostic

  package init(_ diagnostic: Diagnostic) {
    kind = diagnostic.code.isLimit ? .limit : .misuse
    self.diagnostic = diagnostic
  }

  package init(_ kind: Kind, _ code: Diagnostic.Code, path: String, _ message: String) {
    self.kind = kind
    diagnostic = Diagnostic(.error, code, path: path, message: message)
  }
}
