import AppControllerKit
import AppControllerKitTesting
import AppControllerTerminal
import Glibc
import TestSupport
import Testing

private let welcome = InterfaceDescription("welcome", language: "en") {
  Screen("door", title: "Door", primaryAction: "enter") {
    TextField("name", "Name")
    Button("enter", "Enter", style: .primary, action: Action("enter", sends: ["name"]))
    Button("slow", "Slow", action: "slow")
  }
}

private let home = InterfaceDescription("home", language: "en") {
  Screen("room", title: "Inside") {
    TextField("note", "Note")
    Button("leave", "Leave", action: "leave")
  }
}

/// The terminal's signals belong to the whole process, so the tests run one after the other.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(30))) struct `An app on a terminal` {
  private let provider = RecordingProvider(loggedOut: welcome, loggedIn: home)

  init() {
    provider.answers = ["enter": .login(Session(subject: "ann")), "leave": .logout]
    provider.configuration = .init(transitionDuration: .milliseconds(600))
  }

  @Test func `hears no key while the interfaces are exchanged`() async throws {
    let app = try TerminalApp(provider)
    try await app.open(seeing: "Door")
    app.terminal.type("ann\t\r")
    try await app.wait { app.controller.rootContainer.overlay != nil }
    try await app.typeAndWait("lost\tlost\r")
    for _ in 0..<10 { try await app.advanceFrame() }
    try await app.typeAndWait("lost")
    app.clock.advance(by: .milliseconds(600))
    try await app.wait { !app.controller.isExchanging }
    app.terminal.type("kept")
    try await app.see("kept")
    #expect(!app.terminal.screen.contains("lost"))
    #expect(provider.questions.filter { $0.kind == .perform("enter") }.count == 1)
    #expect(try await app.leave() == .left)
    #expect(app.terminal.emulator.foreign == [])
  }

  @Test func `draws a transition picture by picture, and as many as there is time for`() async throws {
    let app = try TerminalApp(provider)
    try await app.open(seeing: "Door")
    app.terminal.type("\t\r")
    try await app.wait { app.controller.rootContainer.overlay != nil }
    try await app.typeAndWait("")
    var pictures = [app.terminal.screen]
    for _ in 0..<18 {
      try await app.advanceFrame()
      // When the next frame is awaited, this one is drawn.
      try await app.nextFrame()
      app.terminal.look()
      if app.terminal.screen != pictures.last { pictures.append(app.terminal.screen) }
    }
    #expect(pictures[0].contains("Door"))
    #expect(!pictures[0].contains("Inside"))
    #expect(pictures.count > 1 && pictures.last?.contains("Inside") == true)
    // On a slow terminal or machine, late frames are dropped.
    app.clock.advance(by: .milliseconds(600))
    try await app.see("Note")
    #expect(!app.terminal.screen.contains("Door"))
    #expect(try await app.leave() == .left)
  }

  @Test(arguments: [TraitCollection.Motion.full, .reduced, .none])
  func `comes to the same end, however much may move`(_ motion: TraitCollection.Motion) async throws {
    let app = try TerminalApp(provider, motion: motion)
    try await app.open(seeing: "Door")
    app.terminal.type("\t\r")
    try await app.wait {
      if app.controller.rootContainer.overlay != nil { app.clock.advance(by: .milliseconds(33)) }
      return app.controller.state == .loggedIn && !app.controller.isBusy
    }
    try await app.typeAndWait("")
    try await app.see("Note")
    let reference = try TerminalApp(RecordingProvider(loggedOut: home, loggedIn: home))
    try await reference.open(seeing: "Note")
    #expect(app.terminal.screen == reference.terminal.screen)
    #expect(
      provider.log.suffix(4) == ["perform enter", "logged-in", "configuration", "notify did-login"])
    _ = try await (app.leave(), reference.leave())
  }

  @Test func `shows that an action is slow, goes on meanwhile, and lets it be cancelled`() async throws {
    let gate = Gate()
    provider.gates[.perform("slow")] = gate
    let app = try TerminalApp(provider)
    try await app.open(seeing: "Door")
    let before = app.terminal.screen
    app.terminal.type("\t\t\r")
    await gate.arrived()
    try await app.typeAndWait("")
    let first = app.terminal.screen
    #expect(first != before)
    // The busy sign moves, and typed text is visible.
    try await app.wait { app.clock.sleeperCount > 0 }
    app.clock.advance(by: .milliseconds(250))
    try await app.wait { app.terminal.screen != first }
    app.terminal.type("\u{1B}[Z\u{1B}[Zhello")
    try await app.see("hello")
    // Nothing else can be pressed meanwhile.
    try await app.typeAndWait("\r")
    #expect(provider.questions.filter { $0.kind == .perform("enter") }.isEmpty)
    app.terminal.type("\u{1B}")
    try await app.wait { !gate.isWaiting }
    try await app.wait { app.clock.sleeperCount == 0 }
    app.terminal.type("\t\r")
    try await app.wait { app.controller.state == .loggedIn }
    app.clock.advance(by: .seconds(1))
    try await app.see("Note")
    #expect(try await app.leave() == .left)
  }

  @Test func `takes a pasted text as a text, and its line feeds for no Return`() async throws {
    let app = try TerminalApp(provider)
    try await app.open(seeing: "Door")
    app.terminal.type("\u{1B}[200~ann\nis\rhere\u{1B}[201~")
    try await app.see("ann")
    try await app.typeAndWait("")
    #expect(provider.questions.filter { $0.kind == .perform("enter") }.isEmpty)
    #expect(app.terminal.screen.contains(" ann is here "))
    #expect(try await app.leave() == .left)
  }

  @Test(arguments: ["x", "line\n", "\u{1B}[200~x"])
  func `ends at a signal behind a long text that was pasted`(_ text: String) async throws {
    let app = try TerminalApp(provider)
    try await app.open(seeing: "Door")
    try await app.paste(String(repeating: text, count: Effort.cases(1 << 18, thorough: 1 << 20) / text.utf8.count))
    kill(getpid(), SIGINT)
    #expect(try await app.ending() == .signal(SIGINT))
  }

  @Test func `keeps what is being typed, and where, when the interface is asked for again`() async throws {
    let app = try TerminalApp(provider)
    try await app.open(seeing: "Door")
    app.terminal.type("ac\u{1B}[D")
    try await app.see(" ac ")
    provider.loggedOut = InterfaceDescription("welcome", language: "en") {
      Screen("door", title: "Another door", primaryAction: "enter") {
        Text("It has been painted.")
        TextField("name", "Name")
        Button("enter", "Enter", style: .primary, action: Action("enter", sends: ["name"]))
      }
    }
    provider.handle?.invalidate()
    try await app.see("painted")
    app.terminal.type("b")
    try await app.see(" abc ")
    #expect(try await app.leave() == .left)
  }

  @Test func `does nothing when it is only gone through`() async throws {
    let app = try TerminalApp(provider)
    try await app.open(seeing: "Door")
    try await app.typeAndWait("\t\t\t\t\u{1B}[Z\u{1B}[A\u{1B}[B\u{1B}[5~\u{1B}[6~")
    #expect(provider.log == ["initial", "logged-out"])
    #expect(try await app.leave() == .left)
  }

  @Test func `writes little for a key`() async throws {
    let app = try TerminalApp(provider, columns: 200, rows: 50)
    try await app.open(seeing: "Door")
    try await app.typeAndWait("a")
    for text in [" ab", " abc", " abcd"] {
      let count = app.terminal.bytes.count
      app.terminal.type(String(text.suffix(1)))
      try await app.see(text)
      #expect(app.terminal.bytes.count - count < 200)
    }
    #expect(try await app.leave() == .left)
  }

  @Test func `shows the last picture on a terminal that takes nothing for a while`() async throws {
    let app = try TerminalApp(provider, columns: 200, rows: 50)
    try await app.open(seeing: "Door")
    // The test reads nothing, and the screens together exceed the kernel's buffer.
    for number in 0..<10 {
      app.terminal.type("\(number)" + String(repeating: TerminalApp.redraw, count: 5))
      let typed = InputValue.text((0...number).map(String.init).joined())
      await reached { app.controller.rootContainer.visibleScreen?.state.values["name"] == typed }
    }
    try await app.see(" 0123456789")
    #expect(app.terminal.emulator.foreign == [])
    #expect(try await app.leave() == .left)
  }

  @Test(arguments: HostileText.payloads)
  func `says nothing of a provider's that drives a terminal`(_ payload: String) async throws {
    provider.loggedOut = InterfaceDescription("welcome") {
      Screen("door", title: "Door \(payload)", primaryAction: "enter") {
        Text(payload)
        TextField("name", "Name \(payload)", placeholder: payload).hint(payload)
        Button("enter", "Enter \(payload)", action: "enter")
      }
    }
    provider.answers = [
      "enter": ActionResponse(effects: [
        .message(.error, "said \(payload)"), .fieldError(input: "name", message: payload),
      ])
    ]
    let app = try TerminalApp(provider)
    try await app.open(seeing: "Door")
    app.terminal.type("\u{1B}[200~\(payload)\u{1B}[201~\t\r")
    try await app.wait { !provider.questions.filter { $0.kind == .perform("enter") }.isEmpty }
    try await app.see("said")
    #expect(try await app.leave() == .left)
    #expect(app.terminal.emulator.foreign == [])
  }
}
