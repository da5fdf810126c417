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

  private struct Finding: JSONConvertible {
    let file: String
    let diagnostic: Diagnostic
    let severity: Severity

    /// In the format of compilers, so that editors find the position.
    var line: String {
      let place = diagnostic.position.map { ":\($0.line):\($0.column)" } ?? ""
      let text = "\(diagnostic.message.displayable) [\(diagnostic.code.rawValue)]"
      return "\(file)\(place): \(severity.rawValue): \(text)\n"
    }

    var json: JSONValue {
      let place = diagnostic.position.map { ["column": $0.column.json, "line": $0.line.json] } ?? [:]
      let texts = [
        "code": diagnostic.code.rawValue, "file": file, "message": diagnostic.message, "path": diagnostic.path,
        "severity": severity.rawValue,
      ]
      return place.merging(texts.mapValues(\.json)) { $1 }.json
    }
  }

  @Argument(as: .path, "The files to check.") private var files: [String]
  @Flag("Make unknown names errors.") private var strict: Bool
  @Option(shared: .format()) private var format: Format?
  @Flag(shared: .quiet) var quiet: Bool
  nonisolated var declared: DeclaredParameters {
    [
      "FILE": _files, "--strict": _strict, "--format": _format, "--quiet": _quiet,
    ]
  }

  func run(_ console: Console) throws {
    var findings: [Finding] = []
    for file in files {
      let document = InterfaceDocument(json: try InterfaceDocument.bytes(ofFile: file))
      findings += document.diagnostics.map {
        Finding(
          file: file.displayable, diagnostic: $0, severity: strict && $0.code.isOfName ? .error : $0.severity)
      }
    }
    console.result(format, ["diagnostics": findings], text: findings.map(\.line).joined())
    let errors = findings.count { $0.severity == .error }
    let warnings = findings.count - errors
    let summary = [counted(errors, "error"), counted(warnings, "warning")].compactMap(\.self).joined(separator: " and ")
    if errors > 0 {
      throw CommandError(
        .faultyFile, what: "\(summary) in \(files.count == 1 ? "the file" : "\(files.count) files")",
        why: "what has an error is refused whole when it is used", fix: "correct what is listed")
    }
    if !findings.isEmpty { console.note(summary) }
  }

  private func counted(_ count: Int, _ noun: String) -> String? {
    count == 0 ? nil : count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
