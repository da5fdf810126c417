package import AppControllerJSON
import AppControllerKit
import ProviderPlugins

@MainActor
struct QuarantineCommand: Command {
  nonisolated static let help = CommandHelp(
    "See which providers crashed, and let them be loaded again.",
    "A provider that crashed or hung in a process of its own (--isolated) is not loaded again until its file changes, "
      + "or somebody says so here.",
    examples: [
      "See what a provider did": "appctl quarantine explain com.example.kitty",
      "Try it again": "appctl quarantine clear com.example.kitty",
    ])

  enum Verb: String, CaseIterable, ParameterValue {
    case list, explain, clear
  }

  @Argument(
    "List them, say all that is known, or let them be loaded again. Unless given, they are listed.")
  private var verb: Verb?
  @Argument(as: .providerID, "The id of a provider or the digest of a library; all unless given.")
  private var id: String?
  @Option(shared: .stateDir) private var stateDir: String?
  @Option(shared: .format()) private var format: Format?
  @Flag(shared: .quiet) var quiet: Bool
  nonisolated var declared: DeclaredParameters {
    [
      "list|explain|clear": _verb, "ID": _id, "--state-dir": _stateDir, "--format": _format, "--quiet": _quiet,
    ]
  }

  func run(_ console: Console) throws {
    let quarantine = try Quarantine(folder: StateFolder(stateDir).path)
    if verb == .clear { return console.result(try clear(quarantine)) }
    let isWhole = verb == .explain
    let entries = try quarantine.entries().filter { !isWhole || id == nil || $0.id == id || $0.sha256 == id }
    if isWhole, let id, entries.isEmpty { throw CommandError.notInQuarantine(id) }
    if format == .json { return console.result(JSONReport.text(["entries": entries])) }
    if !isWhole, entries.isEmpty { return console.result(Self.nothing) }
    for entry in entries { console.lines(isWhole ? entry.account : entry.summary + "\n") }
  }

  private static let nothing = "nothing is in quarantine\n"

  private func clear(_ quarantine: Quarantine) throws -> String {
    let freed = try quarantine.clear(id)
    if let id, freed.isEmpty { throw CommandError.notInQuarantine(id) }
    return freed.isEmpty ? Self.nothing : freed.map { "\($0.name) may be loaded again\n" }.joined()
  }
}

extension QuarantineEntry: JSONConvertible {
  package var json: JSONValue {
    [
      "code": code, "date": "\(date)", "end": end, "id": id, "lastOutput": lastOutput, "path": path, "phase": phase,
      "sha256": sha256,
    ]
  }

  fileprivate var name: String { id ?? path.displayable }

  fileprivate var summary: String { "\(name): on \(date) its process \(end) \(phase)".displayable }

  fileprivate var account: String {
    var lines = [
      summary, "  library: \(path.displayable)", "  sha256: \(sha256)", "  code: \(code)",
      "  to try it again: appctl quarantine clear \(id ?? sha256)",
    ]
    let written = lastOutput.split(separator: "\n")
    lines.append(written.isEmpty ? "  it wrote nothing" : "  the last that it wrote:")
    lines += written.map { "    \(words(String($0)))" }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension CommandError {
  fileprivate static func notInQuarantine(_ name: String) -> CommandError {
    CommandError(
      .noProvider, what: "\(quoted(name)) is not in quarantine", why: "neither an id nor a digest there is that",
      fix: "see what is with 'appctl quarantine list'")
  }
}
