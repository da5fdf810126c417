internal import Synchronization

/// Keeps sessions while the process lives, for tests and for apps that must not write to the disk.
///
/// Its functions return at once, without suspending, from any thread.
public final class InMemorySessionStore: SessionStore {
  private struct Listener: Sendable {
    let providerID: String
    /// Changes of this author are not reported to the listener.
    let author: ObjectIdentifier?
    let continuation: AsyncStream<UInt64?>.Continuation
  }

  private struct Content: Sendable {
    var records: [String: SessionRecord] = [:]
    var listeners: [Int: Listener] = [:]
    var lastListener = 0
  }

  private let content = Mutex(Content())

  /// Makes an empty store.
  public init() {}

  /// Loads the record of a provider.
  ///
  /// - Parameter providerID: The id of the provider.
  /// - Returns: The record; the empty one when nothing was ever stored.
  /// - Throws: `storeFailed` for an id that breaks the rule.
  public func load(for providerID: String) throws(AppControllerError) -> SessionRecord {
    try Self.check(providerID: providerID)
    return content.withLock { $0.records[providerID] } ?? SessionRecord()
  }

  /// Replaces or erases the session of a provider, unless another writer has changed it in the meantime.
  ///
  /// - Parameters:
  ///   - providerID: The id of the provider.
  ///   - session: The new session; nil erases the stored one.
  ///   - generation: The generation that the change is based on; nil replaces any record.
  /// - Returns: The new record.
  /// - Throws: `sessionConflict`, `invalidSession`, or `storeFailed` for an id that breaks the rule.
  @discardableResult
  public func replace(
    for providerID: String,
    with session: Session?,
    ifGeneration generation: UInt64? = nil
  ) throws(AppControllerError) -> SessionRecord {
    try replace(for: providerID, with: session, ifGeneration: generation, by: nil)
  }

  /// Reports from now on when the record of a provider has changed, whichever writer has changed it.
  ///
  /// - Parameter providerID: The id of the provider.
  /// - Returns: After each change, or after several, the stored generation.
  /// - Throws: `storeFailed` for an id that breaks the rule.
  public func changes(for providerID: String) throws(AppControllerError) -> AsyncStream<UInt64?>? {
    try changes(for: providerID, exceptBy: nil)
  }
}

// MARK: - Changes with an author

extension InMemorySessionStore {
  func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?, by author: ObjectIdentifier?
  ) throws(AppControllerError) -> SessionRecord {
    try Self.check(providerID: providerID)
    try session?.validated()
    return try content.withLock { content throws(AppControllerError) in
      let current = content.records[providerID] ?? SessionRecord()
      try Self.check(expected: generation, of: current, for: providerID)
      let record = SessionRecord(session: session, generation: current.generation + 1)
      content.records[providerID] = record
      // Notified under the lock, so that no listener receives two changes in the wrong order.
      for listener in content.listeners.values where listener.author != author || author == nil {
        if listener.providerID == providerID { listener.continuation.yield(record.generation) }
      }
      return record
    }
  }

  func changes(
    for providerID: String, exceptBy author: ObjectIdentifier?
  ) throws(AppControllerError) -> AsyncStream<UInt64?> {
    try Self.check(providerID: providerID)
    let (changes, continuation) = AsyncStream.makeStream(of: UInt64?.self, bufferingPolicy: .bufferingNewest(1))
    let number = content.withLock { content in
      content.lastListener += 1
      content.listeners[content.lastListener] = Listener(
        providerID: providerID, author: author, continuation: continuation)
      return content.lastListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.content.withLock { $0.listeners[number] = nil }
    }
    return changes
  }
}
