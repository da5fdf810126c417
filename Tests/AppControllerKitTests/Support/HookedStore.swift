import AppControllerKit
import AppControllerKitTesting

/// A store in memory that waits, fails or does something besides when the test says so.
@MainActor
final class HookedStore: SessionStore {
  typealias Hook = @MainActor () async throws -> Void

  static let noRoom = AppControllerError(
    .storeFailed, what: "no room", why: "the disk is full", fix: "make room")

  private let memory = InMemorySessionStore()
  /// Where the next change waits after it was made; it is used once.
  var gate: Gate?
  var isBroken = false
  /// What is done at a change besides; it fails before the change when it throws something else than a cancellation.
  var step: Hook?
  var beforeLoad: Hook?
  var afterChange: Hook?

  @MainActor func load(for providerID: String) async throws -> SessionRecord {
    try await beforeLoad?()
    return try memory.load(for: providerID)
  }

  @MainActor func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    // As a store does that waits for a lock.
    try Task.checkCancellation()
    if isBroken { throw Self.noRoom }
    let step = self.step
    self.step = nil
    do { try await step?() } catch is CancellationError {}
    let record = try memory.replace(for: providerID, with: session, ifGeneration: generation)
    let gate = self.gate
    self.gate = nil
    try? await gate?.wait()
    try await afterChange?()
    return record
  }
}
