import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A session that ends while the app runs` {
  private let clock = ManualClock()
  private let provider = RecordingProvider()
  private let store = InMemorySessionStore()
  private let controller: AppController
  private let window = InterfaceWindow()

  init() {
    controller = Self.makeController(provider, store, clock)
  }

  /// Kitty, until a second.
  private func kitty(until end: Timestamp) -> Session {
    Session(subject: "kitty", secret: Secret("until \(end.secondsSince1970)"), expiresAt: end)
  }

  private func install() async throws {
    try await controller.installRootInterface(in: window)
    provider.forget()
  }

  /// Lets the time pass, a second at a time, and whatever follows happen.
  private func pass(_ seconds: Int) async { await pass(seconds, of: controller) }

  private func pass(_ seconds: Int, of controller: AppController) async {
    for _ in 0..<seconds {
      await tick(controller)
      await controller.settle()
    }
  }

  /// Lets a second pass, and waits until the controller has been told of what falls due: whoever watches over the session
  /// sleeps again then, or there is no session that ends.
  private func tick(_ controller: AppController) async {
    func isWatched() -> Bool { controller.session?.expiresAt == nil || clock.sleeperCount > 0 }
    await reached(isWatched)
    clock.advance(by: .seconds(1))
    await reached(isWatched)
  }

  /// Nobody sleeps but whoever watches over the session: a provider has all the time.
  private func makeController(_ provider: RecordingProvider, _ store: any SessionStore) -> AppController {
    Self.makeController(provider, store, clock)
  }

  private static func makeController(
    _ provider: RecordingProvider, _ store: any SessionStore, _ clock: ManualClock
  ) -> AppController {
    let controller = AppController(
      interfaceProvider: provider, providerID: "test", sessionStore: store, clock: clock,
      wallClock: { [clock] in Timestamp(secondsSince1970: clock.now.offset.milliseconds / 1000) }
    )
    controller.providerDeadline = nil
    return controller
  }

  @Test func `is logged out at the very second, and the events say why`() async throws {
    try await install()
    await controller.login(kitty(until: 100))
    var kinds: [ControllerEvent.Kind] = []
    controller.onEvent { kinds.append($0.kind) }
    await pass(99)
    #expect(controller.state == .loggedIn)
    #expect(kinds == [])
    await pass(1)
    #expect(controller.state == .loggedOut && controller.session == nil)
    #expect(Array(kinds.prefix(2)) == [.sessionExpired(subject: "kitty"), .requested(.loggedOut)])
    #expect(try store.load(for: "test").session == nil)
    #expect(provider.log.contains("ended kitty"))
  }

  @Test func `is logged out whatever handlers say`() async throws {
    try await install()
    await controller.login(kitty(until: 10))
    controller.shouldTransitionHandler = { _ in throw Veto("not now") }
    controller.willLogoutHandler = { _ in throw RecordingProvider.Refusal() }
    await pass(10)
    #expect(controller.state == .loggedOut)
  }

  @Test func `goes on when the provider renews it in time`() async throws {
    try await install()
    await controller.login(kitty(until: 100))
    provider.steps[.notify(.sessionExpires)] = { [provider, controller] in
      guard provider.log.last == "notify session-expires" else { return }
      provider.handle?.updateSession(kitty(until: (controller.session?.expiresAt ?? 0) + .seconds(100)))
    }
    await pass(79)
    #expect(!provider.log.contains("notify session-expires"))
    await pass(1)
    await reached { controller.session == kitty(until: 200) }
    await controller.settle()
    #expect(provider.log.last == "notify session-expires")
    #expect(try store.load(for: "test").session == kitty(until: 200))
    // The second life is of 120 seconds, and asked for again 24 before its end.
    await pass(96)
    await reached { controller.session == kitty(until: 300) }
    await pass(14)
    #expect(controller.state == .loggedIn && controller.session == kitty(until: 300))
    #expect(provider.log.count { $0 == "notify session-expires" } == 2)
  }

  @Test func `does not take a login of somebody else with it`() async throws {
    try await install()
    await controller.login(kitty(until: 10))
    let gate = Gate()
    provider.gates["configuration"] = gate
    let login = Task { await controller.login(.dog) }
    await gate.arrived()
    for _ in 0..<12 { await tick(controller) }
    gate.open()
    #expect(await login.value.isCompleted)
    await pass(1)
    #expect(controller.session == .dog)
  }

  @Test func `ends after what was under way, when that has failed`() async throws {
    // The logout, whose configuration fails too, would be animated otherwise.
    window.traits.motion = .none
    try await install()
    await controller.login(kitty(until: 10))
    let gate = Gate()
    provider.gates["configuration"] = gate
    provider.failures = ["configuration"]
    let login = Task { await controller.login(.dog) }
    await gate.arrived()
    for _ in 0..<12 { await tick(controller) }
    provider.gates = [:]
    gate.open()
    #expect(await login.value.failure == .providerFailed)
    await controller.settle()
    #expect(controller.state == .loggedOut)
  }

  @Test func `is nobody's concern when it was replaced`() async throws {
    try await install()
    await controller.login(kitty(until: 10))
    await controller.login(kitty(until: 1000))
    await pass(20)
    #expect(controller.session == kitty(until: 1000))
  }

  @Test func `is tried again when it could not be erased`() async throws {
    let store = HookedStore()
    let controller = makeController(provider, store)
    try await controller.installRootInterface(in: window)
    await controller.login(kitty(until: 10))
    store.isBroken = true
    await pass(20, of: controller)
    #expect(controller.state == .loggedIn, "nobody is logged out who would be back at the next start")
    store.isBroken = false
    await pass(55, of: controller)
    #expect(controller.state == .loggedOut)
  }

  @Test func `keeps no controller alive`() async throws {
    weak var freed: AppController?
    do {
      let controller = makeController(RecordingProvider(), InMemorySessionStore())
      try await controller.installRootInterface(in: window)
      await controller.login(kitty(until: 1000))
      freed = controller
      await clock.sleeperArrived()
    }
    #expect(freed == nil)
  }

  @Test func `that has ended before the app began is told too`() async throws {
    _ = try store.replace(for: "test", with: kitty(until: 5), ifGeneration: nil)
    clock.advance(by: .seconds(6))
    var kinds: [ControllerEvent.Kind] = []
    controller.onEvent { kinds.append($0.kind) }
    try await install()
    #expect(kinds.contains(.sessionExpired(subject: "kitty")))
    #expect(controller.state == .loggedOut)
  }
}
