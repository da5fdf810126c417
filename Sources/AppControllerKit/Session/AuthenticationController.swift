/// Keeps the logged-in session for the parts of an app that have no interface, and reports its changes.
///
/// ```swift
/// let authentication = AuthenticationController(providerID: "com.example.kitty", sessionStore: store)
/// authentication.onLogin = { session in push.register(session.subject) }
/// authentication.onLogout = { push.unregister() }
/// try await authentication.restore()
/// ```
///
/// It is the controller of that name in the article "How to Architect Your iOS App": a session is stored before a login
/// is reported, and erased before a logout is reported. Changes are made one after the other, in the order of the
/// calls. If the store reports changes, an ``AppController`` on the same store follows the changes made here, and this
/// controller follows those of the ``AppController``.
@MainActor
public final class AuthenticationController {
  /// The reason why the last session ended.
  public enum LogoutReason: String, Sendable, Hashable {
    /// The app requested it.
    case requested
    /// The session has expired.
    case expired
    /// Another process, or another part of this one, has erased the session.
    case elsewhere
  }

  /// The logged-in session: the last stored session that the controller knows of.
  public private(set) var session: Session?
  /// The reason why the last session ended; `nil` when none has.
  public private(set) var logoutReason: LogoutReason?
  /// Called after a login, when the session has been stored.
  public var onLogin: (@MainActor (_ session: Session) -> Void)?
  /// Called after a logout, when the session has been erased.
  public var onLogout: (@MainActor () -> Void)?
  /// Called after the secret or expiry of the logged-in session has changed, when it has been stored.
  public var onUpdate: (@MainActor (_ session: Session) -> Void)?
  /// Asked for a new session a fifth of its lifetime before one expires, at most a minute before; an error that it
  /// throws is logged.
  public var refreshHandler: (@MainActor (_ session: Session) async throws -> Session)?
  /// Receives log lines that are not failures of a call.
  public var logHandler: (@MainActor (_ level: LogLevel, _ text: String) -> Void)?

  private let keeper: SessionStoreClient
  private var isRestored = false
  private var lastTurn: Task<Void, Never>?
  /// The session that the handler was asked to renew and has not.
  private var refreshing: Session?

  /// A renewal keeps others that use the store from theirs for at most this time.
  private static let longestTurn = Duration.seconds(30)

  /// Makes a controller; nothing is read before ``restore()`` or the first change.
  ///
  /// - Parameters:
  ///   - providerID: The name that the session is stored under; 1 to 64 bytes of `[A-Za-z0-9._-]`.
  ///   - sessionStore: The store that keeps the session.
  ///   - clock: The clock that times the wait for a session's expiry.
  ///   - wallClock: The time that sessions expire by.
  public init(
    providerID: String = "app", sessionStore: any SessionStore, clock: any Clock<Duration> = ContinuousClock(),
    wallClock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    keeper = SessionStoreClient(providerID: providerID, store: sessionStore, clock: clock, wallClock: wallClock)
    keeper.notify = { [weak self] in self?.handle($0) }
  }

  /// The name that the session is stored under.
  public var providerID: String { keeper.providerID }
}

// MARK: - Logging in and out

extension AuthenticationController {
  /// Loads the stored session, and follows the changes of other writers from now on; ``onLogin`` is not called.
  ///
  /// - Returns: The logged-in session; `nil` also when the session has expired, which erases it.
  /// - Throws: ``AppControllerError`` when the store cannot be read or trusted.
  @discardableResult
  public func restore() async throws(AppControllerError) -> Session? {
    try await inTurn { _ throws(AppControllerError) in }
    return session
  }

  /// Stores a session, and then reports the login; another session of the same subject is reported as an update.
  ///
  /// It replaces a session that another writer has stored meanwhile.
  ///
  /// - Throws: ``AppControllerError``: `invalidSession` for a session that breaks a rule or has expired;
  ///   `sessionConflict` after eight conflicts in a row with other writers, whose change is then reported; the errors
  ///   of the store. Nothing has changed here.
  public func login(_ session: Session) async throws(AppControllerError) {
    try keeper.requireUsable(session)
    try await inTurn { controller throws(AppControllerError) in
      try await controller.store(session, replacingExternalChange: true)
    }
  }

  /// Replaces the session of the logged-in subject, and then reports the update.
  ///
  /// - Throws: The errors of ``login(_:)``; `invalidSession` also when its subject is not, or no longer, the logged-in
  ///   one.
  public func updateSession(_ session: Session) async throws(AppControllerError) {
    try keeper.requireUsable(session)
    try await inTurn { controller throws(AppControllerError) in
      guard controller.session?.subject == session.subject else {
        throw .notLoggedIn(session.subject, but: controller.session?.subject)
      }
      try await controller.store(session, replacingExternalChange: false)
    }
  }

  /// Erases the stored session, whichever process has stored it, and then reports the logout if a session was logged
  /// in.
  ///
  /// - Throws: The errors of the store, as ``AppControllerError``; a logged-in session then stays logged in.
  public func logout() async throws(AppControllerError) {
    try await inTurn { controller throws(AppControllerError) in
      try await controller.erase(because: .requested)
    }
  }
}

// MARK: - Serial execution

extension AuthenticationController {
  /// Runs a function once all earlier calls have completed and the stored session is known.
  private func inTurn(
    _ work: @escaping @MainActor (AuthenticationController) async throws(AppControllerError) -> Void
  ) async throws(AppControllerError) {
    let before = lastTurn
    let turn = Task { () async -> AppControllerError? in
      await before?.value
      do throws(AppControllerError) {
        try await load()
        try await work(self)
        return nil
      } catch {
        return error
      }
    }
    lastTurn = Task { _ = await turn.value }
    if let error = await turn.value { throw error }
  }

  private func load() async throws(AppControllerError) {
    if isRestored { return }
    keeper.follow()
    let record = try await keeper.load()
    keeper.adopt(record)
    session = record.session
    keeper.watch(session)
    isRestored = true
  }

  private func store(
    _ new: Session, replacingExternalChange replacesExternalChange: Bool
  ) async throws(AppControllerError) {
    do {
      _ = try await keeper.save(new) { record in
        replacesExternalChange || record.session?.subject == new.subject
      }
    } catch {
      follow()
      if !replacesExternalChange, session?.subject != new.subject {
        throw .notLoggedIn(new.subject, but: session?.subject)
      }
      throw .wrapping(error, as: .storeFailed, doing: "storing the session")
    }
    adopt(new)
  }

  private func erase(because reason: LogoutReason) async throws(AppControllerError) {
    do {
      try await keeper.erase(ifGeneration: reason == .expired ? keeper.stored.generation : nil)
    } catch {
      follow()
      // A session that another writer has renewed has not expired.
      if reason == .expired, (error as? AppControllerError)?.code == .sessionConflict { return }
      throw .wrapping(error, as: .storeFailed, doing: "erasing the session")
    }
    adopt(nil, because: reason)
  }

  private func adopt(_ new: Session?, because reason: LogoutReason = .elsewhere) {
    let old = session
    if new == old { return }
    session = new
    keeper.watch(new)
    switch new {
    case nil:
      logoutReason = reason
      onLogout?()
    case let new? where new.subject == old?.subject: onUpdate?(new)
    case let new?: onLogin?(new)
    }
  }
}

// MARK: - Changes from outside

extension AuthenticationController {
  private func handle(_ notice: SessionStoreClient.Notice) {
    switch notice {
    case .warning(let text): logHandler?(.warning, text.displayable)
    case .wasExpired: logoutReason = .expired
    case .endsSoon(let session), .secretEndsSoon(let session): refresh(session)
    case .hasEnded(let session): expire(session)
    case .mayHaveChanged:
      run("looking at what was stored") { controller throws(AppControllerError) in
        _ = await controller.keeper.reload { true }
        controller.follow()
      }
    // The caller of the store handles the result.
    case .hasChanged: break
    }
  }

  private func follow() { adopt(keeper.stored.session) }

  private func refresh(_ session: Session) {
    // Both ends of a session may be near.
    guard session == self.session, session != refreshing, let refreshHandler else { return }
    refreshing = session
    Task { [weak self] in
      do { try await self?.renew(session, refreshHandler) } catch { self?.report(error, "refreshing the session") }
      if self?.refreshing == session { self?.refreshing = nil }
    }
  }

  /// Another session that is stored by the end stays.
  private func renew(
    _ session: Session, _ handler: @escaping @MainActor (Session) async throws -> Session
  ) async throws {
    let turn = try await keeper.renewalTurn()
    // A handler that does not return keeps no other from renewing.
    let watch = Task { [clock = keeper.clock] in
      if (try? await clock.pause(for: Self.longestTurn)) != nil { turn?.end() }
    }
    defer {
      watch.cancel()
      turn?.end()
    }
    try await inTurn { controller throws(AppControllerError) in
      _ = try await controller.keeper.read()
      controller.follow()
    }
    let record = keeper.stored
    guard record.session == session else { return }
    let new = try await handler(session)
    try keeper.requireUsable(new)
    if new.subject != session.subject { throw AppControllerError.notLoggedIn(new.subject, but: session.subject) }
    try await inTurn { controller throws(AppControllerError) in
      defer { controller.follow() }
      do {
        if try await controller.keeper.swap(record, for: new) { return }
      } catch {
        throw .wrapping(error, as: .storeFailed, doing: "storing the session")
      }
      controller.logHandler?(.warning, "a renewed session was dropped: another one was stored meanwhile")
    }
  }

  private func expire(_ session: Session) {
    run("ending the session") { controller throws(AppControllerError) in
      guard session == controller.session else { return }
      try await controller.erase(because: .expired)
    }
  }

  private func run(
    _ action: String, _ work: @escaping @MainActor (AuthenticationController) async throws(AppControllerError) -> Void
  ) {
    Task { [weak self] in
      do { try await self?.inTurn(work) } catch { self?.report(error, action) }
    }
  }

  private func report(_ error: any Error, _ action: String) {
    let text = (error as? any ExplainedError).map { "\($0.what) [\($0.codeName)]" } ?? "\(error)"
    logHandler?(.warning, "\(action) failed: \(text)".displayable)
  }
}

extension AppControllerError {
  fileprivate static func notLoggedIn(_ subject: String, but other: String?) -> AppControllerError {
    AppControllerError(
      .invalidSession,
      what: "a session of \(subject.displayable) cannot replace that of \(other?.displayable ?? "nobody")",
      why: "an update is for whoever is logged in", fix: "log in instead"
    )
  }
}
