import AppControllerKit
import AppControllerKitTesting
import ProviderPlugins
import TestSupport
import Testing

/// A screen that a provider describes again: as an object, as a library in this process, and in a child process.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(30))) struct `A provider that refreshes a screen` {
  /// Opens the screen, types into it, and makes the provider describe it again.
  private func tryIt(_ controller: AppController) async throws {
    let root = try #require(controller.rootContainer.visibleScreen)
    func perform(_ name: String, on screen: ScreenController) async throws {
      let action = InterfaceAction(name, nodeID: "go", revision: controller.revision)
      _ = try await controller.perform(action, isHostAction: false, on: screen)
      await controller.settle()
    }
    try await perform("open", on: root)
    let details = try #require(controller.rootContainer.visibleScreen)
    #expect(details.node.label == "Details 0")
    #expect(details.enter(.text("Mia"), into: "name") && details.focus(on: "name"))
    let revision = controller.revision
    for round in 1...2 {
      try await perform("again", on: details)
      #expect(details.node.label == "Details \(round)")
      #expect(controller.rootContainer.visibleScreen === details)
      #expect(details.state.values["name"] == .text("Mia") && details.focusedID == "name")
    }
    try await perform("elsewhere", on: details)
    #expect(details.node.label == "Details 2" && controller.revision == revision)
    // The screen has been removed by then.
    _ = try await controller.apply(ActionResponse { $0.dismiss() }, from: details)
    try await perform("again", on: root)
    #expect(controller.rootContainer.visibleScreen === root)
  }

  @Test func `does it as an object of the app`() async throws {
    let controller = AppController(interfaceProvider: RefreshingObject(), clock: ImmediateClock())
    try await controller.installRootInterface(in: InterfaceWindow())
    try await tryIt(controller)
  }

  @Test(arguments: LoadingMode.allCases)
  func `does it in C`(_ mode: LoadingMode) async throws {
    let app = try LoadedApp(FixtureLibrary.build("Tests/Fixtures/refreshing.c"), loader: mode.loader())
    try await app.install()
    try await tryIt(app.controller)
    // The whole interface is described again with a question of its own.
    let revision = app.controller.revision
    let root = try #require(app.controller.rootContainer.visibleScreen)
    let all = InterfaceAction("all", nodeID: "go", revision: revision)
    let answered = try await app.controller.perform(all, isHostAction: false, on: root)
    #expect(answered.response.effects == [.message(.info, "done")])
    await app.controller.settle()
    #expect(app.controller.revision == revision + 1)
    await app.provider.finish()
  }

  // It runs in a process of its own, where no other suite uses its pipe.
  @Test func `does it in Swift`() async throws {
    let app = try SuspendingApp(.apart)
    try await app.install()
    try await tryIt(app.controller)
    await app.provider.finish()
  }

  @Test(arguments: LoadingMode.allCases)
  func `can be recorded and done again`(_ mode: LoadingMode) async throws {
    let recorded = try RecordedApp(FixtureLibrary.build("Tests/Fixtures/refreshing.c"), mode)
    try await recorded.install()
    try await tryIt(recorded.controller)
    let report = try await recorded.replay()
    #expect(report.divergence == nil)
  }
}

/// The same as `refreshing.c`, in the app.
private final class RefreshingObject: AppControllerInterfaceProviding {
  private var rounds = 0

  private var details: InterfaceDescription {
    InterfaceDescription("details") { Screen("details", title: "Details \(rounds)") { TextField("name", "Name") } }
  }

  func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    InterfaceDescription("logged-out") { Screen("home", title: "Signed out") { Button("go", "Go", action: "go") } }
  }

  func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try await loggedOutInterface(for: controller)
  }

  func screenInterface(
    _ id: String, for controller: AppController.Handle
  ) async throws -> InterfaceDescription? {
    id == "details" ? details : nil
  }

  func perform(_ action: InterfaceAction, for controller: AppController.Handle) async throws -> ActionResponse {
    if action.name == "open" { return .present(details) }
    if action.name == "again" { rounds += 1 }
    controller.invalidate(screen: action.name == "again" ? "details" : action.name)
    return .message(.info, "done")
  }
}
