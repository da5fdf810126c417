package import AppControllerKit

/// What became of one check.
package struct CheckResult: Sendable, Equatable {
  /// How it ended.
  package enum Outcome: Sendable, Equatable {
    /// The rule is kept.
    case passed
    /// The rule is broken.
    case failed(CheckFinding)
    /// A rule is broken whose breach harms nobody.
    case warning(CheckFinding)
    /// The child ended before the check did: by what, what it was doing, and its last words.
    case crashed(how: String, step: String, lastOutput: String)
    /// The check did not end in time: how much it had, what it was doing, and the child's last words.
    case timedOut(limit: Duration, step: String, lastOutput: String)
    /// There was nothing to look at.
    case skipped(String)
  }

  /// The check's name.
  package let id: String
  /// How it ended.
  package let outcome: Outcome

  package init(id: String, outcome: Outcome) { (self.id, self.outcome) = (id, outcome) }
}

extension CheckResult.Outcome {
  /// The names of all outcomes, in the order in which they are counted.
  package static let names = ["passed", "failed", "crashed", "timed out", "warning", "skipped"]

  /// The outcome's name, as it is printed.
  package var name: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .warning: "warning"
    case .crashed: "crashed"
    case .timedOut: "timed out"
    case .skipped: "skipped"
    }
  }

  /// Whether the provider does not conform, as far as this check can tell.
  package var isFailure: Bool {
    switch self {
    case .failed, .crashed, .timedOut: true
    case .passed, .warning, .skipped: false
    }
  }

  /// Whether there was nothing to look at.
  package var isSkipped: Bool {
    switch self {
    case .skipped: true
    case .passed, .failed, .warning, .crashed, .timedOut: false
    }
  }

  /// What there is to say about it; empty when it passed.
  package var details: String {
    switch self {
    case .passed: ""
    case .failed(let finding), .warning(let finding): finding.sentence
    case .skipped(let reason): reason
    case .crashed(let how, let step, let lastOutput):
      "The process \(how)\(Self.during(step)).\(Self.quoted(lastOutput))"
    case .timedOut(let limit, let step, let lastOutput):
      "It did not end within \(limit)\(Self.during(step)), and was killed.\(Self.quoted(lastOutput))"
    }
  }

  /// What the provider said of it.
  package var said: ProviderFailure? {
    switch self {
    case .failed(let finding), .warning(let finding): finding.said
    case .passed, .skipped, .crashed, .timedOut: nil
    }
  }

  private static func during(_ step: String) -> String { step.isEmpty ? "" : " while \(step)" }

  private static func quoted(_ words: String) -> String { words.isEmpty ? "" : " Its last words: \(words)" }
}

/// What became of all checks.
package struct CheckReport: Sendable, Equatable {
  /// The provider's library.
  package let path: String
  /// What random choices were made with.
  package let seed: UInt64
  /// The results, in the order of the table.
  package let results: [CheckResult]

  package init(path: String, seed: UInt64, results: [CheckResult]) {
    (self.path, self.seed, self.results) = (path, seed, results)
  }

  /// Whether nothing was found that a host has to refuse.
  package var conforms: Bool { !results.contains { $0.outcome.isFailure } }

  /// How many checks ended in a way, by its name.
  package func count(of name: String) -> Int { results.count { $0.outcome.name == name } }
}
