import AppControllerInterface
import AppControllerKit
import TestSupport
import Testing

/// A provider with settings, which notes the sessions that it is given.
@MainActor
private final class BoundProvider: AppControllerInterfaceProviding, SettingsProvider {
  var sessionSettings: SessionSettings?
  private(set) var ended: [Session] = []
  private(set) var shown: [Session?] = []
  var fails = false

  init(server: String) {
    sessionSettings = SessionSettings(
      [ProviderSetting("server", .url(schemes: ["https"]), label: "Server")], given: ["server": server])
  }

  func loggedOutInterface(for controller: ControllerHandle) -> InterfaceDescription {
    InterfaceDescription("out") { Screen("out", title: "Out") {} }
  }

  func loggedInInterface(for controller: ControllerHandle) throws -> InterfaceDescription {
    if fails { throw AppControllerError.unsupported("x") }
    shown.append(controller.session)
    return InterfaceDescription("in") { Screen("in", title: "In") {} }
  }

  func sessionEnded(_ session: Session, for controller: ControllerHandle) { ended.append(session) }
}

@MainActor
@Suite struct `A session and the settings of its provider` {
  private let folder: TestFolder
  private let ann = Session(subject: "ann", secret: Secret("at-a"), refreshToken: Secret("rt-a"))

  init() throws { folder = try TestFolder(mode: 0o700) }

  private var store: FileSessionStore { FileSessionStore(directory: folder.path(of: "sessions")) }

  /// An installed app whose provider has a server.
  private func app(_ server: String) async throws -> (AppController, BoundProvider, InterfaceWindow) {
    let provider = BoundProvider(server: server)
    let controller = AppController(interfaceProvider: provider, sessionStore: store)
    controller.logHandler = { _, _ in }
    let window = InterfaceWindow()
    try await controller.installRootInterface(in: window)
    return (controller, provider, window)
  }

  @Test func `belong together, and with others nobody is logged in`() async throws {
    let first = try await app("https://a.example")
    await first.0.login(ann)
    let record = try await store.load(for: "app")
    #expect(record.session == ann)
    #expect(record.origin?.settings == ["server": "https://a.example"])
    first.0.terminate()

    let second = try await app("https://b.example")
    #expect(second.0.state == .loggedOut && second.0.session == nil)
    await second.0.logout()
    #expect(second.1.ended.isEmpty && second.1.shown.isEmpty)
    await #expect(throws: AppControllerError.self) { try await second.0.freshSession() }
    #expect(try await store.load(for: "app").session == ann)
    second.0.terminate()

    let third = try await app("https://a.example")
    #expect(third.0.session == ann)
  }

  @Test func `are told as a warning of the record`() async throws {
    let first = try await app("https://a.example")
    await first.0.login(ann)
    let keeper = SessionStoreClient(
      providerID: "app", store: store, settings: BoundProvider(server: "https://b.example").sessionSettings,
      clock: ContinuousClock(), wallClock: { .now })
    let record = try await keeper.load()
    #expect(record.session == nil)
    #expect(record.warning?.code == .otherSettings)
    #expect(
      record.warning?.what
        == "the session of app was made with server \"https://a.example\", and there is server "
        + "\"https://b.example\" now")
  }

  @Test func `are replaced by a login, and a login that fails leaves them`() async throws {
    let first = try await app("https://a.example")
    await first.0.login(ann)
    first.0.terminate()
    let second = try await app("https://b.example")
    second.1.fails = true
    let bob = Session(subject: "bob", secret: Secret("at-b"))
    await second.0.login(bob)
    #expect(second.0.session == nil)
    var record = try await store.load(for: "app")
    #expect(record.session == ann && record.origin?.settings == ["server": "https://a.example"])
    second.1.fails = false
    await second.0.login(bob)
    record = try await store.load(for: "app")
    #expect(record.session == bob && record.origin?.settings == ["server": "https://b.example"])
    #expect(second.1.ended.isEmpty)
  }

  @Test func `are not compared when nothing is known of them`() async throws {
    try await store.replace(for: "app", with: ann)
    #expect(try await app("https://b.example").0.session == ann)
  }

  @Test func `stay with the record when the session has ended, and can be changed alone`() async throws {
    var session = ann
    session.origin = SessionOrigin()
    session.origin?.settings = ["server": "https://a.example"]
    session.origin?.remembered = ["server"]
    try await store.replace(for: "app", with: session)
    #expect(try await store.load(for: "app").session?.origin == session.origin)
    try await store.changeOrigin(for: "app") { origin, _ in origin?.remembered = [] }
    let changed = try await store.load(for: "app")
    #expect(changed.session == ann && changed.generation == 2 && changed.origin?.remembered == [])
    try await store.replace(for: "app", with: nil)
    #expect(try await store.load(for: "app").origin == changed.origin)
    try await store.changeOrigin(for: "app") { origin, _ in origin = nil }
    #expect(try await store.load(for: "app").origin == nil)
  }

  // Which settings say whose a session is.

  private static let declared = [
    ProviderSetting("server", .url(schemes: ["https"]), label: "s"),
    ProviderSetting("client", .text(length: 0...9), label: "c"),
    ProviderSetting("retries", .integer(0...9), label: "r", defaultValue: "3"),
    ProviderSetting("mode", .choice(["a", "b"]), label: "m", defaultValue: "a"),
  ]

  private func names(_ settings: [ProviderSetting]) -> [String] {
    SessionSettings(settings, given: [:]).identifying.keys.sorted()
  }

  @Test func `are those that can name a server or a client, unless the provider marks its own`() {
    #expect(names(Self.declared) == ["client", "server"])
    let marked = ProviderSetting("mode", .choice(["a", "b"]), label: "m", defaultValue: "a", identifies: true)
    #expect(names(Self.declared.dropLast() + [marked]) == ["mode"])
  }

  @Test(
    arguments: [
      ([:], [:], []), ([:], ["mode": "a"], []), (["mode": "a"], [:], []), (["mode": "b"], [:], ["mode"]),
      ([:], ["mode": "b"], ["mode"]), (["server": "a"], [:], ["server"]), ([:], ["server": "a"], ["server"]),
      (["server": "\u{E9}"], ["server": "e\u{301}"], ["server"]), (["retries": "1"], [:], []),
    ] as [([String: String], [String: String], [String])])
  func `differ in bytes, and a default is what it stands for`(
    _ then: [String: String], _ now: [String: String], _ names: [String]
  ) {
    var declared =
      Self.declared.dropLast() + [
        ProviderSetting("mode", .choice(["a", "b"]), label: "m", defaultValue: "a", identifies: true)
      ]
    declared[0] = ProviderSetting("server", .url(schemes: ["https"]), label: "s", identifies: true)
    var origin = SessionOrigin()
    origin.settings = then
    #expect(SessionSettings(Array(declared), given: now).differences(from: origin).map(\.name) == names)
  }
}
