import AppControllerKit
import AppControllerKitTesting
import Testing

@Suite struct `A server with rotating tokens` {
  private struct Lost: Error {}

  private let server = TokenServer()

  private func renewed(_ session: Session) async throws -> Session? {
    if case .renewed(let session) = try await server.refresh(session) { session } else { nil }
  }

  @Test func `gives other tokens for each refresh token, once`() async throws {
    let first = server.signIn("kitty")
    let second = try #require(try await renewed(first))
    #expect(second.secret != first.secret && second.refreshToken != first.refreshToken)
    #expect(server.accepts(second))
    #expect(server.problems(stored: second) == [])
    #expect(server.problems(stored: first) == ["the refresh token that is stored for kitty is spent"])
  }

  @Test func `ends a session whose token is used twice`() async throws {
    let first = server.signIn("kitty")
    let second = try #require(try await renewed(first))
    #expect(try await server.refresh(first) == .ended)
    #expect(try await server.refresh(second) == .ended)
    #expect(!server.accepts(second) && server.reuses == 1)
    #expect(server.problems(stored: nil) == ["a refresh token of kitty was used twice"])
  }

  @Test func `loses an answer when it is told to, and has spent the token`() async throws {
    let session = server.signIn("kitty")
    server.answering = { throw Lost() }
    await #expect(throws: Lost.self) { try await server.refresh(session) }
    #expect(server.problems(stored: session) == ["the refresh token that is stored for kitty is spent"])
  }

  @Test func `says which session nobody has ended`() {
    let (kitty, dog) = (server.signIn("kitty"), server.signIn("dog"))
    #expect(server.problems(stored: dog) == ["a session of kitty is valid at the server, and is not stored"])
    server.revoke(kitty)
    #expect(server.problems(stored: dog) == [])
  }
}
