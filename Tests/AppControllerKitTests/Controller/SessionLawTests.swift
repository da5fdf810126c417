import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

@MainActor
@Suite("Sessions and the controller")
struct SessionLawTests {
  @Test func `the same subject with a new secret updates the store, without a transition`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    await fixture.controller.login(.kitty)
    fixture.provider.forget()
    let renewed = Session(subject: "kitty", secret: Secret("two"))
    #expect(await fixture.controller.login(renewed) == .unchanged)
    #expect(fixture.provider.log == [])
    #expect(fixture.controller.session == renewed)
    #expect(try await fixture.store.load(for: "test").session == renewed)
    #expect(await fixture.controller.login(renewed) == .unchanged)
    #expect(try await fixture.store.load(for: "test").generation == 2)
  }

  @Test func `another subject is a whole transition, and the interface is built with the session`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    await fixture.controller.login(.kitty)
    #expect(await fixture.controller.login(.dog).isCompleted)
    #expect(fixture.controller.rootContainer.installed?.title == "Hello dog")
    #expect(fixture.provider.log.suffix(2) == ["ended kitty", "notify did-login"])
    #expect(try await fixture.store.load(for: "test").session == .dog)
  }

  @Test func `a login without a session stores an anonymous one, and changes nothing when somebody is logged in`()
    async throws
  {
    let fixture = ControllerFixture()
    try await fixture.install()
    #expect(await fixture.controller.login().isCompleted)
    #expect(try await fixture.store.load(for: "test").session?.isAnonymous == true)
    await fixture.controller.login(.kitty)
    #expect(await fixture.controller.login() == .unchanged)
    #expect(fixture.controller.session == .kitty)
  }

  @Test func `a stored session is logged in at the first installation`() async throws {
    let store = InMemorySessionStore()
    _ = try store.replace(for: "test", with: .kitty)
    let fixture = ControllerFixture(store: store)
    try await fixture.install()
    #expect(fixture.controller.state == .loggedIn)
    #expect(fixture.controller.session == .kitty)
    #expect(fixture.controller.rootContainer.installed?.title == "Hello kitty")
  }

  @Test func `after a logout no restart is logged in, whatever the provider says`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    await fixture.controller.login(.kitty)
    await fixture.controller.logout()
    let restarted = ControllerFixture(store: fixture.store)
    restarted.provider.isInitiallyLoggedIn = true
    try await restarted.install()
    #expect(restarted.controller.state == .loggedOut)
    // Where nobody ever logged in, the provider's word counts.
    let first = ControllerFixture()
    first.provider.isInitiallyLoggedIn = true
    try await first.install()
    #expect(first.controller.state == .loggedIn)
  }

  @Test func `a provider may decline a stored session`() async throws {
    let store = InMemorySessionStore()
    _ = try store.replace(for: "test", with: .kitty)
    let fixture = ControllerFixture(store: store)
    fixture.provider.isInitiallyLoggedIn = false
    try await fixture.install()
    #expect(fixture.controller.state == .loggedOut)
    #expect(fixture.controller.session == nil)
  }

  @Test(arguments: [(99 as Timestamp, AppController.State.loggedIn), (100, .loggedOut), (101, .loggedOut)])
  func `a session that has expired is logged out and erased`(now: Timestamp, state: AppController.State) async throws {
    let store = InMemorySessionStore()
    _ = try store.replace(for: "test", with: Session(subject: "kitty", expiresAt: 100))
    let fixture = ControllerFixture(store: store, now: now)
    try await fixture.install()
    #expect(fixture.controller.state == state)
    #expect((try store.load(for: "test").session == nil) == (state == .loggedOut))
  }

  @Test func `an invalid session is refused before anything is asked`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    #expect(await fixture.controller.login(Session(subject: "")).failure == .invalidSession)
    #expect(await fixture.controller.login(Session(subject: "late", expiresAt: 0)).failure == .invalidSession)
    #expect(fixture.provider.log == [])
  }
}
