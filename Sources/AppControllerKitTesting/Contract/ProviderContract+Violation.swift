extension ProviderContract {
  /// How a provider breaks a rule.
  ///
  /// No text of it holds a secret of the examination, unless the provider has put one into an error or a description.
  public struct Violation: Error, Sendable, Hashable, CustomStringConvertible {
    /// The rule.
    public let rule: Rule
    /// What should have been seen.
    public let expected: String
    /// What was seen.
    public let seen: String
    /// What usually brings it about, and what to look at.
    public let likelyCause: String

    /// The violation in four lines: the rule, what was expected, what was seen, and the likely cause.
    public var description: String {
      """
      \(rule.id): \(rule.statement)
        expected: \(expected)
        seen: \(seen)
        likely cause: \(likelyCause)
      """
    }
  }
}
