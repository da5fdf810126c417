import AppControllerKit

/// Walks a screen once and paints it on a canvas.
struct ScreenPainter {
  struct Run {
    var text: String
    var style = CellStyle.plain
  }

  /// In columns, so that the eye finds the next line.
  static let measure = 72

  let picture: ScreenPicture
  let interaction: InteractionState
  let options: TerminalRenderer
  /// Whether there is room for empty rows between the controls.
  let isRoomy: Bool
  var focus: TerminalTarget?
  var isMirrored = false
  var status: ScreenStatus
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
    status = picture.status
    canvas = Canvas(width: width)
  }

  var words: FaceWords { picture.words }
  var signs: TerminalSigns { options.signs }

  mutating func begin(_ part: Canvas.Part) {
    if isRoomy { canvas.begin(part) }
  }

  private func part(of node: InterfaceDescription.Node) -> Canvas.Part? {
    switch node.kind {
    case .text where node.style == .title || node.style == .heading: .single
    case .text, .image, .link, .secret: .text
    case .field: .field
    case .toggle: .toggle
    case .button: .button
    case .choice, .banner, .divider, .grid, .code, .progress, .table, .chart: .single
    case .item, .row: .item
    case .stack where node.axis == .horizontal:
      node.children.first { !$0.isHidden && $0.kind != .spacer }.flatMap(part(of:))
    case .group, .list: node.label == nil ? nil : .single
    case .stack, .spacer, .screen, .tabs, .navigation, .presented, nil: nil
    }
  }

  mutating func paint(_ node: InterfaceDescription.Node) {
    if node.isHidden || interaction.filter?.hides(node.index) == true { return }
    if let part = part(of: node) { begin(part) }
    switch node.kind {
    case .stack: node.axis == .horizontal ? paintInRow(node.children.filter { !$0.isHidden }) : paintChildren(node)
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
    case .table: paintTable(node)
    case .row: paintRow(node)
    case .chart: paintChart(node)
    case .secret: paintSecret(node)
    // These screens have pictures of their own.
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
  /// All lines are indented by the width of the lead, which consists of narrow characters.
  ///
  /// A lead that would leave fewer than six columns becomes part of the text.
  mutating func paragraph(
    _ runs: [Run], lead: [Run] = [], isLeadRepeated: Bool = false, measure: Int = ScreenPainter.measure
  ) {
    let leadWidth = lead.reduce(0) { $0 + $1.text.unicodeScalars.count }
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
          if isFirst || isLeadRepeated {
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

  /// Moves the canvas out of a variable, so that it can be changed without a copy.
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

  /// A nil target records no region.
  ///
  /// The cursor is `offset` cells after the indent in the first row, unless the body sets a caret.
  mutating func region(
    _ target: TerminalTarget?, isFocusable: Bool, cursorAt offset: Int = 0, url: String? = nil,
    _ body: (inout Self) -> Void
  ) {
    canvas.flushGap()
    let (start, position) = (canvas.height, canvas.regions.count)
    let (column, outer) = (canvas.margin + offset, canvas.caret)
    canvas.caret = nil
    body(&self)
    let caret = canvas.caret
    // The former caret stays: that of a choice's current option is the caret of the whole choice.
    canvas.caret = outer
    guard let target, canvas.height > start else { return }
    let rows = start..<canvas.height
    let anchor = caret ?? CellPosition(row: start, column: min(column, max(0, canvas.columns(of: start) - 1)))
    let region = Canvas.Region(
      target: target, rows: rows, columns: canvas.extent(of: rows), anchor: anchor, isFocusable: isFocusable,
      url: url)
    canvas.regions.insert(region, at: position)
  }

  func hasFocus(_ id: String?) -> Bool {
    guard let id, let focused = focus?.nodeID else { return false }
    return focused.utf8.elementsEqual(id.utf8)
  }
}

extension [Cell] {
  var columns: Int { reduce(0) { $0 + Int($1.width) } }

  /// Without a part of a wide character.
  func fitting(_ columns: Int) -> ArraySlice<Cell> {
    var (used, end) = (0, 0)
    while end < count, used + Int(self[end].width) <= columns {
      used += Int(self[end].width)
      end += 1
    }
    return self[..<end]
  }
}
