import AppControllerKitTesting
import Testing

@testable import AppControllerKit

@MainActor
@Suite struct `Those who read the session again` {
  /// Stores nothing before its gate opens.
  private final class GatedMemory: SessionStore {
    private let store = InMemorySessionStore()
    let gate: Gate

    init(_ gate: Gate) { self.gate = gate }

    func load(for providerID: String) async throws -> SessionRecord { try store.load(for: providerID) }
    func renewalTurn(for providerID: String) async throws -> SessionRenewalTurn? { nil }

    @MainActor func replace(
      for providerID: String, with session: Session?, ifGeneration generation: UInt64?
    ) async throws -> SessionRecord {
      await gate.waitIgnoringCancellation()
      return try store.replace(for: providerID, with: session, ifGeneration: generation)
    }
  }

  @Test func `wait for a change of the app's own, and not for each other`() async throws {
    let (store, kitty) = (GatedMemory(Gate()), Session(subject: "kitty"))
    let keeper = SessionStoreClient(providerID: "test", store: store, clock: ImmediateClock(), wallClock: { .now })
    let saving = Task { try await keeper.save(kitty) { _ in true } }
    await store.gate.arrived()
    let read = Task.immediate { try await keeper.read() }
    let reload = Task.immediate { await keeper.reload { true } }
    store.gate.open()
    _ = try await saving.value
    #expect(try await read.value.session == kitty)
    #expect(await reload.value == .current)
  }
}
