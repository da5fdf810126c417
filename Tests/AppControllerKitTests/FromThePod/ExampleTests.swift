import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite("The app-container example")
struct ExampleTests {
  private let timeline = Timeline()
  private var controller: AppController { timeline.controller }
  private var provider: RecordingProvider { timeline.provider }
  private var root: RootContainer { timeline.root }

  @Test func `E1: a splash is seen until it is known who is logged in`() async throws {
    let gate = Gate()
    provider.gates["initial"] = gate
    let installation = Task { try await controller.installRootInterface(in: timeline.window) }
    await gate.arrived()
    #expect(controller.state == .launching && root.picture?.node.id == "splash")
    gate.open()
    try await installation.value
    #expect(controller.state == .loggedOut && root.picture?.node.id == "welcome")
  }

  @Test func `E2: the first interface takes the splash's place at once`() async throws {
    try await controller.installRootInterface(in: timeline.window)
    #expect(timeline.take().suffix(2) == ["0 Starting leaves for Welcome", "0 Welcome is installed"])
    #expect(root.overlay == nil)
  }

  @Test func `E3: the stored session decides`() async throws {
    for session in [Session.kitty, nil] {
      let store = InMemorySessionStore()
      if session != nil { _ = try store.replace(for: "test", with: session, ifGeneration: nil) }
      let begun = Timeline(store: store)
      try await begun.install()
      #expect(begun.controller.state == (session == nil ? .loggedOut : .loggedIn))
      #expect(begun.controller.session == session)
    }
  }

  @Test func `E4: from the installation on there is one child, never none`() async throws {
    try await timeline.install()
    var counts: [Int] = []
    (root as? RecordingContainer)?.eventHandler = { [root] _ in counts.append(root.children.count) }
    await controller.login(.kitty)
    await controller.logout()
    #expect(counts == Array(repeating: 1, count: 8))
    #expect(NavigationContainer(root: InterfaceController()).top != nil)
  }

  @Test func `E5: a fade of 0.2 s takes exactly that, in the example's order of calls`() async throws {
    try await timeline.install()
    let configuration = AppController.Configuration(transitionDuration: .milliseconds(200), style: .fade)
    provider.configuration = configuration
    let timeline = timeline
    timeline.clock.watch { timeline.note(configuration.frame(at: $0).percent) }
    await controller.login(.kitty)
    #expect(
      timeline.take() == [
        "0 will login", "0 the old picture covers", "0 Welcome leaves for Hello kitty", "0 Hello kitty is installed",
        "0 old 100 new 0 at 0,0", "100 old 0 new 0 at 0,0", "200 the old picture goes", "200 did login",
      ]
    )
    let journal = Journal()
    let (old, new) = (Recorder("old", journal), Recorder("new", journal))
    let container = Recorder("container", journal, [old])
    _ = journal.take()
    try container.cycle(from: old, to: new)
    #expect(journal.take() == ["old will nil", "new will container", "old did nil", "new did container"])
  }

  @Test func `E6: cycling from no child is an error, in every build`() {
    let error = #expect(throws: AppControllerError.self) { try InterfaceController().cycle(to: InterfaceController()) }
    #expect(error?.code == .containmentRefused)
  }

  @Test func `E7: the initial child is announced, added, laid out, and confirmed`() {
    let journal = Journal()
    let child = Recorder("child", journal)
    child.tellsSurface = true
    _ = Recorder("container", journal, [child])
    #expect(
      journal.take() == ["child will container", "child will lay out", "child did lay out", "child did container"])
  }

  @Test func `E8: a button's action reaches the controller, with no closure in the screen`() async throws {
    try await timeline.install()
    provider.answers["go"] = .login(.kitty)
    _ = try await controller.perform(nodeID: "go", values: ["name": .text("Kitty")])
    #expect(controller.session == .kitty)
    provider.answers["open"] = ActionResponse { $0.logout() }
    _ = try await controller.perform(nodeID: "open")
    #expect(controller.state == .loggedOut)
  }

  @Test func `E9: the logged-in interface is a tab bar`() throws {
    let root = RootContainer()
    let description = InterfaceDescription("home") {
      TabView("main") {
        Tab("feed", "Feed") { NavigationStack { Screen("feed-screen", title: "Feed") {} } }
        Tab("profile", "Profile") { NavigationStack { Screen("profile-screen", title: "Profile") {} } }
      }
    }
    try root.transition(to: try #require(InterfaceController.controller(for: description)))
    let tabs = try #require(root.installed as? TabContainer)
    #expect(tabs.itemIDs == ["feed", "profile"] && root.visibleScreen?.id == "feed-screen")
    #expect(tabs.select("profile"))
    #expect(root.visibleScreen?.id == "profile-screen")
  }

  @Test func `E10: the login button works when both fields are filled`() async throws {
    let description = InterfaceDescription("in") {
      Screen("login", title: "Log in") {
        TextField("email", "Email", content: .email)
        SecureField("password", "Password")
        Button("enter", "Enter", action: Action("open", sends: ["email", "password"]))
          .enabled(when: .filled("email", "password"))
      }
    }
    provider.loggedIn = { _ in description }
    try await timeline.install()
    await controller.login(.kitty)
    func code(_ values: InputValues) async -> AppControllerError.Code? {
      do throws(AppControllerError) {
        _ = try await controller.perform(nodeID: "enter", values: values)
        return nil
      } catch { return error.code }
    }
    #expect(await code(["email": .text("kitty@example.com")]) == .noSuchAction)
    #expect(await code(["email": .text("kitty@example.com"), "password": .text("secret")]) == nil)
  }

  @Test func `E11: the demo's feed of ten pictures is content`() {
    let feed = InterfaceDescription("feed") {
      Screen("feed", title: "Feed") {
        for number in 1...10 {
          Image("https://example.com/\(number).png", alternative: "Picture \(number)")
        }
      }
    }
    #expect(!feed.validate().contains { $0.severity == .error })
    #expect(feed.root.subtree.filter { $0.kind == .image }.count == 10)
  }

  @Test func `E12: neither interface knows of the other, and none is left behind it`() async throws {
    try await timeline.install()
    weak let login = root.installed
    let sheet = WeakLayer(timeline.present("sheet"))
    await controller.login(.kitty)
    #expect(login == nil && sheet.controller == nil)
    #expect(timeline.window.rootContainer === root)
    #expect(root.subtree.allSatisfy { $0.title != "Welcome" })
  }
}

@MainActor
private struct WeakLayer {
  weak var controller: InterfaceController?

  init(_ controller: InterfaceController?) { self.controller = controller }
}
