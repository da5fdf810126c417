internal import Synchronization

/// Keeps sessions as long as the process lives, for tests and for apps that must not write.
///
/// Its functions answer at once, without suspending, from any thread.
public final class InMemorySessionStore: SessionStore {
  private let records = Mutex<[String: SessionRecord]>([:])

  /// Makes an empty store.
  public init() {}

  /// Loads what is stored for a provider.
  ///
  /// - Parameter providerID: The id of the provider.
  /// - Returns: The record; the empty one when nothing was ever stored.
  /// - Throws: `storeFailed` for an id that breaks the rule.
  public func load(for providerID: String) throws(AppControllerError) -> SessionRecord {
    try Self.check(providerID: providerID)
    return records.withLock { $0[providerID] } ?? SessionRecord()
  }

  /// Replaces or erases what is stored for a provider, if nobody else has changed it in the meantime.
  ///
  /// - Parameters:
  ///   - providerID: The id of the provider.
  ///   - session: The new session; nil erases the stored one.
  ///   - generation: The generation that the change builds on; nil replaces whatever is there.
  /// - Returns: The new record.
  /// - Throws: `sessionConflict`, `invalidSession`, or `storeFailed` for an id that breaks the rule.
  @discardableResult
  public func replace(
    for providerID: String,
    with session: Session?,
    ifGeneration generation: UInt64? = nil
  ) throws(AppControllerError) -> SessionRecord {
    try Self.check(providerID: providerID)
    try session?.validated()
    return try records.withLock { records throws(AppControllerError) in
      let current = records[providerID] ?? SessionRecord()
      try Self.check(expected: generation, of: current, for: providerID)
      let record = SessionRecord(session: session, generation: current.generation + 1)
      records[providerID] = record
      return record
    }
  }
}
