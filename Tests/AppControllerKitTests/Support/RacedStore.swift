import AppControllerKit
import Synchronization

/// A store in memory in which another process is faster a number of times.
final class RacedStore: SessionStore {
  private let inner = InMemorySessionStore()
  private let races: Mutex<Int>

  init(races: Int) { self.races = Mutex(races) }

  func load(for providerID: String) async throws -> SessionRecord { try inner.load(for: providerID) }

  func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    let race = races.withLock { races in
      defer { races = max(0, races - 1) }
      return races
    }
    if race > 0 { try inner.replace(for: providerID, with: Session(subject: "racer \(race)")) }
    return try inner.replace(for: providerID, with: session, ifGeneration: generation)
  }

  func changes(for providerID: String) throws -> AsyncStream<UInt64?>? { try inner.changes(for: providerID) }
}
