import AppControllerKit

/// Notes what another store is asked, and what it has acknowledged.
///
/// It tells nobody of changes, so that the steps are the same in every run.
@MainActor
final class JournalingStore: SessionStore {
  private let inner: FileSessionStore
  private let journal: Journal
  /// What is done once, between the next change and the moment in which the controller learns of it.
  var afterChange: (() -> Void)?

  init(_ inner: FileSessionStore, journal: Journal) {
    self.inner = inner
    self.journal = journal
  }

  @MainActor
  func load(for providerID: String) async throws -> SessionRecord {
    journal.note("load")
    let record = try await inner.load(for: providerID)
    journal.note("loaded \(record.generation) \(record.session.name)")
    return record
  }

  @MainActor
  func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    journal.note("replace \(session.name)")
    let record = try await inner.replace(for: providerID, with: session, ifGeneration: generation)
    journal.note("replaced \(record.generation) \(session.name)")
    afterChange?()
    afterChange = nil
    return record
  }
}

extension Session? {
  fileprivate var name: String { self?.displayName ?? "-" }
}
