import AppControllerKit
import AppControllerKitTesting
import AppControllerTerminal
import Testing

extension `An app on a terminal` {
  /// The terminal's signals belong to the whole process, so the tests run one after the other.
  @MainActor
  @Suite(.timeLimit(.minutes(30))) struct `The colours of an app on a terminal` {
    private static let cyan = "38;2;95;215;255"
    private static let blue = "38;2;0;95;175"

    private func app(_ color: TraitCollection.Color = .unspecified) throws -> TerminalApp {
      let interface = InterfaceDescription("welcome") {
        Screen("door", title: "Door") {
          TextField("name", "Name")
          Button("enter", "Enter", action: "enter")
        }
      }
      let app = try TerminalApp(
        RecordingProvider(loggedOut: interface, loggedIn: interface), color: color,
        environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
      return app
    }

    private func written(_ app: TerminalApp) -> String { String(decoding: app.terminal.bytes, as: UTF8.self) }

    @Test func `are for the background that the terminal reports`() async throws {
      let app = try app()
      app.terminal.answers["]11;?"] = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
      try await app.open(seeing: "Door")
      try await app.wait { written(app).contains(Self.blue) }
      #expect(!written(app).contains(Self.cyan))
      #expect(try await app.leave() == .left)
    }

    @Test func `are the terminal's own where nothing is known`() async throws {
      let app = try app()
      try await app.open(seeing: "Door")
      try await app.typeAndWait("a")
      #expect(!written(app).contains("38;") && written(app).contains(";36m"))
      #expect(try await app.leave() == .left)
      #expect(app.terminal.emulator.questions == ["]11;?", "?2031$", "_Ga=q", "c"])
      #expect(app.terminal.emulator.foreign == [])
    }

    @Test func `are those of the user's choice, whatever the terminal reports`() async throws {
      let app = try app(.dark)
      app.terminal.answers["]11;?"] = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
      try await app.open(seeing: "Door")
      try await app.typeAndWait("a")
      #expect(written(app).contains(Self.cyan) && !written(app).contains(Self.blue))
      #expect(try await app.leave() == .left)
    }

    @Test func `change when the terminal tells that it has become dark`() async throws {
      let app = try app()
      app.terminal.answers["]11;?"] = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
      app.terminal.answers["?2031$"] = "\u{1B}[?2031;2$y"
      try await app.open(seeing: "Door")
      try await app.wait { written(app).contains(Self.blue) && app.terminal.emulator.modes.contains("?2031") }
      app.terminal.answers["]11;?"] = "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"
      app.terminal.type("\u{1B}[?997;1n")
      try await app.wait { written(app).contains(Self.cyan) }
      #expect(try await app.leave() == .left)
      #expect(!app.terminal.emulator.modes.contains("?2031"))
    }
  }
}
