package import AppControllerJSON

/// A difference between the recorded answers or requests and those of another build.
package struct ProviderDifference: Sendable, Equatable {
  /// The recorded number of the question; `nil` for a request of the provider.
  package let question: UInt64?
  /// The kind of the question, such as `perform sign-in`, or of the request, such as `request login`.
  package let kind: String
  /// The line of the recording; `nil` for a request that is only new.
  package let line: Int?
  package let path: ReplyPath
  /// The recorded value; `nil` for none.
  package let recorded: JSONValue?
  /// The new value; `nil` for none.
  package let found: JSONValue?
}

/// The result of a ``ProviderTest``.
package struct ProviderTestReport: Sendable {
  /// All differences, in the order of the recording.
  package var differences: [ProviderDifference] = []
  /// The number of questions.
  package let questionCount: Int
  /// The number of questions that have no recorded answer, and were only asked.
  package var uncomparedCount = 0
  /// The number of questions that could not be answered, because the provider had crashed or hung.
  package var unansweredCount = 0
  /// Whether the recording is complete.
  package let isFinished: Bool

  /// Divides the differences into those that a rule allows, with its place, and the others.
  ///
  /// - Returns: The differences, and the rules that allow none of them.
  package func divided(
    by rules: [DifferenceRule]
  ) -> (differences: [(ProviderDifference, rule: DifferenceRule?)], unused: [DifferenceRule]) {
    let all = differences.map { difference in (difference, rule: rules.first { $0.allows(difference) }) }
    let unused = rules.filter { rule in !differences.contains(where: rule.allows) }
    return (all, unused)
  }
}
