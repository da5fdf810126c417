import AppControllerKit
import Testing

@testable import AppControllerTerminal

@Suite final class `What line mode says and asks` {
  private var dialogue = LineDialogue()
  private var picture: ScreenPicture

  init() throws { picture = try #require(ScreenPicture(of: signInForm)) }

  /// Answers a question, and keeps the entered values as a screen does.
  private func answer(_ text: String) -> LineDialogue.Turn {
    let turn = dialogue.take(Secret(text))
    for case .enter(let value, let input) in turn.intents where !value.isSecret { picture.state.values[input] = value }
    return turn
  }

  @Test func `is all of a screen once, with numbers at what can be chosen`() {
    #expect(
      dialogue.show(picture) == [
        "== Sign in ==", "Welcome", "1. Email: empty (required)", "2. Password: not shown (required, secret)",
        "3. Stay signed in: off", "4. Role:", "  Cat: off", "  Dog: off", "5. Toys:", "  ball: off",
        "  string: off", "Log In, button (primary, disabled)", "6. Help, link to https://example.com/help",
      ])
    #expect(dialogue.show(picture) == [])
  }

  @Test func `leads through a form, and submits it with Return`() throws {
    _ = dialogue.show(picture)
    #expect(dialogue.prompt == ("Email: ", false))
    #expect(answer("ann@example.com").intents.first == .enter(.text("ann@example.com"), input: "email"))
    #expect(dialogue.show(picture) == [])
    #expect(dialogue.prompt == ("Password: ", true))
    #expect(answer("canary").intents == [.enter(.secret(Secret("canary")), input: "password")])
    #expect(dialogue.secrets == ["password": .secret(Secret("canary"))])
    // A button that was disabled is enabled now, and the numbers after it have changed.
    #expect(dialogue.show(picture) == ["6. Log In, button (primary)", "7. Help, link to https://example.com/help"])
    #expect(dialogue.prompt == ("1 to 7, q to leave [Log In]: ", false))
    #expect(answer("").intents == [.focus(.node("go")), .press(nodeID: "go")])
  }

  @Test func `does not ask again for what was left empty`() {
    _ = dialogue.show(picture)
    #expect(answer("").intents == [.focus(.node("password"))])
    #expect(answer("").intents == [])
    #expect(dialogue.prompt == ("1 to 6, q to leave: ", false))
    // Without a suggestion, the whole screen is written again.
    #expect(answer("").lines.count == 13)
  }

  @Test func `takes numbers and names, and says what it does not understand`() {
    _ = dialogue.show(picture)
    for _ in 0..<2 { _ = answer("") }
    #expect(answer("3").intents == [.focus(.node("stay")), .enter(.text("true"), input: "stay")])
    #expect(answer("stay SIGNED in").lines == ["Stay signed in: on"])
    #expect(answer("9").lines == ["There is no 9 here."])
    #expect(answer("\u{1B}[31m").lines == ["Nothing here is called that."])
    #expect(answer("b").lines == ["There is nothing to go back to."])
    #expect(answer("Log In").lines == ["Nothing here is called that."], "it cannot be pressed yet")
    #expect(answer("q").intents == [.leave])
  }

  @Test func `offers the options of a choice by number`() {
    _ = dialogue.show(picture)
    for _ in 0..<2 { _ = answer("") }
    #expect(answer("4").lines == ["  1. Cat", "  2. Dog"])
    #expect(dialogue.prompt == ("Role, number: ", false))
    for wrong in ["3", "1 2", "x"] { #expect(answer(wrong).lines == ["Choose one of 1 to 2."]) }
    #expect(answer("2").intents == [.enter(.text("dog"), input: "role")])
    #expect(answer("5").lines == ["  1. ball", "  2. string"])
    #expect(answer("1, 2").intents == [.enter(.plain(["ball", "string"]), input: "toys")])
  }

  @Test func `ends with the input`() {
    _ = dialogue.show(picture)
    #expect(dialogue.take(nil).intents == [.leave])
  }

  @Test func `says only what an answer has changed`() {
    _ = dialogue.show(picture)
    picture.state.fieldErrors = ["email": "Enter your email"]
    #expect(dialogue.show(picture) == ["  error in Email: Enter your email"])
    #expect(dialogue.prompt.text == "Email: ")
  }

  @Test func `asks again for what is wrong, and says so again when it is still wrong`() {
    _ = dialogue.show(picture)
    for text in ["a", "b"] { _ = answer(text) }
    #expect(answer("").intents == [.focus(.node("go")), .press(nodeID: "go")])
    picture.state.fieldErrors = ["password": "Too short"]
    #expect(dialogue.show(picture) == ["  error in Password: Too short"])
    #expect(dialogue.prompt == ("Password: ", true))
    #expect(answer("c").intents == [.enter(.secret(Secret("c")), input: "password")])
    #expect(answer("").intents == [.focus(.node("go")), .press(nodeID: "go")])
    #expect(dialogue.show(picture) == ["  error in Password: Too short"])
  }

  @Test func `forgets secrets with their screen`() throws {
    _ = dialogue.show(picture)
    for text in ["a", "canary"] { _ = answer(text) }
    #expect(dialogue.secrets.count == 1)
    _ = dialogue.show(try #require(ScreenPicture(of: tabbedApp)))
    #expect(dialogue.secrets == [:])
  }

  @Test func `is also what surrounds a screen`() throws {
    let lines = dialogue.show(try #require(ScreenPicture(of: tabbedApp)))
    #expect(
      lines == [
        "Kitty:", "  1. Feed, tab", "  Products, tab (selected)", "2. Back to All, button", "== Ball ==",
        "3. Buy, button",
      ])
    #expect(dialogue.prompt.text == "1 to 3, b to go back, q to leave: ")
    #expect(answer("b").intents == [.goBack])
    #expect(answer("1").intents == [.select(bar: "main", item: "feed")])
  }
}
