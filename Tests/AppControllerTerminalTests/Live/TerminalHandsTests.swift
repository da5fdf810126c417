import AppControllerKit
import AppControllerKitTesting
import AppControllerTerminal
import Testing

private let office = InterfaceDescription("office", language: "en") {
  Screen("desk", title: "Desk") {
    SecureField("pin", "PIN")
    Button("code", "Copy code", action: .host(.copy, payload: ["text": "WDJB-MJHT"]))
    Link("track", "Track", url: "https://example.com/t/1042?q=%C3%A9")
    List { for number in 0..<60 { Item("order-\(number)", "Order \(number)", action: "open") } }
  }
}

// The terminal's signals belong to the whole process, so these tests run after the others of the suite.
extension `An app on a terminal` {
  /// What a user does with a mouse, the clipboard, a secret and the sheet of keys.
  @MainActor
  @Suite(.timeLimit(.minutes(30))) struct `The hands of an app on a terminal` {
    private let provider = RecordingProvider(loggedOut: office, loggedIn: office)

    private func click(_ text: String, in app: TerminalApp) throws {
      let row = try #require(
        (0..<app.terminal.emulator.rows).first { app.terminal.emulator.text(ofRow: $0).contains(text) })
      let line = app.terminal.emulator.text(ofRow: row)
      let start = try #require(line.firstRange(of: text)?.lowerBound)
      let column = line.distance(from: line.startIndex, to: start) + 2
      app.terminal.type("\u{1B}[<0;\(column);\(row + 1)M\u{1B}[<0;\(column);\(row + 1)m")
    }

    @Test func `send what is copied to the terminal, and do not say that it is copied`() async throws {
      let app = try TerminalApp(provider, rows: 30)
      try await app.open(seeing: "Desk")
      try click("Copy code", in: app)
      try await app.see("Sent to the terminal")
      try await app.see("WDJB-MJHT")
      try await app.wait { app.terminal.emulator.clipboard == "V0RKQi1NSkhU" }
      #expect(!app.terminal.screen.contains("Copied"))
      #expect(try await app.leave() == .left)
      #expect(app.terminal.emulator.foreign == [])
    }

    @Test func `open an address elsewhere, or show it`() async throws {
      let app = try TerminalApp(provider, rows: 30)
      try await app.open(seeing: "Desk")
      try click("Track", in: app)
      try await app.see("Address: https://example.com")
      var asked: [String] = []
      app.window.openHandler = {
        asked.append($0)
        return true
      }
      app.terminal.type("\r")
      try await app.see("The desktop was asked to open:")
      #expect(asked == ["https://example.com/t/1042?q=%C3%A9"])
      app.terminal.type("c")
      try await app.see("Sent to the terminal")
      #expect(app.terminal.emulator.clipboard == Base64.encode(Array("https://example.com/t/1042?q=%C3%A9".utf8)))
      #expect(try await app.leave() == .left)
    }

    @Test func `mark links for the terminal, and nothing beside them`() async throws {
      let app = try TerminalApp(provider, rows: 30)
      try await app.open(seeing: "Track")
      let cells = app.terminal.emulator.cells.map { row in row.filter { !$0.link.isEmpty }.map(\.text).joined() }
      let marked = cells.filter { !$0.isEmpty }
      #expect(marked.count == 1 && marked[0].contains("Track") && marked[0].contains("https"))
      #expect(Set(app.terminal.emulator.cells.joined().map(\.link)) == ["", "https://example.com/t/1042?q=%C3%A9"])
      #expect(try await app.leave() == .left)
      #expect(app.terminal.emulator.foreign == [])
    }

    @Test func `scroll with the wheel, and leave the mouse to the terminal with F2`() async throws {
      let app = try TerminalApp(provider)
      try await app.open(seeing: "Desk")
      #expect(app.terminal.emulator.modes.isSuperset(of: ["?1000", "?1006", "?2004", "?1049"]))
      app.terminal.type(String(repeating: "\u{1B}[<65;1;5M", count: 5))
      try await app.see("Order 15")
      app.terminal.type("\u{1B}OQ")
      try await app.see("F2 takes it again")
      #expect(app.terminal.emulator.modes.isDisjoint(with: ["?1000", "?1006"]))
      app.terminal.type("\u{1B}OQ")
      try await app.wait { app.terminal.emulator.modes.isSuperset(of: ["?1000", "?1006"]) }
      #expect(try await app.leave() == .left)
      #expect(app.terminal.emulator.modes.subtracting(["?7", "?25"]) == [])
    }

    @Test func `open a second click's item without moving it away`() async throws {
      let app = try TerminalApp(provider)
      try await app.open(seeing: "Desk")
      app.terminal.type(String(repeating: "\u{1B}[<65;1;5M", count: 5))
      try await app.see("Order 12")
      let before = app.terminal.screen
      try click("Order 12", in: app)
      try await app.typeAndWait("")
      try click("Order 12", in: app)
      try await app.wait { !provider.questions.filter { $0.kind == .perform("open") }.isEmpty }
      #expect(before.contains("Order 12"))
      #expect(try await app.leave() == .left)
    }

    @Test func `show a secret for ten seconds`() async throws {
      let app = try TerminalApp(provider, rows: 30)
      try await app.open(seeing: "Desk")
      app.terminal.type("4711")
      try await app.see("••••")
      app.terminal.type("\u{12}")
      try await app.see(" 4711")
      try await app.wait { app.clock.sleeperCount > 0 }
      app.clock.advance(by: .seconds(10))
      try await app.see("••••")
      #expect(!app.terminal.screen.contains("4711"))
      #expect(try await app.leave() == .left)
    }

    @Test func `say what all keys do, and go on where they were`() async throws {
      let app = try TerminalApp(provider, rows: 30)
      try await app.open(seeing: "Desk")
      app.terminal.type("47\u{1B}OP")
      try await app.see("next, previous")
      #expect(!app.terminal.screen.contains("Copy code"))
      app.terminal.type("\u{1B}OP")
      try await app.see(" •• ")
      app.terminal.type("1\u{1B}OP")
      try await app.see("Shift-Tab")
      app.terminal.type("\r")
      try await app.see(" ••• ")
      #expect(try await app.leave() == .left)
    }

    @Test func `offer more only while there is more`() async throws {
      let app = try TerminalApp(provider, columns: 100)
      try await app.open(seeing: "PgDn more")
      app.terminal.type("\t\t\t\u{1B}[F")
      try await app.wait { app.terminal.screen.contains("Ctrl-C") && !app.terminal.screen.contains("PgDn") }
      #expect(try await app.leave() == .left)
    }

    @Test func `say what is looked for, and how much was found`() async throws {
      let app = try TerminalApp(provider)
      try await app.open(seeing: "Desk")
      app.terminal.type("\t\t\t5")
      try await app.see("/5  15 of 60")
      app.terminal.type("8")
      try await app.see("/58  1 of 60")
      app.terminal.type("\r")
      try await app.wait { provider.questions.contains { $0.kind == .perform("open") } }
      #expect(try await app.leave() == .left)
    }
  }
}
