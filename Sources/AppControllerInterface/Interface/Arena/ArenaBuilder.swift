/// Builds an arena from a stream of calls, and stops at the first invalid one.
///
/// Every input goes through it: the DSL, the ABI's builder and the JSON reader all make its calls, so that limits, text
/// rules and structure are the same for all. A builder is made to be used again: its arrays keep their capacity.
package struct ArenaBuilder: ~Copyable, Sendable {
  var nodes = ScratchArray<NodeRecord>()
  var values = ScratchArray<ValueRecord>()
  var text = ScratchArray<UInt8>()
  /// The values of the open frames that are not in `values` yet, innermost last.
  var pending = ScratchArray<ValueRecord>()
  /// The innermost open frame; the document when no node is open.
  ///
  /// It is not in an array because every call needs it.
  var top = BuildFrame(.document)
  /// The open frames around `top`, outermost first.
  var outer = ScratchArray<BuildFrame>()
  var documentValues = 0..<0
  var depth = 0
  var valueDepth = 0
  var receivedText = 0
  var receivedValues = 0
  let limits: InterfaceLimits
  /// Whether a flat form is passed on unchecked, for the next process to check.
  let passesFlatFormOn: Bool
  /// The flat form that is passed on; everything above is unused then.
  var flatForm: [UInt8]?

  /// The first failure; after it every call is refused.
  package internal(set) var failure: BuildFailure?
  /// Whether there is a failure; checked in every call.
  package var isPoisoned = false

  package init(limits: InterfaceLimits = .standard, passesFlatFormOn: Bool = false) {
    self.limits = limits
    self.passesFlatFormOn = passesFlatFormOn
  }

  /// Removes everything that was built, and keeps the capacity.
  package mutating func reset() {
    nodes.truncate(to: 0)
    values.truncate(to: 0)
    text.truncate(to: 0)
    pending.truncate(to: 0)
    outer.truncate(to: 0)
    top = BuildFrame(.document)
    documentValues = 0..<0
    (depth, valueDepth, receivedText, receivedValues) = (0, 0, 0, 0)
    if isPoisoned { (failure, isPoisoned) = (nil, false) }
    flatForm = nil
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

  private mutating func begin(_ kind: NodeKind?, kindName: Span<UInt8>, id: Span<UInt8>) -> Bool {
    guard !isPoisoned, admitNode() else { return false }
    let index = nodes.count
    let record = NodeRecord(
      kind: kind?.rawValue ?? 0, isPropertyValue: top.kind == .map, kindLength: 0, kindOffset: 0, idOffset: 0,
      idLength: 0, firstValue: 0, valueCount: 0, end: 0, parent: UInt32(max(0, top.node))
    )
    nodes.append(record)
    top.add(child: index)
    open(BuildFrame(.node, base: pending.count, node: index, nodeKind: kind))
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
      guard isInFallback, top.childCount == 0, pending.count == top.base else {
        return misuse(.nodeInValue, "a node begins inside a value; only the \"fallback\" of a node takes one")
      }
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

  /// Ends the innermost open node.
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
    nodes[top.node].valueCount = UInt32(settled.count)
    return true
  }
}

// MARK: - Finishing

extension ArenaBuilder {
  /// Checks that everything is closed, and copies the result into an arena of exactly its size.
  ///
  /// After a failure the arena holds that failure and a placeholder.
  ///
  /// - Parameter keepsRoom: Whether the builder is to be used again. If not, it frees each array as soon as it is
  ///   copied, so that a large description is never in memory twice.
  /// - Returns: The description.
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
    if let flatForm = flatForm.take() { return InterfaceDescription(passedOn: flatForm) }
    // The largest array is usually the first, so that the others fit into its freed memory.
    let values = values.exactCopy
    if !keepsRoom { self.values = ScratchArray() }
    let text = text.exactCopy
    if !keepsRoom { self.text = ScratchArray() }
    let nodes = nodes.exactCopy
    if !keepsRoom { self.nodes = ScratchArray() }
    return InterfaceDescription(
      arena: Arena(
        nodes: nodes, values: values, text: text, documentValues: documentValues, failure: nil))
  }

  /// Moves the values of the innermost frame out of `pending`, in the order of their names' bytes.
  mutating func settle() -> Range<Int>? {
    let first = values.count
    if top.kind != .list, !top.isOrdered {
      sortPending(from: top.base)
      if top.hasUnknownKeys, let twin = duplicateKey(from: top.base) {
        let name = text.string(twin.key)
        _ = misuse(.duplicateKey, "the property \"\(name)\" is set twice", value: twin)
        return nil
      }
    }
    values.append(endOf: &pending, from: top.base)
    return first..<values.count
  }

  /// Uses insertion sort for the usual few values, which are mostly in order already, and a full sort for many.
  private mutating func sortPending(from base: Int) {
    let order = unsafe KeyOrder(text: text.buffer)
    if pending.count - base > 32 { return pending.sort(from: base, by: order.key(of:precedes:)) }
    for index in base..<pending.count {
      let value = pending[index]
      var position = index
      while position > base, order.key(of: value, precedes: pending[position - 1]) {
        pending[position] = pending[position - 1]
        position -= 1
      }
      pending[position] = value
    }
  }

  private func duplicateKey(from base: Int) -> ValueRecord? {
    let order = unsafe KeyOrder(text: text.buffer)
    for index in base + 1..<pending.count where order.isSameKey(pending[index - 1], pending[index]) {
      return pending[index]
    }
    return nil
  }
}

/// The first failure of a builder, after which it ignores every call.
package struct BuildFailure: Sendable, Equatable {
  /// Whether a limit was reached or the builder was used incorrectly.
  package enum Kind: Sendable { case limit, misuse }

  package let kind: Kind
  package let diagnostic: Diagnostic

  package init(_ kind: Kind, _ code: Diagnostic.Code, path: String, _ message: String) {
    self.kind = kind
    diagnostic = Diagnostic(.error, code, path: path, message: message)
  }
}

/// The canonical order of properties: by the bytes of their names.
@safe
struct KeyOrder {
  /// The text that contains the unknown names.
  private let text: UnsafeBufferPointer<UInt8>

  init(text: UnsafeBufferPointer<UInt8>) {
    unsafe self.text = text
  }

  /// Whether one value's key comes before another's; the numbers of known names are in that order already.
  func key(of value: ValueRecord, precedes other: ValueRecord) -> Bool {
    if value.name != 0, other.name != 0 { return value.name < other.name }
    return unsafe bytes(of: value).lexicographicallyPrecedes(bytes(of: other))
  }

  /// Whether two values have the same unknown key.
  func isSameKey(_ value: ValueRecord, _ other: ValueRecord) -> Bool {
    guard value.name == 0, other.name == 0 else { return false }
    return unsafe bytes(of: value).elementsEqual(bytes(of: other))
  }

  private func bytes(of value: ValueRecord) -> UnsafeBufferPointer<UInt8> {
    if value.name != 0 { return unsafe ImmortalNames.properties[value.name] }
    return unsafe UnsafeBufferPointer(rebasing: text[value.key.bounds])
  }
}
