import AppControllerKit
import AppControllerTerminal
import Testing

@Suite struct `What a mouse does on a screen` {
  private let renderer = TerminalRenderer()
  private var interaction = ScreenInteraction()
  private var state = PresentationState()

  private mutating func click(
    _ text: String, right: Int = 0, on description: InterfaceDescription = signInForm, isBusy: Bool = false
  ) throws -> [ScreenIntent] {
    let picture = try #require(ScreenPicture(of: description, state: state))
    interaction.show(picture)
    var drawn = InteractionState()
    (drawn.focus, drawn.editing) = (interaction.target, interaction.editing(in: picture))
    let frame = renderer.render(picture, traits: TraitCollection(60, 50), interaction: drawn)
    let row = try #require((0..<frame.grid.rows).first { frame.grid.text(ofRow: $0).contains(text) })
    let line = frame.grid.text(ofRow: row)
    let start = try #require(line.firstRange(of: text)?.lowerBound)
    let position = CellPosition(row: row, column: line.distance(from: line.startIndex, to: start) + right)
    let intents = interaction.handle(.click(position), on: picture, in: frame, isBusy: isBusy)
    for case .enter(let value, let input) in intents where !value.isSecret { state.values[input] = value }
    return intents
  }

  @Test mutating func `goes where it is pressed, and presses buttons, links, toggles and options`() throws {
    #expect(try click("Password") == [.focus(.node("password"))])
    #expect(
      try click("Stay signed in") == [.focus(.node("stay")), .enter(.text("true"), input: "stay")])
    #expect(try click("Dog") == [.focus(.node("role")), .enter(.plain(["dog"]), input: "role")])
    #expect(try click("string") == [.focus(.node("toys")), .enter(.plain(["string"]), input: "toys")])
    #expect(try click("Help") == [.focus(.node("help")), .press(nodeID: "help")])
    #expect(try click("Role") == [.focus(.node("role"))], "the label chooses nothing")
    #expect(try click("Log In") == [], "it is disabled")
    #expect(try click("Welcome") == [], "a text is no control")
    #expect(interaction.target == .node("role"))
  }

  @Test mutating func `presses nothing while something is under way`() throws {
    #expect(try click("Help", isBusy: true) == [.focus(.node("help"))])
  }

  @Test mutating func `presses an item the second time, and tabs and the way back at once`() throws {
    let list = InterfaceDescription("list", language: "en") {
      Screen("list", title: "List") { List { for name in ["ann", "bob"] { Item(name, name, action: "open") } } }
    }
    #expect(try click("bob", on: list) == [.focus(.node("bob"))])
    #expect(try click("bob", on: list) == [.focus(.node("bob")), .press(nodeID: "bob")])
    #expect(try click("ann", on: list) == [.focus(.node("ann"))])
    #expect(
      try click("Feed", on: tabbedApp) == [
        .focus(.tab(of: "main", "feed")), .select(bar: "main", item: "feed"),
      ])
    #expect(try click("Back", on: tabbedApp) == [.focus(.back), .goBack])
  }

  @Test mutating func `puts the caret where it is pressed in a text`() throws {
    state.values["email"] = .text("日本-kitty")
    #expect(try click("日本").last == .focus(.node("email")))
    func caret() throws -> Int? {
      let picture = try #require(ScreenPicture(of: signInForm, state: state))
      guard case .text(_, let caret)? = interaction.editing(in: picture)?.content else { return nil }
      return caret
    }
    #expect(try caret() == 0)
    // The two characters before it have two cells each.
    _ = try click("kitty", right: 2 + 2)
    #expect(try caret() == 5)
    _ = try click("kitty", right: 20)
    #expect(try caret() == 8)
  }

  @Test mutating func `scrolls with its wheel`() throws {
    let picture = try #require(ScreenPicture(of: signInForm))
    interaction.show(picture)
    #expect(interaction.handle(.wheel(1, CellPosition()), on: picture, isBusy: true) == [.scroll(by: 3)])
    #expect(interaction.handle(.wheel(-1, CellPosition()), on: picture, isBusy: true) == [.scroll(by: -3)])
  }
}
