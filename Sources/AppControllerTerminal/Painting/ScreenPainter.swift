import AppControllerKit

/// Walks a screen once and paints it on a canvas.
struct ScreenPainter {
  /// Text with one look.
  struct Run {
    var text: String
    var style = CellStyle.plain
  }

  /// The widest that running text gets, in columns, so that the eye finds the next line.
  static let measure = 72

  let picture: ScreenPicture
  let interaction: InteractionState
  let options: TerminalRenderer
  /// Whether there are rows enough for empty ones between the controls.
  let isRoomy: Bool
  let focus: TerminalTarget?
  /// Whether the screen is laid out from right to left.
  var isMirrored = false
  var form: FilledForm
  var canvas: Canvas
  var pool = ClusterPool()

  init(
    _ picture: ScreenPicture, _ interaction: InteractionState, _ options: TerminalRenderer, width: Int, isRoomy: Bool
  ) {
    self.picture = picture
    self.interaction = interaction
    self.options = options
    self.isRoomy = isRoomy
    focus = interaction.focus ?? picture.focusedID.map(TerminalTarget.node)
    form = FilledForm(of: picture.node, picture.state)
    canvas = Canvas(width: width)
  }

  var words: TerminalWords { options.words }

  mutating func paint(_ node: InterfaceDescription.Node) {
    if node.isHidden { return }
    switch node.kind {
    case .stack: node.axis == .horizontal ? paintInRow(node) : paintChildren(node)
    case .grid: paintGrid(node)
    case .group, .list: paintGroup(node)
    case .item: paintItem(node)
    case .divider: paintDivider()
    case .spacer: canvas.gap()
    case .text: paintText(node)
    case .code: paintCode(node)
    case .image: paintImage(node)
    case .field: paintField(node)
    case .toggle: paintToggle(node)
    case .choice: paintChoice(node)
    case .button: paintButton(node)
    case .link: paintLink(node)
    case .progress: paintProgress(node)
    case .banner: paintBanner(node)
    // Screens below this one have pictures of their own.
    case .screen, .tabs, .navigation, .presented: return
    case nil: paintChildren(node)
    }
  }

  mutating func paintChildren(_ node: InterfaceDescription.Node) {
    for child in node.children { paint(child) }
  }
}

// MARK: - Lines

extension ScreenPainter {
  /// A paragraph: text that is broken into lines, which all begin where the first does after what leads it.
  ///
  /// - Parameters:
  ///   - runs: The text.
  ///   - lead: What stands before it, such as `[x] `; part of the text where there is no room for two columns.
  ///   - measure: How wide the text gets at most.
  mutating func paragraph(_ runs: [Run], lead: [Run] = [], measure: Int = ScreenPainter.measure) {
    let leadWidth = lead.reduce(0) { $0 + $1.text.utf8.count }
    let isHanging = leadWidth > 0 && canvas.room >= leadWidth + 6
    var flow = TextFlow(room: min(measure, canvas.room - (isHanging ? leadWidth : 0)))
    var (canvas, pool) = (take(&self.canvas), take(&self.pool))
    var isFirst = true
    func emit(_ line: ArraySlice<Cell>) {
      if line.isEmpty, !(isFirst && isHanging) {
        canvas.endRow()
      } else {
        canvas.beginRow()
        if isHanging {
          if isFirst {
            for run in lead { canvas.put(mark: run.text, run.style) }
          } else {
            canvas.put(blank: leadWidth)
          }
        }
        canvas.put(line)
        canvas.endRow()
      }
      isFirst = false
    }
    for run in isHanging ? runs : lead + runs {
      CellReader.read(run.text, run.style, &pool) { flow.add($0, emit) }
    }
    flow.end(emit)
    (self.canvas, self.pool) = (canvas, pool)
  }

  /// Takes a value out of its place, so that it can be changed there without a copy.
  private func take(_ canvas: inout Canvas) -> Canvas {
    let taken = canvas
    canvas = Canvas(width: 0)
    return taken
  }

  private func take(_ pool: inout ClusterPool) -> ClusterPool {
    let taken = pool
    pool = ClusterPool()
    return taken
  }

  /// The cells of a text on one line.
  mutating func cells(of text: String, _ style: CellStyle) -> [Cell] {
    var cells: [Cell] = []
    var pool = take(&self.pool)
    CellReader.read(text, style, &pool) { piece in
      switch piece {
      case .cell(let cell): cells.append(cell)
      case .lineFeed: cells.append(Cell(scalar: "\u{FFFD}", style: style))
      case .opportunity: return
      }
    }
    self.pool = pool
    return cells
  }

  /// Paints something, and notes where it is.
  ///
  /// - Parameters:
  ///   - target: What it is; not noted when there is none.
  ///   - isFocusable: Whether it can have the focus.
  ///   - offset: How many cells after the indent the cursor stands, on the first row, unless what paints sets a caret.
  ///   - body: What paints.
  mutating func region(
    _ target: TerminalTarget?, isFocusable: Bool, cursorAt offset: Int = 0, _ body: (inout Self) -> Void
  ) {
    canvas.flushGap()
    let (start, position) = (canvas.height, canvas.regions.count)
    let column = canvas.margin + offset
    body(&self)
    let caret = canvas.caret
    canvas.caret = nil
    guard let target, canvas.height > start else { return }
    let rows = start..<canvas.height
    let anchor = caret ?? CellPosition(row: start, column: min(column, max(0, canvas.columns(of: start) - 1)))
    let region = Canvas.Region(
      target: target, rows: rows, columns: canvas.extent(of: rows), anchor: anchor, isFocusable: isFocusable
    )
    canvas.regions.insert(region, at: position)
  }

  /// Whether a node, or something in it, has the focus.
  func hasFocus(_ id: String?) -> Bool {
    guard let id, let focused = focus?.nodeID else { return false }
    return focused.utf8.elementsEqual(id.utf8)
  }
}
