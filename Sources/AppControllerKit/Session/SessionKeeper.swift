/// The stored session of one provider, as this process knows it.
///
/// It changes the stored session only if it is still the known one, reports when the session expires, and notices the
/// changes of other processes. Its owner decides about the consequences.
@MainActor
final class SessionKeeper {
  /// A report to the owner.
  enum Notice {
    /// The store made a repair, or a call of the store failed; the text explains it.
    case warning(String)
    /// The stored session had expired when it was loaded.
    case wasExpired(Session)
    /// The watched session expires soon.
    case endsSoon(Session)
    /// The secret of the watched session has expired, or expires soon.
    case secretEndsSoon(Session)
    /// The watched session has expired.
    case hasEnded(Session)
    /// Another process may have changed the stored session.
    case mayHaveChanged
    /// Another process has changed the stored session since this record.
    case hasChanged(since: SessionRecord)
    /// The store is called, answers or reports a change; for observers only.
    case observes(StoreObservation)
  }

  let providerID: String
  let clock: any Clock<Duration>
  let wallClock: @Sendable () -> Timestamp
  /// The last known stored record.
  private(set) var stored = SessionRecord()
  var notify: ((Notice) -> Void)?
  /// The settings of the provider; nil when it has none.
  private let settings: SessionSettings?

  private let store: any SessionStore
  /// The store, if it can report the author of a change.
  private let memory: InMemorySessionStore?
  /// The generation of an unconfirmed change, which was reported but not read; `.some(nil)` when the generation is not
  /// known.
  private var unconfirmedGeneration: UInt64??
  private var lastCall = 0
  /// Admits one change of our own at a time, so that each knows the record that it changes.
  private let changing = SerialLane()
  /// The number of changes of our own that are under way or wait for their turn.
  private var changes = 0
  private var expiryWatches: [Task<Void, Never>] = []
  private var following: Task<Void, Never>?

  init(
    providerID: String, store: any SessionStore, settings: SessionSettings? = nil, clock: any Clock<Duration>,
    wallClock: @escaping @Sendable () -> Timestamp
  ) {
    self.settings = settings
    (self.providerID, self.store, self.clock, self.wallClock) = (providerID, store, clock, wallClock)
    memory = store as? InMemorySessionStore
  }

  deinit {
    for watch in expiryWatches { watch.cancel() }
    following?.cancel()
  }

  /// Stops all reports.
  func stop() {
    watch(nil)
    following?.cancel()
  }
}

// MARK: - Loading and storing

extension SessionKeeper {
  /// Loads the record; an expired session counts as none, and is erased if possible.
  func load() async throws(AppControllerError) -> SessionRecord {
    var record: SessionRecord
    do {
      record = try await observed(.load) { checked(try await store.load(for: providerID)) }
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

  /// Returns the record; without its session when that was made with other settings of the provider.
  private func checked(_ record: SessionRecord) -> SessionRecord {
    guard let session = record.session, let conflict = settings?.conflict(with: session.origin, of: providerID) else {
      return record
    }
    var record = record
    (record.session, record.foreign, record.warning) = (nil, session, conflict)
    return record
  }

  /// Checks that a session is within its limits and has not expired.
  func requireUsable(_ session: Session) throws(AppControllerError) {
    try session.validated()
    if session.isExpired(at: wallClock()) { throw .expired(session) }
  }

  /// Sets a loaded record as the known one.
  func adopt(_ record: SessionRecord) { stored = record }

  /// Stores a session, and tries again after conflicts with other processes, at most eight times in total.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - generation: The generation that is replaced at first; that of the known record unless given.
  ///   - mayReplace: Whether it replaces a record that another change has stored since.
  /// - Returns: The replaced record; `nil` when another process had stored the same session already.
  /// - Throws: The errors of the store. After `sessionConflict` the other change is known.
  func save(
    _ session: Session, from generation: UInt64? = nil, replacing mayReplace: (SessionRecord) -> Bool
  ) async throws -> SessionRecord? {
    var tries = 1
    while true {
      let before = stored
      do {
        try await replace(with: session, ifGeneration: generation ?? before.generation)
        return before
      } catch let error as AppControllerError where error.code == .sessionConflict {
        await reloadAfterConflict()
        if stored.session == session { return nil }
        if !mayReplace(stored) || tries == Self.maximumTries || stored.generation == before.generation { throw error }
        try Task.checkCancellation()
        tries += 1
      }
    }
  }

  /// The largest number of tries before the caller gets the conflict.
  static let maximumTries = 8

  /// Replaces the session of a record that was read, because the provider has renewed it, or erases it, because it has
  /// ended there.
  ///
  /// What has been stored since stays, unless it is that session again: a login that was not wanted any more has put it
  /// back, or its attributes have changed.
  ///
  /// - Returns: Whether it was replaced; if not, the other change is known.
  /// - Throws: The errors of the store.
  func swap(_ record: SessionRecord, for session: Session?) async throws -> Bool {
    var generation = record.generation
    while true {
      do {
        try await replace(with: session, ifGeneration: generation)
        return true
      } catch let error as AppControllerError where error.code == .sessionConflict {
        // Whoever puts the session back has the turn before.
        await afterChanges()
        await reloadAfterConflict()
        guard stored.generation != generation, let read = record.session, stored.session?.hasSecrets(of: read) == true
        else { return false }
        generation = stored.generation
      }
    }
  }

  /// Erases the stored session.
  ///
  /// - Parameter generation: The generation that is erased; `nil` for any.
  /// - Throws: The errors of the store; `sessionConflict` when a change was kept, which is known then.
  func erase(ifGeneration generation: UInt64?) async throws {
    do {
      try await replace(with: nil, ifGeneration: generation)
    } catch let error as AppControllerError where error.code == .sessionConflict {
      await reloadAfterConflict()
      throw error
    }
  }

  /// Puts back the session that a save has replaced, unless another process has stored a change since.
  func putBack(_ session: Session?) async throws {
    do {
      // In a task of its own: the session has to be put back even if the task that saved it was cancelled.
      let result = AwaitedAnswer<Result<Void, any Error>>()
      let generation = stored.generation
      Task.immediate {
        do {
          result.give(.success(try await replace(with: session, ifGeneration: generation)))
        } catch {
          result.give(.failure(error))
        }
      }
      try await result.value.get()
    } catch let error as AppControllerError where error.code == .sessionConflict {
      await reloadAfterConflict()
    }
  }

  private func replace(with session: Session?, ifGeneration generation: UInt64?) async throws {
    try await inTurn {
      adopt(try await replaced(with: session, ifGeneration: generation))
      warn(of: stored)
    }
  }

  private func inTurn(_ change: () async throws -> Void) async throws {
    changes += 1
    defer { changes -= 1 }
    if let turn = changing.reserve() { _ = await turn.value }
    defer { changing.leave() }
    try await change()
  }

  /// Waits for the end of the changes of our own; whoever only waits is none, or two readers would wait for each other.
  private func afterChanges() async {
    if let turn = changing.reserve() { _ = await turn.value }
    changing.leave()
  }

  private func replaced(with session: Session?, ifGeneration generation: UInt64?) async throws -> SessionRecord {
    let session = session.map { session in
      var session = session
      session.origin = session.origin ?? settings?.origin
      return session
    }
    return try await observed(.replace(with: session, ifGeneration: generation)) {
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
    notify?(.observes(.called(call, number: number)))
    do {
      let record = try await body()
      notify?(.observes(.returned(.success(record), number: number)))
      return record
    } catch {
      notify?(.observes(.returned(.failure(error), number: number)))
      throw error
    }
  }

  private func warn(of record: SessionRecord) {
    if let warning = record.warning { notify?(.warning("\(warning.what) [\(warning.codeName)]")) }
  }
}

// MARK: - Changes of other processes

extension SessionKeeper {
  /// Follows the changes of other processes from now on, if the store reports them.
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
    // A late notification of the known generation does not confirm a later one.
    if hasUnconfirmedChange, generation == stored.generation { return }
    unconfirmedGeneration = .some(generation)
    if hasUnconfirmedChange { notify?(.mayHaveChanged) }
  }

  /// Whether a change was reported that is not known yet.
  var hasUnconfirmedChange: Bool {
    guard let unconfirmedGeneration else { return false }
    return unconfirmedGeneration != stored.generation
  }

  /// The result of reading the record again.
  enum ReadOutcome {
    /// The record is known.
    case current
    /// The record may have changed again meanwhile.
    case disturbed
    /// The record cannot be read; a later attempt may succeed.
    case failed
  }

  /// Reads the record again, because another process may have changed it.
  ///
  /// - Parameter isUndisturbed: Whether no change of our own was under way; called after the reading.
  /// - Returns: The result.
  func reload(_ isUndisturbed: () -> Bool) async -> ReadOutcome {
    // A change of our own is no news.
    await afterChanges()
    let known = stored.generation
    unconfirmedGeneration = nil
    do throws(AppControllerError) {
      let record = try await load()
      if isUndisturbed(), changes == 0, stored.generation == known {
        take(record)
        return .current
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

  /// Reads whether a session of a subject is still stored, the same or another one.
  ///
  /// - Throws: An error when the record cannot be read.
  func hasStored(_ subject: String?) async throws(AppControllerError) -> Bool {
    try await read().session?.subject == subject
  }

  /// Waits for the turn to renew the session, which only one process has at a time.
  func renewalTurn() async throws(AppControllerError) -> SessionRenewalTurn? {
    do { return try await store.renewalTurn(for: providerID) } catch {
      throw .wrapping(error, as: .storeFailed, doing: "waiting for its turn to renew the session")
    }
  }

  /// Reads the record again, after the changes of our own, which are no news and may be taken back.
  ///
  /// - Throws: An error when the record cannot be read.
  func read() async throws(AppControllerError) -> SessionRecord {
    while true {
      await afterChanges()
      let known = stored.generation
      let record = try await load()
      if changes > 0 || stored.generation != known { continue }
      take(record)
      return stored
    }
  }

  private func reloadAfterConflict() async {
    if let record = try? await load() { take(record) } else { unconfirmedGeneration = .some(nil) }
  }

  private func take(_ record: SessionRecord) {
    let former = stored
    stored = record
    if record.generation != former.generation { notify?(.hasChanged(since: former)) }
  }
}

// MARK: - Expiry

extension SessionKeeper {
  /// Reports when a session or its secret expires soon and when it has expired, and stops the reports for the previous
  /// session.
  ///
  /// An expired session or secret is reported again every minute, until another session is watched.
  func watch(_ session: Session?) {
    for watch in expiryWatches { watch.cancel() }
    expiryWatches = []
    guard let session else { return }
    watch(session.expiresAt, soon: .endsSoon(session), over: .hasEnded(session))
    watch(session.secretExpiresAt, soon: .secretEndsSoon(session), over: .secretEndsSoon(session))
  }

  private func watch(_ end: Timestamp?, soon: Notice, over: Notice) {
    guard let end else { return }
    let now = wallClock()
    var expiry = SessionExpiry(end: end, now: now)
    // A new secret that has already expired is reported only after a minute, so that the provider is not asked
    // continually.
    let pause = if case .secretEndsSoon = over, end <= now { Duration.seconds(60) } else { Duration.zero }
    let watch = Task { [weak self, clock, wallClock] in
      if pause > .zero { guard (try? await clock.pause(for: pause)) != nil else { return } }
      while !Task.isCancelled {
        switch expiry.step(at: wallClock()) {
        case .wait(let time): guard (try? await clock.pause(for: time)) != nil else { return }
        case .refresh: self?.notify?(soon)
        case .expire:
          self?.notify?(over)
          guard self != nil, (try? await clock.pause(for: .seconds(60))) != nil else { return }
        }
      }
    }
    expiryWatches.append(watch)
  }
}

extension Session {
  /// Whether it has the subject and the secrets of another one, and is therefore the same for its provider.
  func hasSecrets(of other: Session) -> Bool {
    subject == other.subject && secret == other.secret && refreshToken == other.refreshToken
  }
}

extension AppControllerError {
  fileprivate static func expired(_ session: Session) -> AppControllerError {
    AppControllerError(
      .invalidSession,
      what: "the session of \(session.subject) has expired already: at \(session.expiresAt ?? .now)",
      why: "it would be logged out at the next start", fix: "sign in for a new session; check the clock of this machine"
    )
  }
}
