import AppControllerKit
import Synchronization

/// The session of one visitor, kept under the digest of the visitor's identity, and the identity itself.
final class VisitorStore: SessionStore {
  static let maximumSessions = 10_000

  private struct State {
    var identity: VisitorIdentity
    /// The record after a logout, of which nothing is on the disk.
    var afterLogout: SessionRecord?
    /// The number of generations before those of the current identity, so that none comes twice.
    var base: UInt64 = 0
    /// The newest generation that was returned.
    var newest: UInt64 = 0
    var isStoring = false
    /// The secret name under which the identity of a login without a form can be fetched.
    var fetchName: String?
    var loggedIn: @Sendable () -> Void = {}

    var place: Place { Place(key: identity.current.key, base: base, isLoggedIn: identity.isLoggedIn) }

    mutating func noteLogout(_ record: SessionRecord) -> SessionRecord {
      identity.noteLogout()
      // A store may count from the beginning when it has removed a record.
      newest = max(newest + 1, record.generation)
      let record = SessionRecord(generation: newest)
      afterLogout = record
      return record
    }
  }

  private let store: any SessionStore
  private let elapsed: @Sendable () -> Duration
  /// Whether all browsers share the visitor, so that another identity than those that were admitted means nothing.
  private let isShared: Bool
  private let maximumSessions: Int
  private let state: Mutex<State>

  init(
    _ store: any SessionStore, _ id: VisitorID, isShared: Bool = false, maximumSessions: Int = maximumSessions,
    elapsed: @escaping @Sendable () -> Duration
  ) {
    (self.store, self.isShared, self.elapsed, self.maximumSessions) = (store, isShared, elapsed, maximumSessions)
    state = Mutex(State(identity: VisitorIdentity(id)))
  }

  /// Stays the same when the server restarts.
  var token: String { state.withLock { $0.identity.current.token } }
  /// The identity of somebody who is logged in, if no browser has come with it yet.
  var undelivered: VisitorID? {
    state.withLock { !isShared && $0.identity.isLoggedIn && !$0.identity.isUsed ? $0.identity.current : nil }
  }

  func standing(of id: VisitorID, on page: String? = nil) -> VisitorIdentity.Standing {
    isShared ? .current : state.withLock { $0.identity.standing(of: id, on: page, at: elapsed()) }
  }

  /// Returns whether the request has ended the former identity.
  func noteUse(of id: VisitorID) -> Bool { state.withLock { $0.identity.noteUse(of: id) } }

  func noteForm(of page: String) {
    if !isShared { state.withLock { $0.identity.noteForm(of: page, next: .random(), at: elapsed()) } }
  }

  func delivery(to page: String) -> VisitorID? {
    state.withLock { $0.identity.isToBeDelivered(to: page) ? $0.identity.current : nil }
  }

  func hasToken(_ text: String) -> Bool { state.withLock { $0.identity.hasToken(text, at: elapsed()) } }

  /// The handler is called on any thread when somebody has logged in.
  func onLogin(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.loggedIn = handler } }

  /// Returns the name under which one page may fetch the identity of a login without a form, once.
  func takeFetchName() -> String? {
    state.withLock { state in
      defer { state.fetchName = nil }
      return state.fetchName.flatMap { state.identity.isToBeDelivered(to: $0) ? $0 : nil }
    }
  }

  private struct Place {
    let key: String
    let base: UInt64
    let isLoggedIn: Bool

    func load(from store: any SessionStore) async throws -> SessionRecord {
      placed(try await store.load(for: key))
    }

    func replace(
      in store: any SessionStore, with session: Session?, ifGeneration generation: UInt64?
    ) async throws -> SessionRecord {
      if let generation, generation < base { throw AppControllerError.overtaken }
      return placed(
        try await store.replace(for: key, with: session, ifGeneration: generation.map { $0 - base }))
    }

    private func placed(_ record: SessionRecord) -> SessionRecord {
      SessionRecord(session: record.session, generation: base + record.generation)
    }
  }

  private var place: Place { state.withLock { $0.place } }

  // MARK: - The session

  func load(for providerID: String) async throws -> SessionRecord {
    if let record = state.withLock({ $0.afterLogout }) { return record }
    let (place, isStored) = state.withLock { ($0.place, $0.identity.isLoggedIn && !$0.isStoring) }
    let record = try await place.load(from: store)
    return state.withLock { state in
      if record.session != nil {
        state.identity.noteStored()
      } else if isStored, state.identity.isLoggedIn, state.place.key == place.key {
        // Another server, or another controller, has logged the visitor out.
        return state.noteLogout(record)
      }
      state.newest = max(state.newest, record.generation)
      return record
    }
  }

  func renewalTurn(for providerID: String) async throws -> SessionRenewalTurn? {
    try await store.renewalTurn(for: place.key)
  }

  func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    let place = place
    switch (session, place.isLoggedIn) {
    case (let session?, false): return try await logIn(session, ifGeneration: generation)
    case (nil, false):
      // Nothing is on the disk of a visitor who has not logged in.
      return state.withLock { $0.noteLogout(SessionRecord()) }
    case (_?, true):
      let record = try await place.replace(in: store, with: session, ifGeneration: generation)
      state.withLock { $0.newest = max($0.newest, record.generation) }
      return record
    case (nil, true):
      let erased = try await place.replace(in: store, with: nil, ifGeneration: generation)
      let record = state.withLock { $0.noteLogout(erased) }
      try await (store as? FileSessionStore)?.removeEnded(place.key)
      return record
    }
  }

  private func logIn(_ session: Session, ifGeneration generation: UInt64?) async throws -> SessionRecord {
    if let files = store as? FileSessionStore, try await files.count >= maximumSessions {
      throw AppControllerError.tooManySessions(maximumSessions)
    }
    // The former identity ends before anything is stored or shown; until then no form gives another identity.
    let (place, before) = try state.withLock { state in
      // What has been under way since before a logout, such as a renewal, logs nobody in.
      if let record = state.afterLogout, let generation, generation != record.generation {
        throw AppControllerError.overtaken
      }
      let (before, name) = ((state.identity, state.base), VisitorID.random().text)
      state.identity.noteLogin(fetchedAs: name, next: .random(), at: elapsed())
      state.fetchName = name
      state.base = state.afterLogout?.generation ?? 0
      state.isStoring = true
      return (state.place, before)
    }
    do {
      let record = try await place.replace(in: store, with: session, ifGeneration: nil)
      let loggedIn = state.withLock { state in
        (state.afterLogout, state.isStoring) = (nil, false)
        state.newest = max(state.newest, record.generation)
        return state.loggedIn
      }
      loggedIn()
      return record
    } catch {
      state.withLock { state in
        (state.identity, state.base) = before
        state.isStoring = false
      }
      throw error
    }
  }
}

extension AppControllerError {
  fileprivate static let overtaken = AppControllerError(
    .sessionConflict, what: "the session has been logged out meanwhile", why: "what is stored is newer",
    fix: "read it again")

  fileprivate static func tooManySessions(_ limit: Int) -> AppControllerError {
    AppControllerError(
      .storeFailed, what: "the session cannot be stored: there are \(limit) of visitors, as many as may be",
      why: "each is kept until its logout, or for 30 days", fix: "log in later, or ask whoever runs the page")
  }
}
