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
    #expect(intents == [.enter(.text("a"), input: "email"), .enter(.text("a b"), input: "email")])
  }

  @Test func `turns toggles, and chooses options`() throws {
    _ = try press(.tab, .tab)
    #expect(
      try press(.character(" "), .enter) == [
        .enter(.text("true"), input: "stay"), .enter(.text("false"), input: "stay"),
      ])
    _ = try press(.tab)
    #expect(try interaction.editing(in: picture) == FieldEditing(id: "role", .option(0)))
    #expect(try press(.down) == [.focus(.node("role"))], "going through a form answers nothing")
    #expect(try press(.enter) == [.enter(.plain(["dog"]), input: "role")], "Return chooses, and does not submit")
    #expect(try press(.home, .end, .home) == [.focus(.node("role")), .focus(.node("role")), .focus(.node("role"))])
    #expect(try press(.down, .down).last == .focus(.node("toys")), "behind the last option is what follows")
    #expect(
      try press(.character(" "), .down, .character(" "), .character(" ")) == [
        .enter(.plain(["ball"]), input: "toys"), .focus(.node("toys")),
        .enter(.plain(["ball", "string"]), input: "toys"), .enter(.plain(["ball"]), input: "toys"),
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
    #expect(try press(.tab, .backTab, on: tabbedApp).last == .focus(.tab(of: "main", "products")), "it is one stop")
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
    #expect(try press(.redraw) == [.redraw])
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

  @Test func `goes on with Return to what has to be filled, and submits behind it`() throws {
    let form = InterfaceDescription("form", language: "en") {
      Screen("form", title: "Form", primaryAction: "go") {
        TextField("name", "Name").required()
        TextField("nick", "Nickname")
        Picker("pet", "Pet", options: [.init("cat"), .init("dog")]).required()
        Button("go", "Go", style: .primary, action: Action("go", sends: ["name", "nick", "pet"]))
      }
    }
    #expect(try press(.enter, on: form) == [.focus(.node("pet"))], "no field is marked before it was reached")
    #expect(try press(.enter, .backTab, .enter, on: form).last == .press(nodeID: "go"))
  }

  @Test func `goes back with Return to what was not seen yet, and submits when all was`() throws {
    let form = InterfaceDescription("form", language: "en") {
      Screen("form", title: "Form", initialFocus: "second", primaryAction: "go") {
        TextField("first", "First").required()
        TextField("second", "Second")
        Button("go", "Go", style: .primary, action: Action("go", sends: ["first", "second"]))
      }
    }
    #expect(try press(.enter, on: form) == [.focus(.node("first"))])
    #expect(try press(.enter, on: form) == [.press(nodeID: "go")])
  }

  @Test func `shows a secret until it is left, sent or hidden`() throws {
    func shown() throws -> String? {
      guard case .text(let text, _)? = try interaction.editing(in: picture)?.content else { return nil }
      return text
    }
    _ = try press(.tab)
    try type("pässword")
    #expect(try press(.reveal) == [])
    #expect(try interaction.editing(in: picture) == FieldEditing(id: "password", .text("pässword", caret: 8)))
    _ = try press(.reveal)
    #expect(try shown() == nil)
    for key in [TerminalKey.tab, .enter] {
      _ = try press(.reveal)
      #expect(try shown() == "pässword")
      _ = try press(key, .backTab, .tab)
      interaction.focus(on: .node("password"))
      #expect(try shown() == nil)
    }
  }

  @Test func `shows no typed secret because one of the interface with its id was shown`() throws {
    _ = try press(.tab)
    interaction.toggleSecret("password", isTyped: false)
    try type("canary")
    #expect(try interaction.editing(in: picture) == FieldEditing(id: "password", .secret(count: 6, caret: 6)))
  }

  @Test func `says which keys do what now, and always how to leave`() throws {
    func help(_ description: InterfaceDescription = signInForm, isBusy: Bool = false) throws -> [String] {
      let picture = try picture(of: description)
      interaction.show(picture)
      return interaction.keyHelp(on: picture, in: nil, isBusy: isBusy, .english)
    }
    #expect(try help() == ["Return Tab: next", "F1: all keys", "Ctrl-C: leave"])
    state.values = ["email": .text("a@b")]
    _ = try press(.tab)
    try type("canary")
    #expect(try help() == ["Return: submit", "Tab: next", "Ctrl-R: show", "F1: all keys", "Ctrl-C: leave"])
    #expect(try help(isBusy: true) == ["Tab: next", "Ctrl-R: show", "Esc: cancel", "F1: all keys", "Ctrl-C: leave"])
    _ = try press(.tab)
    #expect(try help().first == "Return: turn on")
    state.values["stay"] = .text("true")
    #expect(try help().first == "Return: turn off")
    _ = try press(.tab)
    #expect(try help() == ["Return: choose", "Up Down: move", "Tab: next", "F1: all keys", "Ctrl-C: leave"])
    #expect(try help(tabbedApp) == ["Return: press", "Tab: next", "Esc: back", "F1: all keys", "Ctrl-C: leave"])
    _ = try press(.backTab, on: tabbedApp)
    _ = try press(.backTab, on: tabbedApp)
    #expect(try help(tabbedApp).prefix(2) == ["Return: open", "Left Right: move"])
  }
}

@Suite struct `The way of keys on a long screen` {
  private let renderer = TerminalRenderer()
  private let traits = TraitCollection(40, 12)
  private var interaction = ScreenInteraction()
  private var state = InteractionState()

  /// Presses a key, and draws as a session does.
  private mutating func press(_ key: TerminalKey, on description: InterfaceDescription) throws -> TerminalFrame {
    let picture = try #require(ScreenPicture(of: description))
    interaction.show(picture)
    var frame = draw(picture)
    for intent in interaction.handle(key, on: picture, in: frame, isBusy: false) {
      switch intent {
      case .focus, .enter: state.followsFocus = true
      case .scroll(by: let rows):
        (state.scroll, state.followsFocus) = (min(max(0, frame.scroll + rows), frame.lastScroll), false)
      case .press, .reveal, .select, .goBack, .close, .cancel, .copy, .help, .mouse, .redraw, .leave: break
      }
    }
    frame = draw(picture)
    state.scroll = frame.scroll
    return frame
  }

  private mutating func draw(_ picture: ScreenPicture) -> TerminalFrame {
    state.filter = interaction.filter
    state.focus = interaction.target
    state.editing = interaction.editing(in: picture)
    state.openID = interaction.openChoice?.node
    return renderer.render(picture, traits: traits, interaction: state)
  }

  private static let list = InterfaceDescription("list", language: "en") {
    Screen("list", title: "Many") {
      TextField("search", "Search")
      List("Items") { for number in 0..<100 { Item("item-\(number)", "Item \(number)", action: "open") } }
      Button("more", "More", action: "more")
    }
  }

  private static func countries(isMultiple: Bool = false) -> InterfaceDescription {
    InterfaceDescription("choice", language: "en") {
      Screen("choice", title: "Where") {
        Picker(
          "country", "Country", options: (0..<60).map { .init("c\($0)", label: "Country \($0)") },
          isMultiple: isMultiple, selection: isMultiple ? ["c7", "c9"] : ["c7"])
        Button("go", "Go", action: "go")
      }
    }
  }

  private func rows(of frame: TerminalFrame, with text: String) -> [String] {
    (0..<frame.grid.rows).map { frame.grid.text(ofRow: $0) }.filter { $0.contains(text) }
  }

  private func cursorRow(of frame: TerminalFrame) -> String { frame.grid.text(ofRow: frame.cursor.row) }

  @Test mutating func `shows only what is chosen of many options, and goes past`() throws {
    let choice = Self.countries()
    var frame = try press(.redraw, on: choice)
    #expect(rows(of: frame, with: "Country ").map { $0.filter { $0 != " " } } == ["▌Country7▾"])
    frame = try press(.down, on: choice)
    #expect(interaction.target == .node("go"))
    let both = try press(.redraw, on: Self.countries(isMultiple: true))
    #expect(rows(of: both, with: "Country 7, Country 9").count == 1)
  }

  @Test(arguments: [TerminalKey.enter, .character(" ")])
  mutating func `opens many options where one is chosen, and keeps the current one in view`(_ key: TerminalKey) throws {
    let choice = Self.countries()
    var frame = try press(key, on: choice)
    #expect(cursorRow(of: frame).contains("(*) Country 7"))
    #expect(rows(of: frame, with: ") Country").count == 9, "as many as there is room for")
    for number in 8..<60 {
      frame = try press(.down, on: choice)
      #expect(cursorRow(of: frame).contains("Country \(number)"))
      #expect(frame.viewport.contains(frame.cursor.row))
    }
    #expect(rows(of: frame, with: "60 of 60").count == 1)
    frame = try press(.down, on: choice)
    #expect(interaction.target == .node("country"), "Tab and Escape leave")
    frame = try press(.pageUp, on: choice)
    #expect(cursorRow(of: frame).contains("Country 49"))
    frame = try press(.home, on: choice)
    #expect(cursorRow(of: frame).contains("Country 0"))
    frame = try press(.escape, on: choice)
    #expect(rows(of: frame, with: ") Country") == [])
    _ = try press(key, on: choice)
    frame = try press(.tab, on: choice)
    #expect(rows(of: frame, with: ") Country") == [] && interaction.target == .node("go"))
  }

  @Test mutating func `closes when one is chosen, and stays open when there may be more`() throws {
    for isMultiple in [false, true] {
      let choice = Self.countries(isMultiple: isMultiple)
      interaction = ScreenInteraction()
      _ = try press(.enter, on: choice)
      let picture = try #require(ScreenPicture(of: choice))
      let chosen = interaction.handle(.enter, on: picture, isBusy: false)
      #expect(chosen == [.enter(.plain(isMultiple ? ["c9"] : ["c7"]), input: "country")])
      #expect((interaction.openChoice == nil) != isMultiple)
    }
  }

  @Test mutating func `says how a long choice opens, closes and is left`() throws {
    let choice = Self.countries()
    let picture = try #require(ScreenPicture(of: choice))
    interaction.show(picture)
    func help() -> [String] { interaction.keyHelp(on: picture, in: nil, isBusy: false, .english) }
    #expect(help() == ["Return: open", "Tab: next", "/: find", "F1: all keys", "Ctrl-C: leave"])
    _ = try press(.enter, on: choice)
    #expect(
      help() == [
        "Return: choose", "Up Down: move", "Tab: next", "/: find", "Esc: close", "F1: all keys", "Ctrl-C: leave",
      ])
  }

  @Test mutating func `opens a long choice by a click, and takes an option by another one`() throws {
    let choice = Self.countries()
    let picture = try #require(ScreenPicture(of: choice))
    _ = try press(.redraw, on: choice)
    let closed = draw(picture)
    let row = try #require((0..<12).first { closed.grid.text(ofRow: $0).contains("▾") })
    let open = try press(.click(CellPosition(row: row, column: 5)), on: choice)
    let other = try #require((0..<12).first { open.grid.text(ofRow: $0).contains("Country 8") })
    let intents = interaction.handle(.click(CellPosition(row: other, column: 10)), on: picture, in: open, isBusy: false)
    #expect(intents.last == .enter(.plain(["c8"]), input: "country"))
    #expect(interaction.openChoice == nil)
  }

  @Test mutating func `takes the focus along with a page, and goes to both ends`() throws {
    _ = try press(.tab, on: Self.list)
    #expect(interaction.target == .node("item-0"))
    var frame = try press(.pageDown, on: Self.list)
    let page = frame.viewport.count - 1
    #expect(frame.scroll > 0 && interaction.target == .node("item-\(page)"))
    #expect(frame.viewport.contains(frame.cursor.row))
    frame = try press(.end, on: Self.list)
    #expect(interaction.target == .node("more") && frame.scroll == frame.lastScroll)
    frame = try press(.home, on: Self.list)
    #expect(interaction.target == .node("search") && frame.scroll == 0)
  }

  @Test mutating func `stops once in a list for Tab, and comes back to where it was`() throws {
    _ = try press(.tab, on: Self.list)
    for _ in 0..<3 { _ = try press(.down, on: Self.list) }
    #expect(interaction.target == .node("item-3"))
    _ = try press(.tab, on: Self.list)
    #expect(interaction.target == .node("more"))
    _ = try press(.backTab, on: Self.list)
    #expect(interaction.target == .node("item-3"))
  }

  @Test mutating func `shows all of a text without controls`() throws {
    let terms = InterfaceDescription("terms", language: "en") {
      Screen("terms", title: "Terms") { for number in 0..<50 { Text("Paragraph \(number)") } }
    }
    #expect(try press(.down, on: terms).scroll == 1)
    #expect(try press(.up, on: terms).scroll == 0)
    let frame = try press(.end, on: terms)
    #expect(frame.scroll == frame.lastScroll && frame.scroll > 0)
  }

  @Test mutating func `passes nothing unseen on the way to the next control`() throws {
    let agreement = InterfaceDescription("agreement", language: "en") {
      Screen("agreement", title: "Terms") {
        TextField("name", "Name")
        for number in 0..<50 { Text("Paragraph \(number)") }
        Button("agree", "Agree", action: "agree")
      }
    }
    var seen: Set<String> = []
    while interaction.target != .node("agree") {
      let frame = try press(seen.isEmpty ? .redraw : .down, on: agreement)
      for row in frame.viewport {
        // The last column says that there is more.
        let words = frame.grid.text(ofRow: row).split(separator: " ").prefix(2)
        seen.insert(words.joined(separator: " "))
      }
    }
    #expect((0..<50).filter { !seen.contains("Paragraph \($0)") } == [])
  }

  // MARK: - Finding

  private static let friends = InterfaceDescription("friends", language: "en") {
    Screen("friends", title: "Friends") {
      TextField("note", "Note")
      List("Friends") {
        for number in 0..<40 { Item("friend-\(number)", "Friend \(number)", action: "open") }
        Item("renée", "Renée", text: "of Zoë", action: "open")
        Item("ana", "ANA", action: "open")
      }
      Button("more", "More", action: "more")
    }
  }

  private mutating func type(_ text: String, on description: InterfaceDescription) throws -> TerminalFrame {
    var frame = try press(.redraw, on: description)
    for scalar in text.unicodeScalars { frame = try press(.character(scalar), on: description) }
    return frame
  }

  @Test mutating func `finds entries of a long list by what is typed, and shows only these`() throws {
    _ = try press(.tab, on: Self.friends)
    var frame = try type("/RENEE of zo", on: Self.friends)
    #expect(interaction.filter?.matches.count == 1 && interaction.filter?.total == 42)
    #expect(frame.grid.text(ofRow: frame.cursor.row).contains("Renée"))
    #expect((0..<frame.grid.rows).filter { frame.grid.text(ofRow: $0).contains("Friend ") } == [])
    frame = try press(.character("x"), on: Self.friends)
    #expect(interaction.filter?.text == "RENEE of zo", "a text that nothing has is not taken")
    frame = try press(.escape, on: Self.friends)
    #expect(interaction.filter == nil && interaction.target == .node("renée"))
    #expect(frame.grid.text(ofRow: frame.cursor.row).contains("Renée"))
  }

  @Test mutating func `goes among the entries that were found, and forgets the search behind them`() throws {
    _ = try press(.tab, on: Self.friends)
    var frame = try type("3", on: Self.friends)
    var seen: [TerminalTarget?] = [interaction.target]
    for _ in 0..<13 {
      frame = try press(.down, on: Self.friends)
      seen.append(interaction.target)
    }
    let found = [3, 13, 23] + Array(30...39) + [33].filter { _ in false }
    #expect(seen.prefix(13) == found.map { .node("friend-\($0)") }[...])
    #expect(seen.last == .node("more") && interaction.filter == nil)
    #expect(frame.contentRows > 40, "all are shown again")
    _ = try press(.up, on: Self.friends)
    #expect(interaction.target == .node("ana"))
  }

  @Test mutating func `goes to the entry that begins with what is typed first`() throws {
    _ = try press(.tab, on: Self.friends)
    _ = try type("an", on: Self.friends)
    #expect(interaction.target == .node("ana"))
    _ = try press(.backspace, on: Self.friends)
    #expect(interaction.filter?.text == "a")
    _ = try press(.backspace, on: Self.friends)
    #expect(interaction.filter == nil)
  }

  @Test mutating func `finds options of a long choice`() throws {
    let choice = Self.countries()
    let frame = try type("4", on: choice)
    #expect(frame.grid.text(ofRow: frame.cursor.row).contains("Country 4"))
    #expect(rows(of: frame, with: ") Country 5") == [])
    _ = try press(.down, on: choice)
    let picture = try #require(ScreenPicture(of: choice))
    #expect(
      interaction.handle(.enter, on: picture, in: frame, isBusy: false) == [.enter(.plain(["c14"]), input: "country")])
  }

  @Test mutating func `keeps a search when the description is another one, unless nothing is found any more`() throws {
    func list(_ names: [String]) -> InterfaceDescription {
      InterfaceDescription("list", language: "en") {
        Screen("list", title: "List") {
          List("Names") { for name in names + (0..<20).map({ "other-\($0)" }) { Item(name, name, action: "open") } }
        }
      }
    }
    _ = try type("ann", on: list(["ann", "anna"]))
    #expect(interaction.filter?.matches.count == 2)
    _ = try press(.redraw, on: list(["ann"]))
    #expect(interaction.filter?.matches.count == 1)
    _ = try press(.redraw, on: list(["bob"]))
    #expect(interaction.filter == nil)
  }
}
