/// Lets one question at a time through to the provider, in the order in which they came.
///
/// Actions have no lane: a pending one never delays a logout.
@MainActor
final class QuestionLane {
  private var isTaken = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Asks in turn; without a wait when nobody else asks.
  func run<Answer, Failure: Error>(_ ask: () async throws(Failure) -> Answer) async throws(Failure) -> Answer {
    if isTaken { await withCheckedContinuation { waiters.append($0) } } else { isTaken = true }
    defer { passOn() }
    return try await ask()
  }

  private func passOn() {
    if waiters.isEmpty { isTaken = false } else { waiters.removeFirst().resume() }
  }
}
