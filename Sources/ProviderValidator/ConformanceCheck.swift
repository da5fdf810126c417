package import AppControllerKit

/// One requirement on a provider; its code runs in a child process, in the same process as the provider.
package struct ConformanceCheck: Sendable {
  /// In the order in which a host meets it.
  package enum Group: String, Sendable, CaseIterable {
    /// The file, without running any of its code.
    case file
    case entry
    case instance
    case tree
    case behaviour
    /// The rules that an app relies on for every provider.
    case contract
    /// Questions that are answered later.
    case pending
  }

  /// What several checks only look at, so that one process gathers it for all of them.
  enum Evidence: Sendable {
    case facts
    case interfaces
    case round
  }

  /// In kebab case.
  package let id: String
  package let group: Group
  /// One sentence.
  package let rule: String
  /// A document of `Docs/` and a section.
  package let source: String
  /// A violation breaks nothing.
  package let onlyWarns: Bool
  package let needs: [String]
  /// `nil` for a check that has a process of its own.
  let evidence: Evidence?
  let body: @MainActor @Sendable (CheckRun) async throws(CheckVerdict) -> Void

  init(
    _ id: String, _ group: Group, _ rule: String, _ source: String, onlyWarns: Bool = false,
    judging evidence: Evidence? = nil, needs: [String],
    _ body: @escaping @MainActor @Sendable (CheckRun) async throws(CheckVerdict) -> Void
  ) {
    (self.id, self.group, self.rule, self.source) = (id, group, rule, source)
    (self.onlyWarns, self.evidence, self.needs, self.body) = (onlyWarns, evidence, needs, body)
  }
}

enum CheckVerdict: Error {
  case broken(CheckFinding)
  case skipped(String)
  /// The check could not be made, for this reason, and says nothing about the provider.
  case untried(String)

  static func broken(
    _ expected: String, seen: String, cause: String, said: ProviderFailure? = nil
  ) -> CheckVerdict {
    .broken(CheckFinding(expected: expected, seen: seen, cause: cause, said: said))
  }
}

package struct CheckFinding: Sendable, Equatable {
  /// Such as `Querying with magic 0 should answer ACK_MISUSE and write nothing`.
  package private(set) var expected: String
  /// Such as `it answered ACK_OK and wrote an answer`.
  package private(set) var seen: String
  /// Such as `The provider may not look at query->magic`.
  package private(set) var cause: String
  package private(set) var said: ProviderFailure?
  /// In lines; empty unless that is the finding.
  package private(set) var printed: String

  package init(expected: String, seen: String, cause: String, said: ProviderFailure? = nil, printed: String = "") {
    (self.expected, self.seen, self.cause, self.said, self.printed) = (expected, seen, cause, said, printed)
  }

  package var sentence: String { "\(expected), but \(seen)\(seen.hasSuffix("?") ? "" : ".") \(cause)." }
}

extension CheckFinding {
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

  func mapped(_ change: (String) -> String) -> CheckFinding {
    CheckFinding(
      expected: change(expected), seen: change(seen), cause: change(cause),
      said: said.map { ProviderFailure(what: change($0.what), why: change($0.why), fix: change($0.fix)) },
      printed: printed.split(separator: "\n").map { change(String($0)) }.joined(separator: "\n"))
  }
}

extension ConformanceCheck {
  /// In the order of the results.
  package static let all: [ConformanceCheck] =
    FileChecks.all + EntryChecks.all + InstanceChecks.all + SettingChecks.all + TreeChecks.all
    + BehaviourChecks.all + FuzzChecks.all + UseChecks.all + ContractChecks.all + PendingChecks.all
}
