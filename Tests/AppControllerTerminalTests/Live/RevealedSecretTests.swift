import AppControllerKit
import AppControllerKitTesting
import AppControllerTerminal
import TestSupport
import Testing

private let recovery = InterfaceDescription("recovery", language: "en") {
  Screen("s", title: "Recovery") {
    SecretText("rc", "Recovery code", value: "canary-1")
    Button("done", "Done", action: "done")
  }
}

extension `An app on a terminal` {
  /// The terminal's signals belong to the whole process, so the tests run one after the other.
  @MainActor
  @Suite(.timeLimit(.minutes(30))) struct `A secret that is asked for on a terminal` {
    @Test func `is hidden again after ten seconds`() async throws {
      let app = try TerminalApp(RecordingProvider(loggedOut: recovery, loggedIn: recovery))
      try await app.open(seeing: "Recovery code")
      #expect(!app.terminal.screen.contains("canary"))
      app.terminal.type("\r")
      try await app.see("canary-1")
      app.clock.advance(by: .seconds(9))
      try await app.typeAndWait("")
      #expect(app.terminal.screen.contains("canary-1"))
      app.clock.advance(by: .seconds(1))
      try await app.wait { !app.terminal.screen.contains("canary") }
      #expect(try await app.leave() == .left)
    }

    @Test func `is hidden again when the focus leaves it, and when it is pressed once more`() async throws {
      let app = try TerminalApp(RecordingProvider(loggedOut: recovery, loggedIn: recovery))
      try await app.open(seeing: "Recovery code")
      app.terminal.type("\r")
      try await app.see("canary-1")
      try await app.typeAndWait("\r")
      #expect(!app.terminal.screen.contains("canary"))
      app.terminal.type("\r")
      try await app.see("canary-1")
      try await app.typeAndWait("\t")
      #expect(!app.terminal.screen.contains("canary"))
      #expect(try await app.leave() == .left)
    }
  }
}
