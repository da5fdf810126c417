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
    /// A rule is broken, but the violation has no bad effect.
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
  /// What the check did not try.
  package let gaps: CheckGaps

  package init(id: String, outcome: Outcome, gaps: CheckGaps = CheckGaps()) {
    (self.id, self.outcome, self.gaps) = (id, outcome, gaps)
  }
}

extension CheckResult.Outcome {
  /// The names of all outcomes, in the order of their counts in a report.
  package static let names = ["passed", "failed", "crashed", "timed out", "warning", "skipped"]

  /// The outcome's name, for output.
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

  /// Returns the outcome in sentences, without the provider's own messages, and of its output with the reason of a crash,
  /// which has the mark of `speaker`; empty when the check passed.
  package func details(of speaker: String = CheckReport.unknownSpeaker) -> String {
    switch self {
    case .passed: ""
    case .failed(let finding), .warning(let finding): finding.sentence
    case .skipped(let reason): reason
    case .crashed(let how, let step, let lastOutput):
      "The process \(how)\(Self.during(step)).\(Self.reason(in: lastOutput, of: speaker))"
    case .timedOut(let limit, let step, let lastOutput):
      "It did not end within \(limit)\(Self.during(step)), and was killed.\(Self.reason(in: lastOutput, of: speaker))"
    }
  }

  /// The failure that the provider reported.
  package var said: ProviderFailure? {
    switch self {
    case .failed(let finding), .warning(let finding): finding.said
    case .passed, .skipped, .crashed, .timedOut: nil
    }
  }

  /// The output of the provider, in lines; empty when the details contain all of it.
  package var printed: String {
    switch self {
    case .failed(let finding), .warning(let finding): finding.printed
    case .crashed(_, _, let lastOutput), .timedOut(_, _, let lastOutput): lastOutput.contains("\n") ? lastOutput : ""
    case .passed, .skipped: ""
    }
  }

  /// The remedy for the user of the checks; `nil` when the details contain it.
  package var fix: String? {
    switch self {
    case .timedOut(let limit, _, _):
      "give it more time, such as --timeout \(min(600, max(30, limit.components.seconds * 3))), or look where it waits"
    case .passed, .failed, .warning, .skipped, .crashed: nil
    }
  }

  private static func during(_ step: String) -> String { step.isEmpty ? "" : " while \(step)" }

  private static func reason(in output: String, of speaker: String) -> String {
    CrashReason.line(of: output).map { " It wrote: \(ProviderWords($0, of: speaker))" } ?? ""
  }
}

extension CheckResult {
  /// Returns the result without texts that no report may contain.
  func redacted(_ secrets: [String]) -> CheckResult {
    if secrets.isEmpty { return self }
    func clean(_ text: String) -> String { secrets.reduce(text) { $0.replacing($1, with: "(secret)") } }
    let outcome: Outcome =
      switch outcome {
      case .passed: .passed
      case .failed(let finding): .failed(finding.mapped(clean))
      case .warning(let finding): .warning(finding.mapped(clean))
      case .skipped(let reason): .skipped(clean(reason))
      case .crashed(let how, let step, let lastOutput):
        .crashed(how: clean(how), step: clean(step), lastOutput: clean(lastOutput))
      case .timedOut(let limit, let step, let lastOutput):
        .timedOut(limit: limit, step: clean(step), lastOutput: clean(lastOutput))
      }
    return CheckResult(id: id, outcome: outcome, gaps: gaps.mapped(clean))
  }
}

/// What a check did not try.
package struct CheckGaps: Sendable, Equatable {
  /// What there was no time for.
  package private(set) var untried: [String] = []
  /// The questions that were never woken.
  package private(set) var unanswered: [String] = []

  private static let limit = 100

  package init() {}

  mutating func add(untried text: String) { if untried.count < Self.limit { untried.append(text) } }

  mutating func add(unanswered text: String) { if unanswered.count < Self.limit { unanswered.append(text) } }

  func mapped(_ change: (String) -> String) -> CheckGaps {
    var gaps = self
    (gaps.untried, gaps.unanswered) = (untried.map(change), unanswered.map(change))
    return gaps
  }

  /// Adds what another check did not try, without repetitions.
  mutating func merge(_ other: CheckGaps) {
    untried += other.untried.filter { !untried.contains($0) }
    unanswered += other.unanswered.filter { !unanswered.contains($0) }
  }

  /// Whether everything was tried.
  package var isEmpty: Bool { untried.isEmpty && unanswered.isEmpty }
}

/// The results of all checks.
package struct CheckReport: Sendable, Equatable {
  /// The provider's library.
  package let path: String
  /// The id in the library's note, which marks what the provider says; `provider` when the note cannot be read.
  package let speaker: String
  /// The seed of the random choices.
  package let seed: UInt64
  /// The time that each check had for actions.
  package let budget: Duration
  /// The results, in the order of the table.
  package let results: [CheckResult]

  package init(path: String, speaker: String = unknownSpeaker, seed: UInt64, budget: Duration, results: [CheckResult]) {
    (self.path, self.speaker, self.seed, self.budget, self.results) = (path, speaker, seed, budget, results)
  }

  /// Marks what a provider without a readable note says.
  package static let unknownSpeaker = "provider"

  /// A verdict on the provider.
  package enum Verdict: String, Sendable, CaseIterable {
    /// No rule is broken, and everything was tried.
    case conforms
    /// No rule is broken in what was checked; checks were skipped, or something was not tried.
    case conformsInPart = "conforms in what was checked"
    /// A check failed, crashed or timed out.
    case doesNotConform = "does not conform"
    /// Every check was skipped.
    case nothingChecked = "nothing was checked"
  }

  /// The verdict of the results on the provider.
  package var verdict: Verdict {
    if results.contains(where: \.outcome.isFailure) { return .doesNotConform }
    if results.allSatisfy(\.outcome.isSkipped) { return .nothingChecked }
    return results.contains(where: \.outcome.isSkipped) || !gaps.isEmpty ? .conformsInPart : .conforms
  }

  /// Whether at least one rule was checked, and none is broken.
  package var conforms: Bool { verdict == .conforms || verdict == .conformsInPart }

  /// What no check tried, without repetitions.
  package var gaps: CheckGaps { results.reduce(into: CheckGaps()) { $0.merge($1.gaps) } }

  /// Returns the number of checks with an outcome, by the outcome's name.
  package func count(of name: String) -> Int { results.count { $0.outcome.name == name } }
}
