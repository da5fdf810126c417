package import AppControllerJSON

package struct ProviderDifference: Sendable, Equatable {
  /// `nil` for a request of the provider.
  package let question: UInt64?
  /// The kind of the question, such as `perform sign-in`, or of the request, such as `request login`.
  package let kind: String
  /// `nil` for a request that is only new.
  package let line: Int?
  package let path: ReplyPath
  /// `nil` for no recorded value.
  package let recorded: JSONValue?
  /// `nil` for no new value.
  package let found: JSONValue?
}

package struct ProviderTestReport: Sendable {
  package var differences: [ProviderDifference] = []
  package let questionCount: Int
  /// These questions have no recorded answer, and were only asked.
  package var uncomparedCount = 0
  /// These questions could not be answered, because the provider had crashed or hung.
  package var unansweredCount = 0
  package let isFinished: Bool

  /// The unused rules are those that allow no difference.
  package func divided(
    by rules: [DifferenceRule]
  ) -> (differences: [(ProviderDifference, rule: DifferenceRule?)], unused: [DifferenceRule]) {
    let all = differences.map { difference in (difference, rule: rules.first { $0.allows(difference) }) }
    let unused = rules.filter { rule in !differences.contains(where: rule.allows) }
    return (all, unused)
  }
}
