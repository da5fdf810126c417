import AppControllerKit
import Testing

@testable import AppControllerTerminal

@Suite final class `What keys do on a screen` {
  private var interaction = ScreenInteraction()
  private var state = PresentationState()

  private var picture: ScreenPicture { get throws { try picture(of: signInForm) } }

  private func picture(of description: InterfaceDescription) throws -> ScreenPicture {
    var picture = try #require(ScreenPicture(of: description, state: state))
    picture.state.values.merge(interaction.secrets(of: picture)) { $1 }
    return picture
  }

  /// Presses keys one after the other, and keeps the entered values as a screen does.
  private func press(_ keys: TerminalKey..., on description: InterfaceDescription = signInForm) throws
    -> [ScreenIntent]
  {
    var intents: [ScreenIntent] = []
    for key in keys {
      let picture = try picture(of: description)
      interaction.show(picture)
      let new = interaction.handle(key, on: picture, isBusy: false)
      for case .enter(let value, let input) in new where !value.isSecret { state.values[input] = value }
      intents += new
    }
    return intents
  }

  private func type(_ text: String) throws {
    for scalar in text.unicodeScalars { _ = try press(.character(scalar)) }
  }

  @Test func `goes round everything that can be used, both ways`() throws {
    try interaction.show(picture)
    #expect(interaction.target == .node("email"))
    let all = ["password", "stay", "role", "toys", "help", "email"].map { ScreenIntent.focus(.node($0)) }
    #expect(try press(.tab, .tab, .tab, .tab, .tab, .tab) == all, "a button that is disabled is passed over")
    #expect(try press(.backTab, .backTab) == [.focus(.node("help")), .focus(.node("toys"))])
  }

  @Test func `types into fields, goes on with Return, and submits when all is filled`() throws {
    try type("a@b")
    #expect(state.values["email"] == .text("a@b"))
    #expect(try interaction.editing(in: picture) == FieldEditing(id: "email", .text("a@b", caret: 3)))
    #expect(try press(.enter) == [.focus(.node("password"))])
    try type("canary")
    #expect(state.values["password"] == nil, "a secret is kept nowhere else")
    #expect(try interaction.editing(in: picture) == FieldEditing(id: "password", .secret(count: 6, caret: 6)))
    #expect(try interaction.secretLengths(of: picture) == ["password": 6])
    #expect(try interaction.secrets(of: picture) == ["password": .secret(Secret("canary"))])
    #expect(try press(.enter) == [.press(nodeID: "go")])
  }

  @Test func `does not submit what is pasted`() throws {
    var intents: [ScreenIntent] = []
    for scalar in "a\nb".unicodeScalars { intents += try press(.pasted(scalar)) }
    #expect(intents == [.enter(.text("a"), input: "email"), .enter(.text("ab"), input: "email")])
  }

  @Test func `turns toggles, and chooses options`() throws {
    _ = try press(.tab, .tab)
    #expect(
      try press(.character(" "), .enter) == [
        .enter(.text("true"), input: "stay"), .enter(.text("false"), input: "stay"),
      ])
    _ = try press(.tab)
    #expect(try interaction.editing(in: picture) == FieldEditing(id: "role", .option(0)))
    #expect(try press(.down) == [.enter(.plain(["dog"]), input: "role")])
    #expect(try press(.down) == [.focus(.node("toys"))], "behind the last option is what follows")
    #expect(
      try press(.character(" "), .down, .character(" "), .character(" ")) == [
        .enter(.plain(["ball"]), input: "toys"), .enter(.plain(["ball", "string"]), input: "toys"),
        .enter(.plain(["ball"]), input: "toys"),
      ])
  }

  @Test func `presses links and tabs, and goes back`() throws {
    _ = try press(.backTab)
    #expect(try press(.enter) == [.press(nodeID: "help")])
    #expect(try press(.escape) == [])
    #expect(try press(.escape, on: tabbedApp) == [.goBack])
    #expect(interaction.target == .node("buy"))
    #expect(try press(.backTab, .enter, on: tabbedApp) == [.focus(.back), .goBack])
    #expect(
      try press(.backTab, .left, on: tabbedApp) == [
        .focus(.tab(of: "main", "products")), .focus(.tab(of: "main", "feed")), .select(bar: "main", item: "feed"),
      ])
  }

  @Test func `presses nothing twice, and gives up what is waited for`() throws {
    try interaction.show(picture)
    interaction.focus(on: .node("help"))
    for key in [TerminalKey.enter, .character(" ")] {
      #expect(try interaction.handle(key, on: picture, isBusy: true) == [])
    }
    #expect(try interaction.handle(.escape, on: picture, isBusy: true) == [.cancel])
    #expect(try interaction.handle(.tab, on: picture, isBusy: true) == [.focus(.node("email"))])
  }

  @Test func `leaves at the end of input, but not with something typed`() throws {
    #expect(try press(.endOfInput) == [.leave])
    try type("a")
    #expect(try press(.endOfInput) == [])
    #expect(try press(.pageDown, .pageUp, .redraw) == [.scroll(1), .scroll(-1), .redraw])
  }

  @Test func `forgets secrets with their screen, and keeps the rest by id`() throws {
    try type("a")
    _ = try press(.tab)
    try type("canary")
    try interaction.show(picture)
    #expect(try interaction.target == .node("password") && interaction.secrets(of: picture).count == 1)
    interaction.show(try picture(of: tabbedApp))
    try interaction.show(picture)
    #expect(try interaction.secrets(of: picture) == [:])
    #expect(interaction.target == .node("email"))
    #expect(try interaction.editing(in: picture) == FieldEditing(id: "email", .text("a", caret: 1)))
  }
}
