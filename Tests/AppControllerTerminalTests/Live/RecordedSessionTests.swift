import AppControllerKit
import AppControllerKitTesting
import AppControllerTerminal
import Foundation
import FoundationXML
import ProviderPlugins
import Synchronization
import TestSupport
import Testing

extension `An app on a terminal` {
  /// The documents show one session with the example provider: as a moving picture, and as text.
  @MainActor
  @Suite(.timeLimit(.minutes(30))) struct `A recorded session` {
    @Test func `is the moving picture and the text in the documents`() async throws {
      let session = try RecordedSession()
      try await session.signIn()
      let picture = SVGRenderer(.dark).render(
        session.scenes, title: "A sign-in on a terminal",
        description: "Somebody types an email address and a password, is signed in, and opens their profile.",
        language: "en")
      let document = try GeneratedDocument("Docs/Pictures/session.svg")
      try document.expectWhole(picture)
      try GeneratedDocument("Docs/Terminal.md").expect([("session", session.text)])
    }
  }
}

/// Somebody who signs in through the example provider; what the terminal shows is kept after each key.
@MainActor
private final class RecordedSession {
  private(set) var scenes: [TerminalScene] = []
  /// The steps in words, each with the screen after it.
  private var steps: [(action: String, screen: String)] = []
  private let app: TerminalApp
  private let frames = Frames()

  init() throws {
    let provider = try ProviderLoader().load(FixtureLibrary.product("ExampleProvider"))
    app = try TerminalApp(provider, columns: 64, rows: 20, renderer: frames)
    app.controller.providerDeadline = nil
  }

  func signIn() async throws {
    try await app.open(seeing: "Log In")
    note("Two fields wait. The last row says what the keys do now.", for: .seconds(1.5))
    try await type("kitty@example.com", every: .milliseconds(70))
    try await press("\r", "Return goes on to the password. The button waits for both.", for: .milliseconds(700))
    try await type("meow1234", every: .milliseconds(120))
    note("A password is dots.", for: .milliseconds(700))
    try await enter()
    try await press("\t", for: .milliseconds(600))
    try await press("\u{1B}[C\u{1B}[C", "Right goes to the next tab, here twice.", for: .seconds(4))
    #expect(try await app.leave() == .left)
  }

  /// The steps as a list, each with its screen.
  var text: String {
    steps.enumerated().map { number, step in "\(number + 1). \(step.action)\n\n   ```text\n\(step.screen)\n   ```" }
      .joined(separator: "\n\n")
  }

  private func type(_ text: String, every pause: Duration) async throws {
    for character in text { try await press("\(character)", for: pause) }
  }

  private func press(_ keys: String, _ action: String? = nil, for duration: Duration) async throws {
    try await app.typeAndWait(keys)
    if let action { note(action, for: duration) } else { show(for: duration) }
  }

  /// Submits, and waits until the interfaces are exchanged, with some pictures of that.
  private func enter() async throws {
    let old = try #require(frames.last)
    app.terminal.type("\r")
    try await app.wait {
      if app.controller.isExchanging { app.clock.advance(by: .milliseconds(33)) }
      return app.terminal.screen.contains("Kittens") && !app.controller.isExchanging
    }
    try await app.typeAndWait("")
    let new = try #require(frames.last)
    let composer = TransitionComposer(colors: .trueColor)
    let step = Duration.milliseconds(60)
    for number in 1..<10 {
      var frame = new
      frame.cursor = CellPosition(row: frame.grid.rows, column: 0)
      frame.grid = composer.compose(
        old.grid, new.grid, at: AppController.Configuration().frame(at: step * number))
      scenes.append(TerminalScene(frame, for: step))
    }
    note("Return submits, and the logged-in interface fades in.", for: .seconds(1.5))
  }

  private func note(_ action: String, for duration: Duration) {
    show(for: duration)
    steps.append((action, screen))
  }

  private func show(for duration: Duration) {
    if let frame = frames.last { scenes.append(TerminalScene(frame, for: duration)) }
  }

  /// The rows of the screen, indented as a part of the list.
  private var screen: String {
    app.terminal.screen.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.allSatisfy { $0 == " " } ? "" : "   " + String($0.reversed().drop { $0 == " " }.reversed()) }
      .joined(separator: "\n")
  }
}

/// Draws as the kit does, and keeps the last frame.
private final class Frames: TerminalScreenRenderer {
  private let frame = Mutex<TerminalFrame?>(nil)

  var last: TerminalFrame? { frame.withLock { $0 } }

  func render(_ snapshot: FaceSnapshot, interaction: InteractionState) -> TerminalFrame {
    let new = TerminalRenderer().render(snapshot, interaction: interaction)
    frame.withLock { $0 = new }
    return new
  }
}
