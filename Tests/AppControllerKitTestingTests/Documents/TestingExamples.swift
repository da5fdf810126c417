import AppControllerKit
import AppControllerKitTesting
import Testing

/// The blocks of `Docs/Testing.md`, each between `// example:` and `// end`.
@MainActor
@Suite struct `The examples of testing` {
  // example: contract
  @Test(arguments: ProviderContract.rules)
  func `keeps the contract`(rule: ProviderContract.Rule) async throws {
    try await rule.check { TeaProvider() }
  }
  // end

  // example: member
  @Test(arguments: ProviderContract.rules)
  func `keeps the contract for a member`(rule: ProviderContract.Rule) async throws {
    let pin = InputValue.secret(Secret("1773"))
    try await rule.check(values: ["member": .text("42"), "pin": pin], session: Session(subject: "42")) { TeaProvider() }
  }
  // end

  @Test func `says every violation`() async {
    // example: violations
    for violation in await ProviderContract({ TeaProvider() }).violations() { print(violation) }
    // end
    #expect(await ProviderContract({ TeaProvider() }).violations().isEmpty)
  }

  @Test func `asks a provider`() {
    // example: asking
    let recorder = HandleRecorder()
    let ann = Session(subject: "ann")
    let interface = TeaProvider().loggedInInterface(for: recorder.handle(.loggedIn, session: ann))
    #expect(interface.root.label == "Welcome, member ann")
    #expect(recorder.requests.isEmpty && recorder.log.isEmpty)
    // end
  }

  private let welcome = InterfaceDescription("logged-out") {
    Screen("welcome", title: "Welcome") { Button("sign-in", "Sign in", action: "sign-in") }
  }
  private let home = InterfaceDescription("logged-in") { Screen("home", title: "Home") { Text("You are in") } }

  @Test func `watches an app`() async throws {
    // example: app
    let provider = RecordingProvider(loggedOut: welcome, loggedIn: home)
    provider.answers["sign-in"] = .login(Session(subject: "ann"))
    let window = RecordingWindow()
    let controller = AppController(
      interfaceProvider: provider, rootContainerClass: RecordingContainer.self, clock: ImmediateClock())
    controller.providerDeadline = nil

    try await controller.installRootInterface(in: window.surface)
    _ = try await controller.perform(nodeID: "sign-in")
    #expect(window.text.contains("You are in"))
    #expect(window.events.last == .didExchange(new: "Home"))
    #expect(
      provider.log == ["initial", "logged-out", "perform sign-in", "logged-in", "configuration", "notify did-login"])
    #expect(provider.questions[2].state == .loggedOut)
    // end
    await controller.logout()
    // example: gate
    let gate = Gate()
    provider.gates[.loggedInInterface] = gate
    async let login = controller.login()
    await gate.arrived()
    #expect(controller.state == .loggedOut, "nothing has changed while the provider thinks")
    gate.open()
    _ = await login
    // end
    #expect(controller.state == .loggedIn)
  }

  @Test func `renews a session`() async throws {
    let (provider, store) = (RecordingProvider(loggedOut: welcome, loggedIn: home), InMemorySessionStore())
    let controller = AppController(interfaceProvider: provider, sessionStore: store)
    try await controller.installRootInterface(in: InterfaceWindow())
    // example: renewals
    let server = TokenServer()
    provider.renew = { try await server.refresh($0) }
    await controller.login(server.signIn("kitty"))
    _ = try await controller.freshSession(insteadOf: controller.session?.secret)
    #expect(try server.problems(stored: store.load(for: "app").session).isEmpty)
    // end
    #expect(provider.log.contains("refresh kitty"))
  }

  @Test func `moves the time`() async throws {
    let provider = RecordingProvider(loggedOut: welcome, loggedIn: home)
    // example: time
    let clock = ManualClock()
    let controller = AppController(interfaceProvider: provider, clock: clock)
    try await controller.installRootInterface(in: InterfaceWindow())
    provider.configuration = .init(transitionDuration: .milliseconds(600))
    async let login = controller.login()
    await clock.sleeperArrived(within: .milliseconds(600))
    #expect(controller.rootContainer.overlay != nil, "the old picture covers the new interface")
    clock.advance(by: .milliseconds(600))
    _ = await login
    #expect(controller.rootContainer.overlay == nil)
    // end
  }
}
