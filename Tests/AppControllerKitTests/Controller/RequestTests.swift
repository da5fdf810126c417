import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

@MainActor
@Suite("Requests at awkward moments", .timeLimit(.minutes(30)))
struct RequestTests {
  private func loggedIn(clock: any Clock<Duration> = ContinuousClock()) async throws -> ControllerFixture {
    let fixture = ControllerFixture(clock: clock)
    try await fixture.install()
    await fixture.controller.login(.kitty)
    fixture.provider.forget()
    return fixture
  }

  @Test func `an invalidation does not supersede a login, and is carried out after it`() async throws {
    let fixture = ControllerFixture()
    try await fixture.controller.installRootInterface(in: fixture.window)
    fixture.provider.forget()
    let gate = Gate()
    fixture.provider.gates["configuration"] = gate
    let login = Task { await fixture.controller.login(.kitty) }
    await gate.arrived()
    fixture.provider.handle?.invalidate()
    await fixture.controller.drained()
    fixture.provider.gates = [:]
    gate.open()
    #expect(await login.value.isCompleted)
    await fixture.controller.settle()
    #expect(fixture.controller.state == .loggedIn)
    #expect(fixture.provider.log == ["logged-in", "configuration", "notify did-login", "logged-in"])
    #expect(fixture.controller.revision == 3)
  }

  @Test func `an invalidation during the first installation is carried out after it`() async throws {
    let fixture = ControllerFixture()
    let gate = Gate()
    fixture.provider.gates["logged-out"] = gate
    let installation = Task { try await fixture.controller.installRootInterface(in: fixture.window) }
    await gate.arrived()
    fixture.provider.handle?.invalidate()
    await fixture.controller.drained()
    fixture.provider.gates = [:]
    gate.open()
    try await installation.value
    await fixture.controller.settle()
    #expect(fixture.provider.log == ["initial", "logged-out", "logged-out"])
  }

  @Test(arguments: [AppController.State.loggedOut, .loggedIn])
  func `an invalidated interface that cannot be described stays`(state: AppController.State) async throws {
    let fixture = try await loggedIn()
    if state == .loggedOut { await fixture.controller.logout() }
    let before = try await fixture.snapshot()
    fixture.provider.failures = ["logged-out", "logged-in"]
    fixture.provider.forget()
    fixture.provider.handle?.invalidate()
    await fixture.controller.settle()
    #expect(fixture.provider.log == [state.rawValue])
    #expect(try await fixture.snapshot() == before)
  }

  @Test func `a forced logout that joins one is not vetoed`() async throws {
    let fixture = try await loggedIn()
    let gate = Gate()
    fixture.controller.shouldTransitionHandler = { _ in
      try await gate.wait()
      throw Veto("unsaved changes")
    }
    let first = Task { await fixture.controller.logout() }
    await gate.arrived()
    let forced = Task.immediate { await fixture.controller.logout(force: true) }
    gate.open()
    #expect(await forced.value.isCompleted)
    #expect(await first.value.isCompleted)
    #expect(fixture.controller.state == .loggedOut)
  }

  @Test func `a request from inside a handler stops the transition, and its task is told`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    var wasCancelled = false
    let gate = Gate()
    fixture.controller.willLoginHandler = { [unowned controller = fixture.controller] _ in
      controller.transitions.handle(.logout)
      do { try await gate.wait() } catch { wasCancelled = error is CancellationError }
    }
    #expect(await fixture.controller.login(.kitty) == .superseded)
    await fixture.controller.settle()
    #expect(wasCancelled)
    #expect(fixture.controller.state == .loggedOut)
    #expect(try await fixture.store.load(for: "test").generation == 0)
  }

  @Test func `a handler that throws afterwards is reported, and the transition stands`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    fixture.controller.didLoginHandler = { throw RecordingProvider.Refusal() }
    let outcome = await fixture.controller.login(.kitty)
    guard case .completed(let report) = outcome else { Issue.record("\(outcome)"); return }
    #expect(report.problems.count == 1)
    #expect(fixture.controller.state == .loggedIn)
  }

  @Test func `cancelling after the exchange changes nothing about the answer`() async throws {
    let clock = ManualClock()
    let fixture = ControllerFixture(clock: clock)
    try await fixture.install()
    fixture.provider.configuration = .init()
    let login = Task { await fixture.controller.login(.kitty) }
    await clock.sleeperArrived(within: .seconds(1))
    login.cancel()
    // Its turn comes after that of the withdrawal, which is a task of the main actor as well.
    await Task { @MainActor in }.value
    clock.advance(by: .seconds(1))
    #expect(await login.value.isCompleted)
  }

  @Test func `ending the controller while the first interface is asked for installs nothing`() async throws {
    let fixture = ControllerFixture()
    let gate = Gate()
    fixture.provider.gates["logged-out"] = gate
    let installation = Task { () -> AppControllerError.Code? in
      do throws(AppControllerError) {
        try await fixture.controller.installRootInterface(in: fixture.window)
        return nil
      } catch { return error.code }
    }
    await gate.arrived()
    fixture.controller.terminate()
    gate.open()
    #expect(await installation.value == .notInstalled)
    #expect(fixture.controller.state == .terminated)
    #expect(fixture.controller.installedInterface == nil)
    #expect(fixture.controller.rootContainer.children.isEmpty)
    #expect(fixture.window.rootContainer == nil)
    #expect(fixture.controller.revision == 0)
  }

  @Test func `ending the controller while a logout erases the session shows nothing more`() async throws {
    let store = HookedStore()
    let fixture = ControllerFixture(store: store)
    try await fixture.install()
    await fixture.controller.login(.kitty)
    fixture.attachHandlers()
    fixture.provider.forget()
    let gate = Gate()
    store.gate = gate
    let logout = Task { await fixture.controller.logout() }
    await gate.arrived()
    fixture.controller.terminate()
    gate.open()
    #expect(await logout.value == .cancelled)
    #expect(fixture.controller.rootContainer.children.isEmpty)
    #expect(fixture.controller.installedInterface == nil)
    #expect(fixture.provider.log.last == "abort logged-out")
    #expect(try await store.load(for: "test").session == nil)
  }

  @Test func `a controller is freed although its provider keeps the handle`() async throws {
    let provider = RecordingProvider()
    weak var controller: AppController?
    do {
      let made = AppController(interfaceProvider: provider)
      controller = made
      try await made.installRootInterface(in: InterfaceWindow())
      await made.login(.kitty)
    }
    #expect(controller == nil)
    let handle = try #require(provider.handle)
    provider.forget()
    handle.requestLogin()
    handle.requestLogout()
    handle.invalidate()
    handle.log(.info, "still here")
    let inbox = try #require(handle.port as? ControllerInbox)
    await reached { inbox.isEmpty }
    #expect(provider.log == [])
  }

  @Test func `describing an interface installs nothing`() async throws {
    let fixture = try await loggedIn()
    let before = try await fixture.snapshot()
    let described = try await fixture.controller.describe(.loggedOut)
    #expect(described == RecordingProvider.loggedOut)
    #expect(try await fixture.snapshot() == before)
    fixture.provider.loggedIn = { _ in RecordingProvider.invalid }
    await #expect(throws: AppControllerError.self) { try await fixture.controller.describe(.loggedIn) }
  }

  @Test func `a second installation is for the same window only`() async throws {
    let fixture = try await loggedIn()
    try await fixture.controller.installRootInterface(in: fixture.window)
    #expect(fixture.provider.log == [])
    let other = InterfaceWindow()
    let error = await #expect(throws: AppControllerError.self) {
      try await fixture.controller.installRootInterface(in: other)
    }
    #expect(error?.code == .alreadyInstalled)
    #expect(other.rootContainer == nil)
  }
}
