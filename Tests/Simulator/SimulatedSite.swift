import AppControllerHTTP
import AppControllerKit
import AppControllerKitTesting
import AppControllerWeb

/// A page that is served to three browsers, and what is known of its cookies and its logins.
@MainActor
final class SimulatedSite {
  /// Somebody's login, by its subject, which no other login has.
  struct Login {
    /// Who has asked for it; without a form, the first browser that shows it.
    var owner: Browser?
    /// Whether a form has asked for it, and not the provider by itself.
    let isAskedFor: Bool
    /// The processes that have asked for it, or have shown it.
    var processes: Set<Int> = []
    /// Whether a browser has come with its cookie.
    var isUsed = false
    /// Whether the site has begun to end a login to which no browser had come, which it may have been then.
    var isGivenUp = false
    var isEndedElsewhere = false
    var isShown = false
    /// The login that it has replaced, which comes back when this one is given up.
    var former: String?
    var hasEnded = false

    init(owner: Browser?) { (self.owner, isAskedFor) = (owner, owner != nil) }
  }

  /// A cookie that an answer to a form has, until a browser comes with it.
  struct Delivery {
    let browser: Browser
    let page: String
    let former: VisitorID
    let new: VisitorID
    let begin: Duration
    /// The number of the request.
    let number: Int
  }

  static let rules = WebRules(app: "simulated", proxy: nil, port: 8080)
  static let maximumStreams = 2

  /// The owner of what waits in the store and in the network.
  let host: Process
  let web: WebSite
  private(set) var browsers: [Browser] = []
  let deeds: [Deed]
  let maximumVisitors: Int
  var logins: [String: Login] = [:]
  /// The cookies by their keys in the store.
  var cookies: [String: VisitorID] = [:]
  /// The cookies that one browser has got in an answer to its form, or by fetching, for a login that has not ended.
  var privates: Set<VisitorID> = []
  /// The keys of the cookies that a request has come with.
  var usedKeys: Set<String> = []
  var stored: [String: Session] = [:]
  /// The last login that was stored under each key.
  var lastLogins: [String: String] = [:]
  var deliveries: [Delivery] = []
  var streams: [(stream: SimulatedStream, visitor: Visitor)] = []
  private var labels: [VisitorID: Int] = [:]
  private var lastLogin = 0
  private var lastNumber = 0
  private(set) var broken: String?
  var hasEnded = false

  init(_ host: Process, maximumVisitors: Int) {
    self.host = host
    var options = WebWindow.Options()
    options.visitors = maximumVisitors
    options.pagesOfVisitor = Self.maximumStreams
    self.maximumVisitors = maximumVisitors
    final class Ears { var hear: @MainActor (String) -> Void = { _ in } }
    let (ears, world) = (Ears(), host.world)
    deeds = Self.deeds(&world.choices)
    web = WebSite(
      Self.rules, options, SimulatedSiteStore(host), host.clock, nil,
      { [unowned world, unowned host] store in
        try await host.wait(.provider, "a new controller")
        return world.controller(on: store)
      }, report: { ears.hear("\($0.codeName) \($0.what), \($0.why), \($0.fix)") })
    ears.hear = { [weak self] in self?.hear($0) }
    browsers = ["ann", "bob", "eve"].map { Browser($0, self, hasScript: world.choices.oneIn(2)) }
  }

  var world: World { host.world }
  var now: Duration { host.clock.now.offset }
  /// Whether no answer is under way.
  var isAtRest: Bool { browsers.allSatisfy { $0.underWay == 0 } }

  func `break`(_ law: String) { broken = broken ?? law }

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Names for people

  /// The name of a cookie in what is told.
  func label(_ id: VisitorID?) -> String {
    guard let id else { return "no cookie" }
    let number = labels[id] ?? labels.count + 1
    labels[id] = number
    cookies[id.key] = id
    return "cookie \(number)"
  }

  func named(_ target: String) -> String { target.utf8.count > 40 ? "/?(the name of a login)" : target }

  static func cookie(in response: HTTPResponse) -> VisitorID? {
    let value = response.fields.first { $0.name == "Set-Cookie" }?.value
    return value.flatMap { VisitorID(String($0.dropFirst(rules.cookieName.utf8.count + 1).prefix { $0 != ";" })) }
  }

  // MARK: Logins

  /// A subject for a login that somebody asks for, if anybody does.
  func newLogin(of owner: Browser?) -> String {
    lastLogin += 1
    let subject = "@\(owner?.name ?? "door")\(lastLogin)@"
    logins[subject] = Login(owner: owner)
    return subject
  }

  /// The logins that have ended, and that no controller shows or may still show.
  var endedLogins: Set<String> {
    let open = world.processes.filter { $0.controller != nil }
    let shown = open.compactMap { $0.controller?.session?.subject }
    let busy = Set(open.filter { $0.controller?.isBusy == true }.map(\.number))
    let ended = logins.filter { subject, login in
      login.hasEnded && !shown.contains(subject) && login.processes.isDisjoint(with: busy)
    }
    return Set(ended.keys)
  }

  func holds(_ session: Session) -> Bool { stored.values.contains(session) || mayEndUnheard(session.subject) }

  /// Whether a login may be erased by another controller or another server, from which its own one does not hear.
  func mayEndUnheard(_ subject: String) -> Bool {
    guard let login = logins[subject] else { return false }
    return login.processes.count > 1 || login.isEndedElsewhere
  }

  func end() {
    Task { [self] in
      await web.visitors.end()
      hasEnded = true
    }
  }
}

/// The store of all visitors, each of whom has a key of its own in it.
final class SimulatedSiteStore: SessionStore {
  private let host: Process

  init(_ host: Process) { self.host = host }

  @MainActor private var memory: InMemorySessionStore { host.world.disk.memory ?? InMemorySessionStore() }

  @MainActor
  func load(for key: String) async throws -> SessionRecord {
    try await host.wait(.store, "a load for a visitor")
    return try memory.load(for: key)
  }

  @MainActor
  func replace(
    for key: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    let token = session?.refreshToken?.text
    try await host.wait(.store, "a replace for a visitor") { [host] in
      if let token { host.world.server.excuse(token) }
    }
    let record = try memory.replace(for: key, with: session, ifGeneration: generation)
    host.world.site?.noteStored(session, under: key)
    await host.waitForAnswer("replaced for a visitor")
    return record
  }

  @MainActor
  func renewalTurn(for key: String) async throws -> SessionRenewalTurn? { await memory.renewalTurn(for: key) }
}
