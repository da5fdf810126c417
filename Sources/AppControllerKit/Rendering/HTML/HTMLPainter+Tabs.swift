// The writing of tabs: a panel for each, one of which is visible, and links between them.
extension HTMLPainter {
  /// The largest number of tabs that have links, and a bar in each panel that marks the visible one.
  private static let mostBars = 8

  mutating func paintTabs(_ index: Int, _ node: NodeRecord) {
    let items = arena.children(of: index).filter { !reading.isHidden($0) }
    let selected = reading.selectedItem(of: index, node)
    // A bar in each of many panels would make the page grow with the square of their number.
    let isLinked = items.count <= Self.mostBars && !isPicture
    writer.literal("<div class=\"tabs\"")
    identify(index, node)
    writer.literal(">\n")
    for item in items where isLinked || item == selected {
      writer.literal("<div class=\"panel\" id=\"")
      id(item)
      // A link to the panel shows it nevertheless, by a rule of the style sheet.
      writer.literal(item == selected ? "\">\n" : "\" hidden>\n")
      paintBar(items, current: item, node, isLinked)
      paintChildren(item)
      writer.literal("</div>\n")
    }
    writer.literal("</div>\n")
  }

  private mutating func paintBar(_ items: [Int], current: Int, _ tabs: NodeRecord, _ isLinked: Bool) {
    writer.literal("<nav class=\"bar\"")
    nameNode(tabs)
    if has(.label, tabs) {
      writer.literal(" aria-label=\"")
      value(.label, tabs)
      writer.literal("\">\n")
    } else {
      writer.literal(" aria-label=\"Tabs\">\n")
    }
    writer.literal("<ul role=\"list\">\n")
    for item in items {
      // The current tab is not a link, and is marked by a word: widely used HTML checkers do not know aria-current.
      paintTab(item, item == current ? .current : isLinked ? .linked : .plain)
    }
    writer.literal("</ul>\n</nav>\n")
  }

  private enum Tab: String {
    case current = "strong"
    case linked = "a"
    case plain = "span"
  }

  private mutating func paintTab(_ item: Int, _ tab: Tab) {
    let node = arena.nodes[item]
    writer.literal("<li")
    nameNode(node)
    writer.literal("><")
    writer.markup(tab.rawValue)
    writer.literal(" class=\"tab\"")
    if tab == .linked {
      writer.literal(" href=\"#")
      id(item)
      writer.literal("\"")
    }
    writer.literal(">")
    writer.literal("<bdi class=\"name\">")
    value(.label, node)
    writer.literal("</bdi>")
    isolated(.badge, node, class: "badge")
    if reading.flag(.busy, node) { paintWord("busy", class: "busy") }
    if tab == .current { paintWord("selected", class: "selected") }
    writer.literal("</")
    writer.markup(tab.rawValue)
    writer.literal("></li>\n")
  }

  /// Writes a word of our own inside a tab.
  private mutating func paintWord(_ word: StaticString, class style: StaticString) {
    writer.literal(" <span class=\"")
    writer.literal(style)
    writer.literal("\"")
    language()
    writer.literal(">")
    writer.literal(word)
    writer.literal("</span>")
  }
}
