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
      describe(index, descriptions(node))
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
    paintDescriptions(index, node)
    paintChildren(index)
    guard needsForm, live == nil else { return }
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
      word(.back)
      writer.literal("</button></p>\n")
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
      describe(titleScreen, descriptions(arena.nodes[titleScreen]))
      writer.literal(">\n")
    } else {
      identify(index, node)
      writer.literal(" aria-label=\"")
      value(.label, node)
      writer.literal("\"")
      describe(index, descriptions(node))
      writer.literal(">\n")
      paintDescriptions(index, node)
    }
    paintChildren(index)
    writer.literal("</section>\n")
    (isInLayer, titleScreen) = outer
  }

  mutating func paintStack(_ index: Int, _ node: NodeRecord) {
    let isRow = arena.word(.axis, in: node.values) == "horizontal"
    writer.literal(isRow ? "<div class=\"row\"" : "<div class=\"column\"")
    identify(index, node)
    writer.literal(">\n")
    if isRow { paintRow(index) } else { paintChildren(index) }
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

  mutating func paintLabel(_ index: Int, _ node: NodeRecord) {
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
      writer.literal("<button type=\"submit\" class=\"entry\"")
      press(index, node)
      describe(index, descriptions(node))
      disable(index, node)
      writeFormOwner(index)
      writer.literal(">")
    } else {
      writer.literal("<div class=\"entry\">")
    }
    paintIcon(node)
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

extension HTMLPainter {
  mutating func paintText(_ index: Int, _ node: NodeRecord) {
    let style = reading.style(node)
    switch style {
    case .title?: writer.literal("<h2 class=\"title\"")
    case .heading?: writer.literal("<h2 class=\"heading\"")
    case .caption?: writer.literal("<p class=\"text caption\"")
    default: writer.literal("<p class=\"text\"")
    }
    identify(index, node)
    describe(index, descriptions(node))
    direction()
    writer.literal(">")
    paintIcon(node)
    value(.text, node)
    writer.literal(style == .title || style == .heading ? "</h2>\n" : "</p>\n")
    paintDescriptions(index, node)
  }

  mutating func paintCode(_ index: Int, _ node: NodeRecord) {
    writer.literal("<p class=\"code\"")
    identify(index, node)
    describe(index, descriptions(node))
    writer.literal(">")
    isolated(.label, node, class: "label")
    writer.literal(" <code dir=\"ltr\">")
    value(.text, node)
    writer.literal("</code>")
    if let url = arena.string(.qr, in: node.values) { paintQRCode(url) }
    writer.literal("</p>\n")
    paintDescriptions(index, node)
  }

  mutating func paintImage(_ index: Int, _ node: NodeRecord) {
    guard let media = arena.value(.media, in: node.values), media.tag == .map else { return }
    let source = arena.value(.source, in: media.elements).flatMap { $0.tag == .string ? arena.bytes($0.text) : nil }
    let alternative = arena.value(.alt, in: media.elements).flatMap { $0.tag == .string ? arena.bytes($0.text) : nil }
    let asset = arena.string(.asset, in: media.elements).flatMap { reading.state.assets[$0] }
    if asset != nil || source.map(ImageData.allows) == true {
      writer.literal("<img class=\"image\"")
      identify(index, node)
      if let asset { writer.attribute("src", asset.source) } else { writer.attribute("src", source ?? []) }
      writer.attribute("alt", alternative ?? [])
      guard alternative != nil else { return writer.literal(">\n") }
      describe(index, descriptions(node))
      writer.literal(">\n")
      return paintDescriptions(index, node)
    }
    // The page fetches nothing, so that the alternative text replaces the image.
    guard let alternative else { return }
    writer.literal("<div class=\"image\" role=\"img\"")
    identify(index, node)
    writer.attribute("aria-label", alternative)
    describe(index, descriptions(node))
    writer.literal("><span")
    direction()
    writer.literal(">")
    writer.text(alternative)
    writer.literal("</span></div>\n")
    paintDescriptions(index, node)
  }

  mutating func paintButton(_ index: Int, _ node: NodeRecord) {
    writer.literal("<div class=\"control\">\n<button type=\"submit\"")
    press(index, node)
    identify(index, node)
    if let style = reading.style(node) { writer.attribute("class", style.rawValue) }
    if let action = arena.value(.action, in: node.values), action.tag == .map,
      let validates = arena.value(.validates, in: action.elements), validates.tag == .bool, !validates.bool
    {
      writer.literal(" formnovalidate")
    }
    describe(index, descriptions(node))
    disable(index, node)
    writeFormOwner(index)
    direction()
    writer.literal(">")
    paintIcon(node)
    value(.label, node)
    writer.literal("</button>\n")
    paintDescriptions(index, node)
    writer.literal("</div>\n")
  }

  mutating func paintLink(_ index: Int, _ node: NodeRecord) {
    writer.literal("<div class=\"control\">\n<a")
    identify(index, node)
    let isEnabled = reading.isEnabled(index, node)
    if isEnabled, !isPicture, let url = arena.value(.url, in: node.values), url.tag == .string, isAllowed(url.text) {
      writer.attribute("href", arena.bytes(url.text))
      writer.literal(" rel=\"noopener noreferrer\"")
    } else {
      writer.literal(" role=\"link\"")
      if !isEnabled { writer.literal(" aria-disabled=\"true\"") }
    }
    describe(index, descriptions(node))
    autofocus(index)
    direction()
    writer.literal(">")
    paintIcon(node)
    value(.label, node)
    writer.literal("</a>\n")
    paintDescriptions(index, node)
    writer.literal("</div>\n")
  }

  /// An unchecked description may contain any URL.
  private func isAllowed(_ url: TextRange) -> Bool {
    let text = arena.text
    return LinkPolicy.allows(text.span.extracting(url.bounds))
  }

  mutating func paintProgress(_ index: Int, _ node: NodeRecord) {
    let progress = InterfaceDescription.Node(arena: arena, index: index).progress
    let said = reading.text(of: progress)
    writer.literal("<div class=\"progress\">\n<p class=\"label\" id=\"")
    id(index, "l")
    writer.literal("\"")
    direction()
    writer.literal(">")
    value(.label, node)
    writer.literal("</p>\n<progress")
    identify(index, node)
    if let percent = progress?.percent {
      writer.literal(" max=\"100\" value=\"")
      writer.number(percent)
      writer.literal("\"")
    }
    refer("aria-labelledby", to: index, ["l"])
    writer.attribute("aria-valuetext", said)
    describe(index, descriptions(node))
    writer.literal("></progress>\n<p class=\"caption\" aria-hidden=\"true\"><bdi")
    writer.attribute("dir", words.direction.rawValue)
    language()
    writer.literal(">")
    writer.text(said)
    writer.literal("</bdi></p>\n")
    paintDescriptions(index, node)
    writer.literal("</div>\n")
  }

  mutating func paintBanner(_ index: Int, _ node: NodeRecord) {
    let severity = InterfaceDescription.Node(arena: arena, index: index).severity ?? .info
    writer.literal("<div class=\"banner")
    switch severity {
    case .info: writer.literal("\" role=\"status\"")
    case .success: writer.literal(" success\" role=\"status\"")
    case .warning: writer.literal(" warning\" role=\"status\"")
    case .error: writer.literal(" failure\" role=\"alert\"")
    }
    identify(index, node)
    describe(index, descriptions(node))
    writer.literal(">")
    paintIcon(node)
    writer.literal("<strong class=\"severity\"")
    writer.attribute("dir", words.direction.rawValue)
    word(.severity(severity))
    writer.literal(":</strong>")
    isolated(.text, node, class: "message")
    writer.literal("</div>\n")
    paintDescriptions(index, node)
  }
}
