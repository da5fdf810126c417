import AppControllerKit
import Synchronization

/// A store that caches the last record of each provider.
///
/// Loading a record again could query a keyring again, which may be slow and may give another answer.
final class ObservedStore: SessionStore {
  private let store: @Sendable (_ providerID: String) -> any SessionStore
  private let last = Mutex<[String: SessionRecord]>([:])

  init(_ store: @escaping @Sendable (_ providerID: String) -> any SessionStore) { self.store = store }

  /// `nil` when none was loaded or stored yet.
  func lastRecord(for providerID: String) -> SessionRecord? { last.withLock { $0[providerID] } }

  func load(for providerID: String) async throws -> SessionRecord {
    note(try await store(providerID).load(for: providerID), of: providerID)
  }

  func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    note(try await store(providerID).replace(for: providerID, with: session, ifGeneration: generation), of: providerID)
  }

  func changes(for providerID: String) throws -> AsyncStream<UInt64?>? {
    try store(providerID).changes(for: providerID)
  }

  func renewalTurn(for providerID: String) async throws -> SessionRenewalTurn? {
    try await store(providerID).renewalTurn(for: providerID)
  }

  private func note(_ record: SessionRecord, of providerID: String) -> SessionRecord {
    last.withLock { $0[providerID] = record }
    return record
  }
}
