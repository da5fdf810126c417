internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

@MainActor
struct ReplayCommand: Command {
  nonisolated static let help = CommandHelp(
    "Replay a recording without its provider.",
    "Every command that meets a provider records itself with --trace FILE: each event, each call of the provider and "
      + "its answer, and no secret. A replay runs the host with that, and fails where the host does something else: "
      + "at which line, what was recorded, and what it did.",
    "A recording that was cut off, because the command was, is replayed as far as it goes.",
    examples: [
      "See whether the host still does what --trace has written": "appctl replay trace.jsonl",
      "Ask from a script": "appctl replay --format json trace.jsonl",
    ])

  @Argument(as: .path, "The recording.") private var file: String
  @Option(shared: .format()) private var format: Format?
  @Flag(shared: .quiet) var quiet: Bool
  nonisolated var declared: DeclaredParameters { ["FILE": _file, "--format": _format, "--quiet": _quiet] }

  func run(_ console: Console) async throws {
    let report = try await Replay(Recording(contentsOfFile: file)).run()
    if format == .json {
      let divergence = report.divergence.map {
        ["expected": $0.expected, "found": $0.found, "line": $0.line] as JSONValue
      }
      console.result(
        JSONReport.text([
          "divergence": divergence, "events": report.eventCount, "isFinished": report.isFinished,
          "lines": report.lineCount,
        ]))
    }
    try report.requireSame()
    if !report.isFinished { console.warning("the recording was cut off; it was replayed as far as it goes") }
    if format != .json { console.result("the same: \(report.eventCount) events in \(report.lineCount) lines\n") }
  }
}
