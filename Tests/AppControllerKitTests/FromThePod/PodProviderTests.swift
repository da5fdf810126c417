import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite("The pod, from the provider to the installation")
struct PodProviderTests {
  private let timeline = Timeline()
  private var controller: AppController { timeline.controller }
  private var provider: RecordingProvider { timeline.provider }

  @Test func `P1: the provider is asked the pod's four questions, each with whose it is`() async throws {
    try await controller.installRootInterface(in: timeline.window)
    #expect(provider.log == ["initial", "logged-out"])
    let id = try #require(provider.handle?.id)
    await controller.login(.kitty)
    #expect(provider.log == ["initial", "logged-out", "logged-in", "configuration", "notify did-login"])
    #expect(provider.handle?.id == id)
    let other = Timeline()
    try await other.install()
    #expect(other.provider.handle?.id != id)
  }

  @Test func `P2: the traits of a question are the window's at that moment`() async throws {
    timeline.window.traits.columns = 80
    try await timeline.install()
    #expect(provider.handle?.traits.columns == 80)
    timeline.window.traits.columns = 40
    await controller.login(.kitty)
    #expect(provider.handle?.traits.columns == 40)
    timeline.window.traits.color = .dark
    await controller.logout()
    #expect(provider.handle?.traits.color == .dark)
  }

  @Test func `P3: a transition takes 0.6 s unless said otherwise, and none at zero`() async throws {
    try await timeline.install()
    #expect(AppController.Configuration().transitionDuration == .milliseconds(600))
    await controller.login(.kitty)
    #expect(
      timeline.take() == [
        "0 will login", "0 the old picture covers", "0 Welcome leaves for Hello kitty", "0 Hello kitty is installed",
        "600 the old picture goes", "600 did login",
      ]
    )
    provider.configuration.transitionDuration = .zero
    await controller.logout()
    #expect(
      timeline.take() == [
        "600 will logout", "600 Hello kitty leaves for Welcome", "600 Welcome is installed", "600 did logout",
      ]
    )
  }

  @Test func `P4: a delay comes before the duration`() async throws {
    try await timeline.install()
    #expect(AppController.Configuration().transitionDelay == .zero)
    provider.configuration = .init(transitionDelay: .milliseconds(200))
    await controller.login(.kitty)
    #expect(timeline.take().suffix(2) == ["800 the old picture goes", "800 did login"])
    #expect(provider.configuration.frame(at: .milliseconds(200)) == provider.configuration.frame(at: .zero))
    #expect(provider.configuration.frame(at: .milliseconds(500)).newOpacity == 0.5)
    #expect(
      provider.configuration.frame(at: .milliseconds(800)) == AppController.Configuration(style: .none).frame(at: .zero)
    )
  }

  @Test func `P5: three layers go with a transition, or stay, as the configuration says`() async throws {
    try await timeline.install()
    #expect(AppController.Configuration().dismissesPresentedInterfaceOnTransition)
    for (dismisses, left) in [(true, 0), (false, 3)] {
      for id in ["one", "two", "three"] { timeline.present(id) }
      provider.configuration.dismissesPresentedInterfaceOnTransition = dismisses
      if dismisses { await controller.login(.kitty) } else { await controller.logout() }
      #expect(timeline.root.presented.count == left)
      #expect(timeline.root.children.count == left + 1)
    }
  }

  @Test func `P6: a container class of the app's own is the root`() async throws {
    #expect(timeline.root is RecordingContainer)
    try await controller.installRootInterface(in: timeline.window)
    #expect(timeline.window.rootContainer is RecordingContainer)
    #expect(type(of: AppController(interfaceProvider: provider).rootContainer) == RootContainer.self)
  }

  @Test func `P7: a storyboard without one of the two interfaces is a typed error, never a crash`() throws {
    let storyboard = try Storyboard(json: Array(Self.storyboard.utf8))
    #expect(storyboard.interface(named: "out") != nil)
    let error = #expect(throws: AppControllerError.self) {
      try AppController(storyboard: storyboard, loggedOutInterfaceID: "out", loggedInInterfaceID: "nowhere")
    }
    #expect(error?.code == .noSuchInterface)
    let wrong = #expect(throws: AppControllerError.self) {
      try Storyboard(json: Array(Self.storyboard.replacing(#""kind": "screen""#, with: #""kind": "text""#).utf8))
    }
    #expect(wrong?.code == .invalidStoryboard)
  }

  @Test func `P8: a storyboard has one configuration, and begins as the session says`() async throws {
    for session in [nil, Session.kitty] {
      let store = InMemorySessionStore()
      if session != nil { _ = try store.replace(for: "com.example.two", with: session, ifGeneration: nil) }
      let controller = try AppController(
        storyboard: Storyboard(json: Array(Self.storyboard.utf8)), loggedOutInterfaceID: "out",
        loggedInInterfaceID: "in", configuration: .init(transitionDuration: .milliseconds(50)), sessionStore: store,
        clock: timeline.clock
      )
      try await controller.installRootInterface(in: InterfaceWindow())
      #expect(controller.state == (session == nil ? .loggedOut : .loggedIn))
      let begin = timeline.clock.now
      if session == nil { await controller.login() } else { await controller.logout() }
      #expect(begin.duration(to: timeline.clock.now) == .milliseconds(50))
    }
  }

  @Test func `P9: the storyboard can be read, and is nil for a provider in code`() throws {
    let storyboard = try Storyboard(json: Array(Self.storyboard.utf8))
    let made = try AppController(storyboard: storyboard, loggedOutInterfaceID: "out", loggedInInterfaceID: "in")
    #expect(made.storyboard?.id == "com.example.two")
    #expect(controller.storyboard == nil)
  }

  @Test func `P10: the provider is the same for the controller's life`() async throws {
    try await timeline.install()
    await controller.login(.kitty)
    await controller.logout()
    #expect(controller.interfaceProvider === provider)
  }

  @Test func `P11: the root container is made once`() async throws {
    let root = controller.rootContainer
    try await timeline.install()
    for _ in 0..<5 {
      await controller.login(.kitty)
      await controller.logout()
      #expect(controller.rootContainer === root && timeline.window.rootContainer === root)
    }
  }

  @Test func `P12: will is told what comes, did comes after it, and many may listen`() async throws {
    try await timeline.install()
    var log: [String] = []
    controller.willLoginHandler = { log.append("will \($0.title)") }
    controller.didLoginHandler = { log.append("did") }
    for name in ["a", "b"] {
      var hooks = TransitionHooks()
      hooks.willLogin = { log.append("\(name) will \($0.title)") }
      hooks.didLogin = { log.append("\(name) did \($0.state.rawValue) \($0.revision)") }
      controller.addHooks(hooks)
    }
    await controller.login(.kitty)
    #expect(
      log == [
        "will Hello kitty", "a will Hello kitty", "b will Hello kitty", "did", "a did logged-in 2", "b did logged-in 2",
      ]
    )
  }

  @Test func `P13: installing calls no handler and takes no time`() async throws {
    try await controller.installRootInterface(in: timeline.window)
    #expect(
      timeline.take() == [
        "0 nothing leaves for Starting", "0 Starting is installed", "0 Starting leaves for Welcome",
        "0 Welcome is installed",
      ]
    )
    #expect(timeline.window.isKey && timeline.window.isVisible)
    #expect(provider.log == ["initial", "logged-out"])
  }

  @Test func `P14: the window is set up before the provider is asked`() async throws {
    timeline.window.traits.columns = 33
    let gate = Gate()
    provider.gates["initial"] = gate
    let installation = Task { try await controller.installRootInterface(in: timeline.window) }
    await gate.arrived()
    #expect(timeline.window.rootContainer === timeline.root && timeline.window.isKey && timeline.window.isVisible)
    #expect(provider.handle?.traits.columns == 33)
    #expect(provider.log == ["initial"])
    gate.open()
    try await installation.value
  }

  static let storyboard = """
    {
      "schema": 1, "id": "com.example.two",
      "interfaces": {
        "out": { "root": { "kind": "screen", "id": "out", "label": "Out" } },
        "in": { "root": { "kind": "screen", "id": "in", "label": "In" } }
      }
    }
    """
}
