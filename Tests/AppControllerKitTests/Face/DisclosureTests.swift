import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

@MainActor
@Suite struct `A group that opens and closes` {
  private static let screen = InterfaceDescription("d") {
    Screen("s", title: "S") {
      DisclosureGroup("more", "More") {
        TextField("name", "Name").required()
        Text("Inside")
      }
      DisclosureGroup("open", "Open", isCollapsed: false) { Text("Seen") }
      Button("go", "Go", action: Action("go", sends: ["name"]))
    }
  }

  private let controller: AppController
  private let face: Face

  init() async throws {
    let provider = RecordingProvider(loggedOut: Self.screen) { _ in InterfaceDescription.blank }
    controller = AppController(interfaceProvider: provider, clock: ImmediateClock())
    face = Face(of: controller)
    try await controller.installRootInterface(in: InterfaceWindow())
  }

  private var front: ScreenPicture { get throws { try #require(face.snapshot.front) } }
  private var names: [String] { get throws { try front.accessibleElements.map(\.name) } }

  @Test func `is a button that says which it is`() async throws {
    let elements = try front.accessibleElements
    #expect(elements.map(\.name) == ["S", "More", "Open", "Seen", "Go"])
    #expect(elements[1].role == .button && elements[1].states == .collapsed)
    #expect(elements[2].role == .button && elements[2].states == .expanded)
    #expect(elements[3].level == elements[2].level + 1)
    #expect(try front["more"]?.isOpen == false && front["go"]?.isOpen == nil)
    #expect(try front["more"]?.children.count == 2, "a face that cannot close it shows what is in it")
  }

  @Test func `is opened and closed by a press, and tells a face that keeps the rest`() async throws {
    let more = try #require(try front["more"]?.id)
    let before = face.snapshot
    #expect(try !front.usableNodes.compactMap(\.node.id).contains("name"))
    await face.perform(.press(more))
    #expect(face.snapshot.number > before.number)
    let steps = face.snapshot.steps(since: before)
    #expect(steps.contains { if case .updated(let node, .open) = $0 { node.id == more } else { false } })
    #expect(steps.count == 1)
    #expect(try names == ["S", "More", "Name", "Inside", "Open", "Seen", "Go"])
    #expect(try front.usableNodes.compactMap(\.node.id) == ["more", "name", "open", "go"])
    await face.perform(.press(more))
    #expect(try !names.contains("Name"))
  }

  @Test func `opens for an error and for the focus, and stays as it is when the interface is described again`()
    async throws
  {
    await face.perform(.press(try #require(try front["go"]?.id)))
    #expect(try front["name"]?.error != nil)
    #expect(try names.contains("Name"), "an input with an error is seen")
    #expect(try front.focusedID == "name")
    await face.perform(.enter(.text("Ann"), into: try #require(try front["name"]?.id)))
    #expect(try names.contains("Name"), "what has the focus is seen")
    try controller.rootContainer.visibleScreen?.update(with: Self.screen)
    #expect(try names.contains("Name"))
  }

  @Test func `is open where nothing can be opened, and needs no script where it can`() {
    #expect(TextRenderer().render(Self.screen).contains("More:\n  Name: ________ (required)\n  Inside\n"))
    let page = HTMLRenderer().render(Self.screen)
    #expect(page.contains(#"<details class="group" id="n1" data-id="more">"#))
    #expect(page.contains(#"data-id="open" open>"#))
    let wrong = HTMLRenderer().render(Self.screen, state: .init(fieldErrors: ["name": "Missing"]))
    #expect(wrong.contains(#"data-id="more" open>"#))
  }
}
