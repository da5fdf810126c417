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
    let description = snapshot.front.map { InterfaceDescription(arena: $0.node.arena) }
    var writer = HTMLWriter(capacity: 16 << 10)
    writer.emit(
      "<div id=\"face\"", description.map { HTMLPage.attributes(of: $0, snapshot.traits) } ?? "",
      .attribute("data-title", title), .attribute("data-epoch", epoch),
      .attribute("data-interface", String(snapshot.revision)), snapshot.transition.map(attributes) ?? "", ">\n")
    for (position, picture) in snapshot.screens.enumerated() {
      let screen = LiveScreen(
        picture, isCovered: position < snapshot.screens.count - 1, pressed: snapshot.pressed, revealed: revealed)
      var painter = HTMLPainter(
        InterfaceDescription(arena: picture.node.arena), state: picture.state, picture.words, prefix: "n", live: screen,
        qrCodes: qrCodes)
      painter.paint(screen, fields, isPerforming: snapshot.isPerforming)
      writer.emit(.written(painter.writer.bytes))
    }
    writer.emit(snapshot.screens.isEmpty ? "<main></main>\n" : "", "</div>\n")
    return writer.bytes
  }

  private func attributes(of transition: AppController.Configuration) -> HTMLPart {
    let times =
      "--time: \(StyleSheet.milliseconds(transition.transitionDuration)); "
      + "--delay: \(StyleSheet.milliseconds(transition.transitionDelay))"
    return [.attribute("data-style", StyleSheet.name(of: transition.style)), .attribute("data-times", times)]
  }

  /// The URLs are relative; `head` and `messages` are markup of our own.
  package func document(
    _ fragment: [UInt8], style: String, script: String, head: String = "", messages: [UInt8]
  ) -> [UInt8] {
    let arena = snapshot.front.map { InterfaceDescription(arena: $0.node.arena) }
    let page = HTMLPage(description: arena ?? InterfaceDescription("page") {}, title: title, traits: snapshot.traits)
    // No interface leaves the element of the page, so that none can look like a message.
    let body: HTMLPart = [.written(messages), "<div class=\"page\">\n", .written(fragment), "</div>\n"]
    return page.document(linking: style, script, head: head, body)
  }

  package static func notice(title: String, paragraphs: [String], style: String) -> [UInt8] {
    let page = HTMLPage(
      description: InterfaceDescription("notice", language: "en") {}, title: title, traits: TraitCollection())
    let texts = paragraphs.map { ["<p class=\"text\">", .text($0), "</p>\n"] as HTMLPart }
    let body: HTMLPart = [
      "<div class=\"page\">\n<main class=\"screen\">\n<h1>", .text(title), "</h1>\n", .parts(texts),
      "<p><a href=\"./\">Open the page again</a></p>\n</main>\n</div>\n",
    ]
    return page.document(linking: style, nil, head: "", body)
  }

  /// Screen readers announce warnings and errors at once, other messages politely.
  ///
  /// What is to be copied or opened stands behind the id of the provider `speaker`.
  package static func messages(
    _ messages: [FaceMessage], _ requests: [FaceRequest] = [], of speaker: String? = nil
  ) -> [UInt8] {
    let isAlert = messages.contains { $0.severity == .error || $0.severity == .warning }
    let said: [HTMLPart] = messages.map { message in
      let code = message.error.map { " [\($0.code.rawValue)]" }
      return ["<p class=\"text\" dir=\"auto\">", .text(message.text), .text(code), "</p>"]
    }
    let asked: [HTMLPart] = requests.map { request in
      ["<p class=\"text\">", .text(speaker.map { "\($0) | " }), part(request), "</p>"]
    }
    var writer = HTMLWriter()
    writer.emit(
      "<div id=\"status\" class=\"said\" role=\"status\">", isAlert ? "" : .parts(said + asked),
      "</div>\n<div id=\"alert\" class=\"said\" role=\"alert\">", isAlert ? .parts(said + asked) : "", "</div>\n")
    return writer.bytes
  }

  private static func part(_ request: FaceRequest) -> HTMLPart {
    switch request {
    case .copy(let text): ["<code dir=\"ltr\">", .text(text), "</code>"]
    case .open(let url):
      [
        "<a", LinkPolicy.allows(url) ? [.attribute("href", url), " rel=\"noopener noreferrer\""] : "", ">", .text(url),
        "</a>",
      ]
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
    let (picture, node) = (live.picture, live.picture.node)
    screen = node.index
    isInLayer = picture.isLayer
    emit(
      picture.isLayer ? "<section class=\"layer\" role=\"dialog\" aria-modal=\"true\"" : "<div class=\"shown\"",
      " id=\"", id(node, "s"), "\"", picture.isLayer ? labelled(node) : "", live.isCovered ? " inert>\n" : ">\n",
      beginning(of: picture, fields), isPerforming && !live.isCovered ? wait(node) : "")
    for bar in picture.tabBars { paintBar(bar) }
    if let back = picture.back {
      emit(submission(":back", picture.words(back), class: "back", hasBuiltInLabel: back.title == nil))
    }
    paint(node.index)
    emit(
      picture.isLayer ? submission(":close", words(.close), class: "close", hasBuiltInLabel: true) : "",
      picture.isLayer ? "</form>\n</section>\n" : "</form>\n</div>\n")
  }

  /// The first button of a form is the one that Return presses.
  private func beginning(of picture: ScreenPicture, _ fields: [(name: String, value: String)]) -> HTMLPart {
    let node = picture.node
    // The ids let the page change a field alone.
    let hidden = ([(name: ":screen", value: "\(picture.id)")] + fields).enumerated().map { number, field in
      [
        "<input type=\"hidden\" id=\"", id(node, "i"), .text("\(number)"), "\"", .attribute("name", field.name),
        .attribute("value", field.value), ">\n",
      ] as HTMLPart
    }
    return [
      // The browser does not check the inputs: the screen reports errors in the same words as every front end.
      "<form id=\"", id(node, "f"), "\" method=\"post\" action=\"./\" novalidate>\n", .parts(hidden),
      "<button hidden tabindex=\"-1\" id=\"", id(node, "d"),
      picture.primaryButton.map { ["\" name=\":press\" value=\"", id($0.node)] } ?? "\" name=\":enter\" value=\"",
      "\"></button>\n",
    ]
  }

  private func wait(_ node: Node) -> HTMLPart {
    [
      "<p class=\"wait\" id=\"", id(node, "w"), "\" role=\"status\"", language, "><span class=\"busy\">",
      .text(words(.working)), "</span> <button class=\"cancel\" formnovalidate name=\":cancel\">",
      .text(words(.cancel)), "</button></p>\n",
    ]
  }

  private mutating func paintBar(_ bar: TabBarPicture) {
    emit(
      "<nav class=\"bar\"", .attribute("data-id", bar.id), .attribute("aria-label", bar.label ?? words(.tabs)), ">\n",
      bar.hint.map { ["<p class=\"hint\">", .text($0), "</p>\n"] } ?? "", "<ul role=\"list\">\n")
    for item in bar.items { paintTab(item, item.id == bar.selectedID ? .current : .posted(bar: bar.id)) }
    emit("</ul>\n</nav>\n")
  }

  private func submission(
    _ name: StaticString, _ label: String, class style: StaticString, hasBuiltInLabel: Bool
  ) -> HTMLPart {
    [
      "<p class=\"", .markup(style), "\"><button formnovalidate name=\"", .markup(name), "\"",
      hasBuiltInLabel ? language : "", ">", .text(label), "</button></p>\n",
    ]
  }
}
