import AppControllerKit
internal import Synchronization

/// The content of a screen as blocks one below the other: how high each is, and so where it stands.
///
/// A block is a node, or the head of a node whose children are blocks of their own. All of them are painted once to
/// measure them; after that only those that are seen, and those whose height may have changed. A layout takes 20 bytes
/// for each block.
package struct ContentLayout: Sendable, Equatable {
  /// What is painted as one block.
  enum Part: UInt8, BitwiseCopyable {
    /// A node with its subtree.
    case whole
    /// The head of a group, a list or an item.
    case head
    /// The gap behind a group or a list.
    case gap
  }

  struct Block: Equatable, BitwiseCopyable {
    /// The index of the node; for a gap, of the last node before it.
    var index: Int32
    var indent: UInt8
    var part: Part
    /// Whether its height may differ with the values and the time, because it has an input, a condition or a countdown.
    var isVariable: Bool
  }

  /// The height of a block, and the empty rows that it asks for.
  struct Measure: Equatable, BitwiseCopyable {
    var rows: Int32 = 0
    var wantsGapBefore = false
    var wantsGapAfter = false
    var endsInGap = false
  }

  /// What the blocks are painted of.
  struct Source: Equatable {
    var node: InterfaceDescription.Node
    var width: Int
    var indent: Int
    var isRoomy: Bool
    var isMirrored: Bool
    var options: TerminalRenderer
  }

  /// What may change the height of single blocks.
  fileprivate struct Condition: Equatable {
    var values: InputValues
    var errors: [String: String]
    var secondsShown: Int
    var isMoving: Bool
  }

  let source: Source
  let blocks: [Block]
  private var measures: [Measure]
  /// The first row of each block.
  private var tops: [Int32] = []
  /// The number of rows.
  private(set) var height = 0
  private var condition: Condition
  private var focus: Int?
  private var busy: Int?
  private var filter: EntryFilter?

  /// Measures all blocks.
  init(_ source: Source, _ painter: ScreenPainter) {
    self.source = source
    condition = Condition(of: painter)
    blocks = BlockList(of: source.node).blocks
    var painter = painter
    measures = blocks.map { painter.paint($0, source).measure }
    focus = painter.focus?.nodeID.flatMap(source.node.index(ofID:))
    busy = painter.interaction.busyID.flatMap(source.node.index(ofID:))
    filter = painter.interaction.filter
    place()
  }

  /// Measures the blocks again whose height may have changed.
  mutating func update(_ painter: ScreenPainter) {
    var painter = painter
    var changed = false
    func measure(_ position: Int) {
      let new = painter.paint(blocks[position], source).measure
      if new == measures[position] { return }
      (measures[position], changed) = (new, true)
    }
    let condition = Condition(of: painter)
    if condition != self.condition {
      self.condition = condition
      for position in blocks.indices where blocks[position].isVariable { measure(position) }
    }
    let focus = painter.focus?.nodeID.flatMap(source.node.index(ofID:))
    let busy = painter.interaction.busyID.flatMap(source.node.index(ofID:))
    for index in Set([focus, self.focus, busy, self.busy].compactMap(\.self)) { measure(block(ofNode: index)) }
    (self.focus, self.busy) = (focus, busy)
    if filter != painter.interaction.filter { (filter, changed) = (painter.interaction.filter, true) }
    if changed { place() }
  }

  /// Places the blocks, with an empty row between two where one asks for it and there is none.
  private mutating func place() {
    var (row, isWanted, isEmpty): (Int32, Bool, Bool) = (0, false, true)
    tops = blocks.indices.map { position in
      let measure = shownMeasure(of: position)
      isWanted = isWanted || measure.wantsGapBefore
      if measure.rows == 0 {
        isWanted = isWanted || measure.wantsGapAfter
        return row
      }
      if isWanted, !isEmpty { row += 1 }
      defer { row += measure.rows }
      (isWanted, isEmpty) = (measure.wantsGapAfter, measure.endsInGap)
      return row
    }
    height = Int(row)
  }
}

// MARK: - Where things are

extension ContentLayout {
  /// Whether a block is not shown, because it is in an entry that does not have what is looked for.
  func isHidden(_ position: Int) -> Bool {
    blocks[position].part != .gap && filter?.hides(Int(blocks[position].index)) == true
  }

  private func shownMeasure(of position: Int) -> Measure { isHidden(position) ? Measure() : measures[position] }

  /// The rows of a block.
  func rows(of position: Int) -> Range<Int> {
    let top = Int(tops[position])
    return top..<top + Int(shownMeasure(of: position).rows)
  }

  /// The blocks that have a row among some.
  func blocks(inRows rows: Range<Int>) -> Range<Int> {
    let first = firstPosition { self.rows(of: $0).upperBound > rows.lowerBound }
    let end = firstPosition { self.rows(of: $0).lowerBound >= rows.upperBound }
    return first..<max(first, end)
  }

  /// The block that a node is in.
  func block(ofNode index: Int) -> Int {
    var position = firstPosition { Int(blocks[$0].index) > index } - 1
    while position > 0, blocks[position].part == .gap { position -= 1 }
    return max(0, position)
  }

  /// The rows that the block of a node takes.
  func rows(ofNode index: Int) -> Range<Int>? { blocks.isEmpty ? nil : rows(of: block(ofNode: index)) }

  /// The indices of the nodes in the blocks that have a row among some.
  func nodes(inRows rows: Range<Int>) -> Range<Int> {
    let seen = blocks(inRows: rows)
    guard let first = seen.first else { return 0..<0 }
    let end = seen.upperBound < blocks.count ? Int(blocks[seen.upperBound].index) : source.node.end
    return Int(blocks[first].index)..<max(Int(blocks[first].index), end)
  }

  /// The first block for which something holds that holds for all blocks after it; the number of blocks when there is
  /// none.
  private func firstPosition(_ holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension ContentLayout.Condition {
  fileprivate init(of painter: ScreenPainter) {
    values = painter.picture.state.values
    errors = painter.picture.state.fieldErrors
    secondsShown = painter.interaction.secondsShown
    isMoving = painter.interaction.tick != 0
  }
}

extension InterfaceDescription.Node {
  fileprivate func index(ofID id: String) -> Int? { arena.index(ofID: id, in: index..<end) }
}

/// Divides the content of a screen into blocks.
private struct BlockList {
  private(set) var blocks: [ContentLayout.Block] = []

  init(of screen: InterfaceDescription.Node) {
    add(childrenOf: screen, indent: 0)
  }

  private mutating func add(childrenOf node: InterfaceDescription.Node, indent: Int) {
    for child in node.children where !child.isHidden { add(child, indent) }
  }

  private mutating func add(_ node: InterfaceDescription.Node, _ indent: Int) {
    switch node.kind {
    case .stack where node.axis == .vertical: add(childrenOf: node, indent: indent)
    case nil: add(childrenOf: node, indent: indent)
    case .group, .list:
      guard node.label != nil else { return add(childrenOf: node, indent: indent) }
      append(node, .head, indent)
      add(childrenOf: node, indent: indent + 2)
      blocks.append(
        .init(
          index: Int32(node.end - 1), indent: UInt8(clamping: indent), part: .gap, isVariable: false))
    case .item:
      append(node, .head, indent)
      add(childrenOf: node, indent: indent + 2)
    // These screens have pictures of their own.
    case .screen, .tabs, .navigation, .presented: return
    case .stack, .grid, .divider, .spacer, .text, .code, .image, .field, .toggle, .choice, .button, .link, .progress,
      .banner:
      append(node, .whole, indent)
    }
  }

  private mutating func append(_ node: InterfaceDescription.Node, _ part: ContentLayout.Part, _ indent: Int) {
    let range = part == .whole ? node.index..<node.end : node.index..<node.index + 1
    let isVariable = range.contains { index in
      let node = InterfaceDescription.Node(arena: node.arena, index: index)
      return node.input != nil || node.enabled != .always || node.kind == .progress
    }
    blocks.append(
      .init(index: Int32(node.index), indent: UInt8(clamping: indent), part: part, isVariable: isVariable))
  }
}

extension ScreenPainter {
  /// Paints a block on a canvas of its own.
  mutating func paint(
    _ block: ContentLayout.Block, _ source: ContentLayout.Source
  ) -> (canvas: Canvas, measure: ContentLayout.Measure) {
    canvas = Canvas(width: source.width)
    canvas.indent = source.indent + Int(block.indent)
    let node = InterfaceDescription.Node(arena: source.node.arena, index: Int(block.index))
    switch block.part {
    case .whole: paint(node)
    case .head: paintHead(node)
    case .gap: canvas.gap()
    }
    return (canvas, canvas.measure)
  }
}

/// Keeps the layout of the screen that was drawn last.
///
/// It holds nothing that could not be computed again, so that a renderer stays a function of its arguments.
final class LayoutCache: Sendable {
  private let last = Mutex<ContentLayout?>(nil)

  /// The layout of a screen in a state.
  func layout(_ source: ContentLayout.Source, _ painter: ScreenPainter) -> ContentLayout {
    var layout: ContentLayout
    if let known = last.withLock({ $0.take() }), known.source == source {
      layout = known
      layout.update(painter)
    } else {
      layout = ContentLayout(source, painter)
    }
    last.withLock { $0 = layout }
    return layout
  }
}
