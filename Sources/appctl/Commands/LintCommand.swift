import AppControllerKit

/// `appctl lint`: checks files, as a compiler does.
@MainActor
struct LintCommand: Command {
  nonisolated static let help = CommandHelp(
    "Check storyboards and interface descriptions in JSON.",
    "Prints everything that is wrong, and advice about accessibility, as FILE:LINE:COLUMN: SEVERITY: TEXT [CODE]. "
      + "Fails when there is an error; a warning or advice is none.",
    examples: [
      "Check a storyboard while it is written": "appctl lint Main.json",
      "Check all of them from a script": "appctl lint --format json Interfaces/*.json",
    ])

  /// A diagnostic and the file that it is about.
  private struct Finding {
    let file: String
    let diagnostic: Diagnostic
  }

  @Argument(name: "FILE", as: .path, "The files to check.") var files: [String]
  @Option(shared: .format()) var format: Format?
  @Flag(shared: .quiet) var quiet: Bool

  func run(_ console: Console) throws {
    var findings: [Finding] = []
    for file in files {
      let document = InterfaceDocument(json: try InterfaceDocument.bytes(ofFile: file))
      findings += document.diagnostics.map { Finding(file: file.displayable, diagnostic: $0) }
    }
    console.result(format == .json ? json(findings) : findings.map(line).joined())
    let errors = findings.count { $0.diagnostic.severity == .error }
    let warnings = findings.count - errors
    let summary = [counted(errors, "error"), counted(warnings, "warning")].compactMap(\.self).joined(separator: " and ")
    if errors > 0 { throw CommandError.faulty(summary, files.count) }
    if !findings.isEmpty { console.note(summary) }
  }

  /// A finding as compilers print it, so that editors find the place.
  private func line(_ finding: Finding) -> String {
    let diagnostic = finding.diagnostic
    let place = diagnostic.position.map { ":\($0.line):\($0.column)" } ?? ""
    return
      "\(finding.file)\(place): \(diagnostic.severity.rawValue): \(diagnostic.message.displayable) [\(diagnostic.code.rawValue)]\n"
  }

  private func json(_ findings: [Finding]) -> String {
    JSONReport.text { writer in
      writer.key("diagnostics")
      writer.beginArray()
      for finding in findings { write(finding, to: &writer) }
      writer.endArray()
    }
  }

  private func write(_ finding: Finding, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("code")
    writer.string(finding.diagnostic.code.rawValue)
    if let position = finding.diagnostic.position {
      writer.key("column")
      writer.int(Int64(position.column))
    }
    writer.key("file")
    writer.string(finding.file)
    if let position = finding.diagnostic.position {
      writer.key("line")
      writer.int(Int64(position.line))
    }
    for (name, text) in [
      ("message", finding.diagnostic.message), ("path", finding.diagnostic.path),
      ("severity", finding.diagnostic.severity.rawValue),
    ] {
      writer.key(name)
      writer.string(text)
    }
    writer.endObject()
  }

  private func counted(_ count: Int, _ noun: String) -> String? {
    count == 0 ? nil : count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}

extension CommandError {
  fileprivate static func faulty(_ summary: String, _ files: Int) -> CommandError {
    CommandError(
      .faultyFile, what: "\(summary) in \(files == 1 ? "the file" : "\(files) files")",
      why: "what has an error is refused whole when it is used", fix: "correct what is listed"
    )
  }
}
