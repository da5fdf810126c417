import AppControllerKit

/// The scrolled content: the blocks of a layout, after the header if that is scrolled too.
struct FrameContent {
  typealias Block = (block: PaintedBlock, top: Int)

  private let lead: PaintedBlock
  let layout: ContentLayout
  private(set) var painter: ScreenPainter

  /// The canvas of the painter is the header, or empty.
  init(_ painter: ScreenPainter) {
    (lead, self.painter) = (painter.canvas, painter)
    layout = painter.options.layout(of: painter)
  }

  var height: Int { lead.height + layout.height }

  mutating func blocks(inRows rows: Range<Int>) -> [Block] {
    let below = max(0, rows.lowerBound - lead.height)..<max(0, rows.upperBound - lead.height)
    let painted = layout.blocks(inRows: below).filter { !layout.isHidden($0) }.map { block(at: $0) }
    return rows.lowerBound < lead.height ? [(lead, 0)] + painted : painted
  }

  mutating func block(of target: TerminalTarget?) -> (block: Block, region: TerminalRegion)? {
    var block: Block = (lead, 0)
    if let id = target?.nodeID {
      guard let index = layout.source.node.index(ofID: id), !layout.blocks.isEmpty else { return nil }
      block = self.block(at: layout.block(ofNode: index))
    }
    guard let region = block.block.regions.first(where: { $0.target == target }) else { return nil }
    return (block, region.moved(rows: block.top, columns: 0))
  }

  private mutating func block(at position: Int) -> Block {
    painter.paint(layout.blocks[position], layout.source)
    return (painter.canvas, lead.height + layout.rows(of: position).lowerBound)
  }
}
