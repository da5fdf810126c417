package import AppControllerKit

/// One thing that a provider has to keep: a name, the rule, and the code that finds out.
///
/// The code runs in a child process of its own, beside the provider's.
package struct ConformanceCheck: Sendable {
  /// What a check looks at, in the order in which a host comes upon it.
  package enum Group: String, Sendable, CaseIterable {
    /// The file, without running any of its code.
    case file
    /// Loading, the query and the table of functions.
    case entry
    /// Instances, and what they are handed.
    case instance
    /// What is described.
    case tree
    /// How questions are answered.
    case behaviour
    /// What an app relies on from every provider.
    case contract
    /// Questions that are answered later.
    case pending
  }

  /// Its name, in kebab case.
  package let id: String
  /// What it looks at.
  package let group: Group
  /// The rule, one sentence.
  package let rule: String
  /// Where the rule stands: a document of `Docs/` and a section.
  package let source: String
  /// Whether it can do no more than to warn, because nothing breaks when the rule is.
  package let onlyWarns: Bool
  /// The checks that have to pass before it says anything.
  package let needs: [String]
  let body: @MainActor @Sendable (CheckRun) async throws(CheckStop) -> Void

  init(
    _ id: String, _ group: Group, _ rule: String, _ source: String, onlyWarns: Bool = false, needs: [String],
    _ body: @escaping @MainActor @Sendable (CheckRun) async throws(CheckStop) -> Void
  ) {
    (self.id, self.group, self.rule, self.source) = (id, group, rule, source)
    (self.onlyWarns, self.needs, self.body) = (onlyWarns, needs, body)
  }
}

/// Why a check ends before its end.
enum CheckStop: Error {
  /// The rule is broken.
  case broken(CheckFinding)
  /// There is nothing to look at.
  case skipped(String)

  /// Says what should have been, what was, and why that may be.
  static func broken(
    _ expected: String, seen: String, cause: String, said: ProviderFailure? = nil
  ) -> CheckStop {
    .broken(CheckFinding(expected: expected, seen: seen, cause: cause, said: said))
  }
}

/// What a check has found out about a rule that is broken.
package struct CheckFinding: Sendable, Equatable {
  /// What should have been, such as `Querying with magic 0 should answer ACK_MISUSE and write nothing`.
  package private(set) var expected: String
  /// What was instead, such as `it answered ACK_OK and wrote 24 bytes`.
  package private(set) var seen: String
  /// What the author may look for, such as `The provider may not look at query->magic`.
  package private(set) var cause: String
  /// What the provider said of it.
  package private(set) var said: ProviderFailure?

  package init(expected: String, seen: String, cause: String, said: ProviderFailure? = nil) {
    (self.expected, self.seen, self.cause, self.said) = (expected, seen, cause, said)
  }

  /// The first three as two sentences.
  package var sentence: String { "\(expected), but \(seen). \(cause)." }
}

extension CheckFinding: Coded {
  package static var blank: CheckFinding { CheckFinding(expected: "", seen: "", cause: "") }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("expected", &expected, .sentence)
    try coder.member("seen", &seen, .sentence)
    try coder.member("cause", &cause, .sentence)
    try coder.member("said", &said, .optional(.object()))
  }

  /// The same with each text changed.
  func mapped(_ change: (String) -> String) -> CheckFinding {
    CheckFinding(
      expected: change(expected), seen: change(seen), cause: change(cause),
      said: said.map { ProviderFailure(what: change($0.what), why: change($0.why), fix: change($0.fix)) })
  }
}

extension ConformanceCheck {
  /// Every check, in the order in which results are listed.
  package static let all: [ConformanceCheck] =
    FileChecks.all + EntryChecks.all + InstanceChecks.all + TreeChecks.all
    + BehaviourChecks.all + FuzzChecks.all + ContractChecks.all + PendingChecks.all
}
