internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

/// `appctl quarantine`: the providers that crashed or hung in a process of their own, and are not loaded again.
@MainActor
struct QuarantineCommand {
  private let invocation: Invocation
  private let console: Console

  init(_ invocation: Invocation, _ console: Console) {
    self.invocation = invocation
    self.console = console
    console.isQuiet = invocation.flag(.quiet)
  }

  func run() throws {
    let quarantine = try Quarantine(folder: StateFolder(invocation.string(.stateDir)).path)
    let (verb, name) = (invocation.positionals.first ?? "list", invocation.positionals.dropFirst().first)
    switch verb {
    case "list": try list(quarantine.entries())
    case "explain": try explain(name, quarantine)
    case "clear": try clear(name, quarantine)
    default: throw CommandError.unknownVerb(verb)
    }
  }

  private func list(_ entries: [QuarantineEntry]) {
    if invocation.string(.format) == "json" { return console.result(json(entries)) }
    if entries.isEmpty { return console.result("nothing is in quarantine\n") }
    for entry in entries { console.result(entry.summary + "\n") }
  }

  /// Says all that is known of some entries.
  private func explain(_ name: String?, _ quarantine: Quarantine) throws {
    let entries = try quarantine.entries().filter { name == nil || $0.id == name || $0.sha256 == name }
    if let name, entries.isEmpty { throw CommandError.notInQuarantine(name) }
    if invocation.string(.format) == "json" { return console.result(json(entries)) }
    for entry in entries {
      var lines = [
        entry.summary, "  library: \(entry.path.displayable)", "  sha256: \(entry.sha256)", "  code: \(entry.code)",
        "  to try it again: appctl quarantine clear \(entry.id ?? entry.sha256)",
      ]
      let words = entry.lastWords.split(separator: "\n")
      lines.append(words.isEmpty ? "  it wrote nothing" : "  the last that it wrote:")
      lines += words.map { "    \(String($0).displayable)" }
      console.result(lines.joined(separator: "\n") + "\n")
    }
  }

  private func clear(_ name: String?, _ quarantine: Quarantine) throws {
    let freed = try quarantine.clear(name)
    if let name, freed.isEmpty { throw CommandError.notInQuarantine(name) }
    if freed.isEmpty { return console.result("nothing is in quarantine\n") }
    for entry in freed { console.result("\(entry.name) may be loaded again\n") }
  }

  private func json(_ entries: [QuarantineEntry]) -> String {
    JSONReport.text { writer in
      writer.key("entries")
      writer.array(of: entries) { entry, writer in
        writer.beginObject()
        for (name, text) in [("code", entry.code), ("date", Timestamp.text(of: entry.date)), ("end", entry.end)] {
          writer.key(name)
          writer.string(text)
        }
        writer.key("id")
        writer.string(orNull: entry.id)
        for (name, text) in [
          ("lastWords", entry.lastWords), ("path", entry.path), ("phase", entry.phase), ("sha256", entry.sha256),
        ] {
          writer.key(name)
          writer.string(text)
        }
        writer.endObject()
      }
    }
  }
}

extension QuarantineEntry {
  /// What it is called.
  fileprivate var name: String { id ?? path.displayable }

  /// What happened, on one line.
  fileprivate var summary: String { "\(name): on \(Timestamp.text(of: date)) its process \(end) \(phase)".displayable }
}

extension CommandError {
  fileprivate static func unknownVerb(_ verb: String) -> CommandError {
    .usage(
      "appctl quarantine has no \(quoted(verb))", why: "it can list, explain and clear",
      fix: "see 'appctl help quarantine'"
    )
  }

  fileprivate static func notInQuarantine(_ name: String) -> CommandError {
    CommandError(
      .noProvider, what: "\(quoted(name)) is not in quarantine", why: "neither an id nor a digest there is that",
      fix: "see what is with 'appctl quarantine list'"
    )
  }
}
