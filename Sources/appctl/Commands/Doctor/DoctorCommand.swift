internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

@MainActor
struct DoctorCommand: Command {
  nonisolated static let help = CommandHelp(
    "Say what this machine offers, and what would fail.",
    "Looks at what the kernel has to isolate providers, the places for secrets, the folders of providers and of "
      + "sessions, and the terminal. Changes nothing and runs no provider.",
    "Each line begins with ok, note (something is left out that not everybody needs) or problem, and the last line "
      + "counts them. Fails when there is a problem, as a command that meets it would.",
    examples: ["Look at this machine": "appctl doctor", "Look from a script": "appctl doctor --format json"])

  @Option(shared: .providerDir) private var providerDir: [String]
  @Option(shared: .stateDir) private var stateDir: String?
  @Option(shared: .format()) private var format: Format?
  @Flag(shared: .quiet) var quiet: Bool
  nonisolated var declared: DeclaredParameters {
    [
      "--provider-dir": _providerDir, "--state-dir": _stateDir, "--format": _format, "--quiet": _quiet,
    ]
  }

  func run(_ console: Console) async throws { try await run(console, on: .current) }

  /// Throws the error of the first problem, after all findings are printed.
  func run(_ console: Console, on machine: Machine) async throws {
    let places = await machine.vaults() + machine.providerFolders(given: providerDir) + machine.state(given: stateDir)
    let findings = machine.sandbox + places + machine.settings + machine.terminal
    console.result(format, ["findings": findings], text: Self.text(findings, console.paint))
    if let error = findings.first(where: { $0.grade == .problem })?.error { throw error }
  }

  private static func text(_ findings: [Finding], _ paint: Paint) -> String {
    var lines: [String] = []
    for finding in findings {
      var page = HelpPage()
      let fix = finding.fix.isEmpty ? "" : " Fix: \(finding.fix)."
      page.hanging(finding.grade.rawValue, "\(finding.topic.rawValue): \(finding.text).\(fix)".displayable, column: 9)
      let grade = finding.grade.rawValue
      lines.append(paint(grade, finding.grade.emphasis) + page.text.dropFirst(grade.count))
    }
    func count(_ grade: Finding.Grade, _ name: String) -> String {
      let count = findings.count { $0.grade == grade }
      return count == 1 ? "1 \(name)" : "\(count == 0 ? "no" : "\(count)") \(name)s"
    }
    let fine = findings.count { $0.grade == .good }
    return lines.joined(separator: "\n") + "\n\n\(fine) ok, \(count(.note, "note")), \(count(.problem, "problem"))\n"
  }
}

extension Finding: JSONConvertible {
  var json: JSONValue { ["fix": fix, "grade": grade.rawValue, "text": text, "topic": topic.rawValue] }
}
