import AppControllerKit
import AppControllerKitTesting
import InterfaceGallery
import Testing

@MainActor
@Suite struct `What records for the tests of an app` {
  private let clock = ManualClock()
  private let window = RecordingWindow()
  private let provider: RecordingProvider
  private let controller: AppController

  init() {
    provider = RecordingProvider(loggedOut: Self.outside) { Self.inside($0?.subject ?? "nobody") }
    controller = AppController(
      interfaceProvider: provider, rootContainerClass: RecordingContainer.self, clock: clock)
    controller.providerDeadline = nil
  }

  private static let outside = InterfaceDescription("logged-out") {
    Screen("door", title: "Door") {
      SecureField("pin", "PIN")
      Button("enter", "Enter", action: Action("enter", sends: ["pin"]))
    }
  }

  private static func inside(_ name: String) -> InterfaceDescription {
    InterfaceDescription("logged-in") { Screen("home", title: "Home of \(name)") { Text("Hello, \(name)!") } }
  }

  @Test func `says each question with its state, subject and inputs, and no value`() async throws {
    provider.answers["enter"] = .login(Session(subject: "ann"))
    try await controller.installRootInterface(in: window.surface)
    #expect(provider.log == ["initial", "logged-out"])
    #expect(provider.questions.map(\.state) == [.launching, .loggedOut])
    provider.forget()
    _ = try await controller.perform(nodeID: "enter", values: ["pin": .text("1773")])
    await controller.logout()
    #expect(
      provider.log == [
        "perform enter", "logged-in", "configuration", "notify did-login", "logged-out", "configuration", "ended ann",
        "notify did-logout",
      ])
    let action = try #require(provider.questions.first)
    #expect(action.kind == .perform("enter") && action.state == .loggedOut && action.subject == nil)
    #expect(action.nodeID == "enter" && action.inputs == ["pin"])
    #expect(!"\(action)".contains("1773"))
    #expect(provider.questions[1].kind == .loggedInInterface && provider.questions[1].subject == "ann")
    #expect(provider.questions.contains { $0.kind == .sessionEnded("ann") })
    #expect(provider.handle?.state == .loggedOut)
  }

  @Test func `fails, waits and does what the test wants at a question`() async throws {
    try await controller.installRootInterface(in: window.surface)
    provider.failures = [.loggedInInterface]
    guard case .failed(let error) = await controller.login() else { Issue.record("it did not fail"); return }
    #expect(error.underlyingError is RecordingProvider.Refusal)
    provider.failures = []
    let gate = Gate()
    provider.gates[.loggedInInterface] = gate
    provider.steps[.notify(.didLogin)] = { [provider] in provider.log.append("the test's own line") }
    async let login = controller.login()
    await gate.arrived()
    #expect(controller.state == .loggedOut && gate.isWaiting)
    gate.open()
    guard case .completed = await login else { Issue.record("it did not log in"); return }
    #expect(provider.log.suffix(2) == ["notify did-login", "the test's own line"])
    #expect(controller.state == .loggedIn && !gate.isWaiting)
  }

  @Test func `shows the provider's splash, and says whether it is logged in, when the test wants it`() async throws {
    provider.splash = InterfaceDescription("launching") { Screen("splash", title: "Splash") {} }
    provider.isInitiallyLoggedIn = true
    try await controller.installRootInterface(in: window.surface)
    #expect(provider.log == ["splash", "initial", "logged-in"])
    #expect(window.events.map(\.description).contains("Splash leaves for Home of anonymous"))
    #expect(controller.state == .loggedIn)
  }

  @Test func `sees what happens in the window, in order`() async throws {
    #expect(window.events.isEmpty && window.text.isEmpty && window.visibleScreen == nil && window.container == nil)
    try await controller.installRootInterface(in: window.surface)
    #expect(window.text.contains("== Door =="))
    window.forget()
    var seen: [RecordingContainer.Event] = []
    window.container?.eventHandler = { seen.append($0) }
    provider.configuration = .init(transitionDuration: .milliseconds(600))
    async let login = controller.login(Session(subject: "ann"))
    await clock.sleeperArrived(within: .milliseconds(600))
    #expect(window.events.contains(.covered) && !window.events.contains(.uncovered))
    #expect(clock.nextDeadline?.offset == .milliseconds(600))
    clock.advanceToNextSleeper()
    _ = await login
    #expect(
      window.events == [
        .covered, .willExchange(old: "Door", new: "Home of ann"), .didExchange(new: "Home of ann"), .uncovered,
      ])
    #expect(seen == window.events)
    #expect(window.text.contains("Hello, ann!") && window.visibleScreen?.id == "home")
  }

  @Test func `sees nothing in a container that does not record`() async throws {
    let plain = AppController(interfaceProvider: provider, clock: clock)
    try await plain.installRootInterface(in: window.surface)
    #expect(window.container == nil && window.events.isEmpty && window.text.contains("== Door =="))
  }

  @Test func `makes handles of one controller, and notes what is done with them`() {
    let recorder = HandleRecorder()
    let handle = recorder.handle(.loggedIn, session: Session(subject: "ann"))
    #expect(handle.state == .loggedIn && handle.session?.subject == "ann" && handle.traits == TraitCollection())
    handle.requestLogin()
    handle.requestLogout()
    handle.updateSession(Session(subject: "bob"))
    recorder.handle(.loggedOut).invalidate()
    handle.log(.warning, "careful")
    #expect(
      recorder.requests == [.login(nil), .logout, .updateSession(Session(subject: "bob")), .invalidate])
    #expect(recorder.log.map(\.text) == ["careful"] && recorder.log.map(\.level) == [.warning])
    #expect(recorder.handle(.loggedOut).id == handle.id && HandleRecorder().handle(.loggedOut).id != handle.id)
  }
}
