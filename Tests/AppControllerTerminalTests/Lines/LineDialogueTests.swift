import AppControllerKit
import AppControllerTerminal
import Testing

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
        "  string: off", "6. Log In, button (primary, disabled)", "7. Help, link to https://example.com/help",
      ])
    #expect(dialogue.show(picture) == [])
  }

  @Test func `leads through a form, and submits it with Return`() throws {
    _ = dialogue.show(picture)
    #expect(dialogue.prompt == ("Enter Email: ", false))
    #expect(answer("ann@example.com").intents.first == .enter(.text("ann@example.com"), input: "email"))
    #expect(dialogue.show(picture) == [])
    #expect(dialogue.prompt == ("Enter Password: ", true))
    #expect(answer("canary").intents == [.enter(.secret(Secret("canary")), input: "password")])
    #expect(dialogue.secrets == ["password": .secret(Secret("canary"))])
    // A button that was disabled is enabled now; no number has changed.
    #expect(dialogue.show(picture) == ["6. Log In, button (primary)"])
    #expect(dialogue.prompt == ("Choose 1 to 7, q to leave [Log In]: ", false))
    #expect(answer("").intents == [.focus(.node("go")), .press(nodeID: "go")])
  }

  @Test func `has the names of a library behind its id, in lines and in questions`() {
    dialogue = LineDialogue(speaker: "a.b")
    #expect(dialogue.show(picture).allSatisfy { $0.hasPrefix("a.b | ") })
    #expect(dialogue.prompt == ("Enter a.b | Email: ", false))
    _ = answer("ann@example.com")
    _ = dialogue.show(picture)
    #expect(dialogue.prompt == ("Enter a.b | Password: ", true))
    _ = answer("canary")
    _ = dialogue.show(picture)
    #expect(dialogue.prompt == ("Choose 1 to 7, q to leave [a.b | Log In]: ", false))
    _ = answer("4")
    #expect(dialogue.prompt == ("Choose a.b | Role, a number from 1 to 2: ", false))
  }

  @Test func `does not ask again for what was left empty`() {
    _ = dialogue.show(picture)
    #expect(answer("").intents == [.focus(.node("password"))])
    #expect(answer("").intents == [])
    #expect(dialogue.prompt == ("Choose 1 to 7, q to leave: ", false))
    // Without a suggestion, the whole screen is written again.
    #expect(answer("").lines.count == 13)
  }

  @Test func `takes numbers and names, and says what it does not understand`() {
    _ = dialogue.show(picture)
    for _ in 0..<2 { _ = answer("") }
    #expect(answer("3").intents == [.focus(.node("stay")), .enter(.text("true"), input: "stay")])
    #expect(answer("stay SIGNED in").lines == ["Stay signed in: off"])
    #expect(answer("9").lines == ["There is no 9 here."])
    #expect(answer("\u{1B}[31m").lines == ["Nothing here is called that. ? says what can be typed."])
    #expect(answer("b").lines == ["There is nothing to go back to."])
    #expect(
      answer("Log In").intents == [.focus(.node("go")), .press(nodeID: "go")],
      "the answer says what is missing")
    #expect(answer("q").intents == [.leave])
  }

  @Test func `offers the options of a choice by number`() {
    _ = dialogue.show(picture)
    for _ in 0..<2 { _ = answer("") }
    #expect(answer("4").lines == ["  1. Cat", "  2. Dog"])
    #expect(dialogue.prompt == ("Choose Role, a number from 1 to 2: ", false))
    for wrong in ["3", "1 2", "x"] { #expect(answer(wrong).lines == ["Choose one of 1 to 2, or Return for none."]) }
    #expect(answer("2").intents == [.enter(.text("dog"), input: "role")])
    #expect(answer("5").lines == ["  1. ball", "  2. string"])
    #expect(answer("1, 2").intents == [.enter(.plain(["ball", "string"]), input: "toys")])
  }

  @Test func `says what can be answered, and what it knows of the control that is asked about`() {
    _ = dialogue.show(picture)
    let help = answer("?")
    #expect(help.intents == [])
    #expect(help.lines == ["1. Email: empty (required)", FaceWords.english(.enterHelp)])
    #expect(dialogue.prompt == ("Enter Email: ", false))
    _ = answer("")
    // A password may be anything.
    #expect(answer("?").intents == [.enter(.secret(Secret("?")), input: "password")])
    for word in ["?", "help"] { #expect(answer(word).lines == [FaceWords.english(.chooseHelp)]) }
    _ = answer("4")
    #expect(answer("?").lines.last == FaceWords.english(.pickHelp))
    #expect(answer("2").intents == [.enter(.text("dog"), input: "role")])
  }

  @Test func `says at once what is wrong with an answer, and asks again`() throws {
    let form = InterfaceDescription("x", language: "en") {
      Screen("s", title: "S") {
        TextField("email", "Email").required().rule(.email)
        TextField("code", "Code").length(min: 4)
      }
    }
    picture = try #require(ScreenPicture(of: form))
    _ = dialogue.show(picture)
    #expect(answer("ann").lines == ["  error in Email: Email is not an email address"])
    #expect(dialogue.prompt == ("Enter Email: ", false))
    #expect(answer("ann@example.com").intents.first == .enter(.text("ann@example.com"), input: "email"))
    #expect(answer("abc").lines == ["  error in Code: Code needs at least 4 characters"])
    #expect(answer("").intents == [], "Return leaves it")
  }

  @Test func `ends with the input`() {
    _ = dialogue.show(picture)
    #expect(dialogue.take(nil).intents == [.leave])
  }

  @Test func `says only what an answer has changed`() {
    _ = dialogue.show(picture)
    picture.state.fieldErrors = ["email": "Enter your email"]
    #expect(dialogue.show(picture) == ["  error in Email: Enter your email"])
    #expect(dialogue.prompt.text == "Enter Email: ")
  }

  @Test func `asks again for what is wrong, and says so again when it is still wrong`() {
    _ = dialogue.show(picture)
    for text in ["a", "b"] { _ = answer(text) }
    _ = dialogue.show(picture)
    #expect(answer("").intents == [.focus(.node("go")), .press(nodeID: "go")])
    picture.state.fieldErrors = ["password": "Too short"]
    #expect(dialogue.show(picture) == ["  error in Password: Too short"])
    #expect(dialogue.prompt == ("Enter Password: ", true))
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
    #expect(dialogue.prompt.text == "Choose 1 to 3, b to go back, q to leave: ")
    #expect(answer("b").intents == [.goBack])
    #expect(answer("1").intents == [.select(bar: "main", item: "feed")])
  }

  // MARK: - Much

  private func list(_ count: Int, note: String = "Much", more: [String] = []) throws -> ScreenPicture {
    let description = InterfaceDescription("list", language: "en") {
      Screen("list", title: "List") {
        Text(note)
        List("Friends") {
          for name in more { Item(name, name, action: "open") }
          for number in 1...count { Item("friend-\(number)", "Friend \(number)", action: "open") }
        }
        Button("add", "Add", action: "add")
      }
    }
    return try #require(ScreenPicture(of: description))
  }

  @Test func `of a long list is its beginning, and the rest in pages`() throws {
    let picture = try list(1000)
    let lines = dialogue.show(picture)
    #expect(lines.first == "== List ==" && lines.last == "1001. Add, button")
    #expect(lines.filter { $0.contains("Friend ") } == (1...10).map { "  \($0). - Friend \($0)" })
    #expect(lines.contains("990 more of 1000: m says more, / and a word finds."))
    #expect(dialogue.prompt.text == "Choose 1 to 1001, m for more, / and a word to find, q to leave: ")
    #expect(
      answer("m").lines == (11...30).map { "  \($0). - Friend \($0)" } + [
        "970 more of 1000: m says more, / and a word finds."
      ])
    for _ in 0..<49 { _ = answer("m") }
    #expect(answer("m").lines == ["There is no more."])
    #expect(answer("777").intents == [.focus(.node("friend-777")), .press(nodeID: "friend-777")])
  }

  @Test func `finds in a long list what has a word`() throws {
    _ = dialogue.show(try list(1000))
    #expect(
      answer("/ fRIEND 99").lines
        == [99, 990, 991, 992, 993, 994, 995, 996, 997, 998, 999].map { "  \($0). - Friend \($0)" })
    #expect(answer("/friend").lines.last == "980 more have it; a longer word finds fewer.")
    #expect(answer("/nobody").lines == ["Nothing here has that."])
    #expect(answer("friend 500").intents == [.focus(.node("friend-500")), .press(nodeID: "friend-500")])
  }

  @Test func `is not said again, and keeps its numbers, when something comes or goes`() throws {
    _ = dialogue.show(try list(5))
    #expect(dialogue.show(try list(5, note: "Little")) == ["Little"])
    #expect(dialogue.show(try list(5, note: "Much")) == ["Much"], "it is new again")
    #expect(dialogue.show(try list(5, more: ["ann"])) == ["  7. - ann"])
    #expect(dialogue.show(try list(5)) == [])
    #expect(answer("7").lines == ["7 is not here any more."])
    #expect(dialogue.show(try list(6)) == ["  8. - Friend 6"])
  }

  @Test func `offers many options in pages, and by a word or a name`() throws {
    let description = InterfaceDescription("choice", language: "en") {
      Screen("choice", title: "Where", primaryAction: "go") {
        Picker("country", "Country", options: (1...60).map { .init("c\($0)", label: "Country \($0)") }).required()
        Button("go", "Go", style: .primary, action: Action("go", sends: ["country"]))
      }
    }
    picture = try #require(ScreenPicture(of: description))
    let lines = dialogue.show(picture)
    #expect(lines.prefix(3) == ["== Where ==", "1. Country: (required)", "60 options; 1 says them."])
    #expect(lines.suffix(2) == ["  20. Country 20", "40 more of 60: m says more, / and a word finds."])
    #expect(answer("m").lines.first == "  21. Country 21")
    #expect(answer("/ 60").lines == ["  60. Country 60"])
    #expect(answer("").intents == [], "Return goes on")
    #expect(dialogue.prompt.text.hasSuffix("q to leave [Go]: "))
    #expect(answer("").intents == [.focus(.node("go")), .press(nodeID: "go")])
    picture.state.fieldErrors = ["country": "Choose one"]
    #expect(dialogue.show(picture).first == "  error in Country: Choose one")
    #expect(answer("country 60").intents == [.enter(.plain(["c60"]), input: "country")])
    #expect(answer("").intents == [.focus(.node("go")), .press(nodeID: "go")])
  }
}
