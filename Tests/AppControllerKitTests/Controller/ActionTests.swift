import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite("What the user does, and what the provider's answer does")
struct ActionTests {
  private func loggedIn() async throws -> ControllerFixture {
    let fixture = ControllerFixture()
    try await fixture.install()
    await fixture.controller.login(.kitty)
    fixture.provider.forget()
    return fixture
  }

  private nonisolated static let details = InterfaceDescription("details") {
    Screen("details", title: "Details") { Button("back", "Back", action: "back") }
  }

  @Test func `an action sends exactly the inputs that it names, and its answer logs in`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    fixture.provider.answers["go"] = .login(.kitty)
    let outcome = try await fixture.controller.perform(nodeID: "go", values: ["name": .text("x"), "other": .text("y")])
    #expect(outcome.transition?.isCompleted == true)
    #expect(fixture.controller.session == .kitty)
  }

  @Test func `a broken rule is told at its input, and the provider is not asked`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    await #expect(throws: AppControllerError.self) { try await fixture.controller.perform(nodeID: "go") }
    #expect(fixture.controller.rootContainer.visibleScreen?.state.fieldErrors == ["name": "Say who you are"])
    #expect(fixture.provider.log == [])
    #expect(try await fixture.controller.perform(nodeID: "cancel").response == .nothing)
  }

  @Test func `a host action is done without the provider`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    let outcome = try await fixture.controller.perform(nodeID: "host")
    #expect(outcome.transition?.isCompleted == true)
    #expect(fixture.controller.session?.isAnonymous == true)
  }

  @Test func `screens are pushed, popped, replaced, presented and dismissed`() async throws {
    let fixture = try await loggedIn()
    let controller = fixture.controller
    func answer(_ response: ActionResponse, at node: String) async throws {
      fixture.provider.answers = ["open": response, "back": response]
      _ = try await controller.perform(nodeID: node)
    }
    try await answer(.push(Self.details), at: "open")
    weak let pushed = controller.rootContainer.visibleScreen
    #expect(pushed?.id == "details")
    try await answer(.pop, at: "back")
    #expect(controller.rootContainer.visibleScreen?.id == "first")
    #expect(pushed == nil)
    #expect(fixture.provider.log.last == "notify did-pop")
    try await answer(.present(Self.details), at: "open")
    #expect(controller.rootContainer.presented.count == 1)
    #expect(controller.rootContainer.visibleScreen?.id == "details")
    try await answer(.dismiss, at: "back")
    #expect(controller.rootContainer.presented.isEmpty)
    try await answer(.replace(with: Self.details), at: "open")
    #expect(controller.rootContainer.visibleScreen?.id == "details")
    try await answer(.select("two", in: "main"), at: "back")
    #expect(controller.rootContainer.visibleScreen?.id == "second")
  }

  @Test(arguments: [
    ActionResponse {
      $0.message(.info, "first"); $0.show(details, .push); $0.pop(); $0.pop()
    },
    ActionResponse {
      $0.show(details, .push); $0.dismiss()
    },
    ActionResponse {
      $0.show(details, .push); $0.select("nothing", in: "main")
    },
    ActionResponse {
      $0.show(details, .push); $0.fieldError("nothing", "is wrong")
    },
    ActionResponse {
      $0.logout(); $0.show(details, .push)
    },
    ActionResponse {
      $0.show(details, .push); $0.show(RecordingProvider.invalid, .present)
    },
  ])
  func `an answer of which one part has no place is refused whole`(_ response: ActionResponse) async throws {
    let fixture = try await loggedIn()
    fixture.provider.answers["open"] = response
    let before = try await fixture.snapshot()
    await #expect(throws: AppControllerError.self) { try await fixture.controller.perform(nodeID: "open") }
    #expect(try await fixture.snapshot() == before)
    #expect(fixture.controller.rootContainer.visibleScreen?.id == "first")
  }

  @Test func `a pushed screen and a presented layer go with the logout`() async throws {
    let fixture = try await loggedIn()
    fixture.provider.answers["open"] = ActionResponse {
      $0.show(Self.details, .push); $0.show(Self.details, .present)
    }
    _ = try await fixture.controller.perform(nodeID: "open")
    weak let layer = fixture.controller.rootContainer.presented.first
    #expect(layer != nil)
    await fixture.controller.logout()
    #expect(layer == nil)
    #expect(fixture.controller.rootContainer.children.count == 1)
  }

  @Test func `an answer that comes after the interface was replaced is dropped, and said`() async throws {
    let fixture = try await loggedIn()
    let gate = Gate()
    fixture.provider.gates["perform open"] = gate
    fixture.provider.answers["open"] = .push(Self.details)
    let action = Task { () -> AppControllerError.Code? in
      do throws(AppControllerError) {
        _ = try await fixture.controller.perform(nodeID: "open")
        return nil
      } catch { return error.code }
    }
    await gate.arrived()
    let logout = await fixture.controller.logout()
    #expect(logout.isCompleted, "\(logout)")
    gate.open()
    let code = await action.value
    #expect(code == .actionFailed || code == .staleAction)
    #expect(fixture.controller.installedInterface == RecordingProvider.loggedOut)
    #expect(fixture.controller.screens.map(\.id) == ["welcome"])
  }

  @Test func `an action of an older revision is refused`() async throws {
    let fixture = try await loggedIn()
    await #expect(throws: AppControllerError.self) { try await fixture.controller.perform(nodeID: "open", revision: 1) }
    #expect(fixture.provider.log == [])
  }

  @Test func `what a provider says cannot drive a terminal`() async throws {
    let fixture = try await loggedIn()
    fixture.provider.answers["open"] = .message(.info, "a\u{1B}[2Jb\u{202E}c")
    let outcome = try await fixture.controller.perform(nodeID: "open")
    #expect(outcome.response.effects == [.message(.info, "a\u{FFFD}[2Jb\u{FFFD}c")])
  }
}
