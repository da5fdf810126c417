package import AppControllerKit
internal import ProviderPlugins

/// The result of one check.
package struct CheckResult: Sendable, Equatable {
  /// The way in which a check ended.
  package enum Outcome: Sendable, Equatable {
    /// The rule is kept.
    case passed
    /// The rule is broken.
    case failed(CheckFinding)
    /// A rule is broken, but the violation harms nobody.
    case warning(CheckFinding)
    /// The child ended before the check: the way in which it ended, the step, and the child's last output.
    case crashed(how: String, step: String, lastOutput: String)
    /// The check did not end in time: the time limit, the step, and the child's last output.
    case timedOut(limit: Duration, step: String, lastOutput: String)
    /// The check had nothing to examine.
    case skipped(String)
  }

  /// The check's name.
  package let id: String
  /// The outcome of the check.
  package let outcome: Outcome

  package init(id: String, outcome: Outcome) { (self.id, self.outcome) = (id, outcome) }
}

extension CheckResult.Outcome {
  /// The names of all outcomes, in the order of their counts in a report.
  package static let names = ["passed", "failed", "crashed", "timed out", "warning", "skipped"]

  /// The outcome's name as it is printed.
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

  /// Whether the outcome shows that the provider does not conform.
  package var isFailure: Bool {
    switch self {
    case .failed, .crashed, .timedOut: true
    case .passed, .warning, .skipped: false
    }
  }

  /// Whether the check had nothing to examine.
  package var isSkipped: Bool {
    switch self {
    case .skipped: true
    case .passed, .failed, .warning, .crashed, .timedOut: false
    }
  }

  /// The details of the outcome as text; empty when the check passed.
  package var details: String {
    switch self {
    case .passed: ""
    case .failed(let finding), .warning(let finding): finding.sentence
    case .skipped(let reason): reason
    case .crashed(let how, let step, let lastOutput):
      "The process \(how)\(Self.during(step)).\(Self.reason(in: lastOutput))"
    case .timedOut(let limit, let step, let lastOutput):
      "It did not end within \(limit)\(Self.during(step)), and was killed.\(Self.reason(in: lastOutput))"
    }
  }

  /// The lines of the last output, when they say more than the details.
  package var lastLines: [String] {
    switch self {
    case .crashed(_, _, let lastOutput), .timedOut(_, _, let lastOutput):
      let lines = lastOutput.split(separator: "\n").map(String.init)
      return lines.count > 1 ? lines : []
    case .passed, .failed, .warning, .skipped: return []
    }
  }

  /// The failure that the provider reported.
  package var said: ProviderFailure? {
    switch self {
    case .failed(let finding), .warning(let finding): finding.said
    case .passed, .skipped, .crashed, .timedOut: nil
    }
  }

  private static func during(_ step: String) -> String { step.isEmpty ? "" : " while \(step)" }

  private static func reason(in output: String) -> String {
    CrashReason.line(of: output).map { " It wrote: \($0)" } ?? ""
  }
}

/// The results of all checks.
package struct CheckReport: Sendable, Equatable {
  /// The provider's library.
  package let path: String
  /// The seed of the random choices.
  package let seed: UInt64
  /// The results, in the order of the table.
  package let results: [CheckResult]

  package init(path: String, seed: UInt64, results: [CheckResult]) {
    (self.path, self.seed, self.results) = (path, seed, results)
  }

  /// Whether the checks found nothing that a host has to refuse.
  package var conforms: Bool { !results.contains { $0.outcome.isFailure } }

  /// Returns the number of checks with an outcome, by the outcome's name.
  package func count(of name: String) -> Int { results.count { $0.outcome.name == name } }
}
