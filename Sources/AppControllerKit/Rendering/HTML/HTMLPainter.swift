/// Walks a description and writes the elements of a page.
///
/// The ids of the page's elements are made from the nodes' indices, so that they are unique and contain no text of a
/// provider; the nodes' own ids are in `data-id`.
struct HTMLPainter {
  let arena: Arena
  var reading: AccessibleReading
  var writer: HTMLWriter
  /// Distinguishes two interfaces in one page.
  let prefix: StaticString
  /// A picture has no usable controls.
  let isPicture: Bool
  /// `nil` for a page that is a still picture.
  let live: LiveScreen?
  let focus: Int?
  /// `nil` where none are drawn.
  let qrCodes: QRCodeMaker?
  let isDirectionOfEachText: Bool
  /// Whether the page is in another language than our own words.
  let isForeign: Bool
  /// The name of the description when the screen in front has no title.
  let title: String
  /// The screen whose form the controls belong to.
  var screen: Int?
  var needsForm = false
  /// In a layer, a screen is not a landmark of the page.
  var isInLayer = false
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
  mutating func id(_ index: Int, _ part: StaticString = "") {
    writer.literal(prefix)
    writer.number(live?.number(of: index) ?? index)
    writer.literal(part)
  }

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

  func descriptions(_ node: NodeRecord) -> [StaticString] {
    (has(.hint, node) ? ["h"] : []) + (reading.flag(.busy, node) ? ["b"] : [])
      + (reading.confirming(node).isEmpty ? [] : ["a"])
  }

  func has(_ name: PropertyName, _ node: NodeRecord) -> Bool {
    arena.value(name, in: node.values)?.tag == .string
  }

  mutating func direction() {
    if isDirectionOfEachText { writer.literal(" dir=\"auto\"") }
  }

  mutating func value(_ name: PropertyName, _ node: NodeRecord) {
    if let value = arena.value(name, in: node.values), value.tag == .string { writer.text(arena.bytes(value.text)) }
  }

  mutating func isolated(_ name: PropertyName, _ node: NodeRecord, class style: StaticString) {
    guard has(name, node) else { return }
    writer.literal(" <bdi class=\"")
    writer.literal(style)
    writer.literal("\">")
    value(name, node)
    writer.literal("</bdi>")
  }

  var words: FaceWords { reading.words }

  mutating func language() {
    if isForeign { writer.attribute("lang", words.language) }
  }

  mutating func word(_ word: FaceWord) {
    language()
    writer.literal(">")
    writer.text(words(word))
  }

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

  private mutating func paintAsking(_ index: Int, _ node: NodeRecord) {
    if reading.confirming(node).isEmpty { return }
    writer.literal("<p class=\"asks\" id=\"")
    id(index, "a")
    writer.literal("\"")
    word(.asksFirst)
    writer.literal("</p>\n")
  }

  /// Some screen readers stay silent about elements with `aria-busy`.
  mutating func paintBusy(_ index: Int, _ node: NodeRecord) {
    guard reading.flag(.busy, node) else { return }
    writer.literal("<p class=\"busy\" id=\"")
    id(index, "b")
    writer.literal("\"")
    word(.busy)
    writer.literal("</p>\n")
  }

  mutating func press(_ index: Int, _ node: NodeRecord) {
    guard live != nil else {
      writer.literal(" name=\":action\"")
      return writer.attribute("value", arena.bytes(node.id))
    }
    writer.literal(" name=\":press\" value=\"")
    id(index)
    writer.literal("\"")
  }

  mutating func disable(_ index: Int, _ node: NodeRecord) {
    if isPicture { return writer.literal(" disabled") }
    if let live, live.pressed == index { return writer.literal(" aria-disabled=\"true\" aria-busy=\"true\"") }
    if reading.isEnabled(index, node) { return }
    // A control that may become enabled can be focused and pressed; the receiver of the form decides.
    let isForGood = arena.value(.enabled, in: node.values)?.tag == .bool
    writer.literal(isForGood ? " disabled" : " aria-disabled=\"true\"")
  }

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

  enum TabLink {
    /// Not a link, and marked by a word: widely used HTML checkers do not know `aria-current`.
    case current
    /// By the index of the tab's node.
    case link(Int)
    case posted(bar: String)
    case plain
  }

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

  private mutating func paintText(_ text: String, class style: StaticString, after space: StaticString = "") {
    writer.literal(space)
    writer.literal("<bdi class=\"")
    writer.literal(style)
    writer.literal("\">")
    writer.text(text)
    writer.literal("</bdi>")
  }

  private mutating func paintWord(_ word: FaceWord, class style: StaticString) {
    writer.literal(" <span class=\"")
    writer.literal(style)
    writer.literal("\"")
    self.word(word)
    writer.literal("</span>")
  }
}
