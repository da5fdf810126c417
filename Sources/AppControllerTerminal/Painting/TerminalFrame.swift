/// What a terminal shows at one moment.
public struct TerminalFrame: Sendable, Equatable {
  /// The cells.
  public var grid: CellGrid
  /// Where the hardware cursor is: in or on what has the focus, for readers and magnifiers that follow it.
  public var cursor: CellPosition
  /// What the user can go to, in reading order; also what is scrolled out.
  public var regions: [TerminalRegion]
  /// What has the focus; `nil` when nothing that is on the screen has it.
  public var focus: TerminalTarget?
  /// The rows of the grid that the content is scrolled in.
  public var viewport: Range<Int>
  /// The first row of the content that is seen.
  public var scroll: Int
  /// How many rows the content has.
  public var contentRows: Int

  /// Makes a frame with nothing in it.
  public init(columns: Int, rows: Int) {
    grid = CellGrid(columns: columns, rows: rows)
    cursor = CellPosition()
    regions = []
    viewport = 0..<grid.rows
    scroll = 0
    contentRows = 0
  }

  /// The furthest that the content can be scrolled.
  public var lastScroll: Int { max(0, contentRows - viewport.count) }

  /// What is at a place; the innermost of what could be meant.
  public func target(at position: CellPosition) -> TerminalTarget? {
    regions.last { $0.rectangle.contains(position) }?.target
  }
}
