import AppControllerKit
import AppControllerKitTesting
import AppControllerTerminal
import Testing

private let desk = InterfaceDescription("desk", language: "en") {
  TabView("places", selection: "room") {
    Tab("room", "Room") {
      NavigationStack {
        Screen("room-screen", title: "Room") {
          TextField("note", "Note")
          Button("file", "File", action: Action("file", sends: ["note"]))
        }
      }
    }
    Tab("hall", "Hall") { Screen("hall-screen", title: "Hall") { Text("It is cold here.") } }
  }
}

/// A change that the app itself makes to the shown interface, without a key or a question.
@MainActor
private enum AppChange: String, CaseIterable, Sendable {
  case push, present, select, enter

  func carryOut(in controller: AppController) throws {
    let root = controller.rootContainer
    switch self {
    case .push:
      let stack = try #require(root.subtree.lazy.compactMap { $0 as? NavigationContainer }.first)
      stack.push(try Self.screen("Pushed by the app"))
    case .present: root.present(try Self.screen("Presented by the app"))
    case .select: root.tabs(withID: "places")?.select("hall")
    case .enter: root.visibleScreen?.enter(.text("typed by the app"), into: "note")
    }
  }

  /// The text on the screen after the change.
  var text: String {
    switch self {
    case .push: "Pushed by the app"
    case .present: "Presented by the app"
    case .select: "It is cold here."
    case .enter: "typed by the app"
    }
  }

  private static func screen(_ title: String) throws -> InterfaceController {
    try .live(InterfaceDescription("more", language: "en") { Screen("more", title: title) { Text("More") } })
  }
}

// The terminal's signals belong to the whole process, so these tests run after the others of the suite.
extension `An app on a terminal` {
  @MainActor
  @Suite(.timeLimit(.minutes(30))) struct `What the app changes` {
    private let provider = RecordingProvider(loggedOut: desk, loggedIn: desk)

    @Test func `is a message when the provider stops`() async throws {
      let app = try TerminalApp(provider)
      try await app.open(seeing: "Room")
      provider.end()
      try await app.see("has stopped")
      try await app.see("start the app again")
      #expect(try await app.leave() == .left)
    }

    @Test(arguments: AppChange.allCases)
    fileprivate func `is drawn before the next key`(_ change: AppChange) async throws {
      let app = try TerminalApp(provider)
      try await app.open(seeing: "Room")
      // The keyboard focus is in the field, and a text has been typed there.
      try await app.typeAndWait("\u{1B}[B\u{1B}[Bx")
      try change.carryOut(in: app.controller)
      try await app.see(change.text)
      #expect(try await app.leave() == .left)
    }
  }
}
