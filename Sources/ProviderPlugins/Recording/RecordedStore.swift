internal import AppControllerKit

/// A store that does what another one does, with every call and answer in a recording.
final class RecordedStore: SessionStore {
  private let store: any SessionStore
  private let recorder: ProviderRecorder

  init(_ store: any SessionStore, _ recorder: ProviderRecorder) { (self.store, self.recorder) = (store, recorder) }

  func load(for providerID: String) async throws -> SessionRecord {
    try await recorded(.load, []) { try await store.load(for: providerID) }
  }

  func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    let content = JSONValue(session, ifGeneration: generation, recorder.secrets).objectValue ?? []
    return try await recorded(.replace, content) {
      try await store.replace(for: providerID, with: session, ifGeneration: generation)
    }
  }

  func changes(for providerID: String) throws -> AsyncStream<UInt64?>? {
    guard let changes = try store.changes(for: providerID) else { return nil }
    return AsyncStream { continuation in
      let task = Task { [recorder] in
        for await generation in changes {
          recorder.write(.changed, .members(["generation": generation.map { .string(String($0)) }]))
          continuation.yield(generation)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func recorded(
    _ kind: RecordedLine.Kind, _ content: [JSONValue.Member], _ body: () async throws -> SessionRecord
  ) async throws -> SessionRecord {
    let number = recorder.beginsStoreCall(kind, content)
    do {
      let record = try await body()
      recorder.endsStoreCall(number, .init("record", JSONValue(record, recorder.secrets)))
      return record
    } catch {
      recorder.endsStoreCall(number, .init("error", JSONValue(error: error)))
      throw error
    }
  }
}

extension JSONValue {
  /// What a store is told to have from now on.
  init(_ session: Session?, ifGeneration generation: UInt64?, _ secrets: SecretNumbers) {
    self = .members([
      "session": session.map { JSONValue($0, secrets) }, "ifGeneration": generation.map { .string(String($0)) },
    ])
  }
}
