extension HTMLPainter {
  mutating func paintScreen(_ node: Node) {
    let outer = (screen, needsForm)
    (screen, needsForm) = (node.index, false)
    let isNamed = node.index == titleScreen
    if !isNamed {
      emit(node, [isInLayer ? "<section" : "<main", " class=\"screen\"", .identity, .labelled, .described, ">\n"])
    }
    emit(
      node,
      [
        isInLayer ? "<h2 id=\"" : "<h1 id=\"", .id("l"), "\"",
        live?.focusesTitle == true ? " tabindex=\"-1\" autofocus" : "",
        .direction, ">", .text(.label), isInLayer ? "</h2>\n" : "</h1>\n", .descriptions,
      ])
    paintChildren(of: node)
    if needsForm, live == nil {
      // Controls name their form, because forms cannot be nested, but screens can.
      emit(
        node, ["<form id=\"", .id("f"), "\" method=\"post\" hidden><input type=\"hidden\" name=\":screen\"", .value])
      emit("></form>\n")
    }
    if !isNamed { emit(isInLayer ? "</section>\n" : "</main>\n") }
    (screen, needsForm) = outer
  }

  mutating func paintNavigation(_ node: Node) {
    guard let (screen, below) = reading.topScreen(of: node.index) else { return }
    if below > 0 {
      emit(["<p class=\"back\"><button type=\"button\"", isPicture ? " disabled" : "", own(words(.back))])
      emit("</button></p>\n")
    }
    paint(screen)
  }

  mutating func paintLayer(_ node: Node) {
    let outer = (isInLayer, titleScreen)
    (isInLayer, titleScreen) = (true, reading.titleScreen(of: node.index))
    if let titleScreen {
      let title = Node(arena: arena, index: titleScreen)
      emit(title, ["<section class=\"layer\" role=\"dialog\"", .identity, .labelled, .described, ">\n"])
    } else {
      emit(node, ["<section class=\"layer\" role=\"dialog\"", .identity, attribute("aria-label", node.label ?? "")])
      emit(node, [.described, ">\n", .descriptions])
    }
    paintChildren(of: node)
    emit("</section>\n")
    (isInLayer, titleScreen) = outer
  }

  mutating func paintStack(_ node: Node) {
    let isRow = node.axis == .horizontal
    emit(node, [isRow ? "<div class=\"row\"" : "<div class=\"column\"", .identity, ">\n"])
    if isRow { paintRow(node) } else { paintChildren(of: node) }
    emit("</div>\n")
  }

  private mutating func paintRow(_ node: Node) {
    for child in arena.children(of: node.index) {
      let share = reading.isHidden(child) ? nil : Node(arena: arena, index: child).weight
      if let share { emit(["<div class=\"share share-", escaped("\(share)"), "\">\n"]) }
      paint(child)
      if share != nil { emit("</div>\n") }
    }
  }

  mutating func paintGroup(_ role: AccessibleRole?, _ node: Node, class style: HTMLPart = "group") {
    emit(node, ["<div class=\"", style, "\"", .identity])
    if text(.label, of: node) != nil {
      emit(node, [attribute("role", role?.rawValue), .labelled, .described, ">\n", .label, .descriptions])
    } else {
      emit(">\n")
    }
    paintChildren(of: node)
    emit("</div>\n")
  }

  mutating func paintDisclosure(_ node: Node, isOpen: Bool) {
    if live == nil {
      emit(node, ["<details class=\"group\"", .identity, isOpen ? " open" : "", ">\n<summary", .described])
      emit(isPicture ? " tabindex=\"-1\"" : "")
    } else {
      emit(node, ["<div class=\"group\"", .identity, ">\n<button class=\"disclosure\" formnovalidate"])
      emit(isOpen ? " aria-expanded=\"true\"" : " aria-expanded=\"false\"")
      emit(node, [.press, .described, .autofocus])
    }
    emit(node, ["><bdi class=\"name\">", .text(.label), "</bdi>"])
    emit(node, [live == nil ? "</summary>\n" : "</button>\n", .descriptions])
    if live == nil || isOpen { paintChildren(of: node) }
    emit(live == nil ? "</details>\n" : "</div>\n")
  }

  mutating func paintList(_ node: Node, class style: HTMLPart = "list") {
    let isNamed = text(.label, of: node) != nil
    if isNamed { emit(node, [.label, .descriptions]) }
    // The role is explicit because some screen readers do not recognise a list without bullets.
    emit(node, ["<ul role=\"list\" class=\"", style, "\"", .identity])
    if isNamed { emit(node, [.labelled, .described]) }
    emit(">\n")
    for child in arena.children(of: node.index) where !reading.isHidden(child) {
      let isItem = arena.nodes[child].knownKind == .item
      if !isItem { emit("<li role=\"presentation\">\n") }
      paint(child)
      if !isItem { emit("</li>\n") }
    }
    emit("</ul>\n")
  }

  mutating func paintGrid(_ node: Node) {
    let style: HTMLPart =
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
    emit(node, [isListItem ? "<li class=\"item\"" : "<div class=\"item\" role=\"group\"", .identity])
    emit(node, [isListItem ? "" : .labelled, ">\n"])
    if isPressable {
      emit(
        node, ["<button type=\"submit\" class=\"entry\"", .press, .described, .disabled, .formOwner, .autofocus, ">"])
    } else {
      emit("<div class=\"entry\">")
    }
    emit(node, [.icon, "<bdi class=\"name\" id=\"", .id("l"), "\">", .text(.label), "</bdi>"])
    emit(node, [.isolated(" <bdi class=\"detail\">", .text), .isolated(" <bdi class=\"badge\">", .badge)])
    emit(node, [isPressable ? "</button>\n" : "</div>\n", .descriptions])
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
    emit(node, [start, .identity, .described, .direction, ">", .icon, .text(.text), end, .descriptions])
  }

  mutating func paintCode(_ node: Node) {
    emit(node, ["<p class=\"code\"", .identity, .described, ">", .isolated(" <bdi class=\"label\">", .label)])
    emit(node, [" <code dir=\"ltr\">", .text(.text), "</code>"])
    if let url = node.qrCode { paintQRCode(url) }
    emit(node, ["</p>\n", .descriptions])
  }

  mutating func paintImage(_ node: Node) {
    guard let media = node.media else { return }
    let (known, alternative) = (media.source.flatMap { ImageData.allows($0) ? $0 : nil }, media.alternative)
    if let source = media.asset.flatMap({ [reading] in reading.state.assets[$0]?.source }) ?? known {
      emit(node, ["<img class=\"image\"", .identity, attribute("src", source), attribute("alt", alternative ?? "")])
      if alternative == nil { emit(">\n") } else { emit(node, [.described, ">\n", .descriptions]) }
    } else if let alternative {
      // The page fetches nothing, so that the alternative text replaces the image.
      emit(node, ["<div class=\"image\" role=\"img\"", .identity, attribute("aria-label", alternative), .described])
      emit(node, ["><span", .direction, ">", escaped(alternative), "</span></div>\n", .descriptions])
    }
  }

  mutating func paintButton(_ node: Node) {
    let style = reading.style(arena.nodes[node.index])?.rawValue
    emit(node, ["<div class=\"control\">\n<button type=\"submit\"", .press, .identity, attribute("class", style)])
    emit(node.action?.validates == false ? " formnovalidate" : "")
    emit(node, [.described, .disabled, .formOwner, .autofocus, .direction, ">", .icon, .text(.label), "</button>\n"])
    emit(node, [.descriptions, "</div>\n"])
  }

  mutating func paintLink(_ node: Node) {
    emit(node, ["<div class=\"control\">\n<a", .identity])
    if reading.isEnabled(node.index) {
      let bytes = arena.text
      link(bytes.span.extracting((text(.url, of: node) ?? .empty).bounds))
    } else {
      emit(" role=\"link\" aria-disabled=\"true\"")
    }
    emit(node, [.described, .autofocus, .direction, ">", .icon, .text(.label), "</a>\n", .descriptions, "</div>\n"])
  }

  /// An unchecked description may contain any URL.
  mutating func link(_ url: Span<UInt8>) {
    if isPicture || !LinkPolicy.allows(url) { return emit(" role=\"link\"") }
    emit(" href=\"")
    writer.escape(url)
    emit("\" rel=\"noopener noreferrer\"")
  }

  mutating func paintProgress(_ node: Node) {
    let said = reading.text(of: node.progress)
    let percent = node.progress?.percent.map { "\($0)" }
    let left = node.progress?.secondsLeft
    emit(node, ["<div class=\"progress\">\n", .label, "<progress", .identity, percent == nil ? "" : " max=\"100\""])
    emit(node, [attribute("value", percent), .labelled, attribute("aria-valuetext", said), .described])
    emit("></progress>\n")
    // An open page counts the time down.
    if percent != nil || left != nil { emit("<p class=\"caption\" aria-hidden=\"true\">") }
    if let percent { emit(["<bdi>", escaped("\(percent) %"), "</bdi> "]) }
    if let left {
      emit(["<bdi", attribute("data-left", "\(left)"), attribute("dir", words.direction.rawValue)])
      emit([own(words.timeLeft(left)), "</bdi>"])
    }
    if percent != nil || left != nil { emit("</p>\n") }
    emit(node, [.descriptions, "</div>\n"])
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
    emit(node, ["<div class=\"banner", look, .identity, .described, ">", .icon, "<strong class=\"severity\""])
    emit([attribute("dir", words.direction.rawValue), own(words(.severity(severity))), ":</strong>"])
    emit(node, [.isolated(" <bdi class=\"message\">", .text), "</div>\n", .descriptions])
  }
}
