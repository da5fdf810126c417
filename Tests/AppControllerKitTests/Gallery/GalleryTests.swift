import AppControllerKit
import InterfaceGallery
import TestSupport
import Testing

@Suite struct `The gallery` {
  private func pretty(_ interface: InterfaceDescription) -> String { JSONRenderer(pretty: true).render(interface) }

  @Test(arguments: Gallery.screens)
  func `describes the same in JSON as with the elements`(screen: GalleryScreen) throws {
    let twin = try GalleryInJSON.storyboard().requireInterface(named: screen.name)
    let (expected, found) = (pretty(screen.interface), pretty(twin))
    #expect(twin == screen.interface, "\(difference(from: expected, to: found))")
    #expect(found == expected)
  }

  @Test func `has the same interfaces in JSON, each under its name`() throws {
    let storyboard = try GalleryInJSON.storyboard()
    #expect(storyboard.id == "com.example.gallery")
    #expect(storyboard.interfaceNames == Gallery.screens.map(\.name))
    #expect(Gallery.screens.map(\.interface.id) == Gallery.screens.map(\.name))
    #expect(Set(Gallery.screens.map(\.name)).count == Gallery.screens.count)
    #expect(Gallery.interface(named: "greeter")?.root.id == "greeter-screen")
    #expect(Gallery.interface(named: "nothing") == nil)
  }

  @Test(arguments: Gallery.screens)
  func `has nothing that the validator remarks on, and says its language`(screen: GalleryScreen) {
    #expect(screen.interface.validate() == [])
    #expect(screen.interface.language == "en")
  }

  @Test func `has a storyboard that nothing is to be said about`() throws {
    #expect(try GalleryInJSON.diagnostics() == [])
  }

  @Test(arguments: Gallery.screens)
  func `is drawn as it was`(screen: GalleryScreen) throws {
    try expectSnapshot(TextRenderer().render(screen.interface), "gallery-\(screen.name).txt")
  }

  @Test(arguments: Gallery.screens)
  func `is the same again when its canonical JSON is read`(screen: GalleryScreen) throws {
    let json = JSONRenderer().render(screen.interface)
    let again = try InterfaceDescription(json: Array(json.utf8))
    #expect(again == screen.interface)
    #expect(JSONRenderer().render(again) == json)
  }
}

@Suite struct `The gallery's greeter` {
  private let greeter: InterfaceDescription
  private let form: Form

  init() throws {
    greeter = try #require(Gallery.interface(named: "greeter"))
    form = Form(of: greeter.root)
  }

  @Test func `shows 32 messages of 512 bytes in their order, whole`() throws {
    let messages = greeter.root.children.prefix(32).map { $0.text ?? $0.label ?? "" }
    #expect(messages.map(\.utf8.count) == Array(repeating: 512, count: 32))
    for (index, message) in messages.enumerated() {
      #expect(message.contains(" \(index + 1) of 32. This computer belongs to "))
    }
    #expect(greeter.root.children.dropFirst(32).map(\.kind) == [.button, .button])
    let drawn = TextRenderer().render(greeter)
    for message in messages { #expect(drawn.contains(message)) }
    #expect(greeter.root.children.compactMap(\.severity).filter { $0 == .error }.count == 2)
  }

  @Test func `asks for what may be seen in the clear and for what may not as a secret`() {
    #expect(form.entries.map(\.input.name) == ["answer-16", "answer-24", "answer-31", "answer-32"])
    #expect(form.entries.map(\.input.content) == [.text, .password, .text, .password])
  }

  @Test func `sends answers that are empty, and is left without any`() throws {
    let button = try #require(greeter.node(withID: "continue"))
    let sends = try #require(button.action?.sends)
    #expect(sends == form.entries.map(\.input.name))
    #expect(form.violations(in: sends, [:]).isEmpty)
    let action = try InterfaceAction(of: button, values: [:])
    for name in sends { #expect(action[name] == "") }
    let cancel = try #require(greeter.node(withID: "cancel")?.action)
    #expect(!cancel.validates)
    #expect(cancel.sends.isEmpty)
  }

  @Test func `has no room for one more byte in a prompt`() {
    for (count, isValid) in [(512, true), (513, false)] {
      let made = InterfaceDescription("d") {
        Screen("s", title: "S") { TextField("f", "\(String(repeating: "x", count: count))") }
      }
      #expect(made.validate().isEmpty == isValid)
    }
  }
}

@Suite struct `The gallery's other screens` {
  private func node(_ id: String, of name: String) throws -> InterfaceDescription.Node {
    try #require(Gallery.interface(named: name)?.node(withID: id))
  }

  private func isEnabled(_ id: String, of name: String, _ values: InputValues = [:]) throws -> Bool {
    let node = try node(id, of: name)
    let form = Form(of: node.screen)
    return form.holds(node.enabled, form.initialValues.merging(values) { $1 })
  }

  @Test func `let a login begin when both fields are filled, and forget a password before`() throws {
    #expect(try !isEnabled("sign-in", of: "login"))
    #expect(try !isEnabled("sign-in", of: "login", ["email": .text("a@b.c")]))
    #expect(
      try isEnabled("sign-in", of: "login", ["email": .text("a@b.c"), "password": .secret(Secret("x"))])
    )
    #expect(try isEnabled("forgot-password", of: "login"))
    #expect(try node("forgot-password", of: "login").action?.validates == false)
    let banner = try #require(Gallery.interface(named: "login")?.root.children.first)
    #expect(banner.severity == .error && banner.isHidden)
  }

  @Test func `keep what was typed while they load, and leave only the way out`() throws {
    let loading = try #require(Gallery.interface(named: "loading"))
    #expect(loading.root.isBusy)
    #expect(
      Form(of: loading.root).initialValues
        == ["name": .text("Ada Kowalska"), "language": .text("pl"), "newsletter": .text("true")]
    )
    let usable = try loading.allNodes.filter { $0.kind == .button }.compactMap(\.id)
      .filter { try isEnabled($0, of: "loading") }
    #expect(usable == ["cancel"])
  }

  @Test(arguments: ["form-error", "login", "one-time-code", "greeter"])
  func `put the focus on the first input that wants something`(name: String) throws {
    let interface = try #require(Gallery.interface(named: name))
    let focus = try #require(interface.root.initialFocus)
    let hinted = Form(of: interface.root).entries.map(\.node).first { name != "form-error" || $0.hint != nil }
    #expect(hinted?.id == focus)
  }

  @Test(arguments: [
    (["12345"], false), (["123456"], true), (["12345678"], true), (["123456789"], false), (["12a456"], false),
  ])
  func `take a code of six to eight digits`(code: [String], isValid: Bool) throws {
    let field = try node("code", of: "one-time-code")
    let values: InputValues = ["code": .secret(Secret(code[0]))]
    #expect(Form(of: field.screen).violations(in: ["code"], values).isEmpty == isValid)
    #expect(try node("resend", of: "one-time-code").action?.deadline == 60)
  }

  @Test func `wait for another device with a deadline, politely`() throws {
    let root = try #require(Gallery.interface(named: "device-code")?.root)
    let progress = try #require(root.children.first { $0.kind == .progress })
    #expect(progress.progress?.deadline == 900)
    #expect(progress.live == .polite)
    let code = root.children.first { $0.kind == .code }?.text
    #expect(code == "WDJB-MJHT")
    #expect(root.children.compactMap(\.action).first { $0.scope == .host }?.payload["text"] == code)
  }
}
