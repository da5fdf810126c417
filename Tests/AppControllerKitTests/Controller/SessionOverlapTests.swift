import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite("Sessions while something is under way", .timeLimit(.minutes(30)))
struct SessionOverlapTests {
  private let store = HookedStore()

  private func loggedIn() async throws -> ControllerFixture {
    let fixture = ControllerFixture(store: store)
    try await fixture.install()
    await fixture.controller.login(.kitty)
    fixture.provider.forget()
    return fixture
  }

  private func record() async throws -> SessionRecord { try await store.load(for: "test") }

  @Test func `a login with the session that is just being erased is not an anonymous one`() async throws {
    let fixture = try await loggedIn()
    let gate = Gate()
    store.gate = gate
    let logout = Task { await fixture.controller.logout() }
    await gate.arrived()
    let login = Task.immediate { await fixture.controller.login(.kitty) }
    gate.open()
    #expect(await logout.value.isCompleted)
    #expect(await login.value.isCompleted)
    #expect(fixture.controller.session == .kitty)
    #expect(try await record().session == .kitty)
    #expect(fixture.controller.rootContainer.installed?.title == "Hello kitty")
  }

  @Test func `a login that is superseded after it was saved is taken back, although its task is cancelled`()
    async throws
  {
    let fixture = ControllerFixture(store: store)
    try await fixture.install()
    var aborted: [AppController.State] = []
    fixture.controller.didAbortHandler = { aborted.append($0) }
    let gate = Gate()
    store.gate = gate
    let login = Task { await fixture.controller.login(.kitty) }
    await gate.arrived()
    #expect(try await record().session == .kitty)
    #expect(await fixture.controller.logout() == .unchanged)
    #expect(await login.value == .superseded)
    #expect(try await record().session == nil)
    #expect(fixture.controller.state == .loggedOut)
    #expect(aborted == [.loggedIn])
    #expect(await fixture.controller.login(.dog).isCompleted)
    #expect(try await record().session == .dog)
  }

  @Test func `a login that is given up puts back what was stored, though that was not installed`() async throws {
    let fixture = ControllerFixture(store: store)
    _ = try await store.replace(for: "test", with: .kitty, ifGeneration: nil)
    fixture.provider.isInitiallyLoggedIn = false
    try await fixture.install()
    #expect(fixture.controller.state == .loggedOut)
    let gate = Gate()
    store.gate = gate
    let login = Task { await fixture.controller.login(.dog) }
    await gate.arrived()
    login.cancel()
    #expect(await login.value == .cancelled)
    await fixture.controller.settle()
    #expect(try await record().session == .kitty)
  }

  @Test func `a logout whose erase fails changes nothing`() async throws {
    let fixture = try await loggedIn()
    let before = try await fixture.snapshot()
    var aborted: [AppController.State] = []
    fixture.controller.didAbortHandler = { aborted.append($0) }
    store.isBroken = true
    #expect(await fixture.controller.logout().failure == .storeFailed)
    #expect(try await fixture.snapshot() == before)
    #expect(aborted == [.loggedOut])
    store.isBroken = false
    #expect(await fixture.controller.logout().isCompleted)
  }

  @Test func `a session update that fails to be stored changes nothing`() async throws {
    let fixture = try await loggedIn()
    let before = try await fixture.snapshot()
    store.isBroken = true
    #expect(await fixture.controller.login(Session(subject: "kitty", secret: Secret("two"))).failure == .storeFailed)
    #expect(try await fixture.snapshot() == before)
  }

  @Test func `an update of the session does not supersede a logout`() async throws {
    let fixture = try await loggedIn()
    let handle = try #require(fixture.provider.handle)
    let gate = Gate()
    fixture.provider.gates["logged-out"] = gate
    let logout = Task { await fixture.controller.logout() }
    await gate.arrived()
    handle.updateSession(Session(subject: "kitty", secret: Secret("two")))
    await fixture.controller.drained()
    gate.open()
    #expect(await logout.value.isCompleted)
    await fixture.controller.settle()
    #expect(fixture.controller.state == .loggedOut)
    #expect(try await record().session == nil)
  }

  @Test func `an update of the session survives a logout that fails`() async throws {
    let fixture = try await loggedIn()
    let handle = try #require(fixture.provider.handle)
    let gate = Gate()
    fixture.provider.gates["configuration"] = gate
    fixture.controller.willLogoutHandler = { _ in throw RecordingProvider.Refusal() }
    let logout = Task { await fixture.controller.logout() }
    await gate.arrived()
    let renewed = Session(subject: "kitty", secret: Secret("two"))
    handle.updateSession(renewed)
    await fixture.controller.drained()
    gate.open()
    #expect(await logout.value.failure == .handlerFailed)
    await fixture.controller.settle()
    #expect(fixture.controller.session == renewed)
    #expect(try await record().session == renewed)
  }

  @Test func `an update of the session during the first installation is stored after it`() async throws {
    _ = try await store.replace(for: "test", with: .kitty, ifGeneration: nil)
    let fixture = ControllerFixture(store: store)
    let gate = Gate()
    fixture.provider.gates["logged-in"] = gate
    let installation = Task { try await fixture.controller.installRootInterface(in: fixture.window) }
    await gate.arrived()
    let renewed = Session(subject: "kitty", secret: Secret("two"))
    fixture.provider.handle?.updateSession(renewed)
    await fixture.controller.drained()
    gate.open()
    try await installation.value
    await fixture.controller.settle()
    #expect(fixture.controller.session == renewed)
    #expect(try await record().session == renewed)
  }

  @Test func `another secret while a login is animated is stored when it has ended`() async throws {
    let clock = ManualClock()
    let fixture = ControllerFixture(store: store, clock: clock)
    try await fixture.install()
    fixture.provider.configuration = .init()
    let first = Task { await fixture.controller.login(.kitty) }
    await clock.sleeperArrived(within: .seconds(1))
    let renewed = Session(subject: "kitty", secret: Secret("two"))
    let second = Task.immediate { await fixture.controller.login(renewed) }
    let third = Task.immediate { await fixture.controller.login() }
    clock.advance(by: .seconds(1))
    #expect(await first.value.isCompleted)
    #expect(await second.value == .unchanged)
    #expect(await third.value == .unchanged)
    #expect(try await record().session == renewed)
  }

  @Test func `equal sessions join`() async throws {
    let fixture = ControllerFixture(store: store)
    try await fixture.install()
    let gate = Gate()
    fixture.provider.gates["logged-in"] = gate
    let first = Task { await fixture.controller.login(.kitty) }
    await gate.arrived()
    let second = Task.immediate { await fixture.controller.login(.kitty) }
    gate.open()
    let outcomes = [await first.value, await second.value]
    #expect(outcomes[0].isCompleted)
    #expect(outcomes[0] == outcomes[1])
    #expect(try await record().generation == 1)
  }

  @Test func `a login that builds again stores the new session too`() async throws {
    let fixture = try await loggedIn()
    let renewed = Session(subject: "kitty", displayName: "Mia", secret: Secret("two"))
    fixture.provider.loggedIn = { RecordingProvider.loggedIn($0?.displayName ?? "nobody") }
    #expect(await fixture.controller.login(renewed, rebuild: true).isCompleted)
    #expect(fixture.provider.log == ["logged-in"])
    #expect(fixture.controller.rootContainer.installed?.title == "Hello Mia")
    #expect(try await record().session == renewed)
  }

  @Test func `no session is kept of a request that came to nothing`() async throws {
    let fixture = ControllerFixture(store: store)
    _ = await fixture.controller.login(.kitty)
    #expect(fixture.controller.transitions.sessions.count == 0)
    try await fixture.install()
    let gate = Gate()
    fixture.provider.gates["logged-in"] = gate
    let first = Task { await fixture.controller.login(.kitty) }
    await gate.arrived()
    #expect(fixture.controller.transitions.sessions.count == 1)
    let second = Task.immediate { await fixture.controller.login(.dog) }
    let third = Task.immediate { await fixture.controller.logout() }
    _ = [await first.value, await second.value, await third.value]
    fixture.provider.handle?.requestLogin(.dog)
    fixture.provider.gates = [:]
    await fixture.controller.settle()
    #expect(fixture.controller.session == .dog)
    #expect(fixture.controller.transitions.sessions.count == 0)
    #expect(fixture.controller.transitions.askers.count == 0)
  }
}
