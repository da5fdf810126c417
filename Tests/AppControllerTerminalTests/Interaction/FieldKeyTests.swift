import AppControllerKit
import AppControllerTerminal
import Testing

@Suite final class `The keys of a field that takes more than a line of text` {
  private var interaction = ScreenInteraction()
  private var state = PresentationState()

  private let form = InterfaceDescription("d") {
    Screen("s", title: "S") {
      TextField("why", "Why", value: "one\ntwo", lines: 4)
      TextField("day", "Day", content: .date, value: "2026-01-31").range(max: "2026-12-31")
      TextField("guests", "Guests", content: .number, value: "2").range(min: "1", max: "3")
      DisclosureGroup("more", "More") { TextField("inside", "Inside") }
      Button("go", "Go", style: .primary, action: "go")
    }
  }

  @discardableResult
  private func press(_ keys: TerminalKey...) throws -> [ScreenIntent] {
    var intents: [ScreenIntent] = []
    for key in keys {
      let picture = try #require(ScreenPicture(of: form, state: state))
      interaction.show(picture)
      let new = interaction.handle(key, on: picture, isBusy: false)
      for case .enter(let value, let input) in new { state.values[input] = value }
      intents += new
    }
    return intents
  }

  @Test func `make a line with Return, and leave with Tab`() throws {
    try press(.enter, .character("x"))
    #expect(state.values["why"] == .text("one\ntwo\nx"))
    #expect(try press(.tab) == [.focus(.node("day"))])
  }

  @Test func `keep the line feeds of what is pasted`() throws {
    for scalar in "\na\nb".unicodeScalars { try press(.pasted(scalar)) }
    #expect(state.values["why"] == .text("one\ntwo\na\nb"))
  }

  @Test func `go from line to line, and on at the ends`() throws {
    try press(.up, .character("x"))
    #expect(state.values["why"] == .text("onex\ntwo"))
    try press(.down, .character("y"))
    #expect(state.values["why"] == .text("onex\ntwoy"))
    #expect(try press(.down) == [.focus(.node("day"))], "behind the last line is what follows")
  }

  @Test func `step the part of a day that the caret is in, within its bounds`() throws {
    try press(.tab, .down)
    #expect(state.values["day"] == .text("2026-01-30"))
    try press(.home, .up)
    #expect(state.values["day"] == .text("2026-12-31"), "a year later is beyond the bound")
    try press(.right, .right, .right, .right, .right, .down)
    #expect(state.values["day"] == .text("2026-11-30"))
  }

  @Test func `step a number with arrows and signs`() throws {
    try press(.tab, .tab, .up, .up)
    #expect(state.values["guests"] == .text("3"))
    try press(.character("-"))
    #expect(state.values["guests"] == .text("2"))
    try press(.character("+"))
    #expect(state.values["guests"] == .text("3"))
    try press(.backspace, .character("-"))
    #expect(state.values["guests"] == .text("-"), "at its beginning a hyphen is a sign")
  }

  @Test func `stop at a closed group, not in it, and press it`() throws {
    #expect(
      try press(.tab, .tab, .tab, .enter, .tab).suffix(3) == [
        .focus(.node("more")), .press(nodeID: "more"), .focus(.node("go")),
      ])
    state.openGroups = ["more": true]
    #expect(try press(.backTab, .backTab) == [.focus(.node("inside")), .focus(.node("more"))])
  }
}
