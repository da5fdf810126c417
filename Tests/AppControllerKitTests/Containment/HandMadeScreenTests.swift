import AppControllerKit
import AppControllerKitTesting
import Testing

/// A screen of the app's own, which answers one action itself.
private final class Details: ScreenController {
  private(set) var answered: [InterfaceAction] = []
  var failure: (any Error)?

  override func answer(to action: InterfaceAction) async throws -> ActionResponse? {
    answered.append(action)
    if let failure { throw failure }
    switch action.name {
    case "rename": try update(with: Self.description(action["name"] ?? ""))
    case "next": return .push(Self.description("Next"))
    default: return nil
    }
    return .message(.success, "Renamed")
  }

  static func description(_ title: String) -> InterfaceDescription {
    InterfaceDescription("details") {
      Screen("details", title: title) {
        TextField("name", "Name")
        Button("rename", "Rename", action: Action("rename", sends: ["name"]))
        Button("next", "Next", action: "next")
        Button("other", "Other", action: "other")
      }
    }
  }
}

@MainActor
@Suite struct `A screen that is made by hand` {
  private let fixture = ControllerFixture()
  private var controller: AppController { fixture.controller }
  private var root: RootContainer { controller.rootContainer }

  /// Logs in, and pushes a screen of the app's own onto the stack that is there.
  private func start() async throws -> Details {
    try await fixture.install()
    await controller.login(.kitty)
    let details = try Details(Details.description("One"))
    let navigation = try #require(root.visibleScreen?.parent as? NavigationContainer)
    navigation.push(details)
    fixture.provider.forget()
    return details
  }

  @Test func `is shown with what surrounds it`() async throws {
    let details = try await start()
    let picture = try #require(root.picture)
    #expect(root.visibleScreen === details && picture.node.label == "One")
    #expect(picture.back?.title == "Hello kitty" && picture.tabBars.map(\.id) == ["main"])
    #expect(controller.node(withID: "rename")?.label == "Rename")
  }

  @Test func `answers its actions, and leaves others to the provider`() async throws {
    let details = try await start()
    let outcome = try await controller.perform(nodeID: "rename", values: ["name": .text("Two")])
    #expect(outcome.response == .message(.success, "Renamed"))
    #expect(details.node.label == "Two" && details.state.values["name"] == .text("Two"))
    #expect(fixture.provider.log == [])
    fixture.provider.answers["other"] = .fieldError("name", "too short")
    _ = try await controller.perform(nodeID: "other")
    #expect(fixture.provider.log == ["perform other"] && details.state.fieldErrors == ["name": "too short"])
    _ = try await controller.perform(nodeID: "next")
    #expect(root.visibleScreen !== details && details.parent === root.visibleScreen?.parent)
    #expect(details.answered.map(\.name) == ["rename", "other", "next"])
  }

  @Test func `has its failure reported, and nothing else happens`() async throws {
    let details = try await start()
    details.failure = RecordingProvider.Refusal()
    let error = await #expect(throws: AppControllerError.self) { try await controller.perform(nodeID: "other") }
    #expect(error?.code == .actionFailed && error?.what.contains("screen \"details\"") == true)
    #expect(fixture.provider.log == [])
  }

  @Test func `survives that the interface below is asked for again`() async throws {
    let details = try await start()
    fixture.provider.handle?.invalidate()
    await controller.settle()
    #expect(root.visibleScreen === details)
  }

  @Test func `is refused when nothing can be made of its description`() {
    func code(_ make: () throws(AppControllerError) -> InterfaceController) -> AppControllerError.Code? {
      do throws(AppControllerError) {
        _ = try make()
        return nil
      } catch { return error.code }
    }
    let tabs = RecordingProvider.loggedIn("ann")
    let text = InterfaceDescription("t") { Text("no screen") }
    for description in [tabs, text, RecordingProvider.invalid] {
      #expect(code { () throws(AppControllerError) in try Details(description) } == .invalidDescription)
    }
    for description in [text, RecordingProvider.invalid] {
      #expect(
        code { () throws(AppControllerError) in try InterfaceController.live(description) } == .invalidDescription)
    }
    #expect(code { () throws(AppControllerError) in try InterfaceController.live(tabs) } == nil)
  }

  @Test func `refuses the description of another screen, and stays`() throws {
    let details = try Details(Details.description("One"))
    let other = InterfaceDescription("other") { Screen("other", title: "Two") {} }
    for description in [other, RecordingProvider.loggedIn("ann"), RecordingProvider.invalid] {
      #expect(throws: AppControllerError.self) { try details.update(with: description) }
    }
    #expect(details.node.label == "One")
  }
}
