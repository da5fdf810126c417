/// Lets one question at a time through to the provider, in the order in which they came.
///
/// Actions have no lane: a pending one never delays a logout.
@MainActor
final class QuestionLane {
  private var isTaken = false
  /// Whether the question under way has been given up on, and the provider still has not returned.
  private var isOverdue = false
  private var waiters: [CheckedContinuation<Bool, Never>] = []
  /// What is asked now.
  private var question = ""

  /// Asks in turn; without a wait when nobody else asks.
  ///
  /// - Throws: What the question throws; `providerBusy` when the question before was given up on.
  func run<Answer>(_ question: String, _ ask: () async throws(AppControllerError) -> Answer)
    async throws(AppControllerError) -> Answer
  {
    if isOverdue { throw .providerBusy }
    if isTaken {
      guard await withCheckedContinuation({ waiters.append($0) }) else { throw .providerBusy }
    }
    isTaken = true
    self.question = question
    defer { passOn() }
    return try await ask()
  }

  /// Gives up on a question if it is the one under way.
  func giveUp(on question: String) {
    if question == self.question { giveUp() }
  }

  /// Gives up on the question under way: until it returns, every other is refused at once.
  func giveUp() {
    isOverdue = isTaken
    let refused = waiters
    waiters = []
    for waiter in refused { waiter.resume(returning: false) }
  }

  private func passOn() {
    (isOverdue, question) = (false, "")
    if waiters.isEmpty { isTaken = false } else { waiters.removeFirst().resume(returning: true) }
  }
}

extension AppControllerError {
  fileprivate static var providerBusy: AppControllerError {
    AppControllerError(
      .providerBusy,
      what: "the provider still has not returned from a question that took too long",
      why: "it is asked one question at a time, and it did not heed that the last one was cancelled",
      fix: "have the provider's functions end when their task is cancelled"
    )
  }
}
