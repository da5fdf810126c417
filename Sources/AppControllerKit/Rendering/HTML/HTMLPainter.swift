/// Walks a description and writes the elements of a page.
///
/// The ids of the page's elements are made from the nodes' indices, so that they are unique and contain no text of a
/// provider; the nodes' own ids are in `data-id`.
struct HTMLPainter {
  let arena: Arena
  var reading: AccessibleReading
  var writer: HTMLWriter
  /// The prefix of the page's ids; it distinguishes two interfaces in one page.
  let prefix: StaticString
  /// Whether this is only a picture, without usable controls.
  let isPicture: Bool
  /// The screen that a live page shows; `nil` for a page that is a still picture.
  let live: LiveScreen?
  /// The node that has the focus initially.
  let focus: Int?
  /// Makes QR codes; `nil` where none are drawn.
  let qrCodes: QRCodeMaker?
  /// Whether each text has its own direction.
  let isDirectionOfEachText: Bool
  /// Whether the page is in another language than our own words.
  let isForeign: Bool
  /// The title of the screen that the user sees; the name of the description if it has none.
  let title: String
  /// The screen that is being written; the controls belong to its form.
  var screen: Int?
  var needsForm = false
  /// Whether the walk is inside a layer, where a screen is not a landmark of the page.
  var isInLayer = false
  /// The screen whose title names the layer around it.
  var titleScreen: Int?

  init(
    _ description: InterfaceDescription, state: PresentationState, _ words: FaceWords, prefix: StaticString,
    isPicture: Bool = false, live: LiveScreen? = nil, qrCodes: QRCodeMaker? = nil
  ) {
    self.qrCodes = qrCodes
    self.live = live
    arena = description.arena
    reading = AccessibleReading(arena: arena, state: state, words)
    writer = HTMLWriter(capacity: 2 * arena.text.count + 200 * arena.nodes.count)
    self.prefix = prefix
    let screen = live?.picture.node.index ?? reading.currentScreen(in: 0)
    self.isPicture = isPicture
    if let live {
      focus = live.focus
    } else {
      focus = !isPicture ? screen.flatMap { [reading] in reading.firstFocus(on: $0) } : nil
    }
    let title = screen.flatMap { [arena] in arena.string(.label, in: arena.nodes[$0].values) } ?? ""
    self.title = !title.isEmpty ? title : description.id.isEmpty ? words(.interface) : description.id
    isDirectionOfEachText = description.direction == .auto
    isForeign = !words.fits(description.language)
  }

  mutating func paint(_ index: Int) {
    let node = arena.nodes[index]
    if reading.isHidden(index) { return }
    guard let kind = node.knownKind else { return paintChildren(index) }
    switch kind {
    case .screen: paintScreen(index, node)
    case .tabs: paintTabs(index, node)
    case .navigation: paintNavigation(index)
    // A live page shows each layer as a screen of its own.
    case .presented: if live == nil { paintLayer(index, node) }
    case .stack: paintStack(index, node)
    case .group:
      if let isOpen = reading.isOpen(index) {
        paintDisclosure(index, node, isOpen: isOpen)
      } else {
        paintGroup(reading.groupRole(node), index, node)
      }
    case .list: paintList(index, node)
    case .grid: paintGrid(index, node)
    case .item: paintItem(index, node)
    case .divider: writer.literal("<hr role=\"presentation\">\n")
    case .spacer: writer.literal("<div class=\"spacer\"></div>\n")
    case .text: paintText(index, node)
    case .code: paintCode(index, node)
    case .image: paintImage(index, node)
    case .field: paintField(index, node)
    case .toggle: paintToggle(index, node)
    case .choice: paintChoice(index, node)
    case .button: paintButton(index, node)
    case .link: paintLink(index, node)
    case .progress: paintProgress(index, node)
    case .banner: paintBanner(index, node)
    case .table: paintTable(index, node)
    // A row that is in no table.
    case .row: paintChildren(index)
    case .chart: paintChart(index, node)
    case .secret: paintSecret(index, node)
    }
  }

  mutating func paintChildren(_ index: Int) {
    for child in arena.children(of: index) { paint(child) }
  }
}

// MARK: - Parts of elements

extension HTMLPainter {
  /// Writes an id of the page: that of a node or of a part that belongs to it.
  mutating func id(_ index: Int, _ part: StaticString = "") {
    writer.literal(prefix)
    writer.number(live?.number(of: index) ?? index)
    writer.literal(part)
  }

  /// Writes the attributes for the id of a node and for the urgency of announcing its changes.
  mutating func identify(_ index: Int, _ node: NodeRecord) {
    writer.literal(" id=\"")
    id(index)
    writer.literal("\"")
    nameNode(node)
    switch arena.word(.live, in: node.values) {
    case "polite": writer.literal(" aria-live=\"polite\"")
    case "assertive": writer.literal(" aria-live=\"assertive\"")
    case "off": writer.literal(" aria-live=\"off\"")
    default: break
    }
  }

  mutating func nameNode(_ node: NodeRecord) {
    if node.idSize > 0 { writer.attribute("data-id", arena.bytes(node.id)) }
  }

  /// Writes an attribute that refers to parts of a node.
  mutating func refer(_ name: StaticString, to index: Int, _ parts: [StaticString]) {
    if parts.isEmpty { return }
    writer.literal(" ")
    writer.literal(name)
    writer.literal("=\"")
    for (position, part) in parts.enumerated() {
      if position > 0 { writer.literal(" ") }
      id(index, part)
    }
    writer.literal("\"")
  }

  mutating func describe(_ index: Int, _ parts: [StaticString]) { refer("aria-describedby", to: index, parts) }

  /// The parts of a node that describe it: its hint, its busy state, and the note that it asks for confirmation.
  func descriptions(_ node: NodeRecord) -> [StaticString] {
    (has(.hint, node) ? ["h"] : []) + (reading.flag(.busy, node) ? ["b"] : [])
      + (reading.confirming(node).isEmpty ? [] : ["a"])
  }

  func has(_ name: PropertyName, _ node: NodeRecord) -> Bool {
    arena.value(name, in: node.values)?.tag == .string
  }

  /// Writes the direction of a text in an element of its own.
  mutating func direction() {
    if isDirectionOfEachText { writer.literal(" dir=\"auto\"") }
  }

  /// Writes the value of a property as text; nothing when it has none.
  mutating func value(_ name: PropertyName, _ node: NodeRecord) {
    if let value = arena.value(name, in: node.values), value.tag == .string { writer.text(arena.bytes(value.text)) }
  }

  /// Writes a text among other texts, isolated from their directions.
  mutating func isolated(_ name: PropertyName, _ node: NodeRecord, class style: StaticString) {
    guard has(name, node) else { return }
    writer.literal(" <bdi class=\"")
    writer.literal(style)
    writer.literal("\">")
    value(name, node)
    writer.literal("</bdi>")
  }

  var words: FaceWords { reading.words }

  /// Marks our own words with their language where it is not that of the page.
  mutating func language() {
    if isForeign { writer.attribute("lang", words.language) }
  }

  /// Writes a word of our own, with its language, as the whole content of an element that is begun.
  mutating func word(_ word: FaceWord) {
    language()
    writer.literal(">")
    writer.text(words(word))
  }

  /// Writes the hint of a node, and its busy state.
  mutating func paintDescriptions(_ index: Int, _ node: NodeRecord) {
    if has(.hint, node) {
      writer.literal("<p class=\"hint\" id=\"")
      id(index, "h")
      writer.literal("\"")
      direction()
      writer.literal(">")
      value(.hint, node)
      writer.literal("</p>\n")
    }
    paintBusy(index, node)
    paintAsking(index, node)
  }

  /// Writes the note that a button asks for confirmation.
  private mutating func paintAsking(_ index: Int, _ node: NodeRecord) {
    if reading.confirming(node).isEmpty { return }
    writer.literal("<p class=\"asks\" id=\"")
    id(index, "a")
    writer.literal("\"")
    word(.asksFirst)
    writer.literal("</p>\n")
  }

  /// Writes the busy state of a node as a word, because some screen readers stay silent about elements with
  /// `aria-busy`.
  mutating func paintBusy(_ index: Int, _ node: NodeRecord) {
    guard reading.flag(.busy, node) else { return }
    writer.literal("<p class=\"busy\" id=\"")
    id(index, "b")
    writer.literal("\"")
    word(.busy)
    writer.literal("</p>\n")
  }

  /// Writes the name and the value that a form sends for the press of a node.
  mutating func press(_ index: Int, _ node: NodeRecord) {
    guard live != nil else {
      writer.literal(" name=\":action\"")
      return writer.attribute("value", arena.bytes(node.id))
    }
    writer.literal(" name=\":press\" value=\"")
    id(index)
    writer.literal("\"")
  }

  /// Disables a control: permanently, or until other inputs are filled in.
  mutating func disable(_ index: Int, _ node: NodeRecord) {
    if isPicture { return writer.literal(" disabled") }
    if let live, live.pressed == index { return writer.literal(" aria-disabled=\"true\" aria-busy=\"true\"") }
    if reading.isEnabled(index, node) { return }
    // A control that may become enabled can be focused and pressed; the receiver of the form decides.
    let isForGood = arena.value(.enabled, in: node.values)?.tag == .bool
    writer.literal(isForGood ? " disabled" : " aria-disabled=\"true\"")
  }

  /// Writes the form that a control belongs to, and the focus.
  mutating func writeFormOwner(_ index: Int, takesFocus: Bool = true) {
    // A live page has its controls inside their form.
    if let screen, !isPicture, live == nil {
      writer.literal(" form=\"")
      id(screen, "f")
      writer.literal("\"")
      needsForm = true
    }
    if takesFocus { autofocus(index) }
  }

  mutating func autofocus(_ index: Int) {
    if index == focus { writer.literal(" autofocus") }
  }
}

// The writing of tabs: a panel for each, one of which is visible, and links between them.
extension HTMLPainter {
  /// The largest number of tabs that have links, and a bar in each panel that marks the visible one.
  private static let maximumLinkedTabs = 8

  mutating func paintTabs(_ index: Int, _ node: NodeRecord) {
    let items = arena.children(of: index).filter { !reading.isHidden($0) }
    let selected = reading.selectedItem(of: index, node)
    // A bar in each of many panels would make the page grow with the square of their number.
    let isLinked = items.count <= Self.maximumLinkedTabs && !isPicture
    writer.literal("<div class=\"tabs\"")
    identify(index, node)
    writer.literal(">\n")
    if selected != nil { paintDescriptions(index, node) }
    for item in items where isLinked || item == selected {
      writer.literal("<div class=\"panel\" id=\"")
      id(item)
      // A link to the panel shows it nevertheless, by a rule of the style sheet.
      writer.literal(item == selected ? "\">\n" : "\" hidden>\n")
      paintBar(items, current: item, of: index, isLinked)
      paintChildren(item)
      writer.literal("</div>\n")
    }
    writer.literal("</div>\n")
  }

  private mutating func paintBar(_ items: [Int], current: Int, of index: Int, _ isLinked: Bool) {
    let tabs = arena.nodes[index]
    writer.literal("<nav class=\"bar\"")
    nameNode(tabs)
    describe(index, descriptions(tabs))
    if has(.label, tabs) {
      writer.literal(" aria-label=\"")
      value(.label, tabs)
      writer.literal("\">\n")
    } else {
      writer.literal(" aria-label=\"Tabs\">\n")
    }
    writer.literal("<ul role=\"list\">\n")
    for item in items {
      let node = InterfaceDescription.Node(arena: arena, index: item)
      let tab = TabBarPicture.Item(id: node.id ?? "", label: node.label ?? "", of: node)
      paintTab(tab, item == current ? .current : isLinked ? .link(item) : .plain)
    }
    writer.literal("</ul>\n</nav>\n")
  }

  /// The way to select a tab.
  enum TabLink {
    /// The tab is selected already.
    ///
    /// It is not a link, and a word marks it: widely used HTML checkers do not know `aria-current`.
    case current
    /// A link to the panel of the tab, by the index of its node.
    case link(Int)
    /// A form that posts the ids of the bar and of the tab.
    case posted(bar: String)
    /// The tab cannot be selected.
    case plain
  }

  /// Writes a tab of a bar.
  mutating func paintTab(_ item: TabBarPicture.Item, _ link: TabLink) {
    writer.literal("<li")
    if !item.id.isEmpty { writer.attribute("data-id", item.id) }
    writer.literal(">")
    let end: StaticString
    switch link {
    case .current:
      writer.literal("<strong class=\"tab\">")
      end = "</strong></li>\n"
    case .plain:
      writer.literal("<span class=\"tab\">")
      end = "</span></li>\n"
    case .link(let panel):
      writer.literal("<a class=\"tab\" href=\"#")
      id(panel)
      writer.literal("\">")
      end = "</a></li>\n"
    case .posted(let bar):
      writer.literal("<button class=\"tab\" formnovalidate name=\":select\"")
      writer.attribute("value", "\(bar) \(item.id)")
      writeFormOwner(0, takesFocus: false)
      writer.literal(">")
      end = "</button></li>\n"
    }
    paintText(item.label, class: "name")
    if let badge = item.badge { paintText(badge, class: "badge", after: " ") }
    if let hint = item.hint { paintText(hint, class: "hint", after: " ") }
    if item.isBusy { paintWord(.busy, class: "busy") }
    if case .current = link { paintWord(.selected, class: "selected") }
    writer.literal(end)
  }

  /// Writes a text that is isolated from the directions of its neighbours.
  private mutating func paintText(_ text: String, class style: StaticString, after space: StaticString = "") {
    writer.literal(space)
    writer.literal("<bdi class=\"")
    writer.literal(style)
    writer.literal("\">")
    writer.text(text)
    writer.literal("</bdi>")
  }

  /// Writes a word of our own inside a tab.
  private mutating func paintWord(_ word: FaceWord, class style: StaticString) {
    writer.literal(" <span class=\"")
    writer.literal(style)
    writer.literal("\"")
    self.word(word)
    writer.literal("</span>")
  }
}
