internal import AppControllerJSON
import AppControllerKit

@MainActor
struct LintCommand: Command {
  nonisolated static let help = CommandHelp(
    "Check storyboards and interface descriptions in JSON.",
    "Prints everything that is wrong, and advice about accessibility, as FILE:LINE:COLUMN: SEVERITY: TEXT [CODE]. "
      + "Fails when there is an error; a warning or advice is none. With --strict a name that this version does not know "
      + "is an error.",
    examples: [
      "Check a storyboard while it is written": "appctl lint Main.json",
      "Check all of them from a script": "appctl lint --format json Interfaces/*.json",
    ])

  private struct Finding {
    let file: String
    let diagnostic: Diagnostic
    let severity: Severity
  }

  @Argument(name: "FILE", as: .path, "The files to check.") private var files: [String]
  @Flag("Make unknown names errors.") private var strict: Bool
  @Option(shared: .format()) private var format: Format?
  @Flag(shared: .quiet) var quiet: Bool

  func run(_ console: Console) throws {
    var findings: [Finding] = []
    for file in files {
      let document = InterfaceDocument(json: try InterfaceDocument.bytes(ofFile: file))
      findings += document.diagnostics.map {
        Finding(
          file: file.displayable, diagnostic: $0, severity: strict && $0.code.isOfName ? .error : $0.severity)
      }
    }
    console.result(format == .json ? json(findings) : findings.map(line).joined())
    let errors = findings.count { $0.severity == .error }
    let warnings = findings.count - errors
    let summary = [counted(errors, "error"), counted(warnings, "warning")].compactMap(\.self).joined(separator: " and ")
    if errors > 0 { throw CommandError.faulty(summary, files.count) }
    if !findings.isEmpty { console.note(summary) }
  }

  /// In the format of compilers, so that editors find the position.
  private func line(_ finding: Finding) -> String {
    let diagnostic = finding.diagnostic
    let place = diagnostic.position.map { ":\($0.line):\($0.column)" } ?? ""
    return
      "\(finding.file)\(place): \(finding.severity.rawValue): \(diagnostic.message.displayable) [\(diagnostic.code.rawValue)]\n"
  }

  private func json(_ findings: [Finding]) -> String {
    let diagnostics = findings.map { finding -> JSONValue in
      let diagnostic = finding.diagnostic
      let place = diagnostic.position.map { ["column": $0.column, "line": $0.line] }
      let texts = [
        "code": diagnostic.code.rawValue, "file": finding.file, "message": diagnostic.message, "path": diagnostic.path,
        "severity": finding.severity.rawValue,
      ]
      let members = texts.mapValues { JSONValue.string($0) }.merging((place ?? [:]).mapValues { .number($0) }) { $1 }
      return .object(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
    }
    return JSONReport.text(["diagnostics": .array(diagnostics)])
  }

  private func counted(_ count: Int, _ noun: String) -> String? {
    count == 0 ? nil : count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}

extension CommandError {
  fileprivate static func faulty(_ summary: String, _ files: Int) -> CommandError {
    CommandError(
      .faultyFile, what: "\(summary) in \(files == 1 ? "the file" : "\(files) files")",
      why: "what has an error is refused whole when it is used", fix: "correct what is listed")
  }
}
