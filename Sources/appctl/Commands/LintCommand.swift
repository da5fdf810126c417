internal import AppControllerJSON
import AppControllerKit

/// `appctl lint`: checks files, as a compiler does.
@MainActor
struct LintCommand {
  /// A diagnostic and the file that it is about.
  private struct Finding {
    let file: String
    let diagnostic: Diagnostic
  }

  private let invocation: Invocation
  private let console: Console

  init(_ invocation: Invocation, _ console: Console) {
    self.invocation = invocation
    self.console = console
    console.isQuiet = invocation.flag(.quiet)
  }

  func run() throws {
    var findings: [Finding] = []
    for file in invocation.positionals {
      let document = InterfaceDocument(json: try InterfaceDocument.bytes(ofFile: file))
      findings += document.diagnostics.map { Finding(file: file.displayable, diagnostic: $0) }
    }
    if invocation.string(.format) == "json" {
      console.result(json(findings))
    } else {
      console.result(findings.map(line).joined())
    }
    let errors = findings.count { $0.diagnostic.severity == .error }
    let warnings = findings.count - errors
    let summary = [counted(errors, "error"), counted(warnings, "warning")].compactMap(\.self).joined(separator: " and ")
    if errors > 0 { throw CommandError.faulty(summary, invocation.positionals.count) }
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
