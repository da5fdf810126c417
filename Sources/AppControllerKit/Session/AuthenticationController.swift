/// Keeps who is logged in, for the parts of an app that have no interface, and tells when that changes.
///
/// ```swift
/// let authentication = AuthenticationController(providerID: "com.example.kitty", sessionStore: store)
/// authentication.onLogin = { session in push.register(session.subject) }
/// authentication.onLogout = { push.unregister() }
/// try await authentication.restore()
/// ```
///
/// It is what the article "How to Architect Your iOS App" gives that name to: a session is stored before a login is told,
/// and erased before a logout is. Changes are made one after the other, in the order in which they were asked for. An
/// ``AppController`` over the same store follows what is done here, and the other way round, if the store tells of changes.
@MainActor
public final class AuthenticationController {
  /// Why nobody is logged in any more.
  public enum LogoutReason: String, Sendable, Hashable {
    /// The app has asked for it.
    case requested
    /// The session has come to its end.
    case expired
    /// Another process, or another part of this one, has erased the session.
    case elsewhere
  }

  /// Who is logged in; always what was stored last, as far as is known.
  public private(set) var session: Session?
  /// Why the last session ended; `nil` when none has.
  public private(set) var logoutReason: LogoutReason?
  /// Called when somebody is logged in, after their session was stored.
  public var onLogin: (@MainActor (_ session: Session) -> Void)?
  /// Called when nobody is logged in any more, after the session was erased.
  public var onLogout: (@MainActor () -> Void)?
  /// Called when whoever is logged in has another secret or expiry, after that was stored.
  public var onUpdate: (@MainActor (_ session: Session) -> Void)?
  /// Asked for a new session a fifth of its life before one ends, at most a minute before; what it throws is logged.
  public var refreshHandler: (@MainActor (_ session: Session) async throws -> Session)?
  /// Receives what is worth knowing and no failure of a call.
  public var logHandler: (@MainActor (_ level: LogLevel, _ text: String) -> Void)?

  private let keeper: SessionKeeper
  private var isRestored = false
  private var lastTurn: Task<Void, Never>?

  /// Makes a controller; nothing is read before ``restore()`` or the first change.
  ///
  /// - Parameters:
  ///   - providerID: The name that the session is stored under; 1 to 64 bytes of `[A-Za-z0-9._-]`.
  ///   - sessionStore: Where the session is kept.
  ///   - clock: What the waiting for a session's end is timed by.
  ///   - wallClock: The time in seconds since 1970-01-01T00:00:00Z, which sessions expire by.
  public init(
    providerID: String = "app", sessionStore: any SessionStore, clock: any Clock<Duration> = ContinuousClock(),
    wallClock: @escaping @Sendable () -> Int64 = WallClock.now
  ) {
    keeper = SessionKeeper(providerID: providerID, store: sessionStore, clock: clock, wallClock: wallClock)
    keeper.notify = { [weak self] in self?.handle($0) }
  }

  /// The name that the session is stored under.
  public var providerID: String { keeper.providerID }
}

// MARK: - Logging in and out

extension AuthenticationController {
  /// Loads the stored session, and notices from now on what others store; ``onLogin`` is not called.
  ///
  /// - Returns: Who is logged in; `nil` also when the session has expired, which erases it.
  /// - Throws: ``AppControllerError`` when the store cannot be read or trusted.
  @discardableResult
  public func restore() async throws(AppControllerError) -> Session? {
    try await inTurn { _ throws(AppControllerError) in }
    return session
  }

  /// Stores a session, and then tells of the login; of another session of the same subject, as an update.
  ///
  /// It wins over what somebody else has stored meanwhile.
  ///
  /// - Throws: ``AppControllerError``: `invalidSession` for one that breaks a rule or has expired, `sessionConflict` when
  ///   others were faster eight times in a row, which is told then; what the store throws. Nothing has changed here.
  public func login(_ session: Session) async throws(AppControllerError) {
    try keeper.requireUsable(session)
    try await inTurn { controller throws(AppControllerError) in
      try await controller.store(session, overridingOthers: true)
    }
  }

  /// Replaces the session of whoever is logged in, and then tells of the update.
  ///
  /// - Throws: As ``login(_:)``; `invalidSession` also when its subject is not the one that is logged in, or no longer.
  public func updateSession(_ session: Session) async throws(AppControllerError) {
    try keeper.requireUsable(session)
    try await inTurn { controller throws(AppControllerError) in
      guard controller.session?.subject == session.subject else {
        throw .notLoggedIn(session.subject, but: controller.session?.subject)
      }
      try await controller.store(session, overridingOthers: false)
    }
  }

  /// Erases what is stored, whoever has stored it, and then tells of the logout if somebody was logged in.
  ///
  /// - Throws: What the store throws, as ``AppControllerError``; whoever was logged in still is then.
  public func logout() async throws(AppControllerError) {
    try await inTurn { controller throws(AppControllerError) in
      try await controller.erase(because: .requested)
    }
  }
}

// MARK: - One after the other

extension AuthenticationController {
  /// Does something when everything that was asked for before is done, and what is stored is known.
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
    keeper.know(record)
    session = record.session
    keeper.watch(session)
    isRestored = true
  }

  private func store(_ new: Session, overridingOthers overridesOthers: Bool) async throws(AppControllerError) {
    do {
      _ = try await keeper.save(new, overridingOthers: overridesOthers)
    } catch {
      follow()
      if !overridesOthers, session?.subject != new.subject { throw .notLoggedIn(new.subject, but: session?.subject) }
      throw .wrapping(error, as: .storeFailed, doing: "storing the session")
    }
    adopt(new)
  }

  private func erase(because reason: LogoutReason) async throws(AppControllerError) {
    do {
      try await keeper.erase(sparingOthers: reason == .expired)
    } catch {
      follow()
      // A session that somebody else has renewed has not ended.
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

// MARK: - What nobody here has asked for

extension AuthenticationController {
  private func handle(_ notice: SessionKeeper.Notice) {
    switch notice {
    case .warning(let text): logHandler?(.warning, text.displayable)
    case .wasExpired: logoutReason = .expired
    case .endsSoon(let session): refresh(session)
    case .hasEnded(let session): expire(session)
    case .mayHaveChanged:
      run("looking at what was stored") { controller throws(AppControllerError) in
        _ = await controller.keeper.look { true }
        controller.follow()
      }
    // Whoever meets with it knows what it comes to.
    case .hasChanged, .observes: break
    }
  }

  /// Takes over what somebody else has stored.
  private func follow() { adopt(keeper.stored.session) }

  private func refresh(_ session: Session) {
    guard session == self.session, let refreshHandler else { return }
    Task { [weak self] in
      do {
        let new = try await refreshHandler(session)
        guard session == self?.session else { return }
        try await self?.updateSession(new)
      } catch {
        self?.report(error, "refreshing the session")
      }
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
