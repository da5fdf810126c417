import AppControllerKit
import Testing

@testable import OrgAppcontrollerkitOauth

/// A session that the server renews.
@MainActor
@Suite struct `A session of tokens` {
  private let session = Session(
    subject: "ada", secret: Secret("at-1"), refreshToken: Secret("rt-1"), attributes: OAuthConfiguration.test.origin)

  /// Logs in with the session, and has its secret renewed.
  private func renewed(
    _ session: Session, by answer: FakeServer.Reply, _ configuration: OAuthConfiguration = .test
  ) async throws -> (session: Session?, code: AppControllerError.Code?, server: FakeServer) {
    let server = Sample.server([answer])
    let controller = AppController(interfaceProvider: OAuthProvider(configuration, server, SteppedTime()))
    let window = InterfaceWindow()
    try await controller.installRootInterface(in: window)
    await controller.login(session)
    do {
      let fresh = try await controller.freshSession(insteadOf: session.secret)
      return (fresh, nil, server)
    } catch {
      await controller.settle()
      return (controller.session, error.code, server)
    }
  }

  @Test func `has the tokens that the server gives, until their end`() async throws {
    let (session, _, server) = try await renewed(session, by: .json(200, Sample.tokens))
    #expect(session?.secret?.text == "at-canary")
    #expect(session?.refreshToken?.text == "rt")
    #expect(session?.expiresAt == nil)
    #expect(try #require(session?.secretExpiresAt) > .now)
    let form = try #require(server.requests.last { $0.url == Sample.token }).form
    #expect(form.contains("grant_type=refresh_token") && form.contains("refresh_token=rt-1"))
  }

  @Test func `keeps the refresh token that it has when the server gives none`() async throws {
    let tokens = #"{"access_token": "at-2", "token_type": "Bearer"}"#
    #expect(try await renewed(session, by: .json(200, tokens)).session?.refreshToken?.text == "rt-1")
  }

  @Test func `has ended when the server refuses its refresh token`() async throws {
    let (session, code, _) = try await renewed(session, by: Sample.pending("invalid_grant"))
    #expect(session == nil)
    #expect(code == .sessionEnded)
  }

  @Test(arguments: [Sample.pending("invalid_client"), .failure(.notReached("x")), .json(503, "")])
  func `stays when the server says nothing of it`(_ answer: FakeServer.Reply) async throws {
    let (session, code, _) = try await renewed(session, by: answer)
    #expect(session == self.session)
    #expect(code == .providerFailed)
  }

  @Test func `cannot be renewed without a refresh token`() async throws {
    let plain = Session(subject: "ada", secret: Secret("at-1"))
    let (_, code, server) = try await renewed(plain, by: .json(200, Sample.tokens))
    #expect(code == .notRenewable)
    #expect(!server.requests.contains { $0.url == Sample.token })
  }

  /// Settings of another server or client.
  nonisolated static let others: [(String, @Sendable (inout OAuthConfiguration) -> Void)] = [
    ("issuer", { $0.issuer = WebAddress("https://evil.example.com/o") }),
    ("issuer", { $0.issuer = WebAddress("https://id.example.com/o/") }), ("clientId", { $0.clientID = "other" }),
    ("tokenEndpoint", { $0.endpoints[.token] = "https://evil.example.com/token" }),
    ("revocationEndpoint", { $0.endpoints[.revocation] = "https://evil.example.com/revoke" }),
    ("userinfoEndpoint", { $0.endpoints[.userinfo] = "https://evil.example.com/userinfo" }),
  ]

  @Test(arguments: others.indices)
  func `is neither renewed nor revoked at another server or by another client`(_ index: Int) async throws {
    var configuration = OAuthConfiguration.test
    Self.others[index].1(&configuration)
    let (kept, code, server) = try await renewed(session, by: .json(200, Sample.tokens), configuration)
    #expect(kept == session && code == .providerFailed)
    #expect(server.requests.isEmpty)
    let (lines, requests) = try await ended(session, configuration)
    #expect(requests.isEmpty)
    #expect(lines.contains { $0.contains("out: the session is another") && $0.contains(Self.others[index].0) })
  }

  @Test func `is revoked at its own server`() async throws {
    let (lines, requests) = try await ended(session, .test)
    #expect(lines.isEmpty)
    #expect(requests.filter { $0.hasSuffix("/revoke") }.count == 2)
  }

  @Test func `that does not say whose it is is renewed nowhere`() async throws {
    let plain = Session(subject: "ada", secret: Secret("at-1"), refreshToken: Secret("rt-1"))
    let (kept, _, server) = try await renewed(plain, by: .json(200, Sample.tokens))
    #expect(kept == plain && server.requests.isEmpty)
  }

  /// Logs out, and returns the warnings and the addresses that were asked.
  private func ended(
    _ session: Session, _ configuration: OAuthConfiguration
  ) async throws -> (lines: [String], requests: [String]) {
    let server = FakeServer([
      Sample.discovery: [.json(200, Sample.metadata)], "https://id.example.com/revoke": [.json(200, "")],
    ])
    let controller = AppController(interfaceProvider: OAuthProvider(configuration, server, SteppedTime(longest: .zero)))
    var lines: [String] = []
    controller.logHandler = { level, text in if level == .warning { lines.append(text) } }
    let window = InterfaceWindow()
    try await controller.installRootInterface(in: window)
    await controller.login(session)
    await controller.logout()
    return (lines, server.requests.map(\.url))
  }
}
