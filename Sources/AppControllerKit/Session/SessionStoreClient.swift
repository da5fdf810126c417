/// The stored session of one provider, as this process knows it.
///
/// It changes the stored session only if it is still the known one, reports when the session expires, and notices the
/// changes of other processes. Its owner decides about the consequences.
@MainActor
package final class SessionStoreClient {
  enum Notice {
    case warning(String)
    case wasExpired(Session)
    case endsSoon(Session)
    /// The secret has expired, or expires soon.
    case secretEndsSoon(Session)
    case hasEnded(Session)
    case mayHaveChanged
    case hasChanged(since: SessionRecord)
  }

  let providerID: String
  let clock: any Clock<Duration>
  let wallClock: @Sendable () -> Timestamp
  private(set) var stored = SessionRecord()
  var notify: ((Notice) -> Void)?
  var observe: ((StoreObservation) -> Void)?
  /// Nil when the provider has none.
  private let settings: SessionSettings?

  private let store: any SessionStore
  private let memory: InMemorySessionStore?
  /// A change that was reported but not read; `.some(nil)` when its generation is not known.
  private var unconfirmedGeneration: UInt64??
  private var lastCall = 0
  /// Admits one change of our own at a time, so that each knows the record that it changes.
  private let changing = SerialLane()
  /// Under way, or waiting for their turn.
  private var changes = 0
  private var expiryWatches: [Task<Void, Never>] = []
  private var following: Task<Void, Never>?

  package init(
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

  /// `false` for a store in memory, from inside which nothing can be requested.
  var callsOut: Bool { memory == nil }

  func stop() {
    watch(nil)
    following?.cancel()
  }
}

// MARK: - Loading and storing

extension SessionStoreClient {
  /// An expired session counts as none, and is erased if possible.
  package func load() async throws(AppControllerError) -> SessionRecord {
    var record: SessionRecord
    do {
      record = try await answer(to: .load)
    } catch {
      throw .wrapping(error, as: .storeFailed, doing: "loading the session")
    }
    warn(of: record)
    guard let session = record.session, session.isExpired(at: wallClock()) else { return record }
    notify?(.wasExpired(session))
    record.session = nil
    do {
      record = try await answer(to: change(to: nil, ifGeneration: record.generation))
    } catch {
      notify?(
        .warning("the expired session could not be erased: \((error as? any ExplainedError)?.what ?? "\(error)")"))
    }
    return record
  }

  /// A session that was made with other settings of the provider is left out.
  private func checked(_ record: SessionRecord) -> SessionRecord {
    guard let session = record.session, let conflict = settings?.conflict(with: session.origin, of: providerID) else {
      return record
    }
    var record = record
    (record.session, record.foreign, record.warning) = (nil, session, conflict)
    return record
  }

  func requireUsable(_ session: Session) throws(AppControllerError) {
    try session.validated()
    if session.isExpired(at: wallClock()) { throw .expired(session) }
  }

  func adopt(_ record: SessionRecord) { stored = record }

  /// Tries again after conflicts; `nil` when another process had stored the same session already.
  ///
  /// Replaces the generation of the known record first unless another is given. After `sessionConflict` is thrown, the
  /// other change is known.
  package func save(
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

  static let maximumTries = 8

  /// What has been stored since stays, unless it is that session again.
  ///
  /// A login that was not wanted any more may have put it back, or its attributes have changed. When nothing was
  /// replaced, the other change is known.
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

  /// Any generation if `nil`; after `sessionConflict` is thrown, the kept change is known.
  func erase(ifGeneration generation: UInt64?) async throws {
    do {
      try await replace(with: nil, ifGeneration: generation)
    } catch let error as AppControllerError where error.code == .sessionConflict {
      await reloadAfterConflict()
      throw error
    }
  }

  package func putBack(_ session: Session?) async throws {
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
    changes += 1
    defer { changes -= 1 }
    if let turn = changing.reserve() { _ = await turn.value }
    defer { changing.leave() }
    adopt(try await answer(to: change(to: session, ifGeneration: generation)))
    warn(of: stored)
  }

  /// Whoever only waits is no change, or two readers would wait for each other.
  private func afterChanges() async {
    if let turn = changing.reserve() { _ = await turn.value }
    changing.leave()
  }

  private func change(to session: Session?, ifGeneration generation: UInt64?) -> StoreObservation.Call {
    var session = session
    if let settings, session?.origin == nil { session?.origin = settings.origin }
    return .replace(with: session, ifGeneration: generation)
  }

  private func answer(to call: StoreObservation.Call) async throws -> SessionRecord {
    lastCall += 1
    let number = lastCall
    observe?(.called(call, number: number))
    do {
      let record: SessionRecord
      switch call {
      case .load: record = checked(try await store.load(for: providerID))
      case .replace(let session, let generation):
        if let memory {
          record = try memory.replace(
            for: providerID, with: session, ifGeneration: generation, by: ObjectIdentifier(self))
        } else {
          record = try await store.replace(for: providerID, with: session, ifGeneration: generation)
        }
      }
      observe?(.returned(.success(record), number: number))
      return record
    } catch {
      observe?(.returned(.failure(error), number: number))
      throw error
    }
  }

  private func warn(of record: SessionRecord) {
    if let warning = record.warning { notify?(.warning("\(warning.what) [\(warning.codeName)]")) }
  }
}

// MARK: - Changes of other processes

extension SessionStoreClient {
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
    observe?(.hasChanged(generation: generation))
    // A late notification of the known generation does not confirm a later one.
    if hasUnconfirmedChange, generation == stored.generation { return }
    unconfirmedGeneration = .some(generation)
    if hasUnconfirmedChange { notify?(.mayHaveChanged) }
  }

  var hasUnconfirmedChange: Bool {
    guard let unconfirmedGeneration else { return false }
    return unconfirmedGeneration != stored.generation
  }

  package enum ReadOutcome {
    case current
    /// The record may have changed again meanwhile.
    case disturbed
    /// A later attempt may succeed.
    case failed
  }

  /// `isUndisturbed` is called after the reading.
  package func reload(_ isUndisturbed: () -> Bool) async -> ReadOutcome {
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

  /// The stored session may be another one of the subject.
  func hasStored(_ subject: String?) async throws(AppControllerError) -> Bool {
    try await read().session?.subject == subject
  }

  func renewalTurn() async throws(AppControllerError) -> SessionRenewalTurn? {
    do { return try await store.renewalTurn(for: providerID) } catch {
      throw .wrapping(error, as: .storeFailed, doing: "waiting for its turn to renew the session")
    }
  }

  /// Waits for the changes of our own, which are no news and may be taken back.
  package func read() async throws(AppControllerError) -> SessionRecord {
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

extension SessionStoreClient {
  /// Ends the reports for the previous session.
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
  /// A session with the same subject and secrets is the same for its provider.
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
