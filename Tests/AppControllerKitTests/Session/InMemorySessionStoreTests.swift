import AppControllerKitTesting
import Testing

@testable import AppControllerKit

@MainActor
@Suite struct `A store in memory that several share` {
  private let store = InMemorySessionStore()

  /// Waits until what a controller shows is so, each time that it tells of something.
  private func wait(_ controller: AppController, until isSo: () -> Bool) async {
    let told = AsyncStream.makeStream(of: Void.self)
    controller.onEvent { _ in told.continuation.yield() }
    var changes = told.stream.makeAsyncIterator()
    while !isSo() { await changes.next() }
    await controller.settle()
  }

  @Test func `has two controllers agree`() async throws {
    let (one, other) = (ControllerFixture(store: store), ControllerFixture(store: store))
    try await one.install()
    try await other.install()
    for session in [Session.kitty, .dog, nil, .dog] {
      if let session { await one.controller.login(session) } else { await one.controller.logout() }
      await wait(other.controller) { other.controller.session == session }
      #expect(other.controller.state == (session == nil ? .loggedOut : .loggedIn))
    }
    await other.controller.logout()
    await wait(one.controller) { one.controller.state == .loggedOut }
    #expect(try store.load(for: "test").generation == 5, "nothing is stored twice")
  }

  @Test func `has a controller follow a part without an interface`() async throws {
    let fixture = ControllerFixture(store: store)
    try await fixture.install()
    let authentication = AuthenticationController(providerID: "test", sessionStore: store)
    let out = Gate()
    authentication.onLogout = { out.open() }
    try await authentication.login(.kitty)
    await wait(fixture.controller) { fixture.controller.session == .kitty }
    async let told: Void = out.wait()
    await out.arrived()
    await fixture.controller.logout()
    try await told
    #expect(authentication.session == nil && authentication.logoutReason == .elsewhere)
  }

  @Test func `tells everybody of every provider's own changes, but who has made one`() async throws {
    let (mine, yours) = (ControllerFixture(), ControllerFixture())
    let (me, you) = (ObjectIdentifier(mine.controller), ObjectIdentifier(yours.controller))
    var heard = try store.changes(for: "test", exceptBy: me).makeAsyncIterator()
    var all = try #require(try store.changes(for: "test")).makeAsyncIterator()
    _ = try store.replace(for: "test", with: .kitty, ifGeneration: nil, by: me)
    #expect(await all.next() == 1)
    _ = try store.replace(for: "test", with: .dog, ifGeneration: nil, by: you)
    try store.replace(for: "other", with: .kitty)
    #expect(await all.next() == 2)
    #expect(await heard.next() == 2)
    try store.replace(for: "test", with: nil)
    #expect(await all.next() == 3)
    #expect(await heard.next() == 3)
  }

  @Test func `refuses to tell of an id that breaks the rule`() {
    let error = #expect(throws: AppControllerError.self) { try store.changes(for: "a/b") }
    #expect(error?.code == .storeFailed)
  }
}
