import AppControllerKit
import AppControllerKitTesting

/// A store in memory whose changes wait at a gate after they were made, and fail when the test says so.
@MainActor
final class GatedStore: SessionStore {
  private let inner = InMemorySessionStore()
  /// Where the next change waits; it is used once.
  var gate: Gate?
  var isBroken = false
  /// What is done at a change besides; it fails before the change when it throws something else than a cancellation.
  var step: (@MainActor () async throws -> Void)?

  @MainActor
  func load(for providerID: String) async throws -> SessionRecord { try inner.load(for: providerID) }

  @MainActor
  func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    // As a store does that waits for a lock.
    try Task.checkCancellation()
    if isBroken {
      throw AppControllerError(.storeFailed, what: "no room", why: "the disk is full", fix: "make room")
    }
    let step = self.step
    self.step = nil
    var failure: (any Error)?
    do { try await step?() } catch { failure = error }
    if let failure, !(failure is CancellationError) { throw failure }
    let record = try inner.replace(for: providerID, with: session, ifGeneration: generation)
    let gate = self.gate
    self.gate = nil
    try? await gate?.wait()
    return record
  }
}
