package import AppControllerKit
internal import ProviderPlugins

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
  /// It throws a ``CheckVerdict`` unless the check passes.
  let body: @MainActor @Sendable (CheckRun) async throws -> Void

  init(
    _ id: String, _ group: Group, _ rule: String, _ source: String, onlyWarns: Bool = false,
    judging evidence: Evidence? = nil, needs: [String],
    _ body: @escaping @MainActor @Sendable (CheckRun) async throws -> Void
  ) {
    (self.id, self.group, self.rule, self.source) = (id, group, rule, source)
    (self.onlyWarns, self.evidence, self.needs, self.body) = (onlyWarns, evidence, needs, body)
  }

  /// `needs` are in place of what all checks of the group need.
  init<Value>(
    _ id: String, _ subject: Subject<Value>, _ rule: String, _ source: String, onlyWarns: Bool = false,
    needs: [String]? = nil, _ judge: @escaping @MainActor @Sendable (Value, CheckRun) throws -> Void
  ) {
    self.init(
      id, subject.group, rule, source, onlyWarns: onlyWarns, judging: subject.evidence,
      needs: needs ?? subject.group.needs
    ) { run in
      let value = try subject.gather(run)
      defer { subject.end(value) }
      try judge(value, run)
    }
  }

  /// The rule is broken when `seen` returns what was seen in the place of what is expected.
  init<Value>(
    _ id: String, _ subject: Subject<Value>, _ rule: String, _ source: String, onlyWarns: Bool = false,
    needs: [String]? = nil, expected: String, cause: String,
    _ seen: @escaping @MainActor @Sendable (Value, CheckRun) throws -> String?
  ) {
    self.init(id, subject, rule, source, onlyWarns: onlyWarns, needs: needs) { value, run in
      guard let seen = try seen(value, run) else { return }
      throw CheckVerdict.broken(expected, seen: seen, cause: cause)
    }
  }
}

extension ConformanceCheck.Group {
  /// What most of its checks need.
  var needs: [String] {
    switch self {
    case .file: ["machine-matches"]
    case .entry: ["query-answers"]
    case .instance, .tree: ["describe-answers"]
    case .behaviour, .pending: ["whole-round"]
    // They find memory errors, and errors in unusual orders of calls.
    case .contract: ["unknown-action-tolerated", "fuzz-order", "no-pointer-kept", "text-length-respected"]
    }
  }
}

/// What a check is given to judge.
struct Subject<Value> {
  let group: ConformanceCheck.Group
  var evidence: ConformanceCheck.Evidence?
  let gather: @MainActor @Sendable (CheckRun) throws -> Value
  var end: @MainActor @Sendable (Value) -> Void = { _ in }
}

extension Subject<ProviderFacts> {
  static var facts: Subject { .init(group: .file, evidence: .facts) { try $0.facts() } }
}

extension Subject<RawLibrary> {
  static var library: Subject { .init(group: .entry) { try $0.library() } }
}

extension Subject<[DescribedInterface]> {
  static var interfaces: Subject { .init(group: .tree, evidence: .interfaces) { try $0.interfaces() } }
}

extension Subject<Walkthrough> {
  static func round(_ group: ConformanceCheck.Group = .behaviour) -> Subject {
    .init(group: group, evidence: .round) { try $0.walkthrough() }
  }
}

extension Subject<CheckedInstance> {
  static func instance(_ group: ConformanceCheck.Group) -> Subject {
    .init(group: group, gather: { try $0.instance() }, end: { $0.destroy() })
  }
}

extension Subject<Void> {
  /// A process of the check's own, in which it gathers by itself what it judges.
  static func process(_ group: ConformanceCheck.Group) -> Subject { .init(group: group) { _ in } }
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

func expect(
  _ isKept: Bool, _ expected: @autoclosure () -> String, seen: @autoclosure () -> String,
  cause: @autoclosure () -> String, said: ProviderFailure? = nil
) throws(CheckVerdict) {
  if !isKept { throw .broken(expected(), seen: seen(), cause: cause(), said: said) }
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
