import AppControllerKit
import AppControllerKitTesting
import Testing

/// What a provider reports about a session that is not the current one any more when it is taken.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A session that is reported too late` {
  /// Reports the session of a question in it, and waits then.
  private final class Reporting: AppControllerInterfaceProviding {
    var gates: [String: Gate] = [:]
    private(set) var handle: AppController.Handle?
    private(set) var news: Task<Void, Never>?
    /// The sessions for which the logged-in interface was described.
    private(set) var described: [Session?] = []

    private func answer(_ question: String, _ controller: AppController.Handle) async throws {
      handle = controller
      guard let gate = gates[question] else { return }
      controller.updateSession(Session(subject: "kitty", secret: Secret("one"), attributes: ["new": "name"]))
      try await gate.wait()
    }

    func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
      try await answer("out", controller)
      return InterfaceDescription("out") { Screen("out", title: "Out") { Text("Out") } }
    }

    func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
      try await answer("in", controller)
      described.append(controller.session)
      return InterfaceDescription("in") { Screen("in", title: "In") { Text("In") } }
    }

    func splashInterface(for controller: AppController.Handle) async throws -> InterfaceDescription? {
      try await gates["splash"]?.wait()
      return nil
    }

    func refresh(_ session: Session, for controller: AppController.Handle) async throws -> SessionRefresh {
      try await gates["refresh"]?.wait()
      return .renewed(Session(subject: session.subject, secret: Secret("two")))
    }

    func screenDidChange(_ screen: String, to: ScreenAppearance, for controller: AppController.Handle) async {
      guard let gate = gates.removeValue(forKey: "screen") else { return }
      news = Task {
        await gate.waitIgnoringCancellation()
        controller.updateSession(Session(subject: "kitty", secret: Secret("one"), attributes: ["new": "name"]))
      }
    }
  }

  private let provider = Reporting()
  private let store = InMemorySessionStore()
  private let old = Session(subject: "kitty", secret: Secret("one"))
  private let gate = Gate()

  private func controller() -> AppController {
    let controller = AppController(
      interfaceProvider: provider, providerID: "test", sessionStore: store, clock: ImmediateClock())
    // The clock would let every deadline pass at once.
    controller.providerDeadline = nil
    return controller
  }

  @Test func `inside a question that is given up is not stored over a later login`() async throws {
    let controller = controller()
    try await controller.installRootInterface(in: InterfaceWindow())
    controller.requestLogin(old)
    await controller.settle()
    provider.gates["out"] = gate
    let logout = Task { await controller.logout() }
    await gate.arrived()
    let new = Session(subject: "kitty", secret: Secret("two"))
    _ = await controller.login(new)
    #expect(await logout.value == .superseded)
    await controller.settle()
    #expect(try store.load(for: "test").session == new)
    #expect(controller.session == new)
  }

  @Test func `while the first interface is prepared is not stored over a logout`() async throws {
    _ = try store.replace(for: "test", with: old)
    provider.gates["in"] = gate
    let controller = controller()
    let installation = Task { try await controller.installRootInterface(in: InterfaceWindow()) }
    await gate.arrived()
    _ = try store.replace(for: "test", with: nil)
    // Somebody here reads what is stored.
    await #expect(throws: AppControllerError.self) { try await controller.freshSession() }
    provider.handle?.updateSession(Session(subject: "kitty", secret: Secret("one"), attributes: ["newer": "name"]))
    gate.open()
    try await installation.value
    await controller.settle()
    #expect(try store.load(for: "test").session == nil)
    #expect(controller.state == .loggedOut)
  }

  @Test func `beside a login is not stored over it`() async throws {
    let store = HookedStore()
    let controller = AppController(
      interfaceProvider: provider, providerID: "test", sessionStore: store, clock: ImmediateClock())
    controller.providerDeadline = nil
    try await controller.installRootInterface(in: InterfaceWindow())
    await controller.login(old)
    store.afterChange = { [gate] in await gate.waitIgnoringCancellation() }
    let new = Session(subject: "kitty", secret: Secret("two"))
    let login = Task { await controller.login(new) }
    await gate.arrived()
    provider.handle?.updateSession(Session(subject: "kitty", secret: Secret("one"), attributes: ["newer": "name"]))
    gate.open()
    _ = await login.value
    await controller.settle()
    #expect(try await store.load(for: "test").session == new)
    #expect(controller.session == new)
  }

  @Test func `inside an action is not stored over what was stored before its answer was applied`() async throws {
    let controller = controller()
    try await controller.installRootInterface(in: InterfaceWindow())
    await controller.login(old)
    let handle = try #require(provider.handle)
    let (call, new) = (OpenCall(to: handle.port), Session(subject: "kitty", secret: Secret("two")))
    OpenCall.$current.withValue(call) {
      handle.updateSession(Session(subject: "kitty", secret: Secret("one"), attributes: ["newer": "name"]))
    }
    await controller.login(new)
    call.end()
    await controller.settle()
    #expect(controller.session == new)
  }

  @Test func `in the news of a screen is not stored over a login that began meanwhile`() async throws {
    let (store, seen) = (HookedStore(), Gate())
    let controller = AppController(
      interfaceProvider: provider, providerID: "test", sessionStore: store, clock: ImmediateClock())
    controller.providerDeadline = nil
    try await controller.installRootInterface(in: InterfaceWindow())
    provider.gates["screen"] = seen
    await controller.login(old)
    await seen.arrived()
    store.afterChange = { [gate] in await gate.waitIgnoringCancellation() }
    let new = Session(subject: "kitty", secret: Secret("two"))
    let login = Task { await controller.login(new) }
    await gate.arrived()
    store.afterChange = nil
    seen.open()
    await provider.news?.value
    // Takes what is reported, and waits for the login.
    let settled = Task.immediate { await controller.settle() }
    gate.open()
    _ = await login.value
    await settled.value
    #expect(try await store.load(for: "test").session == new)
    #expect(controller.session == new)
  }

  @Test func `is not the one of a question that has waited for a renewal`() async throws {
    let controller = controller()
    try await controller.installRootInterface(in: InterfaceWindow())
    await controller.login(old)
    provider.gates["refresh"] = gate
    let fresh = Task.immediate { try await controller.freshSession(insteadOf: old.secret) }
    await gate.arrived()
    let splash = Gate()
    provider.gates["splash"] = splash
    let described = Task.immediate { try await controller.describe(.launching) }
    provider.handle?.invalidate()
    // Begins to describe again, and waits for both questions.
    let settled = Task.immediate { await controller.settle() }
    gate.open()
    let new = try await fresh.value
    splash.open()
    _ = try await described.value
    await settled.value
    #expect(new.secret == Secret("two"))
    #expect(provider.described == [old, new])
  }

  @Test func `twice is stored twice`() async throws {
    let controller = controller()
    try await controller.installRootInterface(in: InterfaceWindow())
    await controller.login(old)
    for name in ["newer", "newest"] {
      provider.handle?.updateSession(Session(subject: "kitty", secret: Secret("one"), attributes: ["new": name]))
    }
    await controller.settle()
    #expect(controller.session?.attributes["new"] == "newest")
  }

  @Test func `by another process is none that the app itself is storing`() async throws {
    let store = HookedStore()
    let controller = AppController(
      interfaceProvider: provider, providerID: "test", sessionStore: store, clock: ImmediateClock())
    controller.providerDeadline = nil
    try await controller.installRootInterface(in: InterfaceWindow())
    await controller.login(old)
    var lines: [String] = []
    controller.logHandler = { lines.append($1) }
    store.afterChange = { [gate] in await gate.waitIgnoringCancellation() }
    let new = Session(subject: "kitty", secret: Secret("two"))
    let login = Task { await controller.login(new) }
    await gate.arrived()
    let fresh = Task.immediate { try await controller.freshSession(insteadOf: old.secret) }
    gate.open()
    _ = await login.value
    #expect(try await fresh.value == new)
    #expect(lines == [])
  }

  @Test func `is followed when it becomes known while a login that brings no session is under way`() async throws {
    let (store, loads, out) = (HookedStore(), Gate(), Gate())
    provider.gates["out"] = out
    let controller = AppController(
      interfaceProvider: provider, providerID: "test", sessionStore: store, clock: ImmediateClock())
    controller.providerDeadline = nil
    let installation = Task { try await controller.installRootInterface(in: InterfaceWindow()) }
    await out.arrived()
    store.beforeLoad = { await loads.waitIgnoringCancellation() }
    let fresh = Task.immediate { try await controller.freshSession() }
    await loads.arrived()
    out.open()
    try await installation.value
    provider.gates["in"] = gate
    let login = Task { await controller.login() }
    await gate.arrived()
    let lion = Session(subject: "lion")
    _ = try await store.replace(for: "test", with: lion, ifGeneration: nil)
    store.beforeLoad = nil
    loads.open()
    #expect(try await fresh.value == lion)
    provider.gates = [:]
    gate.open()
    _ = await login.value
    await controller.settle()
    #expect(try await store.load(for: "test").session == lion)
    #expect(controller.session == lion)
  }

  @Test func `is no reason for a login that brings no session to replace somebody`() async throws {
    let lion = Session(subject: "lion")
    provider.gates["out"] = gate
    let controller = controller()
    let installation = Task { try await controller.installRootInterface(in: InterfaceWindow()) }
    await gate.arrived()
    let login = Task.immediate { await controller.login() }
    _ = try store.replace(for: "test", with: lion)
    #expect(try await controller.freshSession() == lion)
    gate.open()
    try await installation.value
    _ = await login.value
    await controller.settle()
    #expect(try store.load(for: "test").session == lion)
    #expect(controller.session == lion)
  }
}
