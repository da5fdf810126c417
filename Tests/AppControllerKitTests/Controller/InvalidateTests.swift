import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite struct `An interface that is asked for again` {
  private let fixture = ControllerFixture()
  private var controller: AppController { fixture.controller }
  private var root: RootContainer { controller.rootContainer }

  private func screen(_ id: String) -> ScreenController? { controller.screens.first { $0.id == id } }
  private var navigation: NavigationContainer? { root.subtree.lazy.compactMap { $0 as? NavigationContainer }.first }

  /// An interface with a form in a stack behind a tab; `round` tells one from the next.
  private func describe(_ round: Int, rename: Bool = false) -> InterfaceDescription {
    InterfaceDescription("home") {
      TabView("tabs") {
        Tab("one", "One") { Screen("first", title: "First \(round)") { Text("Hello") } }
        Tab("two", "Two") {
          NavigationStack {
            Screen("form", title: "Form \(round)", initialFocus: "name") {
              TextField("name", "Name", name: rename ? "other" : "name")
              SecureField("code", "Code", content: .oneTimeCode)
              Toggle("stay", "Stay")
              Picker("plan", "Plan", options: [.init("a"), .init(round == 0 ? "b" : "c")])
              Button("go", "Go", action: Action("go", sends: ["code"]))
              Sheet { Screen("welcome", title: "Welcome") {} }
            }
            Screen("details", title: "Details \(round)") { Text("Details") }
          }
        }
      }
    }
  }

  private func start() async throws {
    var round = -1
    fixture.provider.loggedIn = { _ in
      round += 1
      return self.describe(round)
    }
    try await fixture.install()
    await controller.login(.kitty)
  }

  private func invalidate() async {
    fixture.provider.handle?.invalidate()
    await controller.settle()
  }

  @Test func `keeps what was typed, selected, pushed, popped and closed, and where the focus is`() async throws {
    try await start()
    let tabs = try #require(root.installed as? TabContainer)
    tabs.select("two")
    let form = try #require(screen("form"))
    form.state.values["name"] = .text("Mia")
    form.state.values["stay"] = .text("true")
    form.state.fieldErrors["name"] = "too short"
    #expect(form.focusedID == "name")
    #expect(form.focus(on: "stay"))
    form.layer?.remove()
    navigation?.pop()
    let pushed = try #require(
      InterfaceController.controller(for: InterfaceDescription("p") { Screen("pushed", title: "Pushed") {} }))
    navigation?.push(pushed)
    root.present(
      try #require(InterfaceController.controller(for: InterfaceDescription("l") { Screen("sheet", title: "S") {} })))

    let revision = controller.revision
    await invalidate()
    #expect(controller.revision == revision + 1)
    #expect((root.installed as? TabContainer)?.selectedID == "two")
    let renewed = try #require(screen("form"))
    #expect(renewed !== form)
    #expect(renewed.node.label == "Form 1")
    #expect(renewed.state.values["name"] == .text("Mia"))
    #expect(renewed.state.values["stay"] == .text("true"))
    #expect(renewed.state.fieldErrors == ["name": "too short"])
    #expect(renewed.focusedID == "stay")
    #expect(renewed.layer == nil)
    #expect(navigation?.screens.compactMap { ($0 as? ScreenController)?.id } == ["form", "pushed"])
    #expect(navigation?.top === pushed)
    #expect(pushed.parent === navigation)
    #expect(root.presented.count == 1)
    #expect(controller.screens.map(\.id) == ["first", "form", "pushed", "sheet"])
  }

  @Test func `keeps no value for an input that is another one now`() async throws {
    try await start()
    let form = try #require(screen("form"))
    form.state.values["plan"] = .text("b")
    form.state.values["name"] = .text("Mia")
    fixture.provider.loggedIn = { _ in self.describe(1, rename: true) }
    await invalidate()
    let renewed = try #require(screen("form"))
    #expect(renewed.state.values["plan"] == nil)
    #expect(renewed.state.values["other"] == nil)
    #expect(renewed.state.values["name"] == nil)
  }

  @Test func `keeps a choice that is still offered`() async throws {
    try await start()
    screen("form")?.state.values["plan"] = .text("a")
    await invalidate()
    #expect(screen("form")?.state.values["plan"] == .text("a"))
  }

  @Test func `moves what was pushed whole, and tells it in balance`() async throws {
    try await start()
    let watched = Watched()
    navigation?.push(watched)
    let inner = Watched()
    watched.add(inner)
    watched.log = []
    inner.log = []
    await invalidate()
    #expect(watched.parent === navigation)
    #expect(inner.parent === watched)
    #expect(watched.log == ["will", "did"])
    #expect(inner.log == [])
  }

  @Test func `frees the old tree`() async throws {
    try await start()
    weak let old = root.installed
    weak let form = screen("form")
    #expect(old != nil)
    await invalidate()
    #expect(old == nil)
    #expect(form == nil)
  }
}

private final class Watched: InterfaceController {
  var log: [String] = []

  override func willMove(toParent parent: InterfaceController?) {
    super.willMove(toParent: parent)
    log.append(parent == nil ? "will leave" : "will")
  }

  override func didMove(toParent parent: InterfaceController?) {
    super.didMove(toParent: parent)
    log.append(parent == nil ? "did leave" : "did")
  }
}
