import AppControllerKit

/// The place of a screen in a frame: in a box in the middle, or as a page from the top.
///
/// A form or a message is in a box if there is room for one. A page fills a small frame, and is in the middle of a wide
/// one. A wide page has room for two panes: the list from which the page was opened, and the page itself.
struct FrameGeometry {
  /// The rows are 0 for an unbounded frame.
  let (columns, rows): (Int, Int)
  let isBoxed: Bool
  let (left, width): (Int, Int)
  let isMirrored: Bool
  /// Includes the line beside the pane; 0 without a pane.
  let pane: Int

  private static let (least, leastOfPanes) = ((columns: 60, rows: 16), (columns: 120, rows: 20))
  /// The widths of a box, of a page, and of a page with a grid, whose cells fill the row.
  private static let (narrow, wide, page, widePage) = (48, 68, 80, 120)
  /// The columns of a box that are not for text.
  private static let frame = 8

  init(_ picture: ScreenPicture, columns: Int, rows: Int, isMirrored: Bool, hasPanes: Bool = true) {
    (self.columns, self.rows, self.isMirrored) = (columns, rows, isMirrored)
    let shape = Shape(of: picture)
    let below =
      hasPanes && columns >= Self.leastOfPanes.columns && rows >= Self.leastOfPanes.rows && !picture.isLayer
      ? picture.below.map { Shape(of: $0) } : nil
    let isPane = below?.hasList == true
    isBoxed =
      !isPane && columns >= Self.least.columns && (rows == 0 || rows >= Self.least.rows)
      && (shape.fitsBox || picture.isLayer)
    let page = shape.hasGrid || isPane ? Self.widePage : Self.page
    let box = max(shape.isWide ? Self.wide : Self.narrow, shape.textWidth + Self.frame)
    let most = isBoxed && !shape.hasGrid ? box : page
    width = min(columns - (isBoxed ? 4 : 0), most)
    left = (columns - width) / 2
    pane = isPane ? width * 2 / 5 : 0
  }

  /// Whether the last column shows how far the content is scrolled, and the first one marks the focus.
  var hasMarks: Bool { columns >= 10 }
  var indent: Int { isBoxed ? 3 : columns >= 60 ? 2 : columns >= 24 ? 1 : 0 }
  private var gap: Int { columns >= 30 ? 1 : 0 }
  /// Includes the indent.
  var canvasWidth: Int { headerWidth - pane }
  var canvasLeft: Int { headerLeft + (isMirrored ? 0 : pane) }
  var headerWidth: Int { isBoxed ? width - 5 : width - (hasMarks ? 1 + gap : 0) }
  var headerLeft: Int {
    if isBoxed { return left + (isMirrored ? 4 : 1) }
    return left + (isMirrored && hasMarks ? 1 + gap : 0)
  }
  var footer: PaintedBlock { isBoxed ? block(width: columns - 1, indent: 1) : block(width: headerWidth) }

  func block(width: Int, indent: Int? = nil) -> PaintedBlock {
    var block = PaintedBlock(width: width)
    block.indent = indent ?? self.indent
    return block
  }

  var paneCanvas: (left: Int, width: Int) { (headerLeft + (isMirrored ? headerWidth - pane + 2 : 0), pane - 2) }
  var paneLine: Int { headerLeft + (isMirrored ? headerWidth - pane : pane - 1) }
  /// Nil when there is no room for the mark.
  func barColumn(beside element: CellRectangle) -> Int? {
    if indent == 0 { return nil }
    let distance = min(2, indent)
    let column = isMirrored ? element.column + element.columns - 1 + distance : element.column - distance
    return (0..<columns).contains(column) ? column : nil
  }
  var scrollColumn: Int { isMirrored ? left : left + width - 1 }
}

/// The properties of a screen that decide about its place.
private struct Shape {
  /// Whether the screen is short and narrow, as forms are: it has no tabs, no list, no table and no grid.
  private(set) var fitsBox: Bool
  /// Whether the screen has elements side by side, or a QR code.
  private(set) var isWide = false
  private(set) var hasGrid = false
  /// Whether the screen has a list or a table, whose entries can be opened.
  private(set) var hasList = false
  /// The columns of the longest line, on a screen whose texts decide about its width: one without fields.
  private(set) var textWidth = 0

  /// A screen with more nodes is no form; no further nodes are examined.
  private static let maximumFormNodes = 200

  init(of picture: ScreenPicture) {
    let arena = picture.node.arena
    let end = picture.node.end
    var index = picture.node.index + 1
    fitsBox = picture.tabBars.isEmpty && end - index <= Self.maximumFormNodes
    var (count, hasFields) = (0, false)
    while index < end, count < Self.maximumFormNodes {
      count += 1
      switch arena.nodes[index].knownKind {
      case .presented, .screen, .tabs, .navigation:
        index = Int(arena.nodes[index].end)
        continue
      case .list, .table: (fitsBox, hasList) = (false, true)
      case .item, .row: fitsBox = false
      case .grid: (fitsBox, hasGrid) = (false, true)
      case .stack:
        isWide = isWide || InterfaceDescription.Node(arena: arena, index: index).axis == .horizontal
      case .code: isWide = isWide || arena.value(.qr, in: arena.nodes[index].values) != nil
      case .text, .banner:
        let lines = (InterfaceDescription.Node(arena: arena, index: index).text ?? "").split(separator: "\n")
        textWidth = lines.reduce(textWidth) { max($0, min($1.count, ScreenPainter.measure)) }
      case .field, .choice: hasFields = true
      case .group, .divider, .spacer, .image, .toggle, .button, .link, .progress, .chart, .secret, nil: break
      }
      index += 1
    }
    if hasFields { textWidth = 0 }
  }
}
