import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30))) struct `An app beside another process` {
  private let store = TellingStore()
  private let clock = ManualClock()
  private let provider = RecordingProvider()
  private let controller: AppController
  private let window = InterfaceWindow()

  init() {
    controller = AppController(
      interfaceProvider: provider, providerID: "test", sessionStore: store, clock: clock,
      wallClock: { [clock] in Timestamp(secondsSince1970: clock.now.offset.milliseconds / 1000) }
    )
  }

  private func install() async throws {
    try await controller.installRootInterface(in: window)
    provider.forget()
  }

  /// Lets whatever the other process has done be noticed, and what follows happen.
  private func notice() async {
    await store.heard()
    await controller.settle()
  }

  private func elsewhere(_ session: Session?) async throws {
    try store.change(to: session)
    await notice()
  }

  @Test func `is logged out with it, whatever handlers say, and erases nothing again`() async throws {
    try await install()
    await controller.login(.kitty)
    controller.shouldTransitionHandler = { _ in throw Veto("not now") }
    controller.willLogoutHandler = { _ in throw RecordingProvider.Refusal() }
    var kinds: [ControllerEvent.Kind] = []
    controller.onEvent { kinds.append($0.kind) }
    try await elsewhere(nil)
    #expect(controller.state == .loggedOut && controller.session == nil)
    #expect(kinds.first == .sessionChangedElsewhere(subject: nil))
    #expect(provider.log.contains("ended kitty"))
    #expect(store.changesByTheApp == 1)
    controller.shouldTransitionHandler = nil
    #expect(await controller.login(.dog).isCompleted)
  }

  @Test func `is logged in with it, by a transition like any other, and stores nothing again`() async throws {
    try await install()
    var calls: [String] = []
    controller.willLoginHandler = { _ in calls.append("will") }
    controller.didLoginHandler = { calls.append("did") }
    try await elsewhere(.kitty)
    #expect(controller.state == .loggedIn && controller.session == .kitty)
    #expect(calls == ["will", "did"])
    try await elsewhere(.dog)
    #expect(controller.session == .dog)
    #expect(provider.log.contains("ended kitty"))
    #expect(store.changesByTheApp == 0)
    await controller.logout()
    #expect(try store.session == nil)
  }

  @Test func `takes over another secret without a transition`() async throws {
    try await install()
    await controller.login(.kitty)
    provider.forget()
    let renewed = Session(subject: "kitty", secret: Secret("two"))
    try await elsewhere(renewed)
    #expect(controller.session == renewed && provider.log == [])
    let next = Session(subject: "kitty", secret: Secret("three"))
    #expect(await controller.login(next) == .unchanged)
    #expect(try store.session == next)
  }

  @Test func `may refuse a login elsewhere, which stays until somebody logs out here`() async throws {
    try await install()
    controller.shouldTransitionHandler = { _ in throw Veto("not now") }
    try await elsewhere(.kitty)
    #expect(controller.state == .loggedOut)
    provider.handle?.invalidate()
    await controller.settle()
    #expect(try store.session == .kitty)
    #expect(await controller.logout() == .unchanged)
    #expect(try store.session == nil)
    #expect(controller.state == .loggedOut)
  }

  @Test func `keeps nobody logged in whose session was replaced, when the other's interface cannot be had`()
    async throws
  {
    try await install()
    await controller.login(.kitty)
    provider.failures = ["logged-in"]
    try await elsewhere(.dog)
    #expect(controller.state == .loggedOut && controller.session == nil)
    #expect(provider.log.contains("ended kitty"))
    #expect(try store.session == .dog)
  }

  @Test func `waits for what is under way`() async throws {
    controller.providerDeadline = nil
    try await install()
    let gate = Gate()
    provider.gates["logged-in"] = gate
    provider.configuration.transitionDuration = .seconds(1)
    async let login = controller.login(.kitty)
    await gate.arrived()
    provider.gates = [:]
    gate.open()
    await clock.sleeperArrived(within: .seconds(1))
    try store.change(to: nil)
    await store.heard()
    #expect(controller.state == .loggedIn)
    provider.configuration.transitionDuration = .zero
    clock.advance(by: .seconds(1))
    #expect(await login.isCompleted)
    await notice()
    #expect(controller.state == .loggedOut)
  }

  @Test func `meets with it at a login, which wins`() async throws {
    try await install()
    let gate = Gate()
    provider.gates["logged-in"] = gate
    async let login = controller.login(.kitty)
    await gate.arrived()
    try store.change(to: .dog)
    provider.gates = [:]
    gate.open()
    #expect(await login.isCompleted)
    await notice()
    #expect(controller.session == .kitty)
    #expect(try store.session == .kitty)
  }

  @Test func `logs out for good while it follows a login`() async throws {
    try await install()
    let gate = Gate()
    provider.gates["logged-in"] = gate
    try store.change(to: .kitty)
    await gate.arrived()
    #expect(await controller.logout() == .unchanged)
    provider.gates = [:]
    await notice()
    #expect(controller.state == .loggedOut)
    #expect(try store.session == nil)
  }

  @Test func `spares a session that was renewed elsewhere, when its own has ended`() async throws {
    let store = store
    try await install()
    await controller.login(Session(subject: "kitty", secret: Secret("one"), expiresAt: 10))
    let renewed = Session(subject: "kitty", secret: Secret("two"), expiresAt: 100)
    // Nobody tells of it in time.
    let expired = AsyncStream.makeStream(of: Void.self)
    controller.onEvent { event in
      guard case .sessionExpired = event.kind else { return }
      try? store.change(to: renewed)
      expired.continuation.yield()
    }
    for seconds in [Duration.seconds(8), .seconds(2)] {
      await clock.sleeperArrived(within: seconds)
      clock.advance(by: seconds)
    }
    for await _ in expired.stream { break }
    await notice()
    #expect(controller.state == .loggedIn && controller.session == renewed)
    #expect(try store.session == renewed)
  }

  @Test func `is not logged in by another secret for somebody whom the provider keeps out`() async throws {
    try store.change(to: .kitty)
    provider.isInitiallyLoggedIn = false
    try await install()
    try await elsewhere(Session(subject: "kitty", secret: Secret("two")))
    #expect(controller.state == .loggedOut)
    try await elsewhere(.dog)
    #expect(controller.session == .dog)
  }

  @Test func `does not follow when it is not to`() async throws {
    controller.followsSessionStore = false
    controller.onEvent { event in
      if case .sessionChangedElsewhere = event.kind { Issue.record("it was noticed at event \(event.number)") }
    }
    try await install()
    try await elsewhere(.kitty)
    #expect(controller.state == .loggedOut)
    #expect(await controller.login(.dog).isCompleted)
    try await elsewhere(.kitty)
    #expect(controller.session == .dog)
    #expect(try store.session == .kitty)
  }

  @Test func `looks when it is told that something has changed and not what`() async throws {
    try await install()
    await controller.login(.kitty)
    store.tell(nil)
    await notice()
    #expect(controller.session == .kitty && store.changesByTheApp == 1)
  }

  @Test func `finds its own login stored already, and stores it once`() async throws {
    try await install()
    let authentication = AuthenticationController(providerID: "test", sessionStore: store)
    var logins: [Task<TransitionOutcome, Never>] = []
    authentication.onLogin = { [controller] session in logins.append(Task { await controller.login(session) }) }
    try await authentication.login(.kitty)
    for login in logins { _ = await login.value }
    await notice()
    #expect(controller.session == .kitty && store.changesByTheApp == 1)
    await controller.logout()
    await notice()
    #expect(try await authentication.restore() == nil)
    #expect(authentication.logoutReason == .elsewhere)
  }

  @Test func `lets the controller go`() async throws {
    weak var gone: AppController?
    do {
      let controller = AppController(
        interfaceProvider: provider, providerID: "test", sessionStore: store, clock: clock, wallClock: { 0 })
      try await controller.installRootInterface(in: window)
      gone = controller
      #expect(gone != nil)
    }
    window.rootContainer = nil
    await reached { gone == nil }
  }
}
