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
  /// The call of the question under way.
  var call: AwaitedCall?

  /// Enters when nobody else is asking, as it mostly is; otherwise it takes ``wait(_:)``.
  ///
  /// - Returns: Whether the question may be asked.
  /// - Throws: `providerBusy` when the question before was given up on.
  func enter(_ question: String) throws(AppControllerError) -> Bool {
    if isOverdue { throw .providerBusy }
    if isTaken { return false }
    (isTaken, self.question) = (true, question)
    return true
  }

  /// Waits until it is this question's turn.
  ///
  /// - Throws: `providerBusy` when the question before was given up on.
  func wait(_ question: String) async throws(AppControllerError) {
    guard await withCheckedContinuation({ waiters.append($0) }) else { throw .providerBusy }
    (isTaken, self.question) = (true, question)
  }

  /// Lets the next question enter: this one has been answered.
  func leave() {
    (isOverdue, question, call) = (false, "", nil)
    if waiters.isEmpty { isTaken = false } else { waiters.removeFirst().resume(returning: true) }
  }

  /// Gives up on a question if it is the one under way.
  func giveUp(on question: String) {
    if question == self.question { giveUp() }
  }

  /// Gives up on the question under way: until it returns, every other is refused at once.
  func giveUp() {
    isOverdue = isTaken
    call?.end()
    let refused = waiters
    waiters = []
    for waiter in refused { waiter.resume(returning: false) }
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
