/// The part that is shown of each node of a description with kinds that this version does not know.
///
/// The first of these that exists replaces such a node: its fallback; its children; its label or text as a text; the
/// fallback of the nearest node around it that has one, replacing that whole node; nothing. The rules are those of
/// Adaptive Cards 1.6; the steps for children and texts, which are never lost, are our addition.
struct FallbackPlan {
  enum Part: UInt8 {
    /// The node itself.
    case node
    /// Its children without it.
    case children
    /// Its label or text.
    case text
    /// Its fallback.
    case fallback
    /// Nothing.
    case nothing
  }

  /// The part of each node; empty when every kind is known.
  private let parts: [Part]

  init(_ arena: Arena) {
    guard arena.nodes.contains(where: { $0.knownKind == nil }) else {
      parts = []
      return
    }
    var parts = [Part](repeating: .node, count: arena.nodes.count)
    // Whether part of the subtree cannot be shown at all, so that a node around it has to be replaced. Children and
    // fallbacks are stored after their nodes, so that going backwards decides each node after its subtree.
    var isLost = [Bool](repeating: false, count: arena.nodes.count)
    var isFallbackLost = [Bool](repeating: false, count: arena.nodes.count)
    for index in arena.nodes.indices.reversed() {
      let node = arena.nodes[index]
      let isKnown = node.knownKind != nil
      let fallback = isFallbackLost[index] ? nil : arena.fallback(of: node)
      if let fallback, !isKnown || isLost[index] {
        parts[index] = fallback
        isLost[index] = false
      } else if !isKnown {
        parts[index] = arena.standIn(of: index)
        if parts[index] == .nothing { isLost[index] = true }
      }
      guard isLost[index], index > 0 else { continue }
      let parent = Int(node.parent)
      if node.isPropertyValue { isFallbackLost[parent] = true } else { isLost[parent] = true }
    }
    self.parts = parts
  }

  /// Whether every node is shown as it is.
  var isTrivial: Bool { parts.isEmpty }

  /// The shown part of a node.
  subscript(index: Int) -> Part { parts.isEmpty ? .node : parts[index] }

  /// Whether a node belongs to the part of its parent that is not shown.
  func leavesOut(_ node: NodeRecord) -> Bool {
    switch self[Int(node.parent)] {
    case .node, .children: node.isPropertyValue
    case .fallback: !node.isPropertyValue
    case .text, .nothing: true
    }
  }
}

extension FallbackPlan.Part: CustomStringConvertible {
  /// The shown part of the node, in words.
  var description: String {
    switch self {
    case .node: "it is shown"
    case .children: "its children are shown"
    case .text: "its text is shown"
    case .fallback: "its fallback is shown"
    case .nothing: "it is left out"
    }
  }
}

extension FallbackPlan {
  /// The nodes that replace the root and that a live tree can be made of; usually the root alone.
  func controllers(of arena: Arena) -> [Int] { controllers(at: 0, of: arena) }

  private func controllers(at index: Int, of arena: Arena) -> [Int] {
    let node = arena.nodes[index]
    switch self[index] {
    case .node: return node.knownKind.map { NodeSchema.controllers & $0.bit != 0 } == true ? [index] : []
    case .children: return arena.children(of: index).flatMap { controllers(at: $0, of: arena) }
    case .fallback: return arena.value(.fallback, in: node.values).map { controllers(at: $0.node, of: arena) } ?? []
    case .text, .nothing: return []
    }
  }
}

extension Arena {
  /// The replacement that a node's own fallback gives: a node, or nothing for `drop`; `nil` without a fallback.
  fileprivate func fallback(of node: NodeRecord) -> FallbackPlan.Part? {
    guard let value = value(.fallback, in: node.values) else { return nil }
    if value.tag == .node { return .fallback }
    return value.tag == .string && bytes(value.text).elementsEqual("drop".utf8) ? .nothing : nil
  }

  /// The shown part of a node of unknown kind without a fallback.
  fileprivate func standIn(of index: Int) -> FallbackPlan.Part {
    if children(of: index).contains(where: { _ in true }) { return .children }
    return plainText(of: nodes[index]) == nil ? .nothing : .text
  }

  /// The label of a node, or its text if it has no label.
  func plainText(of node: NodeRecord) -> TextRange? {
    for name in [PropertyName.label, .text] {
      if let value = value(name, in: node.values), value.tag == .string, value.text.length > 0 { return value.text }
    }
    return nil
  }
}
