internal import AppControllerKit

/// A store that is not there: it answers as a recording says.
final class ReplayedStore: SessionStore {
  private let script: ReplayScript
  private let (changes, continuation) = AsyncStream.makeStream(of: UInt64?.self)
  /// The lines of the calls that the controller has told of, and that have not come yet.
  @MainActor private var calls: [Int] = []

  init(_ script: ReplayScript) { self.script = script }

  @MainActor func load(for providerID: String) async throws -> SessionRecord { try await answer(.load) }

  @MainActor func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    try await answer(.replace)
  }

  func changes(for providerID: String) -> AsyncStream<UInt64?>? { changes }

  /// Tells that what is stored may have changed.
  func tell(_ generation: UInt64?) { continuation.yield(generation) }

  /// Compares what passes between the controller and its store with what is recorded.
  @MainActor func observe(_ observation: StoreObservation) {
    switch observation {
    case .isCalled(let call, let number):
      let line = script.take(.store, call.kind, RecordedStoreCall(call, number: number))
      if let line { calls.append(line) }
    case .hasAnswered(let answer, let number):
      script.take(.storeAnswers, .stored, RecordedStoreAnswer(answer, number: number))
    case .hasChanged(let generation):
      script.take(.storeChanges, .changed, RecordedNumber(generation: generation))
    }
  }

  @MainActor private func answer(_ kind: RecordedLine.Kind) async throws -> SessionRecord {
    guard let place = calls.firstIndex(where: { script.recording.lines[$0].kind == kind }),
      let reply = script.line(after: calls.remove(at: place), .stored, where: "call")
    else { throw CancellationError() }
    await script.arrival(at: reply)
    if script.divergence != nil { throw CancellationError() }
    let answer: RecordedStoreAnswer = try script.read(at: reply)
    if let error = answer.error { throw error.error }
    guard let record = answer.record else { throw CancellationError() }
    return record.record
  }
}
