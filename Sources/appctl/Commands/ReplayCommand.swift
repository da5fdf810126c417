internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

/// `appctl replay`: does again what a recording tells, and says whether the host does the same.
@MainActor
struct ReplayCommand {
  private let invocation: Invocation
  private let console: Console

  init(_ invocation: Invocation, _ console: Console) {
    self.invocation = invocation
    self.console = console
    console.isQuiet = invocation.flag(.quiet)
  }

  func run() async throws {
    let path = invocation.positionals.first ?? ""
    let report = try await Replay(Recording(contentsOfFile: path)).run()
    if invocation.string(.format) == "json" { console.result(json(report)) }
    try report.requireSame()
    if !report.isFinished { console.warning("the recording was cut off; it was replayed as far as it goes") }
    if invocation.string(.format) != "json" { console.result(text(report)) }
  }

  private func text(_ report: ReplayReport) -> String {
    "the same: \(report.eventCount) events in \(report.lineCount) lines\n"
  }

  private func json(_ report: ReplayReport) -> String {
    JSONReport.text { writer in
      writer.key("divergence")
      if let divergence = report.divergence {
        writer.beginObject()
        writer.key("expected")
        writer.string(divergence.expected)
        writer.key("found")
        writer.string(divergence.found)
        writer.key("line")
        if let line = divergence.line { writer.int(line) } else { writer.null() }
        writer.endObject()
      } else {
        writer.null()
      }
      writer.key("events")
      writer.int(report.eventCount)
      writer.key("isFinished")
      writer.bool(report.isFinished)
      writer.key("lines")
      writer.int(report.lineCount)
    }
  }
}
