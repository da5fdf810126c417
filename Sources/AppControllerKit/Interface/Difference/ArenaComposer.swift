/// Composes an arena from the nodes of other arenas.
///
/// The builder has checked the copied nodes already.
struct ArenaComposer: ~Copyable {
  private var nodes = ScratchArray<NodeRecord>()
  private var values = ScratchArray<ValueRecord>()
  private var text = ScratchArray<UInt8>()
  /// The nodes that can be parents of the next one, outermost first.
  private var open: [Int] = []

  /// Surviving nodes are copied from an arena that the difference fits; inserted or updated ones from the difference.
  static func compose(_ difference: InterfaceDifference, from arena: Arena) -> Arena {
    var composer = ArenaComposer()
    var survivors = SurvivorReader(difference.runs, of: arena)
    let depths = difference.new.depths
    var document = arena
    for change in difference.changes {
      switch change {
      case .documentUpdated(from: _, to: let new): document = new.arena
      case .removed, .moved: continue
      case .inserted(let node):
        while let survivor = survivors.next(before: node.index) { composer.append(survivor) }
        composer.append(Element(node: node, content: node, depth: depths[node.index], isFallback: node.isFallback))
      case .updated(from: _, to: let node):
        while let survivor = survivors.next(before: node.index) { composer.append(survivor) }
        guard var survivor = survivors.next(before: node.index + 1) else { continue }
        survivor.content = node
        composer.append(survivor)
      }
    }
    while let survivor = survivors.next(before: .max) { composer.append(survivor) }
    return composer.finish(document)
  }

  struct Element {
    /// The source of its kind and id.
    var node: InterfaceDescription.Node
    /// The source of its properties.
    var content: InterfaceDescription.Node
    var depth: Int
    var isFallback: Bool
  }

  private mutating func append(_ element: Element) {
    close(to: element.depth)
    let (source, content) = (element.node.arena, element.content.arena)
    var record = source.nodes[element.node.index]
    record.parent = UInt32(open.last ?? 0)
    record.isPropertyValue = element.isFallback
    let texts = [record.kindName, record.id]
    record.text = UInt32(text.count)
    for range in texts { copy(range, from: source) }
    open.append(nodes.count)
    nodes.append(record)
    let settled = copy(content.nodes[element.content.index].values, from: content)
    nodes.last.firstValue = UInt32(settled.lowerBound)
    nodes.last.valueCount = UInt16(settled.count)
  }

  private mutating func close(to depth: Int) {
    while open.count > depth { nodes[open.removeLast()].end = UInt32(nodes.count) }
  }

  private mutating func finish(_ document: Arena) -> Arena {
    close(to: 0)
    let documentValues = copy(document.documentValues, from: document)
    return Arena(
      nodes: nodes.exactCopy, values: values.exactCopy, text: text.exactCopy, documentValues: documentValues,
      failure: document.failure
    )
  }

  private mutating func copy(_ range: Range<Int>, from arena: Arena) -> Range<Int> {
    let first = values.count
    for index in range { values.append(arena.values[index]) }
    // The elements of a map or a list come after the range that contains the map or list.
    for index in first..<values.count {
      let value = values[index]
      values[index].textOffset = UInt32(text.count)
      copy(value.key, from: arena)
      switch value.tag {
      case .null, .bool, .int, .double: continue
      case .string: copy(value.text, from: arena)
      case .map, .list: values[index].payload = ValueRecord.pack(copy(value.elements, from: arena))
      case .node:
        // A fallback is the first node after its owner.
        values[index].payload = UInt64(nodes.count)
      }
    }
    return first..<first + range.count
  }

  private mutating func copy(_ range: TextRange, from arena: Arena) {
    let source = arena.text
    text.append(source.span.extracting(range.bounds))
  }
}

/// Reads the surviving nodes of an arena, in the order of the new description.
private struct SurvivorReader {
  private let runs: [SurvivingRun]
  private let arena: Arena
  private let depths: [Int]
  private var run = 0
  private var offset = 0

  init(_ runs: [SurvivingRun], of arena: Arena) {
    self.runs = runs
    self.arena = arena
    depths = arena.depths
  }

  /// The next node, unless its new index has reached a limit.
  mutating func next(before limit: Int) -> ArenaComposer.Element? {
    if run < runs.count, offset == runs[run].count { (run, offset) = (run + 1, 0) }
    guard run < runs.count, runs[run].new + offset < limit else { return nil }
    let node = InterfaceDescription.Node(arena: arena, index: runs[run].old + offset)
    let isFallback = offset == 0 ? runs[run].startsWithFallback : node.isFallback
    offset += 1
    return ArenaComposer.Element(
      node: node, content: node, depth: depths[node.index] + runs[run].descent, isFallback: isFallback)
  }
}

extension InterfaceDescription.Node {
  fileprivate var isFallback: Bool { arena.nodes[index].isPropertyValue }
}
