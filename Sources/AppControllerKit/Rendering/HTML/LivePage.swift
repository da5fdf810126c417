/// The markup of a face's interface, for a page that stays open and follows the changes.
///
/// The id of an element is the identity of its node, so that the page can find the elements that differ. Every control
/// belongs to a form that is posted. A press is sent as `:press` with an identity, the selection of a tab as `:select`,
/// going back as `:back`, closing a layer as `:close`, and giving up the action under way as `:cancel`. A screen that
/// is covered by a layer is inert.
package struct LivePage: Sendable {
  package let snapshot: FaceSnapshot
  /// Beside `:screen`.
  package let fields: [(name: String, value: String)]
  /// Differs for each run of the app, because the same identities mean other nodes in another run.
  package let epoch: String
  /// The secret whose text is shown.
  package let revealed: FaceNodeID?

  package init(
    _ snapshot: FaceSnapshot, fields: [(name: String, value: String)] = [], epoch: String = "",
    revealed: FaceNodeID? = nil
  ) {
    (self.snapshot, self.fields, self.epoch, self.revealed) = (snapshot, fields, epoch, revealed)
  }

  /// The address of the screen, with the element of the layer in front as its fragment.
  package var address: String {
    let screen = snapshot.screens.first.map { ScreenAddress.text(of: $0.node.id ?? "") } ?? ""
    return snapshot.screens.dropFirst().last.map { "\(screen)#\($0.id)s" } ?? screen
  }

  package var title: String { snapshot.front?.node.label ?? snapshot.words(.interface) }

  /// The element with the id `face`, which contains the whole interface.
  package var fragment: [UInt8] {
    var writer = HTMLWriter(capacity: 16 << 10)
    writer.emit("<div id=\"face\"")
    if let front = snapshot.front {
      writer.attributes(of: InterfaceDescription(arena: front.node.arena), snapshot.traits)
      // The page moves the focus when this differs.
      writer.attribute("data-focus", "\(front.id).\(front.focusRevision)")
    }
    writer.attribute("data-title", title)
    writer.attribute("data-address", address)
    writer.attribute("data-epoch", epoch)
    writer.attribute("data-interface", String(snapshot.revision))
    if let transition = snapshot.transition {
      writer.attribute("data-style", StyleSheet.name(of: transition.style))
      writer.emit(" data-times=\"--time: ", text: StyleSheet.milliseconds(transition.transitionDuration))
      writer.emit("; --delay: ", text: StyleSheet.milliseconds(transition.transitionDelay), "\"")
    }
    writer.emit(">\n")
    for (position, picture) in snapshot.screens.enumerated() {
      let screen = LiveScreen(
        picture, isCovered: position < snapshot.screens.count - 1, pressed: snapshot.pressed, revealed: revealed)
      var painter = HTMLPainter(
        InterfaceDescription(arena: picture.node.arena), state: picture.state, picture.words, prefix: "n", live: screen,
        into: writer)
      painter.paint(screen, fields, isPerforming: snapshot.isPerforming)
      writer = painter.writer
    }
    writer.emit(snapshot.screens.isEmpty ? "<main></main>\n</div>\n" : "</div>\n")
    return writer.bytes
  }

  /// The URLs are relative; `head` and `messages` are markup of our own.
  package func document(
    _ fragment: [UInt8], style: String, script: String, head: String = "", messages: [UInt8]
  ) -> [UInt8] {
    let arena = snapshot.front.map { InterfaceDescription(arena: $0.node.arena) }
    let page = HTMLPage(description: arena ?? InterfaceDescription("page") {}, title: title, traits: snapshot.traits)
    var writer = HTMLWriter(capacity: fragment.count + messages.count + 4096)
    page.begin(&writer, linking: style, script, head: head)
    writer.emit(written: messages.span)
    // No interface leaves the element of the page, so that none can look like a message.
    writer.emit("<div class=\"page\">\n")
    writer.emit(written: fragment.span)
    writer.emit("</div>\n</body>\n</html>\n")
    return writer.bytes
  }

  package static func notice(title: String, paragraphs: [String], fix: String, style: String) -> [UInt8] {
    let page = HTMLPage(
      description: InterfaceDescription("notice", language: "en") {}, title: title, traits: TraitCollection())
    var writer = HTMLWriter()
    page.begin(&writer, linking: style)
    writer.emit("<div class=\"page\">\n<main class=\"screen\">\n<h1>", text: title, "</h1>\n")
    for text in paragraphs { writer.emit("<p class=\"text\">", text: text, "</p>\n") }
    writer.emit("<p><a href=\"./\">", text: fix, "</a></p>\n</main>\n</div>\n</body>\n</html>\n")
    return writer.bytes
  }

  /// Screen readers announce warnings and errors at once, other messages politely.
  ///
  /// What is to be copied or opened stands behind the id of the provider `speaker`.
  package static func messages(
    _ messages: [FaceMessage], _ requests: [FaceRequest] = [], of speaker: String? = nil
  ) -> [UInt8] {
    let isAlert = messages.contains { $0.severity == .error || $0.severity == .warning }
    let between: StaticString = "</div>\n<div id=\"alert\" class=\"said\" role=\"alert\">"
    var writer = HTMLWriter()
    writer.emit("<div id=\"status\" class=\"said\" role=\"status\">")
    if isAlert { writer.emit(between) }
    for message in messages {
      writer.emit("<p class=\"text\" dir=\"auto\">", text: message.text)
      if let error = message.error { writer.emit(" [", text: error.code.rawValue, "]") }
      writer.emit("</p>")
    }
    for request in requests {
      writer.emit("<p class=\"text\">", text: speaker.map { "\($0) | " })
      switch request {
      case .copy(let text): writer.emit("<code dir=\"ltr\">", text: text, "</code></p>")
      case .open(let url):
        writer.emit("<a")
        if LinkPolicy.allows(url) { writer.emit(" href=\"", text: url, "\" rel=\"noopener noreferrer\"") }
        writer.emit(">", text: url, "</a></p>")
      }
    }
    if !isAlert { writer.emit(between) }
    writer.emit("</div>\n")
    return writer.bytes
  }
}

struct LiveScreen {
  let picture: ScreenPicture
  let isCovered: Bool
  let focus: Int?
  /// Of a layer that names no node.
  let focusesTitle: Bool
  let pressed: Int?
  let revealed: Int?

  init(_ picture: ScreenPicture, isCovered: Bool, pressed: FaceNodeID?, revealed: FaceNodeID?) {
    (self.picture, self.isCovered) = (picture, isCovered)
    focus = isCovered ? nil : picture.focusedID.flatMap { picture[$0]?.node.index }
    focusesTitle = picture.isLayer && !isCovered && focus == nil
    self.pressed = pressed.flatMap { picture[$0]?.node.index }
    self.revealed = revealed.flatMap { picture[$0]?.node.index }
  }

  func number(of index: Int) -> Int { Int(clamping: picture.identity(of: index).number) }
}

extension HTMLPainter {
  fileprivate mutating func paint(
    _ live: LiveScreen, _ fields: [(name: String, value: String)], isPerforming: Bool
  ) {
    let (picture, node) = (live.picture, live.picture.node)
    screen = node.index
    isInLayer = picture.isLayer
    emit(picture.isLayer ? "<section class=\"layer\" role=\"dialog\" aria-modal=\"true\"" : "<div class=\"shown\"")
    emit(node, [" id=\"", .id("s"), "\"", picture.isLayer ? .labelled : "", live.isCovered ? " inert>\n" : ">\n"])
    // The browser does not check the inputs: the screen reports errors in the same words as every front end.
    emit(node, ["<form id=\"", .id("f"), "\" method=\"post\" action=\"./\" novalidate>\n"])
    for (number, field) in ([(name: ":screen", value: "\(picture.id)")] + fields).enumerated() {
      // The ids let the page change a field alone.
      emit(node, ["<input type=\"hidden\" id=\"", .id("i"), escaped("\(number)"), "\"", attribute("name", field.name)])
      emit([attribute("value", field.value), ">\n"])
    }
    // The first button of a form is the one that Return presses.
    emit(node, ["<button hidden tabindex=\"-1\" id=\"", .id("d"), "\""])
    if let button = picture.primaryButton { emit(button.node, [.press]) } else { emit(" name=\":enter\" value=\"\"") }
    emit("></button>\n")
    if isPerforming, !live.isCovered {
      emit(node, ["<p class=\"wait\" id=\"", .id("w"), "\" role=\"status\"", attribute("lang", language)])
      emit(["><span class=\"busy\">", escaped(words(.working)), "</span> <button class=\"cancel\" formnovalidate"])
      emit([" name=\":cancel\">", escaped(words(.cancel)), "</button></p>\n"])
    }
    for bar in picture.tabBars { paintBar(bar) }
    if let back = picture.back {
      let language = back.title == nil ? language : nil
      emit(["<p class=\"back\"><button formnovalidate name=\":back\"", attribute("lang", language), ">"])
      emit([escaped(picture.words(back)), "</button></p>\n"])
    }
    paint(node.index)
    if picture.isLayer {
      emit(["<p class=\"close\"><button formnovalidate name=\":close\"", own(words(.close)), "</button></p>\n"])
    }
    emit(picture.isLayer ? "</form>\n</section>\n" : "</form>\n</div>\n")
  }

  private mutating func paintBar(_ bar: TabBarPicture) {
    emit(["<nav class=\"bar\"", attribute("data-id", bar.id)])
    emit([attribute("aria-label", bar.label ?? words(.tabs)), ">\n"])
    if let hint = bar.hint { emit(["<p class=\"hint\">", escaped(hint), "</p>\n"]) }
    emit("<ul role=\"list\">\n")
    for item in bar.items { paintTab(item, item.id == bar.selectedID ? .current : .posted(bar: bar.id)) }
    emit("</ul>\n</nav>\n")
  }
}
