// The writing of controllers and structure.
extension HTMLPainter {
  mutating func paintScreen(_ index: Int, _ node: NodeRecord) {
    let outer = (screen, needsForm)
    (screen, needsForm) = (index, false)
    if index == titleScreen {
      paintScreenContent(index, node)
    } else {
      writer.literal(isInLayer ? "<section class=\"screen\"" : "<main class=\"screen\"")
      identify(index, node)
      refer("aria-labelledby", to: index, ["l"])
      describe(index, reading.flag(.busy, node) ? ["b"] : [])
      writer.literal(">\n")
      paintScreenContent(index, node)
      writer.literal(isInLayer ? "</section>\n" : "</main>\n")
    }
    (screen, needsForm) = outer
  }

  private mutating func paintScreenContent(_ index: Int, _ node: NodeRecord) {
    writer.literal(isInLayer ? "<h2 id=\"" : "<h1 id=\"")
    id(index, "l")
    writer.literal("\"")
    direction()
    writer.literal(">")
    value(.label, node)
    writer.literal(isInLayer ? "</h2>\n" : "</h1>\n")
    paintBusy(index, node)
    paintChildren(index)
    guard needsForm else { return }
    // Controls name their form, because forms cannot be nested, but screens can.
    writer.literal("<form id=\"")
    id(index, "f")
    writer.literal("\" method=\"post\" hidden><input type=\"hidden\" name=\":screen\"")
    writer.attribute("value", arena.bytes(node.id))
    writer.literal("></form>\n")
  }

  mutating func paintNavigation(_ index: Int) {
    guard let (screen, below) = reading.topScreen(of: index) else { return }
    if below > 0 {
      writer.literal("<p class=\"back\"><button type=\"button\"")
      if isPicture { writer.literal(" disabled") }
      language()
      writer.literal(">Back</button></p>\n")
    }
    paint(screen)
  }

  mutating func paintLayer(_ index: Int, _ node: NodeRecord) {
    let outer = (isInLayer, titleScreen)
    isInLayer = true
    titleScreen = reading.titleScreen(of: index)
    writer.literal("<section class=\"layer\" role=\"dialog\"")
    if let titleScreen {
      identify(titleScreen, arena.nodes[titleScreen])
      refer("aria-labelledby", to: titleScreen, ["l"])
      describe(titleScreen, reading.flag(.busy, arena.nodes[titleScreen]) ? ["b"] : [])
    } else {
      identify(index, node)
      writer.literal(" aria-label=\"")
      value(.label, node)
      writer.literal("\"")
    }
    writer.literal(">\n")
    paintChildren(index)
    writer.literal("</section>\n")
    (isInLayer, titleScreen) = outer
  }

  mutating func paintStack(_ index: Int, _ node: NodeRecord) {
    let isRow = arena.word(.axis, in: node.values) == "horizontal"
    writer.literal(isRow ? "<div class=\"row\"" : "<div class=\"column\"")
    identify(index, node)
    writer.literal(">\n")
    paintChildren(index)
    writer.literal("</div>\n")
  }

  mutating func paintGroup(_ role: AccessibleRole?, _ index: Int, _ node: NodeRecord, columns: StaticString = "group") {
    writer.literal("<div class=\"")
    writer.literal(columns)
    writer.literal("\"")
    identify(index, node)
    guard let role, has(.label, node) else {
      writer.literal(">\n")
      paintChildren(index)
      return writer.literal("</div>\n")
    }
    writer.attribute("role", role.rawValue)
    refer("aria-labelledby", to: index, ["l"])
    describe(index, descriptions(node))
    writer.literal(">\n")
    paintLabel(index, node)
    paintDescriptions(index, node)
    paintChildren(index)
    writer.literal("</div>\n")
  }

  private mutating func paintLabel(_ index: Int, _ node: NodeRecord) {
    writer.literal("<p class=\"label\" id=\"")
    id(index, "l")
    writer.literal("\"")
    direction()
    writer.literal(">")
    value(.label, node)
    writer.literal("</p>\n")
  }

  mutating func paintList(_ index: Int, _ node: NodeRecord, columns: StaticString = "list") {
    let hasLabel = has(.label, node)
    if hasLabel {
      paintLabel(index, node)
      paintDescriptions(index, node)
    }
    // The role is explicit because some screen readers do not recognise a list without bullets.
    writer.literal("<ul role=\"list\" class=\"")
    writer.literal(columns)
    writer.literal("\"")
    identify(index, node)
    if hasLabel {
      refer("aria-labelledby", to: index, ["l"])
      describe(index, descriptions(node))
    }
    writer.literal(">\n")
    for child in arena.children(of: index) where !reading.isHidden(child) {
      if arena.nodes[child].knownKind == .item {
        paint(child)
      } else {
        writer.literal("<li role=\"presentation\">\n")
        paint(child)
        writer.literal("</li>\n")
      }
    }
    writer.literal("</ul>\n")
  }

  mutating func paintGrid(_ index: Int, _ node: NodeRecord) {
    var columns: StaticString = "grid"
    if let number = arena.value(.columns, in: node.values), number.tag == .int {
      switch number.int {
      case ...1: columns = "grid columns-1"
      case 2: columns = "grid columns-2"
      case 3: columns = "grid columns-3"
      case 4: columns = "grid columns-4"
      case 5: columns = "grid columns-5"
      default: columns = "grid columns-6"
      }
    }
    if reading.isListOfItems(index) {
      paintList(index, node, columns: columns)
    } else {
      paintGroup(.group, index, node, columns: columns)
    }
  }

  mutating func paintItem(_ index: Int, _ node: NodeRecord) {
    let isListItem = reading.isListItem(node)
    writer.literal(isListItem ? "<li class=\"item\"" : "<div class=\"item\" role=\"group\"")
    identify(index, node)
    if !isListItem { refer("aria-labelledby", to: index, ["l"]) }
    writer.literal(">\n")
    let isPressable = arena.value(.action, in: node.values) != nil
    if isPressable {
      writer.literal("<button type=\"submit\" class=\"entry\" name=\":action\"")
      writer.attribute("value", arena.bytes(node.id))
      describe(index, descriptions(node))
      disable(index, node)
      enlist(index)
      writer.literal(">")
    } else {
      writer.literal("<div class=\"entry\">")
    }
    writer.literal("<bdi class=\"name\" id=\"")
    id(index, "l")
    writer.literal("\">")
    value(.label, node)
    writer.literal("</bdi>")
    isolated(.text, node, class: "detail")
    isolated(.badge, node, class: "badge")
    writer.literal(isPressable ? "</button>\n" : "</div>\n")
    paintDescriptions(index, node)
    paintChildren(index)
    writer.literal(isListItem ? "</li>\n" : "</div>\n")
  }
}
