import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite("Requests that overlap")
struct OverlapTests {
  @Test func `a logout while the provider is asked for a login wins, and each is answered once`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    let gate = Gate()
    fixture.provider.gates["logged-in"] = gate
    let login = Task { await fixture.controller.login(.kitty) }
    await gate.arrived()
    #expect(await fixture.controller.logout() == .unchanged)
    #expect(await login.value == .superseded)
    #expect(fixture.controller.state == .loggedOut)
    #expect(try await fixture.store.load(for: "test").generation == 0)
  }

  @Test func `equal requests join, and share one transition`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    let gate = Gate()
    fixture.provider.gates["logged-in"] = gate
    let first = Task { await fixture.controller.login() }
    await gate.arrived()
    let second = Task.immediate { await fixture.controller.login() }
    gate.open()
    let outcomes = [await first.value, await second.value]
    #expect(outcomes[0].isCompleted)
    #expect(outcomes[0] == outcomes[1])
    #expect(fixture.provider.log.filter { $0 == "logged-in" }.count == 1)
  }

  @Test func `a request after the exchange waits, and begins when did has run`() async throws {
    let clock = ManualClock()
    let fixture = ControllerFixture(clock: clock)
    try await fixture.install()
    fixture.provider.configuration = .init()
    fixture.attachHandlers()
    let login = Task { await fixture.controller.login(.kitty) }
    await clock.sleeperArrived(within: .milliseconds(600))
    fixture.provider.configuration.transitionDuration = .zero
    let logout = Task.immediate { await fixture.controller.logout() }
    #expect(fixture.controller.state == .loggedIn)
    clock.advance(by: .milliseconds(600))
    #expect(await login.value.isCompleted)
    #expect(await logout.value.isCompleted)
    let order = fixture.provider.log.filter { $0.hasPrefix("did") || $0.hasPrefix("will") }
    #expect(
      order == [
        "will login to Hello kitty while logged-out", "did login while logged-in",
        "will logout to Welcome while logged-in", "did logout while logged-out",
      ]
    )
  }

  @Test func `cancelling the only waiter before the point of no return gives the transition up`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    let before = try await fixture.snapshot()
    let gate = Gate()
    fixture.provider.gates["logged-in"] = gate
    let login = Task { await fixture.controller.login(.kitty) }
    await gate.arrived()
    login.cancel()
    #expect(await login.value == .cancelled)
    await fixture.controller.settle()
    #expect(try await fixture.snapshot() == before)
    #expect(!fixture.controller.isBusy)
  }

  @Test func `a handler that waits for a transition is told that it would wait for ever`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    var inner: TransitionOutcome?
    fixture.controller.willLoginHandler = { [unowned controller = fixture.controller] _ in
      inner = await controller.logout()
    }
    #expect(await fixture.controller.login(.kitty).isCompleted)
    #expect(inner?.failure == .wouldDeadlock)
  }

  @Test func `a handle's request from another thread is carried out in turn`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    await fixture.controller.login(.kitty)
    let handle = try #require(fixture.provider.handle)
    await Task.detached { handle.requestLogout() }.value
    await fixture.controller.settle()
    #expect(fixture.controller.state == .loggedOut)
    handle.requestLogin(.dog)
    await fixture.controller.settle()
    #expect(fixture.controller.session == .dog)
    handle.updateSession(Session(subject: "kitty"))
    await fixture.controller.settle()
    #expect(fixture.controller.session == .dog)
  }

  @Test func `an invalidated interface is asked for again, without handlers`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    await fixture.controller.login(.kitty)
    fixture.attachHandlers()
    fixture.provider.forget()
    fixture.provider.loggedIn = { _ in RecordingProvider.loggedIn("again") }
    fixture.provider.handle?.invalidate()
    await fixture.controller.settle()
    #expect(fixture.provider.log == ["logged-in"])
    #expect(fixture.controller.rootContainer.installed?.title == "Hello again")
    #expect(fixture.controller.revision == 3)
  }

  // In a process of its own, because a broadcast reaches the controllers of every test that runs meanwhile.
  @Test func `a broadcast reaches every live controller, and none that is gone`() async {
    await #expect(processExitsWith: .success) {
      let (first, second) = (await ControllerFixture(), await ControllerFixture())
      try await first.install()
      try await second.install()
      do { try await ControllerFixture().install() }
      AppController.login()
      await first.controller.settle()
      await second.controller.settle()
      let afterLogin = (await first.controller.state, await second.controller.state)
      precondition(afterLogin == (.loggedIn, .loggedIn))
      AppController.logout()
      await first.controller.settle()
      await second.controller.settle()
      let afterLogout = (await first.controller.state, await second.controller.state)
      precondition(afterLogout == (.loggedOut, .loggedOut))
    }
  }

  @Test func `before the installation and after the end a request is refused`() async throws {
    let fixture = ControllerFixture()
    #expect(await fixture.controller.login(.kitty).failure == .notInstalled)
    try await fixture.install()
    fixture.controller.terminate()
    #expect(await fixture.controller.login(.kitty).failure == .notInstalled)
    #expect(fixture.controller.state == .terminated)
    #expect(fixture.controller.rootContainer.children.isEmpty)
  }
}
