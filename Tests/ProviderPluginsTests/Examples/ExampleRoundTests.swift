import AppControllerKit
import ProviderPlugins
import Testing

/// A user's actions in the example, whose effects must not depend on the language of the example.
@MainActor
@Suite(.serialized) struct `Each example, used` {
  private func installed(_ example: Example, _ mode: LoadingMode) async throws -> LoadedApp {
    let app = try example.app(mode)
    try await app.install()
    return app
  }

  private func signIn(
    _ app: LoadedApp, email: String = "kitty@example.com", password: String = "meow1234"
  ) async throws -> ActionOutcome {
    try await app.controller.perform(
      nodeID: "sign-in", values: ["email": .text(email), "password": .secret(Secret(password))]
    )
  }

  @Test(arguments: Example.allCases, LoadingMode.allCases)
  func `says who it is`(_ example: Example, _ mode: LoadingMode) throws {
    let provider = try example.app(mode).provider
    #expect(provider.id == example.id)
    #expect(provider.version == "1.0.0")
    #expect(provider.abiVersion == "1.0")
    #expect(provider.path == (try example.library()))
  }

  @Test(arguments: Example.allCases, LoadingMode.allCases)
  func `starts logged out`(_ example: Example, _ mode: LoadingMode) async throws {
    let app = try await installed(example, mode)
    #expect(app.controller.state == .loggedOut)
    #expect(app.controller.installedInterface?.root.id == "sign-in-screen")
    #expect(app.log.isEmpty)
  }

  @Test(arguments: Example.allCases, LoadingMode.allCases)
  func `logs in, shows a product and logs out`(_ example: Example, _ mode: LoadingMode) async throws {
    let app = try await installed(example, mode)
    let login = try await signIn(app)
    guard case .completed(let report)? = login.transition else {
      Issue.record("the login became \(String(describing: login.transition))")
      return
    }
    #expect(report.problems.isEmpty)
    #expect(app.controller.state == .loggedIn)
    #expect(app.controller.session?.subject == "kitty@example.com")
    #expect(app.controller.session?.displayName == "kitty")
    let token = app.controller.session?.secret?.withUTF8Bytes { bytes in bytes.indices.map { bytes[$0] } }
    #expect(token?.starts(with: "kitty-token-".utf8) == true)
    #expect(app.controller.node(withID: "profile-screen")?.subtree.contains { $0.text == "Hello, kitty!" } == true)

    #expect(app.controller.node(withID: "product-3-screen") == nil)
    let product = try await app.controller.perform(nodeID: "product-3")
    #expect(product.transition == nil)
    #expect(app.controller.node(withID: "product-3-screen")?.label == "Catnip Mouse")

    let logout = try await app.controller.perform(nodeID: "sign-out")
    guard case .completed(let report)? = logout.transition else {
      Issue.record("the logout became \(String(describing: logout.transition))")
      return
    }
    #expect(report.problems.isEmpty)
    #expect(app.controller.state == .loggedOut)
    #expect(app.controller.session == nil)
    #expect(app.controller.node(withID: "product-3-screen") == nil)
    #expect(app.log.isEmpty)
  }

  /// The provider's own errors for values that fulfil the rules of its inputs.
  nonisolated static let refusals: [(email: String, password: String, errors: [String])] = [
    ("kitty@example.com", "abc", ["password"]),
    ("kitty@example.com", "né", ["password"]),
    ("kitty", "meow1234", ["email"]),
    ("@example.com", "meow1234", ["email"]),
    ("kitty@", "meow1234", ["email"]),
    ("kitty", "abc", ["email", "password"]),
  ]

  @Test(arguments: Example.allCases, refusals)
  func `says what is wrong with each input`(
    _ example: Example, _ refusal: (email: String, password: String, errors: [String])
  ) async throws {
    let app = try await installed(example, .here)
    let screen = try #require(app.controller.screens.first)
    let outcome = try await signIn(app, email: refusal.email, password: refusal.password)
    #expect(outcome.transition == nil)
    let named = outcome.response.effects.compactMap { effect -> String? in
      guard case .fieldError(let input, _) = effect else { return nil }
      return input
    }
    #expect(named == refusal.errors)
    #expect(screen.state.fieldErrors.keys.sorted() == refusal.errors)
    #expect(screen.state.fieldErrors["password"] ?? "Use at least four characters" == "Use at least four characters")
    #expect(app.controller.state == .loggedOut)
    // Afterwards the right values are accepted.
    _ = try await signIn(app)
    #expect(app.controller.state == .loggedIn)
  }

  @Test(arguments: Example.allCases, LoadingMode.allCases)
  func `is not asked while an input breaks its rule`(_ example: Example, _ mode: LoadingMode) async throws {
    let app = try await installed(example, mode)
    let error = await #expect(throws: AppControllerError.self) { try await signIn(app, email: "") }
    #expect(error?.code == .inputRefused)
    #expect(error?.what == "email: \(app.provider.id) | Enter your email address")
    #expect(app.controller.screens.first?.state.fieldErrors == ["email": "Enter your email address"])
  }

  @Test(arguments: Example.allCases, LoadingMode.allCases)
  func `reports a product that it does not have`(_ example: Example, _ mode: LoadingMode) async throws {
    let app = try await installed(example, mode)
    _ = try await signIn(app)
    let error = await #expect(throws: AppControllerError.self) {
      try await app.controller.perform(nodeID: "product-3", payload: ["product": "6"])
    }
    #expect(error?.code == .actionFailed)
    #expect((error?.underlyingError as? PluginError)?.code == .questionFailed)
    #expect(app.controller.state == .loggedIn)
    _ = try await app.controller.perform(nodeID: "product-1")
    #expect(app.controller.node(withID: "product-1-screen") != nil)
  }

  @Test(arguments: Example.allCases, LoadingMode.allCases)
  func `does not do an action that it does not know`(_ example: Example, _ mode: LoadingMode) async throws {
    let app = try await installed(example, mode)
    let error = await #expect(throws: AppControllerError.self) {
      try await app.controller.answer(to: InterfaceAction("no.such", nodeID: "x"), state: .loggedOut)
    }
    #expect(error?.code == .unsupportedAction)
  }

  @Test(arguments: Example.allCases, LoadingMode.allCases)
  func `keeps two controllers apart`(_ example: Example, _ mode: LoadingMode) async throws {
    let (one, two) = (try await installed(example, mode), try await installed(example, mode))
    _ = try await signIn(one)
    #expect(one.controller.state == .loggedIn)
    #expect(two.controller.state == .loggedOut)
    one.provider.end()
    _ = try await signIn(two, email: "other@example.com")
    #expect(two.controller.session?.subject == "other@example.com")
  }
}
