import AppControllerKit
import AppControllerTerminal
import Testing

@Suite final class `Line mode with inputs of every sort` {
  private var dialogue = LineDialogue()
  private var state = PresentationState()
  private let form = InterfaceDescription("d") {
    Screen("s", title: "S") {
      TextField("day", "Day", content: .date).required()
      TextField("guests", "Guests", content: .number).range(min: "1", max: "9")
      TextField("why", "Why", lines: 3)
      DisclosureGroup("more", "More") { Text("Inside") }
      Button("go", "Go", action: Action("go").confirmed("Go?"))
    }
  }

  private var picture: ScreenPicture { get throws { try #require(ScreenPicture(of: form, state: state)) } }

  private func answer(_ text: String) -> LineDialogue.Turn {
    let turn = dialogue.take(Secret(text))
    for case .enter(let value, let input) in turn.intents { state.values[input] = value }
    return turn
  }

  @Test func `says what is asked for, and takes lines until a period`() throws {
    #expect(
      try dialogue.show(picture) == [
        "== S ==", "1. Day: empty (required, such as 2026-05-12)", "2. Guests: empty (1 to 9)", "3. Why: empty",
        "4. More, closed", "5. Go, button (asks first)",
      ])
    #expect(dialogue.prompt == ("Enter Day, such as 2026-05-12: ", false))
    _ = answer("2026-05-12")
    #expect(dialogue.prompt == ("Enter Guests, 1 to 9: ", false))
    _ = answer("3")
    #expect(dialogue.prompt == ("Enter Why, lines that end with \".\": ", false))
    _ = answer("first")
    #expect(dialogue.prompt == ("... ", false))
    _ = answer("")
    _ = answer("third")
    #expect(state.values["why"] == nil)
    _ = answer(".")
    #expect(state.values["why"] == .text("first\n\nthird"))
  }

  @Test func `opens a group by its number, and says what is in it`() throws {
    _ = try dialogue.show(picture)
    for _ in 0..<3 { _ = answer("") }
    #expect(answer("4").intents == [.focus(.node("more")), .press(nodeID: "more")])
    state.openGroups["more"] = true
    #expect(try dialogue.show(picture) == ["4. More, open", "  Inside"])
  }
}
