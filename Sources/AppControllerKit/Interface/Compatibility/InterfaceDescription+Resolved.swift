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
    return unsafe arena.text.withUnsafeBufferPointer { text in
      var resolver = unsafe Resolver(ArenaReader(arena: arena, text: text), plan)
      return resolver.run()
    }
  }

  /// Whether the description needs a newer host, so that only its fallback text can be shown.
  public var needsNewerHost: Bool { !HostRequirements.unmet(by: arena).isEmpty }

  /// Whether a part is not shown as its author described it, because this host is too old.
  public var isIncomplete: Bool { needsNewerHost || !FallbackPlan(arena).isTrivial }
}

/// Copies a description without the parts that this version does not know.
private struct Resolver: ~Copyable {
  private let reader: ArenaReader
  private let plan: FallbackPlan
  private var builder = ArenaBuilder(limits: .none)

  private var arena: Arena { reader.arena }

  init(_ reader: ArenaReader, _ plan: FallbackPlan) {
    self.reader = reader
    self.plan = plan
  }

  mutating func run() -> InterfaceDescription {
    _ = reader.writeValues(arena.documentValues, to: &builder)
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
      _ = reader.writeValues(position..<position + 1, to: &builder)
    }
    for child in arena.children(of: index) { copy(child) }
    builder.end()
  }
}
