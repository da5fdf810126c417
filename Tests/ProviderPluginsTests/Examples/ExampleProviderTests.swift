import AppControllerKit
import ProviderPlugins
import TestSupport
import Testing

/// The guide's example, in Swift and in C.
enum Example: String, CaseIterable, Sendable {
  case swift, c

  var id: String { self == .swift ? "com.example.kitty" : "com.example.kitty-c" }

  func library() throws -> String {
    switch self {
    case .swift: try FixtureLibrary.product("ExampleProvider")
    case .c: try FixtureLibrary.exampleInC()
    }
  }

  @MainActor
  func app(_ mode: LoadingMode = .here) throws -> LoadedApp { try LoadedApp(try library(), loader: mode.loader()) }
}

@MainActor
@Suite struct `The two examples` {
  private let session = Session(
    subject: "kitty@example.com", displayName: "Kitty \u{1F431}", secret: Secret("token"), expiresAt: 4_000_000_000,
    attributes: ["plan": "gold"]
  )

  private func descriptions(_ state: AppController.State, _ session: Session? = nil) async throws
    -> (swift: InterfaceDescription, c: InterfaceDescription)
  {
    let (swift, c) = (try Example.swift.app(), try Example.c.app())
    return (
      try await swift.controller.describe(state, session: session),
      try await c.controller.describe(state, session: session)
    )
  }

  @Test(arguments: [AppController.State.launching, .loggedOut])
  func `describe the same without a session`(_ state: AppController.State) async throws {
    let (swift, c) = try await descriptions(state)
    #expect(swift == c)
    #expect(swift.id == state.rawValue, "it is the provider's own, not the host's")
    #expect(swift.allNodes.contains { $0.text == "🐱 Kitty" })
  }

  @Test(arguments: LoadingMode.allCases)
  func `speak the user's language, when it is theirs`(_ mode: LoadingMode) async throws {
    let app = try Example.swift.app(mode)
    app.window.traits.languages = ["de-AT", "en"]
    try await app.install()
    let door = try #require(app.controller.installedInterface)
    #expect(door.language == "de" && door.allNodes.contains { $0.label == "Willkommen bei Kitty" })
    _ = try await app.controller.perform(
      nodeID: "sign-in", values: ["email": .text("ann@example.com"), "password": .text("meow1234")])
    let home = try #require(app.controller.installedInterface)
    #expect(home.allNodes.contains { $0.text == "Hallo, ann!" })
    // Each text of the English interface has another one.
    let english = try await Example.swift.app().controller.describe(.loggedIn, session: app.controller.session)
    let names = [
      "Kitty", "Mittens", "Biscuit", "Pepper", "Clover", "Noodle", "Pixel", "Waffle", "Marble", "Ziggy", "Olive",
    ]
    for (german, english) in zip(home.allNodes, english.allNodes) {
      #expect(german.id == english.id)
      for (own, other) in [(german.label, english.label), (german.text, english.text)] {
        #expect(other.map(names.contains) ?? true || own != other, "\(german)")
      }
    }
  }

  @Test(arguments: ["Kitty \u{1F431}", ""])
  func `describe the same for the same session`(_ name: String) async throws {
    var session = session
    session.displayName = name
    let (swift, c) = try await descriptions(.loggedIn, session)
    // The one in Swift has the pictures, too.
    func said(_ interface: InterfaceDescription) -> [[String?]] {
      interface.allNodes.map { [$0.kindName, $0.id, $0.label, $0.text, $0.media?.alternative, $0.action?.name] }
    }
    #expect(said(swift) == said(c))
    let greeting = "Hello, \(name.isEmpty ? session.subject : name)!"
    #expect(swift.allNodes.contains { $0.text == greeting })
    // A description for another user is not equal, so the comparison covers the texts.
    session.subject = "other@example.com"
    let (other, _) = try await descriptions(.loggedIn, session)
    #expect(other != swift)
  }

  @Test(arguments: 1...5)
  func `push the same product`(_ number: Int) async throws {
    let action = InterfaceAction("product.open", nodeID: "product-\(number)", payload: ["product": "\(number)"])
    var responses: [ActionResponse] = []
    for example in Example.allCases {
      responses.append(try await example.app().controller.answer(to: action, state: .loggedIn, session: session))
    }
    #expect(responses[0] == responses[1])
    guard case .show(let screen, .push)? = responses[0].effects.first else {
      Issue.record("\(responses[0].effects) is no pushed screen")
      return
    }
    #expect(screen.id == "product-\(number)")
  }

  @Test(arguments: Example.allCases, [AppController.State.launching, .loggedOut, .loggedIn])
  func `are valid without a warning`(_ example: Example, _ state: AppController.State) async throws {
    let app = try example.app()
    let diagnostics = try await app.controller.describe(state, session: session).validate()
    #expect(diagnostics.isEmpty, "\(diagnostics)")
  }
}
