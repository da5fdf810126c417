/// The part that is shown of each node of a description with kinds that this version does not know.
///
/// The first of these that exists replaces such a node: its fallback; its children; its label or text as a text; the
/// fallback of the nearest node around it that has one, replacing that whole node; nothing. The rules are those of
/// Adaptive Cards 1.6; the steps for children and texts, which are never lost, are our addition.
struct FallbackPlan {
  enum Part: UInt8 {
    case node
    /// Its children without it.
    case children
    /// Its label or text.
    case text
    case fallback
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

  var isTrivial: Bool { parts.isEmpty }

  subscript(index: Int) -> Part { parts.isEmpty ? .node : parts[index] }

  func leavesOut(_ node: NodeRecord) -> Bool {
    switch self[Int(node.parent)] {
    case .node, .children: node.isPropertyValue
    case .fallback: !node.isPropertyValue
    case .text, .nothing: true
    }
  }
}

extension FallbackPlan.Part: CustomStringConvertible {
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
    case .node: return node.knownKind?.role == .controller ? [index] : []
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

  func plainText(of node: NodeRecord) -> TextRange? {
    for name in [PropertyName.label, .text] {
      if let value = value(name, in: node.values), value.tag == .string, value.text.length > 0 { return value.text }
    }
    return nil
  }
}

/// The requirements of a description for its host: a major version of the vocabulary, and features of it.
///
/// A feature is a kind of node at a revision. A minor version is never checked: unknown parts are
/// ignored, and a description lists its indispensable features in `requires`.
enum HostRequirements {
  static let schema: Int64 = 1
  /// The kinds of the first vocabulary are at revision 2, which has `visible`, `weight`, icons, confirmations, groups
  /// that open and close, and the contents, rules and lines of inputs that came with them.
  static func revision(of kind: NodeKind) -> Int64 { 2 }

  enum Unmet: Equatable {
    case schema(Int64)
    /// A feature is missing, or older.
    case feature(String, revision: Int64)
  }

  static func unmet(by arena: Arena) -> [Unmet] {
    var unmet: [Unmet] = []
    if let features = arena.value(.requires, in: arena.documentValues), features.tag == .map {
      for feature in features.elements.lazy.map({ arena.values[$0] }) where feature.tag == .int {
        let name = arena.keyName(of: feature)
        if NodeKind(name: name).map({ feature.int > revision(of: $0) }) ?? true {
          unmet.append(.feature(name, revision: feature.int))
        }
      }
    }
    if let value = arena.value(.schema, in: arena.documentValues), value.tag == .int, value.int > schema {
      unmet.append(.schema(value.int))
    }
    return unmet
  }
}

extension InterfaceDescription {
  /// The description as this version shows it, with known kinds only; the description itself if it contains no others.
  ///
  /// A node of unknown kind is replaced by its fallback, or by the parts of it that can be shown. When the description
  /// needs a newer host, its fallback text replaces everything. Omitted inputs are never sent: a description with an
  /// action that needs an omitted input is not valid.
  public func resolved() -> InterfaceDescription {
    if arena.failure != nil { return self }
    if needsNewerHost { return BuiltInInterface.newer(self) }
    let plan = FallbackPlan(arena)
    if plan.isTrivial { return self }
    var resolver = Resolver(arena, plan)
    return resolver.run()
  }

  /// Whether the description needs a newer host, so that only its fallback text can be shown.
  public var needsNewerHost: Bool { !HostRequirements.unmet(by: arena).isEmpty }

  /// Whether a part is not shown as its author described it, because this host is too old.
  public var isIncomplete: Bool { needsNewerHost || !FallbackPlan(arena).isTrivial }
}

/// Copies a description without the parts that this version does not know.
private struct Resolver: ~Copyable {
  private let arena: Arena
  private let plan: FallbackPlan
  private var builder = ArenaBuilder(limits: .ofParts)

  init(_ arena: Arena, _ plan: FallbackPlan) { (self.arena, self.plan) = (arena, plan) }

  mutating func run() -> InterfaceDescription {
    builder.set(arena.documentValues, of: arena)
    let controllers = plan.controllers(of: arena)
    if controllers.count == 1 { copy(controllers[0]) } else { copyAsTabs(controllers) }
    return builder.finish()
  }

  /// Copies the replacement of a root that consists of several screens as tabs, so that none of them is lost.
  private mutating func copyAsTabs(_ controllers: [Int]) {
    if controllers.isEmpty { return }
    builder.begin(.tabs, id: "tabs".utf8Span.span)
    for (position, controller) in controllers.enumerated() {
      let label = arena.string(.label, in: arena.nodes[controller].values) ?? "\(position + 1)"
      builder.begin(.item, id: "tab-\(position + 1)".utf8Span.span)
      builder.set(.label, string: label.utf8Span.span)
      copy(controller)
      builder.end()
    }
    builder.end()
  }

  private mutating func copy(_ index: Int) {
    let node = arena.nodes[index]
    let bytes = arena.text
    // The replacement of a hidden node would be visible.
    if plan[index] != .node, arena.value(.hidden, in: node.values)?.bool == true { return }
    switch plan[index] {
    case .nothing: return
    case .children: for child in arena.children(of: index) { copy(child) }
    case .fallback: if let fallback = arena.value(.fallback, in: node.values) { copy(fallback.node) }
    case .text:
      builder.begin(.text, id: bytes.span.extracting(node.id.bounds))
      if let text = arena.plainText(of: node) {
        builder.set(.text, string: bytes.span.extracting(text.bounds))
      }
      builder.end()
    case .node: copyNode(index, node)
    }
  }

  private mutating func copyNode(_ index: Int, _ node: NodeRecord) {
    guard let kind = node.knownKind else { return }
    let bytes = arena.text
    builder.begin(kind, id: bytes.span.extracting(node.id.bounds))
    for position in node.values where arena.values[position].knownName != .fallback {
      builder.set(position..<position + 1, of: arena)
    }
    for child in arena.children(of: index) { copy(child) }
    builder.end()
  }
}
