package import AppControllerKit

/// One requirement on a provider: a name, the rule, and the code that checks it.
///
/// The code runs in a child process, in the same process as the provider.
package struct ConformanceCheck: Sendable {
  /// The subject of a check, in the order in which a host meets it.
  package enum Group: String, Sendable, CaseIterable {
    /// The file, without running any of its code.
    case file
    /// Loading, the query and the table of functions.
    case entry
    /// Instances, and the values that they receive.
    case instance
    /// The descriptions.
    case tree
    /// The answers to questions.
    case behaviour
    /// The rules that an app relies on for every provider.
    case contract
    /// Questions that are answered later.
    case pending
  }

  /// What several checks only look at, so that one process gathers it for all of them.
  enum Evidence: Sendable {
    /// The facts of the file.
    case facts
    /// The logged-out and the logged-in interface.
    case interfaces
    /// A thorough ``Round``.
    case round
  }

  /// Its name, in kebab case.
  package let id: String
  /// The subject of the check.
  package let group: Group
  /// The rule, one sentence.
  package let rule: String
  /// The source of the rule: a document of `Docs/` and a section.
  package let source: String
  /// Whether a violation is only a warning, because it breaks nothing.
  package let onlyWarns: Bool
  /// The checks that have to pass before this one can give a meaningful result.
  package let needs: [String]
  /// What it looks at; `nil` for a check that has a process of its own.
  let evidence: Evidence?
  let body: @MainActor @Sendable (CheckRun) async throws(CheckStop) -> Void

  init(
    _ id: String, _ group: Group, _ rule: String, _ source: String, onlyWarns: Bool = false,
    judging evidence: Evidence? = nil, needs: [String],
    _ body: @escaping @MainActor @Sendable (CheckRun) async throws(CheckStop) -> Void
  ) {
    (self.id, self.group, self.rule, self.source) = (id, group, rule, source)
    (self.onlyWarns, self.evidence, self.needs, self.body) = (onlyWarns, evidence, needs, body)
  }
}

/// The reason why a check stops early.
enum CheckStop: Error {
  /// The rule is broken.
  case broken(CheckFinding)
  /// The check has nothing to examine.
  case skipped(String)
  /// The check could not be made, for this reason, and says nothing about the provider.
  case untried(String)

  /// Returns the stop for a broken rule, with the expected behaviour, the actual behaviour and the likely cause.
  static func broken(
    _ expected: String, seen: String, cause: String, said: ProviderFailure? = nil
  ) -> CheckStop {
    .broken(CheckFinding(expected: expected, seen: seen, cause: cause, said: said))
  }
}

/// The finding of a check about a broken rule.
package struct CheckFinding: Sendable, Equatable {
  /// The expected behaviour, such as `Querying with magic 0 should answer ACK_MISUSE and write nothing`.
  package private(set) var expected: String
  /// The actual behaviour, such as `it answered ACK_OK and wrote an answer`.
  package private(set) var seen: String
  /// The likely cause, such as `The provider may not look at query->magic`.
  package private(set) var cause: String
  /// The failure that the provider reported.
  package private(set) var said: ProviderFailure?
  /// The output of the provider, in lines; empty unless that is the finding.
  package private(set) var printed: String

  package init(expected: String, seen: String, cause: String, said: ProviderFailure? = nil, printed: String = "") {
    (self.expected, self.seen, self.cause, self.said, self.printed) = (expected, seen, cause, said, printed)
  }

  /// The expected and the actual behaviour and the cause as two sentences.
  package var sentence: String { "\(expected), but \(seen)\(seen.hasSuffix("?") ? "" : ".") \(cause)." }
}

extension CheckFinding {
  /// Returns the finding with more of what the provider has printed.
  func adding(_ lines: [String]) -> CheckFinding {
    var finding = self
    finding.printed = ([printed] + lines).filter { !$0.isEmpty }.joined(separator: "\n")
    return finding
  }
}

extension CheckFinding: Coded {
  package static var blank: CheckFinding { CheckFinding(expected: "", seen: "", cause: "") }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("expected", &expected, .sentence)
    try coder.member("seen", &seen, .sentence)
    try coder.member("cause", &cause, .sentence)
    try coder.member("said", &said, .optional(.object()))
    try coder.member("printed", &printed, .optionalText(atMost: 64 << 10))
  }

  /// Returns the finding with each text changed.
  func mapped(_ change: (String) -> String) -> CheckFinding {
    CheckFinding(
      expected: change(expected), seen: change(seen), cause: change(cause),
      said: said.map { ProviderFailure(what: change($0.what), why: change($0.why), fix: change($0.fix)) },
      printed: printed.split(separator: "\n").map { change(String($0)) }.joined(separator: "\n"))
  }
}

extension ConformanceCheck {
  /// Every check, in the order of the results.
  package static let all: [ConformanceCheck] =
    FileChecks.all + EntryChecks.all + InstanceChecks.all + SettingChecks.all + TreeChecks.all
    + BehaviourChecks.all + FuzzChecks.all + UseChecks.all + ContractChecks.all + PendingChecks.all
}
