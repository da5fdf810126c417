// The writing of nodes without children and without input.
extension HTMLPainter {
  mutating func paintText(_ index: Int, _ node: NodeRecord) {
    let isHeading = reading.isHeading(node)
    switch arena.word(.style, in: node.values) {
    case "title": writer.literal("<h2 class=\"title\"")
    case "heading": writer.literal("<h2 class=\"heading\"")
    case "caption": writer.literal("<p class=\"text caption\"")
    default: writer.literal("<p class=\"text\"")
    }
    identify(index, node)
    direction()
    writer.literal(">")
    value(.text, node)
    writer.literal(isHeading ? "</h2>\n" : "</p>\n")
  }

  mutating func paintCode(_ index: Int, _ node: NodeRecord) {
    writer.literal("<p class=\"code\"")
    identify(index, node)
    writer.literal(">")
    isolated(.label, node, class: "label")
    writer.literal(" <code dir=\"ltr\">")
    value(.text, node)
    writer.literal("</code></p>\n")
  }

  mutating func paintImage(_ index: Int, _ node: NodeRecord) {
    guard let media = arena.value(.media, in: node.values), media.tag == .map else { return }
    let source = arena.value(.source, in: media.elements).flatMap { $0.tag == .string ? arena.bytes($0.text) : nil }
    let alternative = arena.value(.alt, in: media.elements).flatMap { $0.tag == .string ? arena.bytes($0.text) : nil }
    if let source, ImageData.allows(source) {
      writer.literal("<img class=\"image\"")
      identify(index, node)
      writer.attribute("src", source)
      writer.attribute("alt", alternative ?? [])
      return writer.literal(">\n")
    }
    // The page fetches nothing, so that the alternative text replaces the image.
    guard let alternative else { return }
    writer.literal("<div class=\"image\" role=\"img\"")
    identify(index, node)
    writer.attribute("aria-label", alternative)
    writer.literal("><span")
    direction()
    writer.literal(">")
    writer.text(alternative)
    writer.literal("</span></div>\n")
  }

  mutating func paintButton(_ index: Int, _ node: NodeRecord) {
    writer.literal("<div class=\"control\">\n<button type=\"submit\" name=\":action\"")
    writer.attribute("value", arena.bytes(node.id))
    identify(index, node)
    switch arena.word(.style, in: node.values) {
    case "primary": writer.literal(" class=\"primary\"")
    case "destructive": writer.literal(" class=\"destructive\"")
    case "cancel": writer.literal(" class=\"cancel\"")
    default: break
    }
    if let action = arena.value(.action, in: node.values), action.tag == .map,
      let validates = arena.value(.validates, in: action.elements), validates.tag == .bool, !validates.bool
    {
      writer.literal(" formnovalidate")
    }
    describe(index, descriptions(node))
    disable(index, node)
    enlist(index)
    direction()
    writer.literal(">")
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
    value(.label, node)
    writer.literal("</a>\n")
    paintDescriptions(index, node)
    writer.literal("</div>\n")
  }

  /// Whether a URL may be followed; an unchecked description may contain any URL.
  private func isAllowed(_ url: TextRange) -> Bool {
    let text = arena.text
    return LinkPolicy.allows(text.span.extracting(url.bounds))
  }

  mutating func paintProgress(_ index: Int, _ node: NodeRecord) {
    let progress = InterfaceDescription.Node(arena: arena, index: index).progress
    let words = reading.words(for: progress)
    writer.literal("<div class=\"progress\">\n<p class=\"label\" id=\"")
    id(index, "l")
    writer.literal("\"")
    direction()
    writer.literal(">")
    value(.label, node)
    writer.literal("</p>\n<progress")
    identify(index, node)
    if let percent = reading.percent(of: progress) {
      writer.literal(" max=\"100\" value=\"")
      writer.number(percent)
      writer.literal("\"")
    }
    refer("aria-labelledby", to: index, ["l"])
    writer.attribute("aria-valuetext", words)
    describe(index, descriptions(node))
    writer.literal("></progress>\n<p class=\"caption\" aria-hidden=\"true\"><bdi dir=\"ltr\"")
    language()
    writer.literal(">")
    writer.text(words)
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
    writer.literal("><strong class=\"severity\" dir=\"ltr\"")
    language()
    switch severity {
    case .info: writer.literal(">Info:</strong>")
    case .success: writer.literal(">Success:</strong>")
    case .warning: writer.literal(">Warning:</strong>")
    case .error: writer.literal(">Error:</strong>")
    }
    isolated(.text, node, class: "message")
    writer.literal("</div>\n")
  }
}
