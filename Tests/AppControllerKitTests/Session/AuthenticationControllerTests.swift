import AppControllerInterface
import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30))) struct `An authentication controller` {
  private let store = TellingStore()
  private let clock = ManualClock()
  private let controller: AuthenticationController
  private let log = Log()

  /// What was told, with what was stored at that moment.
  private final class Log {
    var lines: [String] = []
  }

  init() {
    controller = Self.make(store, clock)
    controller.onLogin = { [log, store] in log.lines.append("login \($0.subject), stored \(Self.stored(in: store))") }
    controller.onLogout = { [log, store] in log.lines.append("logout, stored \(Self.stored(in: store))") }
    controller.onUpdate = { [log, store] in log.lines.append("update \($0.subject), stored \(Self.stored(in: store))") }
  }

  private static func make(_ store: any SessionStore, _ clock: ManualClock) -> AuthenticationController {
    AuthenticationController(
      providerID: "test", sessionStore: store, clock: clock,
      wallClock: { [clock] in Timestamp(secondsSince1970: clock.now.offset.milliseconds / 1000) })
  }

  private static func stored(in store: TellingStore) -> String {
    guard let session = try? store.session else { return "nothing" }
    return session.secret?.withUTF8Bytes { String(decoding: $0.copied, as: UTF8.self) } ?? "no secret"
  }

  /// Lets the time pass, a second at a time, and waits each time until the controller has been told of what falls due:
  /// whoever watches over the session sleeps again then, or there is no session that ends.
  private func pass(_ seconds: Int) async {
    func isWatched() -> Bool { controller.session?.expiresAt == nil || clock.sleeperCount > 0 }
    for _ in 0..<seconds {
      await reached(isWatched)
      clock.advance(by: .seconds(1))
      await reached(isWatched)
    }
  }

  /// What somebody else has done is taken in, and whatever follows has happened.
  private func notice() async throws {
    await store.heard()
    try await controller.restore()
  }

  private func kitty(_ secret: String, until end: Timestamp? = nil) -> Session {
    Session(subject: "kitty", secret: Secret(secret), expiresAt: end)
  }

  @Test func `saves before it tells, and clears before it tells`() async throws {
    try await controller.login(kitty("one"))
    try await controller.login(kitty("two"))
    try await controller.updateSession(kitty("three"))
    try await controller.logout()
    #expect(
      log.lines == [
        "login kitty, stored one", "update kitty, stored two", "update kitty, stored three", "logout, stored nothing",
      ])
    #expect(controller.session == nil && controller.logoutReason == .requested)
    try await controller.logout()
    #expect(log.lines.count == 4)
  }

  @Test func `restores who was logged in, and tells nobody`() async throws {
    try store.change(to: kitty("one"))
    #expect(try await controller.restore() == kitty("one"))
    #expect(controller.session == kitty("one"))
    #expect(log.lines == [] && controller.logoutReason == nil)
  }

  @Test func `erases a stored session that has ended, and says why`() async throws {
    try store.change(to: kitty("one", until: 5))
    clock.advance(by: .seconds(5))
    #expect(try await controller.restore() == nil)
    #expect(try store.session == nil)
    #expect(controller.logoutReason == .expired)
  }

  @Test func `logs out at the very second, for this reason`() async throws {
    try await controller.login(kitty("one", until: 100))
    await pass(99)
    #expect(controller.session != nil)
    await pass(1)
    await reached { controller.session == nil }
    #expect(controller.logoutReason == .expired)
    #expect(log.lines.last == "logout, stored nothing")
  }

  @Test func `refreshes a session before its end`() async throws {
    var asked = 0
    controller.refreshHandler = { session in
      asked += 1
      return Session(
        subject: session.subject, secret: Secret("new"), expiresAt: (session.expiresAt ?? 0) + .seconds(100))
    }
    try await controller.login(kitty("one", until: 100))
    await pass(79)
    #expect(asked == 0)
    await pass(1)
    await reached { controller.session == kitty("new", until: 200) }
    #expect(asked == 1)
    #expect(log.lines.last == "update kitty, stored new")
    await pass(50)
    #expect(controller.session != nil)
  }

  @Test func `keeps a newer login of the same user when a refresh is late`() async throws {
    let gate = Gate()
    var lines: [String] = []
    controller.logHandler = { lines.append("\($0): \($1)") }
    controller.refreshHandler = { _ in
      try await gate.wait()
      return kitty("renewed", until: 300)
    }
    try await controller.login(kitty("one", until: 100))
    await pass(80)
    await gate.arrived()
    try await controller.login(kitty("newer", until: 200))
    gate.open()
    await reached { !lines.isEmpty }
    #expect(controller.session == kitty("newer", until: 200))
    #expect(lines == ["warning: a renewed session was dropped: another one was stored meanwhile"])
  }

  @Test func `asks once for a session whose secret ends with it, beside others on its store`() async throws {
    let (gate, other) = (Gate(), Self.make(store, clock))
    var asked: [Session] = []
    let handler: @MainActor (Session) async throws -> Session = { session in
      asked.append(session)
      try await gate.wait()
      return Session(subject: "kitty", secret: Secret("new"), secretExpiresAt: 300, expiresAt: 300)
    }
    (controller.refreshHandler, other.refreshHandler) = (handler, handler)
    try await other.restore()
    let session = Session(subject: "kitty", secret: Secret("one"), secretExpiresAt: 100, expiresAt: 100)
    try await controller.login(session)
    await store.heard()
    await reached { other.session == session }
    await pass(80)
    await gate.arrived()
    gate.open()
    await reached { controller.session?.secret == Secret("new") && other.session?.secret == Secret("new") }
    await pass(10)
    #expect(asked == [session])
  }

  @Test func `lets others renew when its handler does not return`() async throws {
    let (gate, other) = (Gate(), Self.make(store, clock))
    controller.refreshHandler = { _ in
      await gate.waitIgnoringCancellation()
      return kitty("late", until: 400)
    }
    try await controller.login(kitty("one", until: 200))
    await pass(160)
    await gate.arrived()
    other.refreshHandler = { _ in kitty("new", until: 500) }
    // It asks a fifth of the rest before the end.
    try await other.restore()
    await pass(32)
    await reached { other.session == kitty("new", until: 500) }
    gate.open()
    try await controller.restore()
    #expect(try store.session == kitty("new", until: 500))
  }

  @Test func `says that a refresh has failed, and ends the session in time`() async throws {
    struct Offline: Error {}
    var lines: [String] = []
    controller.logHandler = { lines.append("\($0): \($1)") }
    controller.refreshHandler = { _ in throw Offline() }
    try await controller.login(kitty("one", until: 10))
    await pass(8)
    await reached { !lines.isEmpty }
    await pass(2)
    await reached { controller.session == nil }
    #expect(lines == ["warning: refreshing the session failed: Offline()"])
  }

  @Test func `follows what others do to the store`() async throws {
    try await controller.restore()
    try store.change(to: kitty("one"))
    try await notice()
    try store.change(to: kitty("two"))
    try await notice()
    try store.change(to: .dog)
    try await notice()
    try store.change(to: nil)
    try await notice()
    #expect(
      log.lines == [
        "login kitty, stored one", "update kitty, stored two", "login dog, stored no secret", "logout, stored nothing",
      ])
    #expect(controller.logoutReason == .elsewhere)
  }

  @Test func `has its turn after what was asked for before`() async throws {
    let changes = [
      Task.immediate { try await controller.login(kitty("one")) }, Task.immediate { try await controller.logout() },
      Task.immediate { try await controller.login(.dog) },
    ]
    for change in changes { try await change.value }
    #expect(log.lines == ["login kitty, stored one", "logout, stored nothing", "login dog, stored no secret"])
  }

  @Test func `wins over somebody else who was faster, with one login`() async throws {
    try await controller.restore()
    store.keepNews()
    try store.change(to: .dog)
    try await controller.login(kitty("one"))
    #expect(try store.session == kitty("one"))
    store.letGoOfNews()
    await store.heard()
    try await controller.restore()
    #expect(log.lines == ["login kitty, stored one"])
  }

  @Test func `updates nobody who is logged in no longer, and takes over what was stored`() async throws {
    try await controller.login(kitty("one"))
    store.keepNews()
    try store.change(to: kitty("two"))
    try await controller.updateSession(kitty("three"))
    #expect(try store.session == kitty("three"))
    for other in [Session.dog, nil] {
      try await controller.login(kitty("one"))
      try store.change(to: other)
      let error = await #expect(throws: AppControllerError.self) { try await controller.updateSession(kitty("two")) }
      #expect(error?.code == .invalidSession)
      #expect(try controller.session == other && store.session == other)
    }
  }

  @Test(arguments: [7, 8])
  func `says after eight tries that others are always faster`(races: Int) async throws {
    let store = RacedStore(races: races)
    let controller = Self.make(store, clock)
    var code: AppControllerError.Code?
    do { try await controller.login(kitty("one")) } catch { code = error.code }
    #expect(code == (races < 8 ? nil : .sessionConflict))
    #expect(try await controller.session == store.load(for: "test").session)
  }

  @Test(arguments: ["login", "logout"])
  func `changes and tells nothing when the store refuses`(_ change: String) async throws {
    let store = HookedStore()
    let controller = Self.make(store, clock)
    try await controller.login(.dog)
    controller.onLogin = { [log] in log.lines.append("login \($0.subject)") }
    controller.onLogout = { [log] in log.lines.append("logout") }
    store.isBroken = true
    let error = await #expect(throws: AppControllerError.self) {
      if change == "login" { try await controller.login(kitty("one")) } else { try await controller.logout() }
    }
    #expect(error?.code == .storeFailed)
    #expect(controller.session == .dog && log.lines == [])
  }

  @Test func `refuses a session that is over, that breaks a rule, or that is somebody else's`() async throws {
    clock.advance(by: .seconds(10))
    for session in [kitty("one", until: 10), Session(subject: "")] {
      let error = await #expect(throws: AppControllerError.self) { try await controller.login(session) }
      #expect(error?.code == .invalidSession)
    }
    try await controller.login(.dog)
    let error = await #expect(throws: AppControllerError.self) { try await controller.updateSession(kitty("one")) }
    #expect(error?.what == "a session of kitty cannot replace that of dog")
    #expect(try store.session == .dog)
  }
}
