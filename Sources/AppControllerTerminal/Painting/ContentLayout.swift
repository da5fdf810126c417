import AppControllerKit
internal import Synchronization

/// The content of a screen as a column of blocks, with the height and so the place of each block.
///
/// A block is a node, or the head of a node whose children are blocks of their own. All blocks are painted once to
/// measure them. After that, only visible blocks are painted, and those whose height may have changed. A layout takes
/// 24 bytes for each block.
package struct ContentLayout: Sendable, Equatable {
  enum Part: UInt8, BitwiseCopyable {
    case whole
    case head
    case gap
    /// A node and the buttons after it, side by side.
    case buttons
  }

  struct Block: Equatable, BitwiseCopyable {
    /// For a gap, the index of the last node before it.
    var index: Int32
    var indent: UInt8
    var part: Part
    /// Whether the height depends on the values or the time: the block has an input, a condition or a countdown.
    var isVariable: Bool
  }

  struct Measure: Equatable, BitwiseCopyable {
    var rows: Int32 = 0
    var wantsGapBefore = false
    var wantsGapAfter = false
    var endsInGap = false
    var (first, last) = (Canvas.Part.joined, Canvas.Part.joined)
  }

  /// Equal sources have the same blocks.
  struct Source: Equatable {
    var node: InterfaceDescription.Node
    var closedGroups: [Int]
    var width: Int
    var indent: Int
    var isRoomy: Bool
    var isMirrored: Bool
    /// Their heights differ from those of their alternative texts.
    var assets: [String: AssetImage]
    var options: TerminalRenderer
  }

  fileprivate struct Condition: Equatable {
    var values: InputValues
    var errors: [String: String]
    var secondsShown: Int
    var isMoving: Bool
  }

  let source: Source
  let blocks: [Block]
  private var measures: [Measure]
  private var tops: [Int32] = []
  /// In rows.
  private(set) var height = 0
  private var condition: Condition
  private var focus: Int?
  private var busy: Int?
  private var filter: EntryFilter?

  init(_ source: Source, _ painter: ScreenPainter) {
    self.source = source
    condition = Condition(of: painter)
    blocks = BlockList(of: source.node, closedGroups: source.closedGroups).blocks
    var painter = painter
    measures = blocks.map { painter.paint($0, source).measure }
    focus = painter.focus?.nodeID.flatMap(source.node.index(ofID:))
    busy = painter.interaction.busyID.flatMap(source.node.index(ofID:))
    filter = painter.interaction.filter
    place()
  }

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

  private mutating func place() {
    var (row, isWanted, isEmpty): (Int32, Bool, Bool) = (0, false, true)
    var last = Canvas.Part.joined
    tops = blocks.indices.map { position in
      let measure = shownMeasure(of: position)
      isWanted = isWanted || measure.wantsGapBefore
      if measure.rows == 0 {
        isWanted = isWanted || measure.wantsGapAfter
        return row
      }
      if source.isRoomy, Canvas.Part.areApart(last, measure.first) { isWanted = true }
      if isWanted, !isEmpty { row += 1 }
      defer { row += measure.rows }
      (isWanted, isEmpty, last) = (measure.wantsGapAfter, measure.endsInGap, measure.last)
      return row
    }
    height = Int(row)
  }
}

// MARK: - Where things are

extension ContentLayout {
  func isHidden(_ position: Int) -> Bool {
    blocks[position].part != .gap && filter?.hides(Int(blocks[position].index)) == true
  }

  private func shownMeasure(of position: Int) -> Measure { isHidden(position) ? Measure() : measures[position] }

  func rows(of position: Int) -> Range<Int> {
    let top = Int(tops[position])
    return top..<top + Int(shownMeasure(of: position).rows)
  }

  func blocks(inRows rows: Range<Int>) -> Range<Int> {
    let first = firstPosition { self.rows(of: $0).upperBound > rows.lowerBound }
    let end = firstPosition { self.rows(of: $0).lowerBound >= rows.upperBound }
    return first..<max(first, end)
  }

  func block(ofNode index: Int) -> Int {
    var position = firstPosition { Int(blocks[$0].index) > index } - 1
    while position > 0, blocks[position].part == .gap { position -= 1 }
    return max(0, position)
  }

  func rows(ofNode index: Int) -> Range<Int>? { blocks.isEmpty ? nil : rows(of: block(ofNode: index)) }

  func nodes(inRows rows: Range<Int>) -> Range<Int> {
    let seen = blocks(inRows: rows)
    guard let first = seen.first else { return 0..<0 }
    let end = seen.upperBound < blocks.count ? Int(blocks[seen.upperBound].index) : source.node.end
    return Int(blocks[first].index)..<max(Int(blocks[first].index), end)
  }

  /// All later blocks have to satisfy the condition too; returns the number of blocks when none does.
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

private struct BlockList {
  private(set) var blocks: [ContentLayout.Block] = []

  private let closedGroups: [Int]

  init(of screen: InterfaceDescription.Node, closedGroups: [Int]) {
    self.closedGroups = closedGroups
    add(childrenOf: screen, indent: 0)
  }

  private mutating func add(childrenOf node: InterfaceDescription.Node, indent: Int) {
    // Consecutive buttons are one block.
    var row: Int?
    for child in node.children where !child.isHidden {
      guard child.isButtonOfRow else {
        row = nil
        add(child, indent)
        continue
      }
      if let row {
        blocks[row].part = .buttons
        blocks[row].isVariable = blocks[row].isVariable || child.enabled != .always
      } else {
        row = blocks.count
        append(child, .whole, indent)
      }
    }
  }

  private mutating func add(_ node: InterfaceDescription.Node, _ indent: Int) {
    switch node.kind {
    case .stack where node.axis == .vertical: add(childrenOf: node, indent: indent)
    case nil: add(childrenOf: node, indent: indent)
    case .group, .list:
      guard node.label != nil else { return add(childrenOf: node, indent: indent) }
      append(node, .head, indent)
      if !closedGroups.contains(node.index) {
        add(childrenOf: node, indent: node.isCollapsed == nil ? indent : indent + 2)
      }
      appendGap(behind: node, indent)
    case .item:
      append(node, .head, indent)
      add(childrenOf: node, indent: indent + 2)
    case .table:
      append(node, .head, indent)
      add(childrenOf: node, indent: indent)
      appendGap(behind: node, indent)
    // These screens have pictures of their own.
    case .screen, .tabs, .navigation, .presented: return
    case .stack, .grid, .divider, .spacer, .text, .code, .image, .field, .toggle, .choice, .button, .link, .progress,
      .banner, .row, .chart, .secret:
      append(node, .whole, indent)
    }
  }

  private mutating func appendGap(behind node: InterfaceDescription.Node, _ indent: Int) {
    blocks.append(
      .init(index: Int32(node.end - 1), indent: UInt8(clamping: indent), part: .gap, isVariable: false))
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

extension InterfaceDescription.Node {
  fileprivate var isButtonOfRow: Bool { kind == .button && hint == nil }

  fileprivate var row: [InterfaceDescription.Node] {
    let parentEnd = parent?.end ?? end
    var (row, index) = ([self], end)
    while index < parentEnd {
      let next = InterfaceDescription.Node(arena: arena, index: index)
      if !next.isHidden {
        guard next.isButtonOfRow else { return row }
        row.append(next)
      }
      index = next.end
    }
    return row
  }
}

extension ScreenPainter {
  mutating func paint(
    _ block: ContentLayout.Block, _ source: ContentLayout.Source
  ) -> (canvas: Canvas, measure: ContentLayout.Measure) {
    canvas = Canvas(width: source.width)
    canvas.indent = source.indent + Int(block.indent)
    let node = InterfaceDescription.Node(arena: source.node.arena, index: Int(block.index))
    switch block.part {
    case .whole: paint(node)
    case .head: paintHead(node)
    case .gap: if isRoomy { canvas.gap() }
    case .buttons: paintInRow(node.row)
    }
    return (canvas, canvas.measure)
  }
}

/// The layouts of the screens that were drawn last: of the one in front, and of those that it covers.
///
/// Every entry can be computed again, so a renderer remains a function of its arguments.
final class LayoutCache: Sendable {
  private let tables = Mutex<[(table: InterfaceDescription.Node, widths: [Int])]>([])
  private static let maximumTables = 4

  /// Nil when the widths are not known.
  func widths(of table: InterfaceDescription.Node) -> [Int]? {
    tables.withLock { tables in tables.first { $0.table == table }?.widths }
  }

  func keep(_ widths: [Int], of table: InterfaceDescription.Node) {
    tables.withLock { tables in
      if tables.count == Self.maximumTables { tables.removeFirst() }
      tables.append((table, widths))
    }
  }
  private let last = Mutex<[ContentLayout]>([])
  private static let maximumLayouts = 3

  func layout(_ source: ContentLayout.Source, _ painter: ScreenPainter) -> ContentLayout {
    let known = last.withLock { layouts in
      layouts.firstIndex { $0.source == source }.map { layouts.remove(at: $0) }
    }
    var layout: ContentLayout
    if let known {
      layout = known
      layout.update(painter)
    } else {
      layout = ContentLayout(source, painter)
    }
    last.withLock { layouts in
      if layouts.count == Self.maximumLayouts { layouts.removeFirst() }
      layouts.append(layout)
    }
    return layout
  }
}
