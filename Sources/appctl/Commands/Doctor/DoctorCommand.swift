internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

/// `appctl doctor`: says what this machine offers, and what of it would fail.
///
/// It changes nothing, and runs no provider.
@MainActor
struct DoctorCommand {
  private let invocation: Invocation
  private let console: Console
  private let machine: Machine

  init(_ invocation: Invocation, _ console: Console, machine: Machine = .current) {
    self.invocation = invocation
    self.console = console
    self.machine = machine
    console.isQuiet = invocation.flag(.quiet)
  }

  /// - Throws: The first error that is wrong, when everything has been said.
  func run() async throws {
    var findings = machine.sandbox
    findings += await machine.vaults()
    findings += machine.providerFolders(given: invocation.strings(.providerDir))
    findings += machine.state(given: invocation.string(.stateDir))
    findings += machine.settings
    findings += machine.terminal
    console.result(invocation.string(.format) == "json" ? Self.json(findings) : Self.text(findings))
    if let error = findings.first(where: { $0.grade == .wrong })?.error { throw error }
  }

  private static func text(_ findings: [Finding]) -> String {
    var page = HelpPage()
    for finding in findings {
      let fix = finding.fix.isEmpty ? "" : " Fix: \(finding.fix)."
      page.hanging(finding.grade.rawValue, "\(finding.topic.rawValue): \(finding.text).\(fix)".displayable, column: 9)
    }
    return page.text + "\n"
  }

  private static func json(_ findings: [Finding]) -> String {
    JSONReport.text { writer in
      writer.key("findings")
      writer.beginArray()
      for finding in findings {
        writer.object([
          ("fix", finding.fix), ("grade", finding.grade.rawValue), ("text", finding.text),
          ("topic", finding.topic.rawValue),
        ])
      }
      writer.endArray()
    }
  }
}
