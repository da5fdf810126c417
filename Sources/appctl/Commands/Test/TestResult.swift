internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

struct TestResult {
  enum Verdict: String {
    case same
    case sameAsAllowed = "same but for what is allowed"
    case differs
  }

  let path: String
  private let report: ProviderTestReport
  private let differences: [(difference: ProviderDifference, rule: DifferenceRule?)]
  private let unused: [DifferenceRule]
  private let (id, version, recordedVersion): (String, String, String)
  private let madeUp: [String]

  /// `madeUp` has the secrets that were replaced by made-up ones, in words.
  @MainActor
  init(
    _ report: ProviderTestReport, _ rules: [DifferenceRule], of provider: PluginProvider,
    recorded recordedVersion: String, _ madeUp: [String]
  ) {
    (self.report, self.recordedVersion, self.madeUp) = (report, recordedVersion, madeUp)
    (id, version, path) = (provider.id, provider.version, provider.path)
    let divided = report.divided(by: rules)
    (differences, unused) = (divided.differences.map { ($0, $1) }, divided.unused)
  }

  var differenceCount: Int { differences.count { $0.rule == nil } }

  /// No rule allows a question that stays unanswered because the provider has crashed.
  var verdict: Verdict {
    if differenceCount > 0 || report.unansweredCount > 0 { return .differs }
    return differences.isEmpty ? .same : .sameAsAllowed
  }
}

// MARK: - Text

extension TestResult {
  var text: String {
    var lines = [
      "verdict: \(verdict.rawValue)",
      "provider: \(id) \(version.displayable), recorded \(recordedVersion.displayable)",
      "path: \(path.displayable)",
    ]
    lines += differences.filter { $0.rule == nil }.map { $0.difference.words }
    lines += differences.compactMap { difference, rule in
      rule.map { "allowed by \($0.place): \(difference.words)" }
    }
    lines += unused.map { "allows nothing: \($0.place): \($0.text.displayable)" }
    if !madeUp.isEmpty { lines.append("made-up secrets: \(madeUp.joined(separator: ", "))") }
    let counts = [
      "questions: \(report.questionCount)", "differences: \(differenceCount)",
      "allowed: \(differences.count - differenceCount)",
      report.uncomparedCount > 0 ? "without a recorded answer: \(report.uncomparedCount)" : nil,
      report.unansweredCount > 0 ? "unanswered, because the provider had ended: \(report.unansweredCount)" : nil,
    ]
    lines.append(counts.compactMap(\.self).joined(separator: ", "))
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ProviderDifference {
  /// In bytes, of a value.
  private static let limit = 240

  fileprivate var words: String {
    let question = question.map { "question \($0), " } ?? ""
    return "\(question)\(kind) \(path): recorded \(Self.text(recorded)), now \(Self.text(found))".displayable
  }

  private static func text(_ value: JSONValue?) -> String {
    guard let text = value?.text else { return "nothing" }
    return text.utf8.count > limit ? String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "…" : text
  }
}

// MARK: - JSON

extension TestResult {
  var members: KeyValuePairs<String, any JSONConvertible> {
    let all = differences.map { difference, rule -> JSONValue in
      [
        "allowedBy": rule?.place, "found": difference.found, "kind": difference.kind, "line": difference.line,
        "path": "\(difference.path)", "question": difference.question, "recorded": difference.recorded,
      ]
    }
    return [
      "differences": all, "isFinished": report.isFinished, "madeUpSecrets": madeUp, "path": path, "provider": id,
      "questions": report.questionCount, "recordedVersion": recordedVersion, "unanswered": report.unansweredCount,
      "uncompared": report.uncomparedCount, "unusedRules": unused.map { ["place": $0.place, "rule": $0.text] },
      "verdict": verdict.rawValue, "version": version,
    ]
  }
}
