import AppControllerKit
import Synchronization

/// The session of one visitor, kept under the digest of the visitor's identity, and the identity itself.
final class VisitorStore: SessionStore {
  /// The largest number of sessions that are stored at a time.
  static let maximumSessions = 10_000

  private struct State {
    var identity: VisitorIdentity
    /// The record after a logout, of which nothing is on the disk.
    var afterLogout: SessionRecord?
    /// The secret name under which the identity of a login without a form can be fetched.
    var fetchName: String?
    /// The handler of a login.
    var loggedIn: @Sendable () -> Void = {}
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

  /// The token in each form of the visitor's pages; it stays the same when the server restarts.
  var token: String { state.withLock { $0.identity.current.token } }
  /// The identity of somebody who is logged in, if no browser has come with it yet.
  var undelivered: VisitorID? {
    state.withLock { !isShared && $0.identity.isLoggedIn && !$0.identity.isUsed ? $0.identity.current : nil }
  }

  /// What a request with an identity may do, at this moment; see ``VisitorIdentity/standing(of:on:at:)``.
  func standing(of id: VisitorID, on page: String? = nil) -> VisitorIdentity.Standing {
    isShared ? .current : state.withLock { $0.identity.standing(of: id, on: page, at: elapsed()) }
  }

  /// Notes a request, and returns whether it has ended the former identity.
  func noteUse(of id: VisitorID) -> Bool { state.withLock { $0.identity.noteUse(of: id) } }

  /// Notes that a form of a page does something.
  func noteForm(of page: String) {
    if !isShared { state.withLock { $0.identity.noteForm(of: page, next: .random(), at: elapsed()) } }
  }

  /// Returns the identity that an answer to a page delivers, if any.
  func delivery(to page: String) -> VisitorID? {
    state.withLock { $0.identity.isToBeDelivered(to: page) ? $0.identity.current : nil }
  }

  /// Whether a text is the token of the visitor's forms.
  func hasToken(_ text: String) -> Bool { state.withLock { $0.identity.hasToken(text, at: elapsed()) } }

  /// Sets what is called, on any thread, when somebody has logged in.
  func onLogin(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.loggedIn = handler } }

  /// Returns the name under which one page may fetch the identity of a login without a form, once.
  func takeFetchName() -> String? {
    state.withLock { state in
      defer { state.fetchName = nil }
      return state.fetchName.flatMap { state.identity.isToBeDelivered(to: $0) ? $0 : nil }
    }
  }

  private var key: String { state.withLock { $0.identity.current.key } }

  // MARK: - The session

  func load(for providerID: String) async throws -> SessionRecord {
    if let record = state.withLock({ $0.afterLogout }) { return record }
    let record = try await store.load(for: key)
    if record.session != nil { state.withLock { $0.identity.noteStored() } }
    return record
  }

  func renewalTurn(for providerID: String) async throws -> SessionRenewalTurn? { try await store.renewalTurn(for: key) }

  func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    let isLoggedIn = state.withLock { $0.identity.isLoggedIn }
    switch (session, isLoggedIn) {
    case (let session?, false): return try await logIn(session)
    case (nil, false):
      // Nothing is on the disk of a visitor who has not logged in.
      return state.withLock { state in
        let record = SessionRecord(generation: (state.afterLogout?.generation ?? 0) + 1)
        state.afterLogout = record
        return record
      }
    case (_?, true): return try await store.replace(for: key, with: session, ifGeneration: generation)
    case (nil, true):
      let key = key
      let record = try await store.replace(for: key, with: nil, ifGeneration: generation)
      state.withLock { state in
        state.identity.noteLogout()
        state.afterLogout = record
      }
      try await (store as? FileSessionStore)?.removeEnded(key)
      return record
    }
  }

  private func logIn(_ session: Session) async throws -> SessionRecord {
    if let files = store as? FileSessionStore, try await files.count >= maximumSessions {
      throw AppControllerError.tooManySessions(maximumSessions)
    }
    // The former identity ends before anything is stored or shown; until then no form gives another identity.
    let (key, before) = state.withLock { state in
      let (before, name) = (state.identity, VisitorID.random().text)
      state.identity.noteLogin(fetchedAs: name, next: .random(), at: elapsed())
      state.fetchName = name
      return (state.identity.current.key, before)
    }
    do {
      let record = try await store.replace(for: key, with: session, ifGeneration: nil)
      let loggedIn = state.withLock { state in
        state.afterLogout = nil
        return state.loggedIn
      }
      loggedIn()
      return record
    } catch {
      state.withLock { $0.identity = before }
      throw error
    }
  }
}

extension AppControllerError {
  fileprivate static func tooManySessions(_ limit: Int) -> AppControllerError {
    AppControllerError(
      .storeFailed, what: "the session cannot be stored: there are \(limit) of visitors, as many as may be",
      why: "each is kept until its logout, or for 30 days", fix: "log in later, or ask whoever runs the page")
  }
}
