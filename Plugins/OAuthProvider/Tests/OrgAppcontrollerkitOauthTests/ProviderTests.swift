import AppControllerKit
import Testing

@testable import OrgAppcontrollerkitOauth

/// An app with the provider, on its screen of a sign-in under way.
@MainActor
private struct App {
  let controller: AppController
  let window = InterfaceWindow()
  let server: FakeServer
  let provider: OAuthProvider

  init(
    _ server: FakeServer, _ configuration: OAuthConfiguration = .test, _ time: SteppedTime = SteppedTime(),
    at place: TraitCollection.Place = .local
  ) async throws {
    self.server = server
    window.traits.place = place
    provider = OAuthProvider(configuration, server, time)
    controller = AppController(interfaceProvider: provider)
    try await controller.installRootInterface(in: window)
  }

  func press(_ id: String) async throws -> ActionResponse {
    try await controller.perform(nodeID: id).response
  }

  var isOver: Bool { provider.attempt?.outcome != nil }

  var polls: Int { server.requests.count { $0.url == Sample.token } }
}

/// Waits until a condition holds, which nothing tells.
@MainActor
private func reached(_ condition: () -> Bool) async {
  while !condition(), !Task.isCancelled { await Task.yield() }
}

@MainActor
@Test func `a code leads to a session`() async throws {
  let app = try await App(
    Sample.server([
      Sample.pending(), Sample.pending("slow_down"), .failure(.notReached("x")), .json(200, Sample.tokens),
    ]))
  _ = try await app.press("start")
  // Nobody waits, and the session comes all the same.
  await reached { app.controller.session != nil }
  let session = try #require(app.controller.session)
  #expect(session.subject == "ada")
  #expect(session.displayName == "Ada")
  #expect(session.secret?.text == "at-canary")
  #expect(session.attributes["hosts"] == "git.example.com")
  #expect(session.attributes["git-username"] == "oauth2")
  #expect(session.attributes["issuer"] == "https://id.example.com/o" && session.attributes["clientId"] == "kitten")
  #expect(app.polls == 4)
  #expect(
    app.server.requests.contains { $0.form.contains("device_code=dc-canary") && $0.form.contains("client_id=kitten") })
}

@MainActor
@Test(arguments: [(TraitCollection.Place.local, true), (.unspecified, true), (.remote, false)])
func `a browser of this machine is for who is at it`(_ place: TraitCollection.Place, _ isInBrowser: Bool) async throws {
  var configuration = OAuthConfiguration.test
  configuration.usesBrowser = true
  let app = try await App(Sample.server([.hang]), configuration, at: place)
  _ = try await app.press("start")
  let attempt = try #require(app.provider.attempt)
  #expect(attempt.isInBrowser == isInBrowser)
  attempt.cancel()
}

@MainActor
@Test(arguments: [
  ("access_denied", "the sign-in was refused"), ("expired_token", "the code has expired"),
  ("invalid_client", "invalid_client"), ("device_not_found", "device_not_found"),
])
func `an end says why`(_ error: String, _ words: String) async throws {
  let app = try await App(Sample.server([Sample.pending(error)]))
  _ = try await app.press("start")
  await reached { app.isOver }
  await app.controller.settle()
  let response = try await app.press("wait")
  guard case .message(.error, let text)? = response.effects.first else {
    Issue.record("\(response)")
    return
  }
  #expect(text.contains(words))
  #expect(app.controller.state == .loggedOut)
}

@MainActor
@Test func `cancel stops the polls at once, and whoever waits gets nothing`() async throws {
  let app = try await App(Sample.server([.hang]))
  _ = try await app.press("start")
  await reached { app.polls == 1 }
  let attempt = try #require(app.provider.attempt)
  _ = try await app.press("cancel")
  #expect(await attempt.wait(atMost: .seconds(900), SteppedTime()) == nil)
  #expect(app.provider.attempt == nil)
  #expect(app.polls == 1)
}

@MainActor
@Test func `metadata of another issuer is refused`() async throws {
  let lie = Sample.metadata.replacing("\"https://id.example.com/o\"", with: "\"https://id.example.com/o/\"")
  let app = try await App(FakeServer([Sample.discovery: [.json(200, lie)]]))
  await #expect { try await app.press("start") } throws: { "\($0)".contains("another server") }
}

@MainActor
@Test func `a missing endpoint is named by its setting`() async throws {
  let short = #"{"issuer": "https://id.example.com/o", "token_endpoint": "https://id.example.com/token"}"#
  let app = try await App(FakeServer([Sample.discovery: [.json(200, short)]]))
  await #expect { try await app.press("start") } throws: { "\($0)".contains("give the setting deviceEndpoint") }
}

@MainActor
@Test func `the screen has the address on a line of its own, the code and its QR code`() async throws {
  let app = try await App(Sample.server([.hang]))
  let response = try await app.press("start")
  guard case .show(let screen, .replace)? = response.effects.first else {
    Issue.record("\(response)")
    return
  }
  let nodes = screen.root.visibleSubtree
  #expect(nodes.contains { $0.text == "https://id.example.com/go" })
  #expect(nodes.contains { $0.text == "WDJB-MJHT" })
  #expect(!nodes.contains { $0.text?.contains("dc-canary") == true })
  _ = try await app.press("cancel")
}
