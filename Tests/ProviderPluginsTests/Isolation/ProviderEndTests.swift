import AppControllerKit
import AppControllerKitTesting
import Glibc
import ProviderPlugins
import TestSupport
import Testing

/// A provider's process that ends while nothing is asked of it.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(30))) struct `The end of a provider's process` {
  @Test(arguments: [LoadingMode.apart, .suspended])
  func `is an event when it happens, and a message of every face`(_ mode: LoadingMode) async throws {
    let app = try LoadedApp(FixtureLibrary.build("Tests/Fixtures/asking.c"), loader: mode.loader())
    try await app.install()
    let face = Face(of: app.controller)
    var messages: [FaceMessage] = []
    let following = Task { for await change in face.changes { messages += change.messages } }
    var errors: [AppControllerError] = []
    app.controller.onEvent { event in
      if case .providerEnded(let error) = event.kind { errors.append(error) }
    }
    try await kill(app)
    await reached { !errors.isEmpty && !messages.isEmpty }
    #expect(errors.map(\.code) == [.providerEnded])
    #expect(errors[0].why.contains("crashed while nothing was asked of it"), "\(errors[0].why)")
    #expect((errors[0].underlyingError as? PluginError)?.code == .childCrashed)
    #expect(messages.map(\.error) == [errors[0]])
    #expect(messages[0].text.hasSuffix("; log out, or start the app again"))
    await #expect(throws: AppControllerError.self) { _ = try await app.go() }
    #expect(await app.controller.login(Session(subject: "kitty")).isFailed)
    #expect(errors.count == 1, "it is news once")
    following.cancel()
  }

  @Test func `is no news when the app has ended it`() async throws {
    let app = try LoadedApp(FixtureLibrary.build("Tests/Fixtures/asking.c"), loader: LoadingMode.apart.loader())
    try await app.install()
    var errors: [AppControllerError] = []
    app.controller.onEvent { event in
      if case .providerEnded(let error) = event.kind { errors.append(error) }
    }
    await app.provider.finish()
    await app.controller.settle()
    #expect(errors == [])
  }

  /// Kills the process of an app's provider, which says its number.
  private func kill(_ app: LoadedApp) async throws {
    let screen = try #require(app.controller.rootContainer.visibleScreen)
    let action = InterfaceAction("pid", nodeID: "go", revision: app.controller.revision)
    let answer = try await app.controller.perform(action, isHostAction: false, on: screen).response
    guard case .message(_, let text)? = answer.effects.first, let number = pid_t(text) else {
      Issue.record("it said \(answer)")
      return
    }
    #expect(Glibc.kill(number, SIGSEGV) == 0)
  }
}

extension TransitionOutcome {
  fileprivate var isFailed: Bool { if case .failed = self { true } else { false } }
}
