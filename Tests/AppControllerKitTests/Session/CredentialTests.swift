import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

/// What a program gets in the place of a session's secret.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A credential for a program` {
  private let clock = ManualClock()
  private let provider = RecordingProvider(
    loggedOut: InterfaceDescription("out") { Screen("out", title: "Out") {} },
    loggedIn: InterfaceDescription("in") { Screen("in", title: "In") {} })
  private let store = InMemorySessionStore()
  private let request: CredentialRequest

  init() throws { request = try #require(CredentialRequest(program: "git", host: "git.example.com", path: "a/b.git")) }

  private func controller() -> AppController {
    AppController(
      interfaceProvider: provider, sessionStore: store, clock: clock,
      wallClock: { [clock] in Timestamp(secondsSince1970: clock.now.offset.milliseconds / 1000) })
  }

  private func store(_ session: Session) async throws {
    _ = try store.replace(for: "app", with: session, ifGeneration: nil)
  }

  private func code(_ controller: AppController) async -> AppControllerError.Code? {
    await #expect(throws: AppControllerError.self) { try await controller.credential(for: request) }?.code
  }

  @Test func `is given for the stored session, without an interface`() async throws {
    try await store(Session(subject: "ann", secret: Secret("s1")))
    provider.exchange = { request in Credential(userName: request.path, secret: Secret("for " + request.host)) }
    let credential = try await controller().credential(for: request)
    #expect(credential == Credential(userName: "a/b.git", secret: Secret("for git.example.com")))
    #expect(provider.log == ["credential git"])
    #expect(provider.handle?.session?.secret?.text == "s1" && provider.handle?.state == .loggedIn)
    #expect(!"\(credential as Any)".contains("for git"))
  }

  @Test func `is asked for with a secret that is accepted`() async throws {
    try await store(Session(subject: "ann", secret: Secret("s1"), secretExpiresAt: 30, refreshToken: Secret("r1")))
    provider.refresh = .renewed(Session(subject: "ann", secret: Secret("s2"), secretExpiresAt: 3600))
    provider.exchange = { _ in Credential(secret: Secret("t"), expiresAt: 60) }
    #expect(try await controller().credential(for: request)?.expiresAt == 60)
    #expect(provider.log == ["refresh ann", "credential git"])
    #expect(provider.handle?.session?.secret?.text == "s2")
  }

  @Test func `is none where the provider leaves it, and nobody gives one without a session`() async throws {
    #expect(await code(controller()) == .notLoggedIn)
    #expect(provider.log == [])
    try await store(Session(subject: "ann"))
    #expect(try await controller().credential(for: request) == nil)
    provider.failures = ["credential git"]
    #expect(await code(controller()) == .providerFailed)
  }

  @Test(arguments: [
    Credential(secret: Secret("")), Credential(secret: Secret(String(repeating: "a", count: 16_385))),
    Credential(secret: Secret([0xFF].span)), Credential(userName: "a\nb", secret: Secret("t")),
    Credential(userName: String(repeating: "a", count: 513), secret: Secret("t")),
    Credential(secret: Secret("t"), expiresAt: 0), Credential(secret: Secret("t"), expiresAt: -1),
  ])
  func `is refused when nobody could use it`(_ credential: Credential) async throws {
    try await store(Session(subject: "ann", secret: Secret("s1")))
    provider.exchange = { _ in credential }
    #expect(await code(controller()) == .providerFailed)
    provider.exchange = { _ in
      Credential(userName: String(repeating: "a", count: 512), secret: Secret(String(repeating: "a", count: 16_384)))
    }
    #expect(try await controller().credential(for: request) != nil)
  }

  @Test func `is asked for within the time for a provider, and not inside a question`() async throws {
    try await store(Session(subject: "ann", secret: Secret("s1")))
    let controller = controller()
    provider.gates["credential git"] = Gate()
    let asked = Task.immediate { await code(controller) }
    await clock.sleeperArrived()
    clock.advance(by: .seconds(30))
    #expect(await asked.value == .timedOut)
    provider.gates = [:]
    var inside: AppControllerError.Code?
    let other = self.controller()
    provider.steps["initial"] = { inside = await code(other) }
    _ = try await other.initialState()
    #expect(inside == .wouldDeadlock)
  }

  @Test(arguments: [
    ("git", "h", "", true), ("com.example.tool", "", "", true), ("", "h", "", false), ("a b", "h", "", false),
    ("git", String(repeating: "h", count: 512), String(repeating: "p", count: 4096), true),
    ("git", String(repeating: "h", count: 513), "", false), ("git", "h", String(repeating: "p", count: 4097), false),
  ])
  func `is for a program by its name`(_ program: String, _ host: String, _ path: String, _ isPossible: Bool) {
    #expect((CredentialRequest(program: program, host: host, path: path) != nil) == isPossible)
  }
}
