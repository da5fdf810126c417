import AppControllerKit
import Synchronization

/// A store in memory that tells of changes, and that another process changes whenever the test says so.
final class TellingStore: SessionStore {
  private let inner = InMemorySessionStore()
  private let listeners = Mutex<[AsyncStream<UInt64?>.Continuation]>([])
  private let count = Mutex(0)

  /// How often the app itself has changed it.
  var changesByTheApp: Int { count.withLock { $0 } }

  func load(for providerID: String) async throws -> SessionRecord { try inner.load(for: providerID) }

  func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    let record = try inner.replace(for: providerID, with: session, ifGeneration: generation)
    count.withLock { $0 += 1 }
    tell(record.generation)
    return record
  }

  func changes(for providerID: String) -> AsyncStream<UInt64?>? {
    let (stream, continuation) = AsyncStream.makeStream(of: UInt64?.self, bufferingPolicy: .bufferingNewest(1))
    listeners.withLock { $0.append(continuation) }
    return stream
  }

  /// Another process stores a session, or erases what is stored.
  func change(to session: Session?) throws {
    tell(try inner.replace(for: "test", with: session).generation)
  }

  /// Somebody says that something has changed, and cannot say what.
  func tell(_ generation: UInt64?) {
    for listener in listeners.withLock(\.self) { listener.yield(generation) }
  }

  /// What is stored now.
  var session: Session? { get throws { try inner.load(for: "test").session } }
}
