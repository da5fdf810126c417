/// Walks a description and writes the elements of a page.
///
/// The ids of the page's elements are made from the nodes' indices, so that they are unique and contain no text of a
/// provider; the nodes' own ids are in `data-id`.
struct HTMLPainter {
  typealias Node = InterfaceDescription.Node

  let arena: Arena
  var reading: AccessibleReading
  var writer: HTMLWriter
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
    writer = HTMLWriter(prefix: prefix, capacity: 2 * arena.text.count + 200 * arena.nodes.count)
    let screen = live?.picture.node.index ?? description.root.wayToFront(in: state).last?.index
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
    let node = Node(arena: arena, index: index)
    if node.isHidden { return }
    guard let kind = node.kind else { return paintChildren(of: node) }
    switch kind {
    case .screen: paintScreen(node)
    case .tabs: paintTabs(node)
    case .navigation: paintNavigation(node)
    // A live page shows each layer as a screen of its own.
    case .presented: if live == nil { paintLayer(node) }
    case .stack: paintStack(node)
    case .group:
      if let isOpen = reading.isOpen(index) {
        paintDisclosure(node, isOpen: isOpen)
      } else {
        paintGroup(reading.groupRole(arena.nodes[index]), node)
      }
    case .list: paintList(node)
    case .grid: paintGrid(node)
    case .item: paintItem(node)
    case .divider: emit("<hr role=\"presentation\">\n")
    case .spacer: emit("<div class=\"spacer\"></div>\n")
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
    // A row that is in no table.
    case .row: paintChildren(of: node)
    case .chart: paintChart(node)
    case .secret: paintSecret(node)
    }
  }

  mutating func paintChildren(of node: Node) {
    for child in arena.children(of: node.index) { paint(child) }
  }

  mutating func emit(_ parts: HTMLPart...) { writer.emit(parts) }
}

// MARK: - Parts of elements

extension HTMLPainter {
  var words: FaceWords { reading.words }
  var direction: HTMLPart { isDirectionOfEachText ? " dir=\"auto\"" : "" }
  var language: HTMLPart { .attribute("lang", isForeign ? words.language : nil) }

  /// Ends the tag before the word.
  func word(_ word: FaceWord) -> HTMLPart { [language, ">", .text(words(word))] }

  private func number(of index: Int) -> Int { live?.number(of: index) ?? index }

  func id(_ index: Int, _ part: StaticString = "") -> HTMLPart { .id(number(of: index), part) }

  func id(_ node: Node, _ part: StaticString = "") -> HTMLPart { id(node.index, part) }

  func identity(_ node: Node) -> HTMLPart {
    let live = arena.word(.live, in: arena.nodes[node.index].values).flatMap(LiveRegion.init(rawValue:))
    return .identity(number(of: node.index), id: node.id, live: live?.rawValue)
  }

  func labelled(_ node: Node) -> HTMLPart { [" aria-labelledby=\"", id(node, "l"), "\""] }

  func described(_ node: Node, before: [StaticString] = [], after: [StaticString] = []) -> HTMLPart {
    var parts = before
    if node.hint != nil { parts.append("h") }
    if node.isBusy { parts.append("b") }
    if asksFirst(node) { parts.append("a") }
    parts += after
    if parts.isEmpty { return "" }
    let ids = parts.enumerated().map { [$0 == 0 ? "" : " ", id(node, $1)] as HTMLPart }
    return [" aria-describedby=\"", .parts(ids), "\""]
  }

  private func asksFirst(_ node: Node) -> Bool { !reading.confirming(arena.nodes[node.index]).isEmpty }

  private func isDescribed(_ node: Node) -> Bool { node.value(.hint) != nil || node.isBusy || asksFirst(node) }

  /// What describes an element, in elements of their own; some screen readers stay silent about `aria-busy`.
  func descriptions(of node: Node) -> HTMLPart {
    guard isDescribed(node) else { return "" }
    return [
      node.hint.map { ["<p class=\"hint\" id=\"", id(node, "h"), "\"", direction, ">", .text($0), "</p>\n"] } ?? "",
      node.isBusy ? ["<p class=\"busy\" id=\"", id(node, "b"), "\"", word(.busy), "</p>\n"] : "",
      asksFirst(node) ? ["<p class=\"asks\" id=\"", id(node, "a"), "\"", word(.asksFirst), "</p>\n"] : "",
    ]
  }

  func label(of node: Node) -> HTMLPart {
    ["<p class=\"label\" id=\"", id(node, "l"), "\"", direction, ">", .text(node.label), "</p>\n"]
  }

  func isolated(_ text: String?, class style: StaticString) -> HTMLPart {
    text.map { [" <bdi class=\"", .markup(style), "\">", .text($0), "</bdi>"] } ?? ""
  }

  func press(_ node: Node) -> HTMLPart {
    live == nil
      ? [" name=\":action\"", .attribute("value", node.id ?? "")] : [" name=\":press\" value=\"", id(node), "\""]
  }

  mutating func disabled(_ node: Node) -> HTMLPart {
    if isPicture { return " disabled" }
    if let live, live.pressed == node.index { return " aria-disabled=\"true\" aria-busy=\"true\"" }
    if reading.isEnabled(node.index) { return "" }
    // A control that may become enabled can be focused and pressed; the receiver of the form decides.
    return node.value(.enabled)?.tag == .bool ? " disabled" : " aria-disabled=\"true\""
  }

  mutating func formOwner() -> HTMLPart {
    // A live page has its controls inside their form.
    guard let screen, !isPicture, live == nil else { return "" }
    needsForm = true
    return [" form=\"", id(screen, "f"), "\""]
  }

  func autofocus(_ node: Node) -> HTMLPart { node.index == focus ? " autofocus" : "" }

  mutating func control(_ node: Node) -> HTMLPart { [disabled(node), formOwner(), autofocus(node)] }
}

// The writing of tabs: a panel for each, one of which is visible, and links between them.
extension HTMLPainter {
  private static let maximumLinkedTabs = 8

  mutating func paintTabs(_ node: Node) {
    let items = arena.children(of: node.index).filter { !reading.isHidden($0) }
    let selected = reading.state.selectedItem(of: node)?.index
    // A bar in each of many panels would make the page grow with the square of their number.
    let isLinked = items.count <= Self.maximumLinkedTabs && !isPicture
    emit("<div class=\"tabs\"", identity(node), ">\n", selected == nil ? "" : descriptions(of: node))
    for item in items where isLinked || item == selected {
      // A link to the panel shows it nevertheless, by a rule of the style sheet.
      emit("<div class=\"panel\" id=\"", id(item), item == selected ? "\">\n" : "\" hidden>\n")
      paintBar(items, current: item, of: node, isLinked)
      paintChildren(of: Node(arena: arena, index: item))
      emit("</div>\n")
    }
    emit("</div>\n")
  }

  private mutating func paintBar(_ items: [Int], current: Int, of tabs: Node, _ isLinked: Bool) {
    emit(
      "<nav class=\"bar\"", .attribute("data-id", tabs.id), described(tabs),
      .attribute("aria-label", tabs.label ?? "Tabs"), ">\n<ul role=\"list\">\n")
    for item in items {
      let node = Node(arena: arena, index: item)
      let tab = TabBarPicture.Item(id: node.id ?? "", label: node.label ?? "", of: node)
      paintTab(tab, item == current ? .current : isLinked ? .link(item) : .plain)
    }
    emit("</ul>\n</nav>\n")
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
    let (start, end): (HTMLPart, HTMLPart) =
      switch link {
      case .current: ("<strong class=\"tab\"", "</strong>")
      case .plain: ("<span class=\"tab\"", "</span>")
      case .link(let panel): (["<a class=\"tab\" href=\"#", id(panel), "\""], "</a>")
      case .posted(let bar):
        (
          ["<button class=\"tab\" formnovalidate name=\":select\"", .attribute("value", "\(bar) \(item.id)")],
          "</button>"
        )
      }
    let isCurrent = if case .current = link { true } else { false }
    emit(
      "<li", .attribute("data-id", item.id.isEmpty ? nil : item.id), ">", start, "><bdi class=\"name\">",
      .text(item.label), "</bdi>", isolated(item.badge, class: "badge"), isolated(item.hint, class: "hint"),
      item.isBusy ? [" <span class=\"busy\"", word(.busy), "</span>"] : "",
      isCurrent ? [" <span class=\"selected\"", word(.selected), "</span>"] : "", end, "</li>\n")
  }
}
