import AppControllerKit
import AppControllerKitTesting
import Testing

/// What is followed is what is stored when it is followed.
@MainActor
@Suite struct `An app that follows another process` {
  private let store = TellingStore()
  private let fixture: ControllerFixture
  private var controller: AppController { fixture.controller }
  private let log = Log()

  private final class Log {
    var lines: [String] = []
  }

  init() { fixture = ControllerFixture(store: store, clock: ManualClock()) }

  private func install() async throws {
    try await fixture.install()
    controller.didLoginHandler = { [log, controller] in
      log.lines.append("did login \(controller.session?.subject ?? "")")
    }
    controller.didLogoutHandler = { [log] in log.lines.append("did logout") }
  }

  private func quiet() async {
    await store.heard()
    await controller.settle()
  }

  /// Ann logs in elsewhere, is followed, and waits at `will`; bob logs in here instead.
  ///
  /// - Returns: The gate of `will`, and the login of bob.
  private func begin() async throws -> (will: Gate, login: Task<TransitionOutcome, Never>) {
    try await install()
    let will = Gate()
    controller.willLoginHandler = { [log, unowned controller] _ in
      log.lines.append("will login")
      controller.willLoginHandler = nil
      await will.waitIgnoringCancellation()
    }
    try store.change(to: Session(subject: "ann", secret: Secret("hers")))
    await will.arrived()
    return (will, Task.immediate { await controller.login(Session(subject: "bob", secret: Secret("his"))) })
  }

  @Test(arguments: [nil, "eve"])
  func `shows nobody who is not stored`(_ third: String?) async throws {
    let (will, login) = try await begin()
    try store.change(to: third.map { Session(subject: $0, secret: Secret("theirs")) })
    will.open()
    _ = await login.value
    await quiet()
    #expect(try store.session == controller.session)
    let logins = log.lines.filter { $0.hasPrefix("did login") }
    #expect(Set(logins).count == logins.count, "\(log.lines)")
    #expect(!logins.contains("did login ann"), "\(log.lines)")
  }

  @Test(arguments: [0, 1, 7, 8, 20])
  func `has a login win over others who are faster, up to seven times`(races: Int) async throws {
    let store = RacedStore(races: races)
    let fixture = ControllerFixture(store: store)
    try await fixture.install()
    let outcome = await fixture.controller.login(.kitty)
    await fixture.controller.settle()
    #expect(races < 8 ? outcome.isCompleted : outcome.failure == .sessionConflict)
    let stored = try await store.load(for: "test").session
    #expect(fixture.controller.session == stored && (races < 8) == (stored == .kitty))
  }

  @Test(arguments: [nil, Session.dog, Session(subject: "kitty", secret: Secret("two"))])
  func `lets a provider's update give way to what is stored, and has it ended`(_ other: Session?) async throws {
    try await install()
    await controller.login(.kitty)
    log.lines = []
    store.keepNews()
    try store.change(to: other)
    let update = Session(subject: "kitty", secret: Secret("three"))
    fixture.provider.handle?.updateSession(update)
    await controller.settle()
    #expect(try controller.session == other && store.session == other)
    let ends = fixture.provider.questions.count { $0.kind == .sessionEnded("kitty") }
    #expect(ends == (other?.subject == "kitty" ? 1 : 2))
    #expect(log.lines == (other == nil ? ["did logout"] : other == .dog ? ["did login dog"] : []))
  }

  @Test func `takes back a login over another process's, and follows that`() async throws {
    let store = HookedStore()
    let fixture = ControllerFixture(store: store)
    try await fixture.install()
    // Nobody tells of it before the login meets with it.
    store.step = { _ = try await store.replace(for: "test", with: .dog, ifGeneration: nil) }
    let gate = Gate()
    let login = Task { await fixture.controller.login(.kitty) }
    fixture.controller.onEvent { event in
      if case .sessionChangedElsewhere = event.kind { store.gate = gate }
    }
    await gate.arrived()
    login.cancel()
    #expect(await login.value == .cancelled)
    gate.open()
    await fixture.controller.settle()
    #expect(fixture.controller.session == .dog)
    #expect(try await store.load(for: "test").session == .dog)
  }

  @Test func `loses nothing when somebody asks what the first interface would be`() async throws {
    try await install()
    store.keepNews()
    try store.change(to: .dog)
    _ = try await controller.initialState()
    store.letGoOfNews()
    await quiet()
    #expect(controller.session == .dog)
  }

  @Test func `gives a plain login an anonymous session, and nobody else's`() async throws {
    let (will, login) = try await begin()
    let plain = Task.immediate { await controller.login() }
    will.open()
    _ = await (login.value, plain.value)
    await quiet()
    #expect(
      try controller.session == Session(subject: "bob", secret: Secret("his")) && store.session == controller.session)
    await controller.logout()
    await controller.login()
    #expect(controller.session == .anonymous)
  }
}
