extension HTMLPainter {
  mutating func paintScreen(_ node: Node) {
    let outer = (screen, needsForm)
    (screen, needsForm) = (node.index, false)
    let isNamed = node.index == titleScreen
    if !isNamed {
      emit(
        isInLayer ? "<section class=\"screen\"" : "<main class=\"screen\"", identity(node), labelled(node),
        described(node), ">\n")
    }
    emit(
      isInLayer ? "<h2 id=\"" : "<h1 id=\"", id(node, "l"), "\"", direction, ">", .text(node.label),
      isInLayer ? "</h2>\n" : "</h1>\n", descriptions(of: node))
    paintChildren(of: node)
    if needsForm, live == nil {
      // Controls name their form, because forms cannot be nested, but screens can.
      emit(
        "<form id=\"", id(node, "f"), "\" method=\"post\" hidden><input type=\"hidden\" name=\":screen\"",
        .attribute("value", node.id ?? ""), "></form>\n")
    }
    if !isNamed { emit(isInLayer ? "</section>\n" : "</main>\n") }
    (screen, needsForm) = outer
  }

  mutating func paintNavigation(_ node: Node) {
    guard let (screen, below) = reading.topScreen(of: node.index) else { return }
    if below > 0 {
      emit(
        "<p class=\"back\"><button type=\"button\"", isPicture ? " disabled" : "", word(.back), "</button></p>\n")
    }
    paint(screen)
  }

  mutating func paintLayer(_ node: Node) {
    let outer = (isInLayer, titleScreen)
    (isInLayer, titleScreen) = (true, reading.titleScreen(of: node.index))
    let named = titleScreen.map { Node(arena: arena, index: $0) }
    emit(
      "<section class=\"layer\" role=\"dialog\"", identity(named ?? node),
      named.map(labelled) ?? .attribute("aria-label", node.label ?? ""), described(named ?? node), ">\n",
      named == nil ? descriptions(of: node) : "")
    paintChildren(of: node)
    emit("</section>\n")
    (isInLayer, titleScreen) = outer
  }

  mutating func paintStack(_ node: Node) {
    let isRow = node.axis == .horizontal
    emit(isRow ? "<div class=\"row\"" : "<div class=\"column\"", identity(node), ">\n")
    if isRow { paintRow(node) } else { paintChildren(of: node) }
    emit("</div>\n")
  }

  private mutating func paintRow(_ node: Node) {
    for child in arena.children(of: node.index) {
      let share = reading.isHidden(child) ? nil : Node(arena: arena, index: child).weight
      if let share { emit("<div class=\"share share-", .text("\(share)"), "\">\n") }
      paint(child)
      if share != nil { emit("</div>\n") }
    }
  }

  mutating func paintGroup(_ role: AccessibleRole?, _ node: Node, class style: StaticString = "group") {
    let role = node.label == nil ? nil : role
    emit("<div class=\"", .markup(style), "\"", identity(node), .attribute("role", role?.rawValue))
    emit(role == nil ? ">\n" : [labelled(node), described(node), ">\n", label(of: node), descriptions(of: node)])
    paintChildren(of: node)
    emit("</div>\n")
  }

  mutating func paintDisclosure(_ node: Node, isOpen: Bool) {
    if live == nil {
      emit(
        "<details class=\"group\"", identity(node), isOpen ? " open" : "", ">\n<summary", described(node),
        isPicture ? " tabindex=\"-1\"" : "")
    } else {
      emit(
        "<div class=\"group\"", identity(node), ">\n<button class=\"disclosure\" formnovalidate",
        isOpen ? " aria-expanded=\"true\"" : " aria-expanded=\"false\"", press(node), described(node),
        autofocus(node))
    }
    emit(
      "><bdi class=\"name\">", .text(node.label), "</bdi>", live == nil ? "</summary>\n" : "</button>\n",
      descriptions(of: node))
    if live == nil || isOpen { paintChildren(of: node) }
    emit(live == nil ? "</details>\n" : "</div>\n")
  }

  mutating func paintList(_ node: Node, class style: StaticString = "list") {
    if node.label != nil { emit(label(of: node), descriptions(of: node)) }
    // The role is explicit because some screen readers do not recognise a list without bullets.
    emit("<ul role=\"list\" class=\"", .markup(style), "\"", identity(node))
    emit(node.label == nil ? "" : [labelled(node), described(node)], ">\n")
    for child in arena.children(of: node.index) where !reading.isHidden(child) {
      let isItem = arena.nodes[child].knownKind == .item
      if !isItem { emit("<li role=\"presentation\">\n") }
      paint(child)
      if !isItem { emit("</li>\n") }
    }
    emit("</ul>\n")
  }

  mutating func paintGrid(_ node: Node) {
    let style: StaticString =
      switch node.columns.map({ max($0, 1) }) {
      case nil: "grid"
      case 1: "grid columns-1"
      case 2: "grid columns-2"
      case 3: "grid columns-3"
      case 4: "grid columns-4"
      case 5: "grid columns-5"
      default: "grid columns-6"
      }
    if reading.isListOfItems(node.index) {
      paintList(node, class: style)
    } else {
      paintGroup(.group, node, class: style)
    }
  }

  mutating func paintItem(_ node: Node) {
    let isListItem = reading.isListItem(arena.nodes[node.index])
    let isPressable = node.value(.action) != nil
    emit(
      isListItem ? "<li class=\"item\"" : "<div class=\"item\" role=\"group\"", identity(node),
      isListItem ? "" : labelled(node), ">\n")
    if isPressable {
      emit("<button type=\"submit\" class=\"entry\"", press(node), described(node), control(node), ">")
    } else {
      emit("<div class=\"entry\">")
    }
    emit(
      icon(of: node), "<bdi class=\"name\" id=\"", id(node, "l"), "\">", .text(node.label), "</bdi>",
      isolated(node.text, class: "detail"), isolated(node.badge, class: "badge"),
      isPressable ? "</button>\n" : "</div>\n", descriptions(of: node))
    paintChildren(of: node)
    emit(isListItem ? "</li>\n" : "</div>\n")
  }
}

extension HTMLPainter {
  mutating func paintText(_ node: Node) {
    let (start, end): (HTMLPart, HTMLPart) =
      switch reading.style(arena.nodes[node.index]) {
      case .title?: ("<h2 class=\"title\"", "</h2>\n")
      case .heading?: ("<h2 class=\"heading\"", "</h2>\n")
      case .caption?: ("<p class=\"text caption\"", "</p>\n")
      default: ("<p class=\"text\"", "</p>\n")
      }
    emit(
      start, identity(node), described(node), direction, ">", icon(of: node), .text(node.text), end,
      descriptions(of: node))
  }

  mutating func paintCode(_ node: Node) {
    emit(
      "<p class=\"code\"", identity(node), described(node), ">", isolated(node.label, class: "label"),
      " <code dir=\"ltr\">", .text(node.text), "</code>", node.qrCode.map(qrCode) ?? "", "</p>\n",
      descriptions(of: node))
  }

  mutating func paintImage(_ node: Node) {
    guard let media = node.media else { return }
    let (known, alternative) = (media.source.flatMap { ImageData.allows($0) ? $0 : nil }, media.alternative)
    if let source = media.asset.flatMap({ reading.state.assets[$0]?.source }) ?? known {
      emit(
        "<img class=\"image\"", identity(node), .attribute("src", source), .attribute("alt", alternative ?? ""),
        alternative == nil ? ">\n" : [described(node), ">\n", descriptions(of: node)])
    } else if let alternative {
      // The page fetches nothing, so that the alternative text replaces the image.
      emit(
        "<div class=\"image\" role=\"img\"", identity(node), .attribute("aria-label", alternative), described(node),
        "><span", direction, ">", .text(alternative), "</span></div>\n", descriptions(of: node))
    }
  }

  mutating func paintButton(_ node: Node) {
    emit(
      "<div class=\"control\">\n<button type=\"submit\"", press(node), identity(node),
      .attribute("class", reading.style(arena.nodes[node.index])?.rawValue),
      node.action?.validates == false ? " formnovalidate" : "", described(node), control(node), direction, ">",
      icon(of: node), .text(node.label), "</button>\n", descriptions(of: node), "</div>\n")
  }

  mutating func paintLink(_ node: Node) {
    let isEnabled = reading.isEnabled(node.index)
    let target = isEnabled ? link(node.url) : [link(nil), " aria-disabled=\"true\""]
    emit(
      "<div class=\"control\">\n<a", identity(node), target, described(node), autofocus(node), direction, ">",
      icon(of: node), .text(node.label), "</a>\n", descriptions(of: node), "</div>\n")
  }

  /// An unchecked description may contain any URL.
  func link(_ url: String?) -> HTMLPart {
    guard let url, !isPicture, LinkPolicy.allows(url) else { return " role=\"link\"" }
    return [.attribute("href", url), " rel=\"noopener noreferrer\""]
  }

  mutating func paintProgress(_ node: Node) {
    let said = reading.text(of: node.progress)
    let percent = node.progress?.percent.map { "\($0)" }
    emit(
      "<div class=\"progress\">\n", label(of: node), "<progress", identity(node),
      percent == nil ? "" : [" max=\"100\"", .attribute("value", percent)], labelled(node),
      .attribute("aria-valuetext", said), described(node),
      "></progress>\n<p class=\"caption\" aria-hidden=\"true\"><bdi", .attribute("dir", words.direction.rawValue),
      language, ">", .text(said), "</bdi></p>\n", descriptions(of: node), "</div>\n")
  }

  mutating func paintBanner(_ node: Node) {
    let severity = node.severity ?? .info
    let look: HTMLPart =
      switch severity {
      case .info: "\" role=\"status\""
      case .success: " success\" role=\"status\""
      case .warning: " warning\" role=\"status\""
      case .error: " failure\" role=\"alert\""
      }
    emit(
      "<div class=\"banner", look, identity(node), described(node), ">", icon(of: node), "<strong class=\"severity\"",
      .attribute("dir", words.direction.rawValue), word(.severity(severity)), ":</strong>",
      isolated(node.text, class: "message"), "</div>\n", descriptions(of: node))
  }
}
