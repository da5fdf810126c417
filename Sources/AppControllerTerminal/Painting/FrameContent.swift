import AppControllerKit

/// The scrolled content: the blocks of a layout, after the header if that is scrolled too.
struct FrameContent {
  typealias Block = (canvas: Canvas, top: Int)

  let lead: Canvas
  let layout: ContentLayout
  var painter: ScreenPainter

  var height: Int { lead.height + layout.height }

  mutating func blocks(inRows rows: Range<Int>) -> [Block] {
    let below = max(0, rows.lowerBound - lead.height)..<max(0, rows.upperBound - lead.height)
    let painted = layout.blocks(inRows: below).filter { !layout.isHidden($0) }.map { block(at: $0) }
    return rows.lowerBound < lead.height ? [(lead, 0)] + painted : painted
  }

  mutating func block(of target: TerminalTarget?) -> (block: Block, region: Canvas.Region)? {
    var block: Block = (lead, 0)
    if let id = target?.nodeID {
      let nodes = layout.source.node
      guard let index = nodes.arena.index(ofID: id, in: nodes.index..<Int(nodes.arena.nodes[nodes.index].end)),
        !layout.blocks.isEmpty
      else { return nil }
      block = self.block(at: layout.block(ofNode: index))
    }
    guard let region = block.canvas.regions.first(where: { $0.target == target }) else { return nil }
    return (block, region.moved(rows: block.top, columns: 0))
  }

  private mutating func block(at position: Int) -> Block {
    (painter.paint(layout.blocks[position], layout.source).canvas, lead.height + layout.rows(of: position).lowerBound)
  }
}
