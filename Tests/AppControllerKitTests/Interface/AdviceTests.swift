import AppControllerKit
import InterfaceGallery
import Testing

@Suite struct `The advice` {
  /// Something that is advised against, as small as it can be, and what is nearly the same and right.
  struct Advice: Sendable, CustomTestStringConvertible {
    let code: Diagnostic.Code
    let path: String
    let bad: String
    let good: [String]

    /// Nodes on a screen; `path` is the step below the screen.
    init(_ code: Diagnostic.Code, _ path: String, _ bad: String, not good: String...) {
      (self.code, self.path, self.bad, self.good) = (code, path, bad, good)
    }

    var testDescription: String { "\(code.rawValue) \(bad)" }
  }

  /// A screen with properties and children, in English.
  private static func screen(_ properties: String = "", _ children: String, language: String = "en") -> String {
    #"{"id":"d","lang":"\#(language)","root":{"kind":"screen","id":"s","label":"S",\#(properties)"children":[\#(children)]}}"#
  }

  private static func field(_ id: String, _ more: String = "", label: String = "F", input: String = "") -> String {
    #"{"kind":"field","id":"\#(id)","label":"\#(label)",\#(more)"input":{"name":"\#(id)"\#(input)}}"#
  }

  private static func button(
    _ id: String, _ label: String, style: String = "plain", action: String = "", more: String = ""
  ) -> String {
    #"{"kind":"button","id":"\#(id)","label":"\#(label)","style":"\#(style)",\#(more)"#
      + #""action":{"name":"\#(id)"\#(action)}}"#
  }

  private static func link(_ id: String, _ label: String, _ url: String = "https://a.example/b") -> String {
    #"{"kind":"link","id":"\#(id)","label":"\#(label)","url":"\#(url)"}"#
  }

  private static func image(_ alternative: String) -> String {
    #"{"kind":"image","media":{"source":"https://a.example/kitty.png","alt":"\#(alternative)"}}"#
  }

  private static func group(_ label: String, _ children: String) -> String {
    #"{"kind":"group","label":"\#(label)","children":[\#(children)]}"#
  }

  private static let send = button("go", "Go", action: #","sends":["f"]"#)

  private static let nodes = [
    Advice(
      .placeholderAsLabel, ".children[0].input.placeholder",
      field("f", label: "Email", input: #","placeholder":" email… ""#) + "," + send,
      not: field("f", label: "Email", input: #","placeholder":"kitty@example.com""#) + "," + send,
      field("f", label: "Email", input: #","placeholder":"""#) + "," + send,
      field("f", label: " ", input: #","placeholder":"""#) + "," + send
    ),
    Advice(
      .poorAlternative, ".children[0].media.alt", image("IMG_0042.JPG"), not: image("The file IMG_0042.JPG"),
      image("A page from example.com"), image("v1.2")
    ),
    Advice(
      .poorAlternative, ".children[0].media.alt", image("An image of a sleeping kitty"),
      not: image("A sleeping kitty"), image("Images of saints, carried through a street"), image("Imageoftheday")
    ),
    Advice(.poorAlternative, ".children[0].media.alt", image("Picture."), not: image("Picture frame")),
    Advice(
      .poorAlternative, ".children[0].media.alt", image(" "),
      not: #"{"kind":"image","media":{"source":"https://a.example/kitty.png","alt":" ","decorative":true}}"#
    ),
    Advice(
      .vagueLabel, ".children[0].label", link("l", "https://a.example", "https://a.example/b"),
      not: link("l", "a.example", "https://a.example/b")
    ),
    Advice(
      .vagueLabel, ".children[0].label", link("l", "https://a.example/b"), not: link("l", "a.example/b"),
      link("l", "Help at a.example")
    ),
    Advice(
      .vagueLabel, ".children[0].label",
      link("l", "A@b.example", "mailto:a@b.example").replacing("A@", with: "mailto:a@"),
      not: link("l", "a@b.example", "mailto:a@b.example")
    ),
    Advice(
      .vagueLabel, ".children[0].label", link("l", "Click here!"), not: link("l", "Click here to see Mia"),
      link("l", "Here and now")
    ),
    Advice(.vagueLabel, ".children[0].label", link("l", "Read more…"), not: link("l", "Read more about Mia")),
    Advice(.vagueLabel, ".children[0].label", button("b", "Here"), not: button("b", "More"), button("b", "Go")),
    Advice(
      .quietError, ".children[0].live", #"{"kind":"banner","severity":"error","text":"Lost","live":"off"}"#,
      not: #"{"kind":"banner","severity":"error","text":"Lost"}"#,
      #"{"kind":"banner","severity":"error","text":"Lost","live":"polite"}"#,
      #"{"kind":"banner","severity":"warning","text":"Slow","live":"off"}"#,
      #"{"kind":"banner","severity":"error","text":"Lost","live":"off","hidden":true}"#
    ),
    Advice(.blankText, ".children[0].label", button("b", " \u{200B}\u{3164}\u{2800}"), not: button("b", "–")),
    Advice(
      .blankText, ".children[0].text", #"{"kind":"text","text":"\n"}"#, not: #"{"kind":"spacer"}"#,
      #"{"kind":"text","text":"*"}"#
    ),
    Advice(
      .unsaidContent, ".children[0].input.content",
      field("new_password") + "," + button("go", "Go", action: #","sends":["new_password"]"#),
      not: field("new_password", input: #","content":"newPassword""#) + ","
        + button("go", "Go", action: #","sends":["new_password"]"#),
      field("password-hint") + "," + button("go", "Go", action: #","sends":["password-hint"]"#),
      // This host does not know what a passkey is, and does not know better.
      field("otp", input: #","content":"passkey""#) + "," + button("go", "Go", action: #","sends":["otp"]"#)
    ),
    Advice(
      .unsaidContent, ".children[0].input.content",
      field("password", input: #","content":"username""#) + "," + button("go", "Go", action: #","sends":["password"]"#),
      not: field("user", input: #","content":"username""#) + "," + button("go", "Go", action: #","sends":["user"]"#)
    ),
    Advice(
      .unsaidContent, ".children[0].input.content",
      field("workEmail") + "," + button("go", "Go", action: #","sends":["workEmail"]"#),
      not: field("workEmail", input: #","content":"email""#) + ","
        + button("go", "Go", action: #","sends":["workEmail"]"#),
      field("username", input: #","content":"email""#) + "," + button("go", "Go", action: #","sends":["username"]"#),
      field("emails-per-day") + "," + button("go", "Go", action: #","sends":["emails-per-day"]"#)
    ),
  ]

  private static let screens = [
    Advice(
      .ambiguousLabel, ".children[1].label", button("a", "Open") + "," + button("b", " OPEN"),
      not: button("a", "A+") + "," + button("b", "A-"),
      // The same thing twice is one thing.
      button("a", "Open") + "," + button("b", "Open").replacing(#""name":"b""#, with: #""name":"a""#),
      group("Mia", button("a", "Open")) + "," + group("Leo", button("b", "Open")),
      #"{"kind":"list","children":[{"kind":"item","id":"m","label":"Mia","children":["# + button("a", "Open")
        + #"]},{"kind":"item","id":"l","label":"Leo","children":["# + button("b", "Open") + "]}]}",
      button("a", "Open") + "," + button("b", "Open", more: #""hidden":true,"#)
    ),
    Advice(
      .ambiguousLabel, ".children[1].label",
      button("a", "Open", action: #","payload":{"n":"1"}"#) + ","
        + button("b", "Open", action: #","payload":{"n":"2"}"#).replacing(#""name":"b""#, with: #""name":"a""#),
      not: button("a", "Open 1", action: #","payload":{"n":"1"}"#) + ","
        + button("b", "Open 2", action: #","payload":{"n":"2"}"#)
    ),
    Advice(
      .ambiguousLabel, ".children[1].label", link("a", "Help") + "," + link("b", "Help", "https://a.example/c"),
      not: link("a", "Help") + "," + link("b", "Help")
    ),
    Advice(
      .blockedCancel, ".children[1].action.validates",
      field("f", input: #","rules":[{"rule":"required"}]"#) + ","
        + button("x", "Cancel", style: "cancel", action: #","sends":["f"]"#),
      not: field("f", input: #","rules":[{"rule":"required"}]"#) + ","
        + button("x", "Cancel", style: "cancel", action: #","sends":["f"],"validates":false"#),
      field("f") + "," + button("x", "Cancel", style: "cancel", action: #","sends":["f"]"#),
      field("f", input: #","rules":[{"rule":"required"}]"#) + "," + send + "," + button("x", "Cancel", style: "cancel")
        + #",{"kind":"divider"}"#
    ),
    Advice(
      .blockedCancel, ".children[1].enabled",
      field("f") + "," + button("x", "Cancel", style: "cancel", more: #""enabled":{"filled":["f"]},"#),
      not: field("f") + "," + button("x", "Next", more: #""enabled":{"filled":["f"]},"#),
      button("x", "Cancel", style: "cancel", more: #""enabled":false,"#)
    ),
    Advice(
      .missingDefault, ".primaryAction", field("f") + "," + send + "," + button("x", "Cancel", style: "cancel"),
      not: field("f") + "," + send, field("f") + "," + button("a", "A") + "," + button("b", "B"),
      // Where nothing is typed, Return is not expected to do anything.
      #"{"kind":"toggle","id":"f","label":"F","input":{"name":"f"}},"# + send + "," + button("x", "Cancel"),
      field("f") + "," + button("go", "Go", action: #","sends":["f"]"#, more: #""enabled":false,"#) + ","
        + button("x", "Cancel")
    ),
    Advice(
      .secondTitle, ".children[1].style",
      #"{"kind":"text","text":"A","style":"title"},{"kind":"text","text":"B","style":"title"}"#,
      not: #"{"kind":"text","text":"A","style":"title"},{"kind":"text","text":"B","style":"heading"}"#,
      #"{"kind":"text","text":"A","style":"title"},{"kind":"text","text":"B","style":"title","hidden":true}"#
    ),
    Advice(
      .unsentInput, ".children[0].input.name", field("f") + "," + button("go", "Go"), not: field("f") + "," + send,
      field("f") + "," + button("go", "Go", more: #""enabled":{"filled":["f"]},"#),
      field("f") + "," + field("g", input: #","rules":[{"rule":"sameAs","name":"f"}]"#) + ","
        + button("go", "Go", action: #","sends":["g"]"#),
      field("f") + "," + button("go", "Go", action: #","sends":["f"]"#, more: #""hidden":true,"#),
      field("f", #""hidden":true,"#) + "," + button("go", "Go"),
      // A storyboard without code asks nobody.
      field("f") + ","
        + button("go", "Go", action: #","scope":"host""#).replacing(#""name":"go""#, with: #""name":"login""#)
    ),
  ]

  private func advice(_ json: String) throws -> [Diagnostic] {
    let made = try InterfaceDescription(json: Array(json.utf8))
    let broken = made.validate()
    #expect(broken.allSatisfy { $0.severity == .warning }, "\(broken)")
    let all = made.lint()
    #expect(Array(all.prefix(broken.count)) == broken)
    return Array(all.dropFirst(broken.count))
  }

  @Test(arguments: nodes + screens)
  func `is given for what is not good, and not for what is nearly that`(advice: Advice) throws {
    let children = advice.bad
    // Some of the good examples have two buttons; which of them Return presses is another matter.
    let found = try self.advice(Self.screen("", children)).filter { $0.code == advice.code }
    #expect(found.map(\.code) == [advice.code])
    #expect(found.map(\.path) == ["$.root" + advice.path])
    #expect(found.map(\.severity) == [.warning])
    for good in advice.good {
      let found = try self.advice(Self.screen("", good))
      #expect(!found.contains { $0.code == advice.code }, "\(good): \(found)")
    }
  }

  @Test(arguments: [
    (#""primaryAction":"b","#, "destructive", "plain", ["ACK1303 $.root.primaryAction"]),
    (#""initialFocus":"b","#, "destructive", "plain", ["ACK1303 $.root.initialFocus"]),
    (#""primaryAction":"b","initialFocus":"b","#, "cancel", "plain", []),
    (#""primaryAction":"b","#, "destructive", "primary", ["ACK1303 $.root.primaryAction"]),
    (#""primaryAction":"b","#, "plain", "primary", ["ACK1307 $.root.primaryAction"]),
    (#""primaryAction":"b","#, "primary", "primary", []), (#""primaryAction":"b","#, "plain", "plain", []),
    ("", "destructive", "primary", []),
  ])
  func `is given for a button that Return should not press`(
    properties: String, style: String, other: String, expected: [String]
  ) throws {
    let children = Self.button("b", "B", style: style) + "," + Self.button("c", "C", style: other)
    let found = try advice(Self.screen(properties, children))
    #expect(found.map { "\($0.code.rawValue) \($0.path)" } == expected)
  }

  @Test func `is not given for a button that stands out and cannot be pressed`() throws {
    let children = Self.button("b", "B") + "," + Self.button("c", "C", style: "primary", more: #""enabled":false,"#)
    #expect(try advice(Self.screen(#""primaryAction":"b","#, children)) == [])
  }

  @Test(arguments: [
    ("en", true), ("de-CH", true), ("zh-Hant-TW", true), ("sr-Latn", true), ("es-419", true), ("x-klingon", true),
    ("i-navajo", true), ("", false), ("en_US", false), ("english", false), ("e", false), ("en-", false), ("-en", false),
    ("12", false), ("en US", false), ("x", false), ("en-toolongsubtag", false), ("dé", false),
  ])
  func `is given for a language that nobody can find`(language: String, isRight: Bool) throws {
    let found = try advice(Self.screen("", #"{"kind":"spacer"}"#, language: language))
    #expect(found.map(\.code) == (isRight ? [] : [.missingLanguage]))
    #expect(found.allSatisfy { $0.path == "$.lang" })
  }

  @Test func `is given for a language that is not said`() throws {
    let found = try advice(#"{"root":{"kind":"screen","id":"s","label":"S"}}"#)
    #expect(found.map(\.code) == [.missingLanguage])
  }

  @Test func `is given about words only where they are English`() throws {
    let children = Self.link("l", "More") + "," + Self.image("Image of More")
    #expect(try advice(Self.screen("", children)).map(\.code) == [.vagueLabel, .poorAlternative])
    #expect(try advice(Self.screen("", children, language: "en-GB")).count == 2)
    #expect(try advice(Self.screen("", children, language: "sr-Latn")) == [])
  }

  @Test func `is given besides errors, and changes nothing about them`() throws {
    let made = try InterfaceDescription(
      json: Array(
        Self.screen("", Self.field("f", label: "", input: #","placeholder":"F""#) + "," + Self.send).utf8))
    #expect(made.validate().map(\.code) == [.missingLabel])
    #expect(made.lint().map(\.code) == [.missingLabel, .placeholderAsLabel])
    #expect(made.lint().map(\.severity) == [.error, .warning])
    let poor = try InterfaceDescription(json: Array(Self.screen("", Self.image("a.png")).utf8))
    #expect(poor.validate() == [])
    #expect(throws: Never.self) { try poor.requireValid("the test's") }
  }

  @Test func `is not given about what is not shown`() throws {
    let button = Self.button("b", "Here")
    #expect(try advice(Self.screen("", #"{"kind":"group","hidden":true,"children":[\#(button)]}"#)) == [])
    #expect(try advice(Self.screen("", #"{"kind":"spacer","fallback":\#(button)}"#)) == [])
    #expect(try advice(Self.screen("", #"{"kind":"gadget","fallback":\#(button)}"#)).map(\.code) == [.vagueLabel])
    // A group that cannot be shown whole gives way to its fallback.
    let group = #"{"kind":"group","label":" ","fallback":{"kind":"spacer"},"children":[{"kind":"gadget"}]}"#
    #expect(try advice(Self.screen("", group)) == [])
    let hidden = Self.screen(#""hidden":true,"primaryAction":"b","#, Self.button("b", "B", style: "destructive"))
    #expect(try advice(hidden) == [])
    // A host that is too old shows the fallback text, and nothing of the rest.
    let newer = Self.screen("", button).replacing(#"{"id":"d""#, with: #"{"id":"d","schema":2,"fallbackText":"Update""#)
    #expect(try advice(newer) == [])
    #expect(build { $0.begin("screen") }.lint() == build { $0.begin("screen") }.validate())
  }

  @Test func `tells the screens of a description apart`() throws {
    let screens = ["a", "b"].map { id in
      #"{"kind":"screen","id":"s\#(id)","label":"S","children":["# + Self.button(id, "Open")
        + #",{"kind":"text","text":"T","style":"title"}]}"#
    }
    let made = #"{"lang":"en","root":{"kind":"navigation","children":[\#(screens.joined(separator: ","))]}}"#
    #expect(try advice(made) == [])
  }

  @Test func `counts what it does not list`() {
    let made = build { builder in
      builder.set("lang", "en")
      builder.node("screen", "s") { builder in
        builder.set("label", "S")
        for _ in 0..<9_999 { builder.node("text") { $0.set("text", " ") } }
      }
    }
    #expect(made.validate() == [])
    let found = made.lint()
    #expect(found.count == 101)
    #expect(found.last?.code == .more)
    #expect(found.last?.severity == .warning)
  }

  @Test func `counts broken rules and advice together`() {
    let made = build { builder in
      builder.set("lang", "en")
      builder.node("screen", "s") { builder in
        builder.set("label", "S")
        for _ in 0..<70 { builder.node("text") { $0.set("text", " ") } }
        for _ in 0..<70 { builder.node("text") { _ in } }
      }
    }
    #expect(made.validate().count == 70)
    let found = made.lint()
    #expect(found.count == 101)
    #expect(found.last?.severity == .warning)
    #expect(found.last?.message == "there are 40 more diagnostics")
    #expect(found.filter { $0.code == .more }.count == 1)
  }

  @Test(arguments: Gallery.screens)
  func `has nothing to say about the gallery`(screen: GalleryScreen) {
    #expect(screen.interface.lint() == [])
  }

  @Test func `has true things to say about the descriptions that use every kind`() {
    func said(_ description: InterfaceDescription) -> [String] {
      description.lint().map { "\($0.code.rawValue) \($0.path)" }
    }
    // They are for renderers: most inputs are sent by nobody, and the second does not say its language.
    #expect(
      said(EveryKind.loggedOut) == [2, 3, 5, 6].map { "ACK1314 $.root.children[5].children[\($0)].input.name" })
    #expect(said(EveryKind.loggedIn) == ["ACK1309 $.lang"])
  }
}
