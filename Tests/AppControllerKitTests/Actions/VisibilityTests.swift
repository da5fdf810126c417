import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

@MainActor
@Suite struct `What a condition hides` {
  private static let order = InterfaceDescription("order") {
    Screen("order", title: "Order") {
      Toggle("other", "To another address")
      Group("Address") {
        TextField("street", "Street").required()
        Toggle("gift", "It is a gift")
      }
      .visible(when: .checked("other"))
      Text("We wrap it").visible(when: .checked("gift"))
      TextField("note", "Note").visible(when: .not(.checked("other")))
      Button("buy", "Buy", style: .primary, action: Action("buy", sends: ["other", "street", "gift", "note"]))
        .enabled(when: .valid("street"))
      Button("wrap", "Choose the paper", action: "wrap").visible(when: .checked("gift"))
    }
  }

  private let provider: RecordingProvider
  private let controller: AppController
  private let face: Face

  init() async throws {
    provider = RecordingProvider(loggedOut: Self.order) { _ in InterfaceDescription.blank }
    controller = AppController(interfaceProvider: provider, clock: ImmediateClock())
    face = Face(of: controller)
    try await controller.installRootInterface(in: InterfaceWindow())
  }

  private var names: [String] { face.snapshot.front?.accessibleElements.map(\.name) ?? [] }

  private func enter(_ text: String, _ name: String) async throws {
    await face.perform(.enter(.text(text), into: try #require(face.snapshot.front?[name]?.id)))
  }

  @Test func `is what the values say, in every face`() async throws {
    #expect(names == ["Order", "To another address", "Note", "Buy"])
    try await enter("true", "other")
    #expect(names == ["Order", "To another address", "Address", "Street", "It is a gift", "Buy"])
    try await enter("true", "gift")
    #expect(names.contains("We wrap it"))
    let state = try #require(face.snapshot.front?.state)
    #expect(Self.order.accessibleElements(state: state).map(\.name) == names)
    let pages = [HTMLRenderer().render(Self.order, state: state), TextRenderer().render(Self.order, state: state)]
    for page in pages { #expect(page.contains("We wrap it") && !page.contains("Note")) }
    for page in [HTMLRenderer().render(Self.order), TextRenderer().render(Self.order)] {
      #expect(page.contains("Note") && !page.contains("Street"))
    }
  }

  @Test func `follows from what is hidden itself`() async throws {
    try await enter("true", "other")
    try await enter("true", "gift")
    try await enter("false", "other")
    #expect(names == ["Order", "To another address", "Note", "Buy"], "the gift is on, but is not shown")
    try await enter("true", "other")
    #expect(names.contains("We wrap it"), "what was typed is there again")
  }

  @Test func `is neither required, nor sent, nor pressed`() async throws {
    #expect(face.snapshot.front?["buy"]?.isUsable == true, "a street that is not shown breaks no rule")
    try await enter("true", "other")
    #expect(face.snapshot.front?["buy"]?.isUsable == false)
    try await enter("Leaf Lane", "street")
    try await enter("false", "other")
    await face.perform(.press(try #require(face.snapshot.front?["buy"]?.id)))
    #expect(provider.questions.contains { $0.kind == .perform("buy") })
    await #expect(throws: AppControllerError.self) { try await controller.perform(nodeID: "wrap") }
    let action = try InterfaceAction(
      of: try #require(Self.order.node(withID: "buy")), values: ["street": .text("Leaf Lane"), "note": .text("soon")])
    #expect(action["street"] == "" && action["note"] == "soon")
  }

  @Test func `keeps the identities of what stays, and tells a face what came and went`() async throws {
    let before = face.snapshot
    try await enter("true", "other")
    let steps = face.snapshot.steps(since: before)
    #expect(face.snapshot.front?["buy"]?.id == before.front?["buy"]?.id)
    let inserted = steps.count { if case .inserted = $0 { true } else { false } }
    let removed = steps.count { if case .removed = $0 { true } else { false } }
    #expect(inserted == 3 && removed == 1)
    let arena = face.snapshot.front?.node.arena
    try await enter("Leaf", "street")
    #expect(face.snapshot.front?.node.arena === arena, "the same nodes are not made again")
  }

  @Test func `counts the secrets that a face keeps`() throws {
    let interface = InterfaceDescription("d") {
      Screen("s", title: "S") {
        SecureField("pin", "PIN")
        Text("Now press").visible(when: .filled("pin"))
      }
    }
    var picture = try #require(ScreenPicture(of: interface))
    #expect(!picture.accessibleElements.map(\.name).contains("Now press"))
    picture.add(secrets: ["pin": .secret(Secret("1"))])
    #expect(picture.accessibleElements.map(\.name).contains("Now press"))
  }

  @Test func `comes to an end where conditions contradict one another`() throws {
    let interface = InterfaceDescription("d") {
      Screen("s", title: "S") {
        Toggle("a", "A", isOn: true).visible(when: .not(.checked("b")))
        Toggle("b", "B", isOn: true).visible(when: .not(.checked("a")))
      }
    }
    let once = interface.accessibleElements().map(\.name)
    #expect(interface.accessibleElements().map(\.name) == once)
  }
}
