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
  let isMirrored: Bool
  let focus: TerminalTarget?
  var status: ScreenStatus
  var canvas: PaintedBlock
  var pool = ClusterPool()

  /// The interaction is nil for a screen that cannot have the focus.
  init(
    _ picture: ScreenPicture, _ interaction: InteractionState?, _ options: TerminalRenderer, _ canvas: PaintedBlock,
    isRoomy: Bool, isMirrored: Bool
  ) {
    self.picture = picture
    self.interaction = interaction ?? InteractionState()
    self.options = options
    self.canvas = canvas
    self.isRoomy = isRoomy
    self.isMirrored = isMirrored
    focus = interaction.flatMap { $0.focus ?? picture.focusedID.map(TerminalTarget.node) }
    status = picture.status
  }

  var words: FaceWords { picture.words }
  var signs: TerminalSigns { options.signs }

  mutating func begin(_ part: PaintedBlock.Part) {
    if isRoomy { canvas.begin(part) }
  }

  private func part(of node: InterfaceDescription.Node) -> PaintedBlock.Part? {
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
    case .divider: paintRule(signs.divider)
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
    // The canvas is moved out of this value, so that it can be changed without a copy.
    var canvas = PaintedBlock(width: 0)
    swap(&canvas, &self.canvas)
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
    self.canvas = canvas
  }

  mutating func cells(of text: String, _ style: CellStyle) -> [Cell] {
    var cells: [Cell] = []
    CellReader.read(text, style, &pool) { piece in
      switch piece {
      case .cell(let cell): cells.append(cell)
      case .lineFeed: cells.append(Cell(scalar: "\u{FFFD}", style: style))
      case .opportunity: return
      }
    }
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
    let outer = canvas.caret
    canvas.caret = nil
    body(&self)
    if let target, canvas.height > start {
      canvas.mark(target, fromRow: start, at: position, isFocusable: isFocusable, cursorAt: offset, url: url)
    }
    // The former caret stays: that of a choice's current option is the caret of the whole choice.
    canvas.caret = outer
  }

  func hasFocus(_ node: InterfaceDescription.Node) -> Bool { node.isNamed(focus?.nodeID) }
}

extension InterfaceDescription.Node {
  /// Compares the bytes, because equal texts may be different ids.
  func isNamed(_ id: String?) -> Bool {
    guard let id, let own = self.id else { return false }
    return own.utf8.elementsEqual(id.utf8)
  }
}

extension Collection<Cell> {
  var columns: Int { reduce(0) { $0 + Int($1.width) } }
}

extension [Cell] {
  /// Without a part of a wide character.
  func fitting(_ columns: Int) -> ArraySlice<Cell> {
    var (used, end) = (0, 0)
    while end < count, used + Int(self[end].width) <= columns {
      used += Int(self[end].width)
      end += 1
    }
    return self[..<end]
  }

  /// With a sign at the end of what is cut.
  func cut(to columns: Int, _ signs: TerminalSigns) -> [Cell] {
    if self.columns <= columns { return self }
    let kept = fitting(columns - 1)
    return kept + [Cell(scalar: signs.ellipsis, style: kept.last?.style ?? .plain)]
  }
}
