/// Walks a description and writes the elements of a page.
///
/// The ids of the page's elements are made from the nodes' indices, so that they are unique and contain no text of a
/// provider; the nodes' own ids are in `data-id`.
struct HTMLPainter: ~Copyable {
  typealias Node = InterfaceDescription.Node

  let arena: Arena
  var reading: AccessibleReading
  var writer: HTMLWriter
  /// The texts of a node's parts that are no properties.
  private var kept: [String?] = []
  /// Distinguishes the ids of two interfaces in one page.
  private let prefix: StaticString
  /// A picture has no usable controls.
  let isPicture: Bool
  /// `nil` for a page that is a still picture.
  let live: LiveScreen?
  private let focus: Int?
  /// The attribute of an element with a text.
  let direction: StaticString
  /// `nil` where the page is in the language of our own words.
  let language: String?
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
    isPicture: Bool = false, live: LiveScreen? = nil, into writer: consuming HTMLWriter
  ) {
    (self.prefix, self.isPicture, self.live) = (prefix, isPicture, live)
    self.writer = writer
    arena = description.arena
    let reading = AccessibleReading(arena: description.arena, state: state, words)
    self.reading = reading
    let screen = live?.picture.node ?? description.root.wayToFront(in: state).last
    if let live {
      focus = live.focus
    } else {
      focus = !isPicture ? screen.flatMap { reading.firstFocus(on: $0.index) } : nil
    }
    let title = screen?.label ?? ""
    self.title = !title.isEmpty ? title : description.id.isEmpty ? words(.interface) : description.id
    direction = description.direction == .auto ? " dir=\"auto\"" : ""
    language = words.fits(description.language) ? nil : words.language
  }

  mutating func paint(_ index: Int) {
    let node = Node(arena: arena, index: index)
    if reading.isHidden(index) { return }
    if !kept.isEmpty { kept.removeAll(keepingCapacity: true) }
    guard let kind = arena.nodes[index].knownKind else { return paintChildren(of: node) }
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

  mutating func emit(_ markup: StaticString) { writer.emit(markup) }
}

// MARK: - Parts of elements

/// A part of a node's element: a literal of the source, which is markup, or what the painter writes there.
enum HTMLPart: ExpressibleByStringLiteral {
  case markup(StaticString)
  /// Unique in the page: the writer's prefix, a number, and what the element is of the node.
  case id(StaticString)
  /// The id of the node itself.
  case ownID
  /// The property, escaped; nothing without one.
  case text(PropertyName)
  /// The same, in an element of its own.
  case isolated(StaticString, PropertyName)
  /// The position of a text that the painter keeps, because a part that contains one is copied and released at length.
  case escaped(Int), own(Int), attribute(StaticString, Int)
  /// The attributes that tell which node an element is of: its number, its own id, and how urgently a change is told.
  case identity
  case labelled, described, label, descriptions, icon
  /// That of a text.
  case direction
  /// What a control posts.
  case press, value
  case disabled, formOwner, autofocus

  init(stringLiteral markup: StaticString) { self = .markup(markup) }
}

extension HTMLPainter {
  var words: FaceWords { reading.words }

  /// The parts are in no array that would be allocated.
  mutating func emit<let count: Int>(_ node: Node, _ parts: [count of HTMLPart]) {
    let parts = parts.span
    for index in parts.indices {
      // Most parts are markup.
      if case .markup(let markup) = parts[index] { writer.emit(markup) } else { emit(node, parts[index]) }
    }
  }

  mutating func emit<let count: Int>(_ parts: [count of HTMLPart]) { emit(Node(arena: arena, index: 0), parts) }

  private mutating func emit(_ node: Node, _ part: HTMLPart) {
    switch part {
    case .markup(let markup): writer.emit(markup)
    case .id(let part): emit("", id: node.index, part)
    case .ownID: emit("", arena.nodes[node.index].id)
    case .text(let name): emit("", text(name, of: node))
    case .isolated(let start, let name): if let text = text(name, of: node) { emit(start, text, "</bdi>") }
    case .identity:
      emit(" id=\"", id: node.index, "\"")
      if arena.nodes[node.index].idSize > 0 { emit(" data-id=\"", arena.nodes[node.index].id, "\"") }
      if arena.isPlain(node.index) { return }
      let live = arena.word(.live, in: arena.nodes[node.index].values).flatMap(LiveRegion.init(rawValue:))
      writer.attribute("aria-live", live?.rawValue)
    case .escaped(let text): writer.emit("", text: kept[text])
    case .attribute(let name, let value): writer.attribute(name, kept[value])
    case .own(let text):
      writer.attribute("lang", language)
      writer.emit(">", text: kept[text])
    case .labelled: emit(node, [" aria-labelledby=\"", .id("l"), "\""])
    case .described: describe(node)
    case .label: emit(node, ["<p class=\"label\" id=\"", .id("l"), "\"", .direction, ">", .text(.label), "</p>\n"])
    case .descriptions: emitDescriptions(of: node)
    case .icon: if !arena.isPlain(node.index), let icon = node.icon { emit(icon) }
    case .direction: writer.emit(direction)
    case .press: emit(node, [live == nil ? " name=\":action\"" : " name=\":press\"", .value])
    case .value: emit(node, [" value=\"", live == nil ? .ownID : .id(""), "\""])
    case .disabled: disable(node)
    case .formOwner:
      // A live page has its controls inside their form.
      guard let screen, !isPicture, live == nil else { return }
      needsForm = true
      emit(Node(arena: arena, index: screen), [" form=\"", .id("f"), "\""])
    case .autofocus: if node.index == focus { writer.emit(" autofocus") }
    }
  }

  mutating func escaped(_ text: String?) -> HTMLPart { .escaped(keep(text)) }

  mutating func attribute(_ name: StaticString, _ value: String?) -> HTMLPart { .attribute(name, keep(value)) }

  /// Words of our own, before which it ends the tag.
  mutating func own(_ text: String) -> HTMLPart { .own(keep(text)) }

  private mutating func keep(_ text: String?) -> Int {
    kept.append(text)
    return kept.count - 1
  }

  func text(_ name: PropertyName, of node: Node) -> TextRange? {
    arena.range(of: name, in: arena.nodes[node.index].values)
  }

  private mutating func emit(_ start: StaticString, id index: Int, _ part: StaticString) {
    writer.emit(start)
    writer.emit(prefix)
    writer.emit(number: live?.number(of: index) ?? index)
    writer.emit(part)
  }

  private mutating func emit(_ start: StaticString, _ text: TextRange?, _ end: StaticString = "") {
    writer.emit(start)
    if let text, text.length > 0 { writer.escape(arena.text, text) }
    writer.emit(end)
  }

  mutating func describe(_ node: Node, before: StaticString? = nil, after: StaticString? = nil) {
    if before == nil, after == nil, arena.isPlain(node.index) { return }
    let parts: [5 of StaticString?] = [
      before, text(.hint, of: node) == nil ? nil : "h", node.isBusy ? "b" : nil, asksFirst(node) ? "a" : nil, after,
    ]
    var isFirst = true
    for index in parts.indices {
      guard let part = parts[index] else { continue }
      emit(node, [isFirst ? " aria-describedby=\"" : " ", .id(part)])
      isFirst = false
    }
    if !isFirst { writer.emit("\"") }
  }

  private func asksFirst(_ node: Node) -> Bool { !reading.confirming(arena.nodes[node.index]).isEmpty }

  /// What describes an element, in elements of their own; some screen readers stay silent about `aria-busy`.
  private mutating func emitDescriptions(of node: Node) {
    if arena.isPlain(node.index) { return }
    if text(.hint, of: node) != nil {
      emit(node, ["<p class=\"hint\" id=\"", .id("h"), "\"", .direction, ">", .text(.hint), "</p>\n"])
    }
    if node.isBusy { emit(node, ["<p class=\"busy\" id=\"", .id("b"), "\"", own(words(.busy)), "</p>\n"]) }
    if asksFirst(node) { emit(node, ["<p class=\"asks\" id=\"", .id("a"), "\"", own(words(.asksFirst)), "</p>\n"]) }
  }

  private mutating func disable(_ node: Node) {
    if isPicture { return emit(" disabled") }
    if let live, live.pressed == node.index { return emit(" aria-disabled=\"true\" aria-busy=\"true\"") }
    if reading.isEnabled(node.index) { return }
    // A control that may become enabled can be focused and pressed; the receiver of the form decides.
    emit(node.value(.enabled)?.tag == .bool ? " disabled" : " aria-disabled=\"true\"")
  }
}

// The writing of tabs: a panel for each, one of which is visible, and links between them.
extension HTMLPainter {
  private static let maximumLinkedTabs = 8

  mutating func paintTabs(_ node: Node) {
    let items = node.shownChildren
    let selected = reading.state.selectedItem(of: node)
    // A bar in each of many panels would make the page grow with the square of their number.
    let isLinked = items.count <= Self.maximumLinkedTabs && !isPicture
    emit(node, ["<div class=\"tabs\"", .identity, ">\n", selected == nil ? "" : .descriptions])
    for item in items where isLinked || item == selected {
      // A link to the panel shows it nevertheless, by a rule of the style sheet.
      emit(item, ["<div class=\"panel\" id=\"", .id(""), item == selected ? "\">\n" : "\" hidden>\n"])
      paintBar(items, current: item, of: node, isLinked)
      paintChildren(of: item)
      emit("</div>\n")
    }
    emit("</div>\n")
  }

  private mutating func paintBar(_ items: [Node], current: Node, of tabs: Node, _ isLinked: Bool) {
    emit(tabs, ["<nav class=\"bar\"", attribute("data-id", tabs.id), .described])
    emit([attribute("aria-label", tabs.label ?? "Tabs"), ">\n<ul role=\"list\">\n"])
    for node in items {
      let tab = TabBarPicture.Item(id: node.id ?? "", label: node.label ?? "", of: node)
      paintTab(tab, node == current ? .current : isLinked ? .link(node) : .plain)
    }
    emit("</ul>\n</nav>\n")
  }

  enum TabLink {
    /// Not a link, and marked by a word: widely used HTML checkers do not know `aria-current`.
    case current
    case link(Node)
    case posted(bar: String)
    case plain
  }

  mutating func paintTab(_ item: TabBarPicture.Item, _ link: TabLink) {
    let (start, end): (HTMLPart, HTMLPart) =
      switch link {
      case .current: ("><strong class=\"tab\"", "</strong></li>\n")
      case .plain: ("><span class=\"tab\"", "</span></li>\n")
      case .link: ("><a class=\"tab\"", "</a></li>\n")
      case .posted: ("><button class=\"tab\" formnovalidate name=\":select\"", "</button></li>\n")
      }
    emit(["<li", attribute("data-id", item.id.isEmpty ? nil : item.id), start])
    if case .link(let panel) = link { emit(panel, [" href=\"#", .id(""), "\""]) }
    if case .posted(let bar) = link { emit([attribute("value", "\(bar) \(item.id)")]) }
    emit(["><bdi class=\"name\">", escaped(item.label), "</bdi>"])
    if let badge = item.badge { emit([" <bdi class=\"badge\">", escaped(badge), "</bdi>"]) }
    if let hint = item.hint { emit([" <bdi class=\"hint\">", escaped(hint), "</bdi>"]) }
    if item.isBusy { emit([" <span class=\"busy\"", own(words(.busy)), "</span>"]) }
    if case .current = link { emit([" <span class=\"selected\"", own(words(.selected)), "</span>"]) }
    emit([end])
  }
}
