import AppControllerKit
import AppControllerKitTesting
import CSystem
import TestSupport
import Testing

@MainActor
@Suite struct `What becomes of a screen` {
  private final class Container: RootContainer {
    var log: [String] = []

    override func screenDidChange(_ screen: ScreenController, to appearance: ScreenAppearance) {
      log.append("\(screen.id) \(appearance)")
    }
  }

  private final class OwnScreen: ScreenController {
    var log: [ScreenAppearance] = []

    override func appearanceDidChange(to appearance: ScreenAppearance) { log.append(appearance) }
  }

  private nonisolated static func screen(_ id: String) -> InterfaceDescription {
    InterfaceDescription(id) { Screen(id, title: id) { Button("go", "Go", action: "go") } }
  }

  private static func inside(_ subject: String) -> InterfaceDescription {
    InterfaceDescription("inside") {
      TabView("main") {
        Tab("one", "One") {
          NavigationStack("stack") { Screen("home", title: subject) { Button("go", "Go", action: "go") } }
        }
        Tab("two", "Two") { Screen("other", title: subject) { Button("back", "Back", action: "go") } }
      }
    }
  }

  private let provider = RecordingProvider(loggedOut: screen("door")) { Self.inside($0?.subject ?? "nobody") }
  private let controller: AppController
  private let container: Container

  init() async throws {
    controller = AppController(interfaceProvider: provider, rootContainerClass: Container.self)
    container = try #require(controller.rootContainer as? Container)
    try await controller.installRootInterface(in: InterfaceWindow())
  }

  private func logIn() async {
    await controller.login(Session(subject: "kitty"))
    provider.forget()
    container.log = []
  }

  /// Applies an answer, and returns what the provider was told.
  private func news(of response: ActionResponse) async throws -> [String] {
    provider.appearances = []
    let screen = try #require(controller.rootContainer.visibleScreen)
    _ = try await controller.apply(response, from: screen)
    return provider.appearances
  }

  @Test func `is told in the pod's order`() async {
    #expect(provider.appearances == ["door shown"])
    provider.forget()
    controller.willLoginHandler = { [provider] _ in provider.appearances.append("will") }
    controller.didLoginHandler = { [provider] in provider.appearances.append("did") }
    await controller.login(Session(subject: "kitty"))
    #expect(provider.appearances == ["will", "door left", "home shown", "did"])
    #expect(provider.log == ["logged-in", "configuration", "notify did-login"])
    #expect(container.log == ["door shown", "door left", "home shown"])
  }

  @Test func `is told of stacks, layers and tabs`() async throws {
    await logIn()
    #expect(try await news(of: .push(Self.screen("first"))) == ["home covered", "first shown"])
    #expect(try await news(of: .push(Self.screen("second"))) == ["first covered", "second shown"])
    #expect(try await news(of: .present(Self.screen("layer"))) == ["second covered", "layer shown"])
    #expect(try await news(of: .dismiss) == ["layer left", "second shown"])
    #expect(try await news(of: .replace(with: Self.screen("third"))) == ["second left", "third shown"])
    #expect(try await news(of: .popToRoot) == ["third left", "first left", "home shown"])
    #expect(try await news(of: .select("two", in: "main")) == ["home covered", "other shown"])
    #expect(try await news(of: .message(.info, "nothing moves")) == [])
    provider.forget()
    await controller.logout()
    #expect(provider.appearances == ["other left", "home left", "door shown"])
  }

  @Test func `is told once for what one answer does`() async throws {
    await logIn()
    let answer = ActionResponse {
      $0.show(Self.screen("first"), .push)
      $0.pop()
      $0.show(Self.screen("second"), .push)
    }
    #expect(try await news(of: answer) == ["home covered", "second shown"])
  }

  @Test func `is told of what the user and the app do`() async throws {
    await logIn()
    let tabs = try #require(controller.rootContainer.tabs(withID: "main"))
    tabs.select("two")
    await reached { provider.appearances.count == 2 }
    let own = try OwnScreen(Self.screen("own"))
    container.present(own)
    await reached { own.log.count == 1 }
    own.remove()
    await reached { own.log.count == 2 }
    #expect(own.log == [.shown, .left])
    #expect(provider.appearances == ["home covered", "other shown", "other covered", "other shown"])
    #expect(
      container.log == ["home covered", "other shown", "other covered", "own shown", "own left", "other shown"])
  }

  @Test func `is not told when the interface is built again`() async throws {
    await logIn()
    _ = try await news(of: .select("two", in: "main"))
    provider.forget()
    provider.handle?.invalidate()
    await reached { provider.log.contains("logged-in") }
    await controller.settle()
    #expect(provider.appearances == [])
    await controller.login(Session(subject: "tiger"))
    #expect(provider.appearances == ["other left", "home left", "home shown"])
  }

  @Test func `is told to the app at the end, and not to a provider that is not asked any more`() async throws {
    await logIn()
    weak let screen = container.visibleScreen
    controller.terminate()
    #expect(container.log == ["home left"])
    #expect(provider.appearances == [])
    #expect(screen == nil)
  }

  @Test func `logins that never wait leave nothing behind for a later turn`() async {
    // A process of its own: the heap of this one is shared by tests that run beside.
    await #expect(processExitsWith: .success) { try await logInAndOutWithoutWaiting() }
  }
}

/// Expects that the heap does not grow, whose tasks for the main actor would stay in it.
@MainActor
private func logInAndOutWithoutWaiting() async throws {
  let controller = AppController(interfaceProvider: Silent())
  try await controller.installRootInterface(in: InterfaceWindow())
  var before: UInt64 = 0
  for cycle in 0..<600 {
    if cycle == 100 { before = system_heap_in_use() }
    await controller.login(Session(subject: "kitty"))
    await controller.logout()
  }
  let growth = Int64(bitPattern: system_heap_in_use() &- before)
  #expect(growth < 500 * 128, "\(growth / 500) bytes for each login and logout")
}

private final class Silent: AppControllerInterfaceProviding {
  func configuration(for controller: ControllerHandle) -> TransitionConfiguration {
    TransitionConfiguration(transitionDuration: .zero, style: .none)
  }

  func loggedOutInterface(for controller: ControllerHandle) -> InterfaceDescription { interface("door") }

  func loggedInInterface(for controller: ControllerHandle) -> InterfaceDescription { interface("room") }

  private func interface(_ id: String) -> InterfaceDescription { .init(id) { Screen(id, title: id) { Text("Hello") } } }
}
