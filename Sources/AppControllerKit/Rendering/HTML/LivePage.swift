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
  private let qrCodes: QRCodeMaker?

  package init(
    _ snapshot: FaceSnapshot, fields: [(name: String, value: String)] = [], epoch: String = "",
    revealed: FaceNodeID? = nil, qrCodes: QRCodeMaker? = nil
  ) {
    (self.snapshot, self.fields, self.epoch) = (snapshot, fields, epoch)
    (self.revealed, self.qrCodes) = (revealed, qrCodes)
  }

  package var title: String { snapshot.front?.node.label ?? snapshot.words(.interface) }

  /// The element with the id `face`, which contains the whole interface.
  package var fragment: [UInt8] {
    var writer = HTMLWriter(capacity: 16 << 10)
    writer.literal("<div id=\"face\"")
    if let front = snapshot.front {
      let description = InterfaceDescription(arena: front.node.arena)
      writer.attribute("lang", HTMLPage.language(of: description))
      writer.attribute("dir", HTMLPage.direction(of: description, snapshot.traits))
    }
    writer.attribute("data-title", title)
    writer.attribute("data-epoch", epoch)
    writer.attribute("data-interface", String(snapshot.revision))
    if let transition = snapshot.transition { paint(transition, &writer) }
    writer.literal(">\n")
    for (position, picture) in snapshot.screens.enumerated() {
      let screen = LiveScreen(
        picture, isCovered: position < snapshot.screens.count - 1, pressed: snapshot.pressed, revealed: revealed)
      var painter = HTMLPainter(
        InterfaceDescription(arena: picture.node.arena), state: picture.state, picture.words, prefix: "n", live: screen,
        qrCodes: qrCodes)
      painter.paint(screen, fields, isPerforming: snapshot.isPerforming)
      writer.append(painter.writer)
    }
    if snapshot.screens.isEmpty { writer.literal("<main></main>\n") }
    writer.literal("</div>\n")
    return writer.bytes
  }

  private func paint(_ transition: AppController.Configuration, _ writer: inout HTMLWriter) {
    writer.attribute("data-style", StyleSheet.name(of: transition.style))
    let times =
      "--time: \(StyleSheet.milliseconds(transition.transitionDuration)); "
      + "--delay: \(StyleSheet.milliseconds(transition.transitionDelay))"
    writer.attribute("data-times", times)
  }

  /// The URLs are relative; `head` and `messages` are markup of our own.
  package func document(
    _ fragment: [UInt8], style: String, script: String, head: String = "", messages: [UInt8]
  ) -> [UInt8] {
    let arena = snapshot.front.map { InterfaceDescription(arena: $0.node.arena) }
    let page = HTMLPage(description: arena ?? InterfaceDescription("page") {}, title: title, traits: snapshot.traits)
    return page.document(linking: style, script, head: head) { writer in
      // No interface leaves the element of the page, so that none can look like a message.
      writer.raw(messages)
      writer.literal("<div class=\"page\">\n")
      writer.raw(fragment)
      writer.literal("</div>\n")
    }
  }

  package static func notice(title: String, paragraphs: [String], style: String) -> [UInt8] {
    let page = HTMLPage(
      description: InterfaceDescription("notice", language: "en") {}, title: title, traits: TraitCollection())
    return page.document(linking: style, nil, head: "") { writer in
      writer.literal("<div class=\"page\">\n<main class=\"screen\">\n<h1>")
      writer.text(title)
      writer.literal("</h1>\n")
      for paragraph in paragraphs {
        writer.literal("<p class=\"text\">")
        writer.text(paragraph)
        writer.literal("</p>\n")
      }
      writer.literal("<p><a href=\"./\">Open the page again</a></p>\n</main>\n</div>\n")
    }
  }

  /// Screen readers announce warnings and errors at once, other messages politely.
  ///
  /// What is to be copied or opened stands behind the id of the provider `speaker`.
  package static func messages(
    _ messages: [FaceMessage], _ requests: [FaceRequest] = [], of speaker: String? = nil
  ) -> [UInt8] {
    var writer = HTMLWriter()
    let isAlert = messages.contains { $0.severity == .error || $0.severity == .warning }
    writer.literal("<div id=\"status\" class=\"said\" role=\"status\">")
    if !isAlert { write(messages, requests, speaker, &writer) }
    writer.literal("</div>\n<div id=\"alert\" class=\"said\" role=\"alert\">")
    if isAlert { write(messages, requests, speaker, &writer) }
    writer.literal("</div>\n")
    return writer.bytes
  }

  private static func write(
    _ messages: [FaceMessage], _ requests: [FaceRequest], _ speaker: String?, _ writer: inout HTMLWriter
  ) {
    for message in messages {
      writer.literal("<p class=\"text\" dir=\"auto\">")
      writer.text(message.text)
      if let error = message.error { writer.text(" [\(error.code.rawValue)]") }
      writer.literal("</p>")
    }
    for request in requests {
      writer.literal("<p class=\"text\">")
      if let speaker { writer.text("\(speaker) | ") }
      switch request {
      case .copy(let text):
        writer.literal("<code dir=\"ltr\">")
        writer.text(text)
        writer.literal("</code></p>")
      case .open(let url):
        writer.literal("<a")
        if LinkPolicy.allows(url) {
          writer.attribute("href", url)
          writer.literal(" rel=\"noopener noreferrer\"")
        }
        writer.literal(">")
        writer.text(url)
        writer.literal("</a></p>")
      }
    }
  }
}

struct LiveScreen {
  let picture: ScreenPicture
  let isCovered: Bool
  let focus: Int?
  let pressed: Int?
  let revealed: Int?

  init(_ picture: ScreenPicture, isCovered: Bool, pressed: FaceNodeID?, revealed: FaceNodeID?) {
    (self.picture, self.isCovered) = (picture, isCovered)
    focus = isCovered ? nil : picture.focusedID.flatMap { picture[$0]?.node.index }
    self.pressed = pressed.flatMap { picture[$0]?.node.index }
    self.revealed = revealed.flatMap { picture[$0]?.node.index }
  }

  func number(of index: Int) -> Int { Int(clamping: picture.identity(of: index).number) }
}

extension HTMLPainter {
  fileprivate mutating func paint(
    _ live: LiveScreen, _ fields: [(name: String, value: String)], isPerforming: Bool
  ) {
    let (picture, index) = (live.picture, live.picture.node.index)
    screen = index
    writer.literal(
      picture.isLayer ? "<section class=\"layer\" role=\"dialog\" aria-modal=\"true\"" : "<div class=\"shown\"")
    writer.literal(" id=\"")
    id(index, "s")
    writer.literal("\"")
    if picture.isLayer { refer("aria-labelledby", to: index, ["l"]) }
    writer.literal(live.isCovered ? " inert>\n" : ">\n")
    beginForm(live, fields)
    if isPerforming, !live.isCovered { paintWait(index) }
    for bar in picture.tabBars { paintBar(bar) }
    if let back = picture.back {
      paintSubmission(":back", picture.words(back), class: "back", hasBuiltInLabel: back.title == nil)
    }
    isInLayer = picture.isLayer
    paint(index)
    if picture.isLayer { paintSubmission(":close", picture.words(.close), class: "close", hasBuiltInLabel: true) }
    writer.literal(picture.isLayer ? "</form>\n</section>\n" : "</form>\n</div>\n")
  }

  /// The first button of a form is the one that Return presses.
  private mutating func beginForm(_ live: LiveScreen, _ fields: [(name: String, value: String)]) {
    let index = live.picture.node.index
    writer.literal("<form id=\"")
    id(index, "f")
    // The browser does not check the inputs: the screen reports errors in the same words as every front end.
    writer.literal("\" method=\"post\" action=\"./\" novalidate>\n")
    hide(":screen", "\(live.picture.id)", as: 0)
    for (position, field) in fields.enumerated() { hide(field.name, field.value, as: position + 1) }
    writer.literal("<button hidden tabindex=\"-1\" id=\"")
    id(index, "d")
    if let primary = live.picture.primaryButton {
      writer.literal("\" name=\":press\" value=\"")
      id(primary.node.index)
    } else {
      writer.literal("\" name=\":enter\" value=\"")
    }
    writer.literal("\"></button>\n")
  }

  /// The id lets the page change this field alone.
  private mutating func hide(_ name: String, _ value: String, as number: Int) {
    writer.literal("<input type=\"hidden\" id=\"")
    if let screen { id(screen, "i") }
    writer.number(number)
    writer.literal("\"")
    writer.attribute("name", name)
    writer.attribute("value", value)
    writer.literal(">\n")
  }

  private mutating func paintWait(_ index: Int) {
    writer.literal("<p class=\"wait\" id=\"")
    id(index, "w")
    writer.literal("\" role=\"status\"")
    language()
    writer.literal("><span class=\"busy\">")
    writer.text(words(.working))
    writer.literal("</span> <button class=\"cancel\" formnovalidate name=\":cancel\"")
    writeFormOwner(index, takesFocus: false)
    writer.literal(">")
    writer.text(words(.cancel))
    writer.literal("</button></p>\n")
  }

  private mutating func paintBar(_ bar: TabBarPicture) {
    writer.literal("<nav class=\"bar\"")
    writer.attribute("data-id", bar.id)
    writer.attribute("aria-label", bar.label ?? words(.tabs))
    writer.literal(">\n")
    if let hint = bar.hint {
      writer.literal("<p class=\"hint\">")
      writer.text(hint)
      writer.literal("</p>\n")
    }
    writer.literal("<ul role=\"list\">\n")
    for item in bar.items { paintTab(item, item.id == bar.selectedID ? .current : .posted(bar: bar.id)) }
    writer.literal("</ul>\n</nav>\n")
  }

  private mutating func paintSubmission(
    _ name: StaticString, _ label: String, class style: StaticString, hasBuiltInLabel: Bool
  ) {
    writer.literal("<p class=\"")
    writer.literal(style)
    writer.literal("\"><button formnovalidate name=\"")
    writer.literal(name)
    writer.literal("\"")
    if hasBuiltInLabel { language() }
    if let screen { writeFormOwner(screen, takesFocus: false) }
    writer.literal(">")
    writer.text(label)
    writer.literal("</button></p>\n")
  }

  mutating func paintLiveDisclosure(_ index: Int, _ node: NodeRecord, isOpen: Bool) {
    writer.literal("<div class=\"group\"")
    identify(index, node)
    writer.literal(">\n<button class=\"disclosure\" formnovalidate")
    writer.literal(isOpen ? " aria-expanded=\"true\"" : " aria-expanded=\"false\"")
    press(index, node)
    describe(index, descriptions(node))
    writeFormOwner(index)
    writer.literal("><bdi class=\"name\">")
    value(.label, node)
    writer.literal("</bdi></button>\n")
    paintDescriptions(index, node)
    if isOpen { paintChildren(index) }
    writer.literal("</div>\n")
  }
}
