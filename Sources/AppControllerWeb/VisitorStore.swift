import AppControllerKit
import Synchronization

/// The session of one visitor, kept under the digest of the visitor's identity.
///
/// A login gives the visitor a new identity, because an attacker may have planted the old one (session fixation). The
/// session is stored under the new identity only.
final class VisitorStore: SessionStore {
  private struct State {
    var id: VisitorID { didSet { token = id.token } }
    /// The token that belongs to the identity.
    private(set) var token: String
    /// Whether a session is stored under the identity.
    var hasSession = false
    /// The new identity, if the browser has not received it yet.
    var undeliveredID: VisitorID?
    /// The handler of a new identity.
    var changed: @Sendable () -> Void = {}

    init(id: VisitorID) { (self.id, token) = (id, id.token) }
  }

  private let store: any SessionStore
  private let state: Mutex<State>

  init(_ store: any SessionStore, _ id: VisitorID) {
    self.store = store
    state = Mutex(State(id: id))
  }

  var id: VisitorID { state.withLock { $0.id } }
  var token: String { state.withLock { $0.token } }

  /// Sets what is called, on any thread, when the visitor has got another identity.
  func onChange(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.changed = handler } }

  /// Returns the identity that the browser has yet to receive, once.
  func takeUndeliveredID() -> VisitorID? {
    state.withLock { state in
      defer { state.undeliveredID = nil }
      return state.undeliveredID
    }
  }

  func load(for providerID: String) async throws -> SessionRecord {
    let record = try await store.load(for: id.key)
    state.withLock { $0.hasSession = record.session != nil }
    return record
  }

  func renewalTurn(for providerID: String) async throws -> SessionRenewalTurn? {
    try await store.renewalTurn(for: id.key)
  }

  func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    let (id, hasSession) = state.withLock { ($0.id, $0.hasSession) }
    if session != nil, !hasSession {
      let new = VisitorID.random()
      let record = try await store.replace(for: new.key, with: session, ifGeneration: nil)
      let changed = state.withLock { state in
        (state.id, state.undeliveredID, state.hasSession) = (new, new, true)
        return state.changed
      }
      changed()
      return record
    }
    let record = try await store.replace(for: id.key, with: session, ifGeneration: generation)
    state.withLock { $0.hasSession = session != nil }
    return record
  }
}
