import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite("Container controllers, an app's architecture, and flow controllers")
struct SeedTests {
  private let timeline = Timeline()
  private let journal = Journal()
  private var controller: AppController { timeline.controller }
  private var provider: RecordingProvider { timeline.provider }
  private var root: RootContainer { timeline.root }

  private func recorder(_ name: String, _ children: [InterfaceController] = []) -> Recorder {
    Recorder(name, journal, children)
  }

  private func screen(_ id: String) throws -> InterfaceController {
    try #require(InterfaceController.controller(for: InterfaceDescription(id) { Screen(id, title: id) {} }))
  }

  // MARK: - Container controllers

  @Test func `S1-1: add announces the child, adds it, and confirms it`() {
    let container = recorder("container")
    let child = recorder("child")
    child.whenComing = { #expect(container.children.isEmpty) }
    container.add(child)
    #expect(journal.take() == ["child will container", "child did container"])
    #expect(same(container.children, [child]))
  }

  @Test func `S1-2: remove takes out what is below first, and does nothing without a parent`() {
    let top = recorder("top", [recorder("middle", [recorder("leaf")])])
    _ = journal.take()
    top.remove()
    #expect(journal.take() == [])
    recorder("container").add(recorder("other"))
    let container = recorder("container", [top])
    _ = journal.take()
    top.remove()
    #expect(
      journal.take() == [
        "top will nil", "middle will nil", "leaf will nil", "leaf did nil", "middle did nil", "top did nil",
      ]
    )
    #expect(container.children.isEmpty)
  }

  @Test func `S1-3: containers are no singletons, and begin empty`() async throws {
    let other = Timeline()
    try await timeline.install()
    #expect(other.root.installed == nil && other.controller.state == .uninstalled)
    try await other.install()
    await other.controller.login(.dog)
    #expect(controller.state == .loggedOut && other.controller.state == .loggedIn)
  }

  @Test func `S1-4: another view takes the old one's place with no gap`() throws {
    let container = recorder("container")
    let (first, second) = (recorder("first"), recorder("second"))
    try container.transition(to: first)
    var counts: [Int] = []
    first.whenLeaving = { counts.append(container.children.count) }
    second.whenComing = { counts.append(container.children.count) }
    try container.transition(to: second)
    #expect(counts == [1, 1])
    #expect(same(container.children, [second]))
  }

  @Test func `S1-5: the provider may decide by a session of its own`() async throws {
    for says in [true, false] {
      let begun = Timeline()
      begun.provider.isInitiallyLoggedIn = says
      try await begun.install()
      #expect(begun.controller.state == (says ? .loggedIn : .loggedOut))
    }
  }

  // MARK: - An app's architecture

  @Test func `S3-1: one object holds the container, and puts it into the window`() async throws {
    #expect(timeline.window.rootContainer == nil && !timeline.window.isVisible)
    try await timeline.install()
    #expect(timeline.window.rootContainer === controller.rootContainer)
    #expect(timeline.window.isKey && timeline.window.isVisible)
  }

  @Test(arguments: ["stored", "none", "unreadable"])
  func `S3-2: the store decides what is first, and one that cannot be read is an error`(_ what: String) async throws {
    let store = InMemorySessionStore()
    if what == "stored" { _ = try store.replace(for: "test", with: .kitty, ifGeneration: nil) }
    let locked = HookedStore()
    locked.beforeLoad = { throw HookedStore.noRoom }
    let begun = Timeline(store: what == "unreadable" ? locked : store)
    if what == "unreadable" {
      await #expect(throws: AppControllerError.self) { try await begun.install() }
      #expect(begun.controller.state == .uninstalled && begun.root.children.isEmpty)
    } else {
      try await begun.install()
      #expect(begun.controller.session == (what == "stored" ? .kitty : nil))
    }
  }

  @Test func `S3-3: a login slides one way and a logout the other`() async throws {
    try await timeline.install()
    let timeline = timeline
    var log: [[String]] = []
    for (style, target) in [(AppController.Configuration.Style.slideLeading, "login"), (.slideTrailing, "logout")] {
      let configuration = AppController.Configuration(style: style)
      provider.configuration = configuration
      let start = timeline.clock.now.offset
      timeline.clock.watch { timeline.note(configuration.frame(at: $0 - start).percent) }
      if target == "login" { await controller.login(.kitty) } else { await controller.logout() }
      log.append(timeline.take().filter { $0.contains(" at ") || $0.contains("did") })
    }
    #expect(
      log[0] == [
        "0 old 100 new 100 at 100,0", "100 old 100 new 100 at 83,0", "200 old 100 new 100 at 67,0",
        "300 old 100 new 100 at 50,0", "400 old 100 new 100 at 33,0", "500 old 100 new 100 at 17,0", "600 did login",
      ]
    )
    #expect(
      log[1] == [
        "600 old 100 new 100 at -100,0", "700 old 100 new 100 at -83,0", "800 old 100 new 100 at -67,0",
        "900 old 100 new 100 at -50,0", "1000 old 100 new 100 at -33,0", "1100 old 100 new 100 at -17,0",
        "1200 did logout",
      ]
    )
    let last = AppController.Configuration(style: .none).frame(at: .zero)
    #expect((last.oldOpacity, last.newOpacity, last.trailingOffset, last.bottomOffset) == (0, 1, 0, 0))
    for style in AppController.Configuration.Style.allCases {
      let configuration = AppController.Configuration(style: style)
      #expect(configuration.frame(at: .milliseconds(600)) == last)
      #expect(configuration.frame(at: .seconds(-1)) == configuration.frame(at: .zero))
    }
    #expect(AppController.Configuration(style: .slideUp).frame(at: .milliseconds(150)).bottomOffset == 0.75)
    #expect(AppController.Configuration(style: .slideDown).frame(at: .milliseconds(150)).bottomOffset == -0.75)
  }

  @Test func `S3-4: without a child the interface is added, with one they are exchanged`() async throws {
    let root = RootContainer()
    let clock = VirtualClock()
    let (first, second) = (try screen("first"), try screen("second"))
    try await root.transition(to: first, configuration: .init(), clock: clock)
    #expect(clock.now.offset == .zero && root.installed === first)
    try await root.transition(to: second, configuration: .init(), clock: clock)
    #expect(clock.now.offset == .milliseconds(600) && same(root.children, [second]))
  }

  @Test func `S3-5: the session is stored before a login is told, and erased before a logout is`() async throws {
    try await timeline.install()
    var stored: [Session?] = []
    controller.didLoginHandler = { stored.append(try await timeline.store.load(for: "test").session) }
    controller.didLogoutHandler = { stored.append(try await timeline.store.load(for: "test").session) }
    await controller.login(.kitty)
    await controller.logout()
    #expect(stored == [.kitty, nil])
    #expect(await controller.login(Session(subject: "")).failure == .invalidSession)
    #expect(controller.state == .loggedOut)
  }

  @Test func `S3-6: the logged-in interface is built with who is logged in`() async throws {
    try await timeline.install()
    await controller.login(.kitty)
    #expect(provider.handle?.session == .kitty && root.installed?.title == "Hello kitty")
    await controller.login(.dog)
    #expect(provider.handle?.session == .dog && root.installed?.title == "Hello dog")
  }

  @Test func `S3-7: further parts of the app take part by hooks, and leave again`() async throws {
    try await timeline.install()
    var log: [String] = []
    var hooks = TransitionHooks()
    hooks.didLogin = { _ in log.append("push is on") }
    hooks.didLogout = { _ in log.append("push is off") }
    let token = controller.addHooks(hooks)
    await controller.login(.kitty)
    await controller.logout()
    controller.removeHooks(token)
    await controller.login(.kitty)
    #expect(log == ["push is on", "push is off"])
  }

  // MARK: - Flow controllers

  @Test func `S4-1: a flow owns a stack, and a screen asks for the next by an action`() async throws {
    try await timeline.install()
    await controller.login(.kitty)
    provider.answers["open"] = .push(InterfaceDescription("details") { Screen("details", title: "Details") {} })
    _ = try await controller.perform(nodeID: "open")
    #expect(root.visibleScreen?.id == "details")
    let stack = try #require(root.visibleScreen?.parent as? NavigationContainer)
    #expect(stack.screens.count == 2)
  }

  @Test func `S4-1: a flow of the app's own pushes its own screens`() async throws {
    try await timeline.install()
    await controller.login(.kitty)
    root.present(try ProductsFlow(["tea", "milk"]))
    #expect(root.picture?.node.label == "Products")
    _ = try await controller.perform(nodeID: "milk")
    #expect(root.picture?.node.label == "milk" && root.picture?.back?.title == "Products")
    // What a screen does not answer itself is the provider's.
    provider.answers["order"] = ActionResponse { $0.pop() }
    _ = try await controller.perform(nodeID: "order")
    #expect(provider.log.contains("perform order") && root.visibleScreen?.id == "products")
  }

  @Test(arguments: ["pop", "pop to root", "root switch"])
  func `S4-2: leaving frees the flow that was pushed, and everything in it`(_ way: String) throws {
    let root = RootContainer()
    let stack = NavigationContainer(root: recorder("first"))
    try root.transition(to: stack)
    weak var flow: Recorder?
    weak var screen: Recorder?
    do {
      let (made, inner) = (recorder("flow"), recorder("screen"))
      made.add(NavigationContainer(root: inner))
      stack.push(made)
      (flow, screen) = (made, inner)
    }
    #expect(flow != nil && screen != nil)
    switch way {
    case "pop": stack.pop()
    case "pop to root": stack.popToRoot()
    default: try root.transition(to: recorder("other"))
    }
    #expect(flow == nil && screen == nil)
    #expect(journal.imbalance == [])
  }

  @Test func `S4-3: tabs hold a flow each, which does not disturb the others`() throws {
    let root = RootContainer()
    let (one, two) = (NavigationContainer(root: try screen("a")), NavigationContainer(root: try screen("b")))
    let tabs = TabContainer(id: "tabs", ["one": one, "two": two])
    try root.transition(to: tabs)
    one.push(try screen("pushed"))
    #expect(root.visibleScreen?.id == "pushed")
    tabs.select("two")
    #expect(root.visibleScreen?.id == "b")
    tabs.select("one")
    #expect(root.visibleScreen?.id == "pushed")
  }

  @Test func `S4-4: nobody but the tree knows a flow, so that going back leaves nothing`() {
    let stack = NavigationContainer(root: recorder("first"))
    for round in 0..<100 {
      weak var flow: Recorder?
      do {
        let made = recorder("flow \(round)")
        flow = made
        stack.push(made)
      }
      #expect(flow != nil)
      stack.pop()
      #expect(flow == nil)
    }
    #expect(stack.screens.count == 1)
  }
}
