package import AppControllerKit
internal import ProviderPlugins

package struct CheckResult: Sendable, Equatable {
  package enum Outcome: Sendable, Equatable {
    case passed
    case failed(CheckFinding)
    /// A rule is broken, but the violation has no bad effect.
    case warning(CheckFinding)
    /// The child ended before the check.
    case crashed(how: String, step: String, lastOutput: String)
    case timedOut(limit: Duration, step: String, lastOutput: String)
    /// The check had nothing to examine.
    case skipped(String)
  }

  package let id: String
  package let outcome: Outcome
  package let gaps: CheckGaps

  package init(id: String, outcome: Outcome, gaps: CheckGaps = CheckGaps()) {
    (self.id, self.outcome, self.gaps) = (id, outcome, gaps)
  }
}

extension CheckResult.Outcome {
  /// The names of all outcomes, in the order of their counts in a report.
  package static let names = ["passed", "failed", "crashed", "timed out", "warning", "skipped"]

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

  package var isFailure: Bool {
    switch self {
    case .failed, .crashed, .timedOut: true
    case .passed, .warning, .skipped: false
    }
  }

  package var isSkipped: Bool { if case .skipped = self { true } else { false } }

  /// Sentences without the provider's own messages, and of its output only the reason of a crash, marked with
  /// `speaker`; empty when the check passed.
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

  package var said: ProviderFailure? {
    switch self {
    case .failed(let finding), .warning(let finding): finding.said
    case .passed, .skipped, .crashed, .timedOut: nil
    }
  }

  /// In lines; empty when the details contain all of it.
  package var printed: String {
    switch self {
    case .failed(let finding), .warning(let finding): finding.printed
    case .crashed(_, _, let lastOutput), .timedOut(_, _, let lastOutput): lastOutput.contains("\n") ? lastOutput : ""
    case .passed, .skipped: ""
    }
  }

  /// `nil` when the details contain it.
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
  func redacted(_ secrets: [String]) -> CheckResult {
    if secrets.isEmpty { return self }
    func clean(_ text: String) -> String { text.redacted(secrets) }
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

package struct CheckGaps: Sendable, Equatable {
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

  mutating func merge(_ other: CheckGaps) {
    untried += other.untried.filter { !untried.contains($0) }
    unanswered += other.unanswered.filter { !unanswered.contains($0) }
  }

  package var isEmpty: Bool { untried.isEmpty && unanswered.isEmpty }
}

package struct CheckReport: Sendable, Equatable {
  package let path: String
  /// The id in the library's note, which marks what the provider says.
  package let speaker: String
  package let seed: UInt64
  /// The time that each check had for actions.
  package let budget: Duration
  /// In the order of the table.
  package let results: [CheckResult]

  package init(path: String, speaker: String = unknownSpeaker, seed: UInt64, budget: Duration, results: [CheckResult]) {
    (self.path, self.speaker, self.seed, self.budget, self.results) = (path, speaker, seed, budget, results)
  }

  /// Marks what a provider without a readable note says.
  package static let unknownSpeaker = "provider"

  package enum Verdict: String, Sendable, CaseIterable {
    /// No rule is broken, and everything was tried.
    case conforms
    /// No rule is broken in what was checked; checks were skipped, or something was not tried.
    case conformsInPart = "conforms in what was checked"
    case doesNotConform = "does not conform"
    case nothingChecked = "nothing was checked"
  }

  package var verdict: Verdict {
    if results.contains(where: \.outcome.isFailure) { return .doesNotConform }
    if results.allSatisfy(\.outcome.isSkipped) { return .nothingChecked }
    return results.contains(where: \.outcome.isSkipped) || !gaps.isEmpty ? .conformsInPart : .conforms
  }

  package var conforms: Bool { verdict == .conforms || verdict == .conformsInPart }

  /// What no check tried, without repetitions.
  package var gaps: CheckGaps { results.reduce(into: CheckGaps()) { $0.merge($1.gaps) } }

  package func count(of name: String) -> Int { results.count { $0.outcome.name == name } }
}
