import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite struct `Those who read the session again` {
  @Test func `wait for a change of the app's own, and not for each other`() async throws {
    let (store, gate, kitty) = (HookedStore(), Gate(), Session(subject: "kitty"))
    store.step = { await gate.waitIgnoringCancellation() }
    let keeper = SessionStoreClient(providerID: "test", store: store, clock: ImmediateClock(), wallClock: { .now })
    let saving = Task { try await keeper.save(kitty) { _ in true } }
    await gate.arrived()
    let read = Task.immediate { try await keeper.read() }
    let reload = Task.immediate { await keeper.reload { true } }
    gate.open()
    _ = try await saving.value
    #expect(try await read.value.session == kitty)
    #expect(await reload.value == .current)
  }
}
