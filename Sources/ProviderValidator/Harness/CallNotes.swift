/// What was noticed while an instance was asked, besides its answers.
struct CallNotes {
  /// Every status of a question that was not `ACK_PENDING`, with the question.
  var statuses: [(question: String, status: Int32)] = []
  /// Questions in which lent memory was written.
  var written: [String] = []
  /// Questions that failed without a reason.
  var unexplained: [String] = []
  /// Questions with a reason for a failure that was none.
  var explainedSuccesses: [String] = []
  /// Questions that were pending.
  var pending: [String] = []
  /// Pending questions that were not woken in time.
  var unanswered: [String] = []
  /// Questions that were pending again after each of many wakes.
  var endless: [String] = []
  /// Questions that wrote something before they were pending.
  var wroteBeforePending: [String] = []
  /// The call that took longest.
  var slowest: (question: String, time: Duration) = ("", .zero)
}
