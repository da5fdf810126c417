import AppControllerKit

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

    init(of painter: ScreenPainter) {
      (node, closedGroups) = (painter.picture.node, painter.picture.closedGroups)
      (width, indent) = (painter.canvas.width, painter.canvas.indent)
      (isRoomy, isMirrored) = (painter.isRoomy, painter.isMirrored)
      (assets, options) = (painter.picture.state.assets, painter.options)
    }
  }

  fileprivate struct Condition: Equatable {
    var values: InputValues
    var errors: [String: String]
    var secondsShown: Int
    var isMoving: Bool
  }

  let source: Source
  let blocks: [Block]
  private var measures: [PaintedBlock.Measure]
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
    measures = blocks.map {
      painter.paint($0, source)
      return painter.canvas.measure
    }
    focus = painter.focus?.nodeID.flatMap(source.node.index(ofID:))
    busy = painter.interaction.busyID.flatMap(source.node.index(ofID:))
    filter = painter.interaction.filter
    place()
  }

  mutating func update(_ painter: ScreenPainter) {
    var painter = painter
    var changed = false
    func measure(_ position: Int) {
      painter.paint(blocks[position], source)
      if painter.canvas.measure == measures[position] { return }
      (measures[position], changed) = (painter.canvas.measure, true)
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
    var last = PaintedBlock.Part.joined
    tops = blocks.indices.map { position in
      let measure = shownMeasure(of: position)
      isWanted = isWanted || measure.wantsGapBefore
      if measure.rows == 0 {
        isWanted = isWanted || measure.wantsGapAfter
        return row
      }
      if source.isRoomy, PaintedBlock.Part.areApart(last, measure.first) { isWanted = true }
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

  private func shownMeasure(of position: Int) -> PaintedBlock.Measure {
    isHidden(position) ? .init() : measures[position]
  }

  func rows(of position: Int) -> Range<Int> {
    let top = Int(tops[position])
    return top..<top + Int(shownMeasure(of: position).rows)
  }

  func blocks(inRows rows: Range<Int>) -> Range<Int> {
    let first = blocks.indices.firstPosition { self.rows(of: $0).upperBound > rows.lowerBound }
    let end = blocks.indices.firstPosition { self.rows(of: $0).lowerBound >= rows.upperBound }
    return first..<max(first, end)
  }

  func block(ofNode index: Int) -> Int {
    var position = blocks.firstPosition { Int($0.index) > index } - 1
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
}

extension ContentLayout.Condition {
  fileprivate init(of painter: ScreenPainter) {
    values = painter.picture.state.values
    errors = painter.picture.state.fieldErrors
    secondsShown = painter.interaction.secondsShown
    isMoving = painter.interaction.tick != 0
  }
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
  mutating func paint(_ block: ContentLayout.Block, _ source: ContentLayout.Source) {
    canvas = PaintedBlock(width: source.width)
    canvas.indent = source.indent + Int(block.indent)
    let node = InterfaceDescription.Node(arena: source.node.arena, index: Int(block.index))
    switch block.part {
    case .whole: paint(node)
    case .head: paintHead(node)
    case .gap: if isRoomy { canvas.gap() }
    case .buttons: paintInRow(node.row)
    }
  }
}

extension TerminalRenderer {
  func layout(of painter: ScreenPainter) -> ContentLayout {
    let source = ContentLayout.Source(of: painter)
    var layout: ContentLayout
    if let known = layouts.take(source) {
      layout = known
      layout.update(painter)
    } else {
      layout = ContentLayout(source, painter)
    }
    layouts.keep(layout, for: source)
    return layout
  }
}
