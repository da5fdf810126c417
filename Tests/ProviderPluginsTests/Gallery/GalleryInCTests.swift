import AppControllerKit
import InterfaceGallery
import TestSupport
import Testing

@MainActor
@Suite(.serialized) struct `The gallery in C` {
  private func app(_ mode: LoadingMode = .here) throws -> LoadedApp {
    try LoadedApp(try FixtureLibrary.gallery(), loader: mode.loader())
  }

  /// Returns the screen that the provider shows under a name, and the place of it.
  private func shown(
    _ name: String, _ mode: LoadingMode
  ) async throws -> (interface: InterfaceDescription, placement: ActionResponse.Placement) {
    let action = InterfaceAction("open", nodeID: name, payload: ["screen": name])
    let app = try app(mode)
    let response = try await app.controller.answer(to: action, state: .loggedOut)
    #expect(app.log.isEmpty, "a picture is missing")
    guard case .show(let interface, let placement)? = response.effects.first, response.effects.count == 1 else {
      throw UnexpectedResponse(response: response)
    }
    return (interface, placement)
  }

  @Test(arguments: Gallery.screens, LoadingMode.waited)
  func `describes the same as the elements do`(screen: GalleryScreen, mode: LoadingMode) async throws {
    let twin = try await shown(screen.name, mode)
    #expect(twin.interface == screen.interface)
    #expect(JSONRenderer().render(twin.interface) == JSONRenderer().render(screen.interface))
    #expect(twin.interface.validate() == [])
    #expect(twin.placement == (screen.interface.root.kind == .screen ? .push : .present))
  }

  @Test func `lists every interface, and no other`() async throws {
    let index = try await app().controller.describe(.loggedOut)
    #expect(index.validate() == [])
    let items = index.allNodes.filter { $0.kind == .item }
    #expect(items.map(\.id) == Gallery.screens.map(\.name))
    #expect(items.allSatisfy { $0.action?.name == "open" && $0.action?.payload == ["screen": $0.id ?? ""] })
  }

  @Test(arguments: Gallery.screens)
  func `shows an interface when its item is chosen`(screen: GalleryScreen) async throws {
    let app = try app()
    try await app.install()
    let id = try #require(screen.interface.allNodes.first { $0.kind == .screen }?.id)
    #expect(app.controller.node(withID: id) == nil)
    _ = try await app.controller.perform(nodeID: screen.name)
    #expect(app.controller.node(withID: id)?.kind == .screen)
  }

  @Test func `pushes the product that is chosen in the list`() async throws {
    let app = try app()
    try await app.install()
    _ = try await app.controller.perform(nodeID: "products")
    _ = try await app.controller.perform(nodeID: "item-42")
    #expect(app.controller.screens.last?.id == "product-42")
    let navigation = app.controller.screens.last?.parent as? NavigationContainer
    #expect(navigation?.screens.compactMap { ($0 as? ScreenController)?.id } == ["products-screen", "product-42"])
  }

  @Test func `sends the prompts of the greeter with empty answers`() async throws {
    let app = try app()
    try await app.install()
    _ = try await app.controller.perform(nodeID: "greeter")
    let outcome = try await app.controller.perform(nodeID: "continue")
    guard case .message(.info, _)? = outcome.response.effects.first else {
      Issue.record("\(outcome.response.effects) is no message")
      return
    }
  }

  @Test(arguments: [(AppController.State.launching, "splash"), (.loggedIn, "profile")])
  func `describes the other states with interfaces of the gallery`(state: AppController.State, name: String)
    async throws
  {
    let described = try await app().controller.describe(state)
    #expect(described == Gallery.interface(named: name))
  }

  @Test func `says so when it has no such interface`() async throws {
    let app = try app()
    try await app.install()
    let error = await #expect(throws: AppControllerError.self) {
      try await app.controller.perform(nodeID: "splash", payload: ["screen": "cinema"])
    }
    #expect(error?.code == .actionFailed)
  }
}

/// The error of an answer that is not a single screen.
private struct UnexpectedResponse: Error {
  let response: ActionResponse
}
