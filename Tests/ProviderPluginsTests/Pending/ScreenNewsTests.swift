import AppControllerKit
import AppControllerKitTesting
import ProviderPlugins
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10))) struct `A library hears what becomes of its screens` {
  @Test(arguments: LoadingMode.allCases)
  func `in the order in which it happens`(_ mode: LoadingMode) async throws {
    let app = try LoadedApp(FixtureLibrary.build("Tests/Fixtures/asking.c"), loader: mode.loader())
    let controller = app.controller
    try await app.install()
    await controller.login(Session(subject: "kitty"))
    for (action, payload) in [("open", [:]), ("ask", ["between": "-", "answer": "leave"])] {
      let screen = try #require(controller.rootContainer.visibleScreen)
      let action = InterfaceAction(action, nodeID: "go", payload: payload, revision: controller.revision)
      _ = try await controller.perform(action, isHostAction: false, on: screen)
    }
    await controller.logout()
    let news = [
      "home shown", "home left", "home shown", "home covered", "details shown", "details left", "home shown",
      "home left", "home shown",
    ]
    await reached { app.log.count >= news.count }
    #expect(app.log == news.map { "info: \($0)" })
    await app.provider.finish()
  }
}
