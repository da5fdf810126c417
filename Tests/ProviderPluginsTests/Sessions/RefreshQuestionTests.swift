import AppControllerKit
import AppControllerKitTesting
import ProviderPlugins
import TestSupport
import Testing

/// The sessions that a library renews, wherever it runs.
@MainActor
@Suite struct `A session that a library renews` {
  private static let library = Result { try FixtureLibrary.build("Tests/Fixtures/renewing.c") }

  private func app(_ mode: LoadingMode, _ subject: String) async throws -> LoadedApp {
    let app = try LoadedApp(try Self.library.get(), loader: try mode.loader(clock: ManualClock()))
    try await app.install()
    _ = try await app.controller.perform(nodeID: "enter", values: ["who": .text(subject)])
    return app
  }

  @Test(arguments: LoadingMode.allCases, ["ann", "late"])
  func `has another secret and another refresh token`(_ mode: LoadingMode, _ subject: String) async throws {
    let app = try await app(mode, subject)
    let session = try await app.controller.freshSession(insteadOf: Secret("secret-1"))
    #expect(session.secret?.text == "secret-2")
    #expect(session.refreshToken?.text == "refresh-2")
    #expect(try await app.controller.freshSession(insteadOf: session.secret).secret?.text == "secret-3")
    await app.provider.finish()
  }

  @Test(
    arguments: LoadingMode.allCases,
    [
      ("ended", "ACK4008"), ("broken", "ACK3002"), ("stranger", "ACK3002"), ("chatty", "ACK3002"), ("plain", "ACK4007"),
    ])
  func `is not renewed`(_ mode: LoadingMode, _ refusal: (subject: String, code: String)) async throws {
    let app = try await app(mode, refusal.subject)
    let error = await #expect(throws: AppControllerError.self) {
      try await app.controller.freshSession(insteadOf: Secret("secret-1"))
    }
    #expect(error?.codeName == refusal.code)
    await app.controller.settle()
    #expect((app.controller.session == nil) == (refusal.subject == "ended"))
    #expect(app.controller.session?.secret?.text ?? "secret-1" == "secret-1")
    await app.provider.finish()
  }
}
