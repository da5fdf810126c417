/// The stored session of one provider, as far as this process knows it.
///
/// It changes what is stored only while that is what is known, tells when the session ends, and notices what other
/// processes store. What follows from that is its owner's to decide.
@MainActor
final class SessionKeeper {
  /// What an owner is told.
  enum Notice {
    /// The store did something to give its answer, or could not do it.
    case warning(String)
    /// The stored session had expired when it was loaded.
    case wasExpired(Session)
    /// The watched session ends soon.
    case endsSoon(Session)
    /// The watched session has reached its end.
    case hasEnded(Session)
    /// Another process may have changed what is stored.
    case mayHaveChanged
    /// Another process has changed what is stored since this was known.
    case hasChanged(since: SessionRecord)
    /// The store is called, answers or tells something; nothing follows from that by itself.
    case observes(StoreObservation)
  }

  let providerID: String
  let clock: any Clock<Duration>
  let wallClock: @Sendable () -> Int64
  /// What is stored, as far as is known.
  private(set) var stored = SessionRecord()
  var notify: ((Notice) -> Void)?

  private let store: any SessionStore
  /// The store, if it can tell who changes it.
  private let memory: InMemorySessionStore?
  /// The generation that was said to be stored, and was not looked at; `.some(nil)` when it is not known which.
  private var unconfirmedGeneration: UInt64??
  private var lastCall = 0
  private var expiryWatch: Task<Void, Never>?
  private var following: Task<Void, Never>?

  init(
    providerID: String, store: any SessionStore, clock: any Clock<Duration>, wallClock: @escaping @Sendable () -> Int64
  ) {
    (self.providerID, self.store, self.clock, self.wallClock) = (providerID, store, clock, wallClock)
    memory = store as? InMemorySessionStore
  }

  deinit {
    expiryWatch?.cancel()
    following?.cancel()
  }

  /// Tells nothing any more.
  func stop() {
    expiryWatch?.cancel()
    following?.cancel()
  }
}

// MARK: - What is stored

extension SessionKeeper {
  /// Loads the record; a session that has expired counts as none, and is erased where that is possible.
  func load() async throws(AppControllerError) -> SessionRecord {
    var record: SessionRecord
    do {
      record = try await observed(.load) { try await store.load(for: providerID) }
    } catch {
      throw .wrapping(error, as: .storeFailed, doing: "loading the session")
    }
    warn(of: record)
    guard let session = record.session, session.isExpired(at: wallClock()) else { return record }
    notify?(.wasExpired(session))
    record.session = nil
    do {
      record = try await replaced(with: nil, ifGeneration: record.generation)
    } catch {
      notify?(
        .warning("the expired session could not be erased: \((error as? any ExplainedError)?.what ?? "\(error)")"))
    }
    return record
  }

  /// Checks that a session is within its limits and has not expired.
  func requireUsable(_ session: Session) throws(AppControllerError) {
    try session.validated()
    if session.isExpired(at: wallClock()) { throw .expired(session) }
  }

  /// Takes a loaded record for what is stored.
  func know(_ record: SessionRecord) { stored = record }

  /// Stores a session, also when it meets with other processes' changes, eight in a row at most.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - overridesOthers: Whether it replaces what another process has stored since: somebody else's session, or a
  ///     logout. Another session of the same subject it replaces in any case.
  /// - Returns: What it has replaced; `nil` when somebody else had stored the same session already.
  /// - Throws: What the store throws. After `sessionConflict` the other change is known.
  func save(_ session: Session, overridingOthers overridesOthers: Bool) async throws -> SessionRecord? {
    var tries = 1
    while true {
      let before = stored
      do {
        try await replace(with: session, ifGeneration: before.generation)
        return before
      } catch let error as AppControllerError where error.code == .sessionConflict {
        await lookAgain()
        if stored.session == session { return nil }
        let isAllowed = overridesOthers || stored.session?.subject == session.subject
        if !isAllowed || tries == Self.mostTries || stored.generation == before.generation { throw error }
        try Task.checkCancellation()
        tries += 1
      }
    }
  }

  /// How often a session is stored at most before whoever wants it is told that others are always faster.
  static let mostTries = 8

  /// Erases what is stored.
  ///
  /// - Parameter sparesOthers: Whether what another process has stored since stays.
  /// - Throws: What the store throws; `sessionConflict` when something was spared, which is known then.
  func erase(sparingOthers sparesOthers: Bool) async throws {
    do {
      try await replace(with: nil, ifGeneration: sparesOthers ? stored.generation : nil)
    } catch let error as AppControllerError where error.code == .sessionConflict {
      await lookAgain()
      throw error
    }
  }

  /// Puts back what a save has replaced, unless another process has stored something since.
  func putBack(_ session: Session?) async throws {
    do {
      // In a task of its own: the session has to be put back although the one that saved it was cancelled.
      try await Task { try await replace(with: session, ifGeneration: stored.generation) }.value
    } catch let error as AppControllerError where error.code == .sessionConflict {
      await lookAgain()
    }
  }

  private func replace(with session: Session?, ifGeneration generation: UInt64?) async throws {
    know(try await replaced(with: session, ifGeneration: generation))
    warn(of: stored)
  }

  private func replaced(with session: Session?, ifGeneration generation: UInt64?) async throws -> SessionRecord {
    try await observed(.replace(with: session, ifGeneration: generation)) {
      if let memory {
        return try memory.replace(
          for: providerID, with: session, ifGeneration: generation, by: ObjectIdentifier(self))
      }
      return try await store.replace(for: providerID, with: session, ifGeneration: generation)
    }
  }

  private func observed(
    _ call: StoreObservation.Call, _ body: () async throws -> SessionRecord
  ) async throws -> SessionRecord {
    lastCall += 1
    let number = lastCall
    notify?(.observes(.isCalled(call, number: number)))
    do {
      let record = try await body()
      notify?(.observes(.hasAnswered(.success(record), number: number)))
      return record
    } catch {
      notify?(.observes(.hasAnswered(.failure(error), number: number)))
      throw error
    }
  }

  private func warn(of record: SessionRecord) {
    if let warning = record.warning { notify?(.warning("\(warning.what) [\(warning.codeName)]")) }
  }
}

// MARK: - What other processes store

extension SessionKeeper {
  /// Notices from now on what other processes store, if the store tells.
  func follow() {
    if following != nil { return }
    do {
      let own = try memory?.changes(for: providerID, exceptBy: ObjectIdentifier(self))
      guard let changes = try own ?? store.changes(for: providerID) else { return }
      following = Task { [weak self] in
        for await generation in changes { self?.noteUnconfirmed(generation) }
      }
    } catch {
      let text = (error as? any ExplainedError)?.what ?? "\(error)"
      notify?(.warning("what other processes store is not noticed: \(text)"))
    }
  }

  private func noteUnconfirmed(_ generation: UInt64?) {
    notify?(.observes(.hasChanged(generation: generation)))
    // Late news of what is known do not end the doubt.
    if hasUnconfirmedChange, generation == stored.generation { return }
    unconfirmedGeneration = .some(generation)
    if hasUnconfirmedChange { notify?(.mayHaveChanged) }
  }

  /// Whether what is stored is said to be something else than what is known.
  var hasUnconfirmedChange: Bool {
    guard let unconfirmedGeneration else { return false }
    return unconfirmedGeneration != stored.generation
  }

  /// What comes of a look at what is stored.
  enum Sight {
    /// It is known.
    case clear
    /// It may have changed again meanwhile.
    case disturbed
    /// It cannot be read; a later look may do better.
    case failed
  }

  /// Looks at what is stored, because another process may have changed it.
  ///
  /// - Parameter isUndisturbed: Whether nothing of our own was changing it; asked when it is known.
  /// - Returns: What comes of it.
  func look(_ isUndisturbed: () -> Bool) async -> Sight {
    let known = stored.generation
    unconfirmedGeneration = nil
    do throws(AppControllerError) {
      let record = try await load()
      if isUndisturbed(), stored.generation == known {
        take(record)
        return .clear
      }
      unconfirmedGeneration = .some(nil)
      return .disturbed
    } catch {
      notify?(.warning("what another process has stored cannot be read: \(error.what)"))
      if unconfirmedGeneration != nil { return .disturbed }
      unconfirmedGeneration = .some(nil)
      return .failed
    }
  }

  /// Looks whether somebody's session is stored still, or another one of theirs.
  ///
  /// - Throws: An error when it cannot be read.
  func hasStored(_ subject: String?) async throws(AppControllerError) -> Bool {
    take(try await load())
    return stored.session?.subject == subject
  }

  private func lookAgain() async {
    if let record = try? await load() { take(record) } else { unconfirmedGeneration = .some(nil) }
  }

  private func take(_ record: SessionRecord) {
    let former = stored
    stored = record
    if record.generation != former.generation { notify?(.hasChanged(since: former)) }
  }
}

// MARK: - When it ends

extension SessionKeeper {
  /// Tells when a session is to be refreshed and when it has ended, and no longer so of the one before.
  ///
  /// That it has ended is told again every minute, until another session is watched.
  func watch(_ session: Session?) {
    expiryWatch?.cancel()
    expiryWatch = nil
    guard let session, let end = session.expiresAt else { return }
    var expiry = SessionExpiry(end: end, now: wallClock())
    expiryWatch = Task { [weak self, clock, wallClock] in
      while !Task.isCancelled {
        switch expiry.step(at: wallClock()) {
        case .wait(let time): guard (try? await clock.sleep(for: time)) != nil else { return }
        case .refresh: self?.notify?(.endsSoon(session))
        case .expire:
          self?.notify?(.hasEnded(session))
          guard self != nil, (try? await clock.sleep(for: .seconds(60))) != nil else { return }
        }
      }
    }
  }
}

extension AppControllerError {
  fileprivate static func expired(_ session: Session) -> AppControllerError {
    AppControllerError(
      .invalidSession,
      what: "the session of \(session.subject) has expired already: at \(session.expiresAt ?? 0) seconds after 1970",
      why: "it would be logged out at the next start", fix: "sign in for a new session; check the clock of this machine"
    )
  }
}
