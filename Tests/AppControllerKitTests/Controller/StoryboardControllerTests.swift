import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite struct `A controller of a storyboard` {
  private let window = InterfaceWindow()
  private let store = InMemorySessionStore()

  private func makeController() throws -> AppController {
    try AppController(
      storyboard: Storyboard(json: Array(`A storyboard`.text.utf8)), loggedOutInterfaceID: "welcome",
      loggedInInterfaceID: "home", configuration: .init(transitionDuration: .zero), sessionStore: store
    )
  }

  private func visible(_ controller: AppController) -> String? { controller.rootContainer.visibleScreen?.id }

  @Test func `does every host verb without code`() async throws {
    let controller = try makeController()
    try await controller.installRootInterface(in: window)
    #expect(controller.state == .loggedOut)
    #expect(visible(controller) == "welcome")

    _ = try await controller.perform(nodeID: "about")
    #expect(visible(controller) == "about-screen")
    _ = try await controller.perform(nodeID: "close")
    #expect(visible(controller) == "welcome")

    let login = try await controller.perform(nodeID: "in")
    #expect(login.transition?.isCompleted == true)
    #expect(controller.state == .loggedIn)
    #expect(visible(controller) == "list")

    _ = try await controller.perform(nodeID: "more")
    #expect(visible(controller) == "details")
    _ = try await controller.perform(nodeID: "back")
    #expect(visible(controller) == "list")
    _ = try await controller.perform(nodeID: "me")
    #expect(visible(controller) == "me-screen")

    let logout = try await controller.perform(nodeID: "out")
    #expect(logout.transition?.isCompleted == true)
    #expect(controller.state == .loggedOut)
    #expect(visible(controller) == "welcome")
  }

  @Test func `stores its session under the storyboard's id, and starts with it`() async throws {
    let first = try makeController()
    #expect(first.providerID == "com.example.kitty")
    try await first.installRootInterface(in: window)
    await first.login(.kitty)
    #expect(try store.load(for: "com.example.kitty").session == .kitty)
    let second = try makeController()
    try await second.installRootInterface(in: InterfaceWindow())
    #expect(second.state == .loggedIn)
    #expect(second.session == .kitty)
  }

  @Test func `has the storyboard, and one of code has none`() async throws {
    #expect(try makeController().storyboard?.id == "com.example.kitty")
    #expect(ControllerFixture().controller.storyboard == nil)
  }

  @Test(arguments: [("nowhere", "home"), ("welcome", "nowhere")])
  func `is not made for interfaces that the storyboard does not have`(out: String, into: String) throws {
    let storyboard = try Storyboard(json: Array(`A storyboard`.text.utf8))
    let error = #expect(throws: AppControllerError.self) {
      try AppController(storyboard: storyboard, loggedOutInterfaceID: out, loggedInInterfaceID: into)
    }
    #expect(error?.code == .noSuchInterface)
  }

  @Test func `of a subclass answers the actions that the storyboard leaves to code`() async throws {
    let text = `A storyboard`.text.replacing(
      #"{ "name": "login", "scope": "host" }"#, with: #"{ "name": "sign-in" }"#)
    let provider = try SigningIn(
      storyboard: Storyboard(json: Array(text.utf8)), loggedOutInterfaceID: "welcome", loggedInInterfaceID: "home",
      configuration: .init(transitionDuration: .zero)
    )
    let controller = AppController(interfaceProvider: provider)
    try await controller.installRootInterface(in: window)
    _ = try await controller.perform(nodeID: "in")
    #expect(controller.session == .kitty)
    let plain = try await AppController.plain(text)
    let error = await #expect(throws: AppControllerError.self) { try await plain.perform(nodeID: "in") }
    #expect(error?.code == .unsupportedAction)
  }

  @Test func `leads nowhere from a provider without a storyboard`() async throws {
    let fixture = ControllerFixture()
    fixture.provider.loggedIn = { _ in
      InterfaceDescription("d") {
        Screen("s", title: "S") { Button("b", "B", action: .host(.present, payload: ["screen": "x"])) }
      }
    }
    try await fixture.install()
    await fixture.controller.login()
    let error = await #expect(throws: AppControllerError.self) {
      try await fixture.controller.perform(nodeID: "b")
    }
    #expect(error?.code == .noSuchAction)
  }
}

private final class SigningIn: StoryboardProvider {
  override func perform(
    _ action: InterfaceAction, for controller: AppController.Handle
  ) async throws -> ActionResponse {
    if action.name == "sign-in" { return .login(.kitty) }
    return try await super.perform(action, for: controller)
  }
}

extension AppController {
  /// An installed controller of a storyboard without code.
  fileprivate static func plain(_ text: String) async throws -> AppController {
    let controller = try AppController(
      storyboard: Storyboard(json: Array(text.utf8)), loggedOutInterfaceID: "welcome", loggedInInterfaceID: "home"
    )
    try await controller.installRootInterface(in: InterfaceWindow())
    return controller
  }
}
