import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite("A transition's steps and their order")
struct TransitionOrderTests {

  @Test func `the first installation asks who is logged in, and calls no handler`() async throws {
    let fixture = ControllerFixture()
    fixture.attachHandlers()
    try await fixture.controller.installRootInterface(in: fixture.window)
    #expect(fixture.provider.log == ["initial", "logged-out"])
    #expect(fixture.controller.state == .loggedOut)
    #expect(fixture.window.isKey && fixture.window.isVisible)
    #expect(fixture.window.rootContainer === fixture.controller.rootContainer)
    #expect(fixture.controller.installedInterface == RecordingProvider.loggedOut)
  }

  @Test func `a login asks for the interface, then the configuration, and calls will and did around the exchange`()
    async throws
  {
    let fixture = ControllerFixture()
    try await fixture.install()
    fixture.attachHandlers()
    let outcome = await fixture.controller.login(.kitty)
    #expect(outcome.isCompleted)
    #expect(
      fixture.provider.log == [
        "should logged-in", "logged-in", "configuration", "will login to Hello kitty while logged-out",
        "did login while logged-in", "notify did-login",
      ]
    )
    #expect(fixture.controller.session == .kitty)
    #expect(try await fixture.store.load(for: "test").session == .kitty)
  }

  @Test func `a logout erases the session before the exchange, and tells the provider which one ended`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    await fixture.controller.login(.kitty)
    fixture.provider.forget()
    fixture.attachHandlers()
    let outcome = await fixture.controller.logout()
    #expect(outcome.isCompleted)
    #expect(
      fixture.provider.log == [
        "should logged-out", "logged-out", "configuration", "will logout to Welcome while logged-in",
        "did logout while logged-out", "ended kitty", "notify did-logout",
      ]
    )
    #expect(fixture.controller.session == nil)
    let record = try await fixture.store.load(for: "test")
    #expect(record.session == nil)
    #expect(record.generation == 2)
  }

  @Test func `each transition has one more revision, and the report says which`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    #expect(fixture.controller.revision == 1)
    let login = await fixture.controller.login(.kitty)
    guard case .completed(let report) = login else { Issue.record("\(login)"); return }
    #expect(report.state == .loggedIn)
    #expect(report.revision == 2)
    #expect(report.problems == [])
  }

  @Test func `an exchange is under way from will to did, and not while the provider is asked`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    var seen: [String] = []
    let controller = fixture.controller
    let look = { (place: String) in seen.append("\(place) \(controller.isExchanging)") }
    for question: RecordedQuestion.Kind in ["logged-in", "configuration", "notify did-login"] {
      fixture.provider.steps[question] = { look(question.rawValue) }
    }
    controller.willLoginHandler = { _ in look("will") }
    controller.didLoginHandler = { look("did") }
    #expect(!controller.isExchanging)
    #expect(await controller.login(.kitty).isCompleted)
    #expect(
      seen == ["logged-in false", "configuration false", "will true", "did true", "notify did-login false"])
    #expect(!controller.isExchanging)
  }

  @Test func `did comes exactly after delay and duration, and the old picture stays until then`() async throws {
    let clock = ManualClock()
    let fixture = ControllerFixture(clock: clock)
    try await fixture.install()
    fixture.provider.configuration = AppController.Configuration(transitionDelay: .milliseconds(200))
    var didLogin = false
    fixture.controller.didLoginHandler = { didLogin = true }
    let login = Task { await fixture.controller.login(.kitty) }
    await clock.sleeperArrived(within: .milliseconds(800))
    #expect(fixture.controller.state == .loggedIn)
    #expect(fixture.controller.rootContainer.overlay == RecordingProvider.loggedOut)
    clock.advance(by: .milliseconds(799))
    #expect(clock.nextDeadline?.offset == .milliseconds(800), "nobody is woken before")
    #expect(!didLogin)
    clock.advance(by: .milliseconds(1))
    #expect(await login.value.isCompleted)
    #expect(didLogin)
    #expect(fixture.controller.rootContainer.overlay == nil)
  }

  @Test func `the old interface is freed when did has run, a thousand times`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    for _ in 0..<1000 {
      weak let old = fixture.controller.rootContainer.installed
      #expect(old != nil)
      if fixture.controller.state == .loggedOut {
        await fixture.controller.login(.kitty)
      } else {
        await fixture.controller.logout()
      }
      #expect(old == nil)
      #expect(fixture.controller.rootContainer.children.count == 1)
    }
    #expect(fixture.controller.revision == 1001)
  }
}

extension ControllerFixture {
  /// Has every handler write into the provider's log.
  func attachHandlers() {
    let (provider, controller) = (provider, controller)
    controller.shouldTransitionHandler = { provider.log.append("should \($0.rawValue)") }
    controller.willLoginHandler = { [unowned controller] target in
      provider.log.append("will login to \(target.title) while \(controller.state.rawValue)")
    }
    controller.didLoginHandler = { [unowned controller] in
      provider.log.append("did login while \(controller.state.rawValue)")
    }
    controller.willLogoutHandler = { [unowned controller] target in
      provider.log.append("will logout to \(target.title) while \(controller.state.rawValue)")
    }
    controller.didLogoutHandler = { [unowned controller] in
      provider.log.append("did logout while \(controller.state.rawValue)")
    }
    controller.didAbortHandler = { target in provider.log.append("abort \(target.rawValue)") }
  }
}

extension InterfaceController {
  /// The title of the first screen in it.
  var title: String { subtree.lazy.compactMap { ($0 as? ScreenController)?.node.label }.first ?? "" }
}
