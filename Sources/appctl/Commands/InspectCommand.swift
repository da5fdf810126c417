internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

/// `appctl inspect`: says all about a provider's file, and runs none of its code.
@MainActor
struct InspectCommand {
  private let invocation: Invocation
  private let console: Console

  init(_ invocation: Invocation, _ console: Console) {
    self.invocation = invocation
    self.console = console
    console.isQuiet = invocation.flag(.quiet)
  }

  func run() throws {
    let facts = try ProviderInspector().facts(of: invocation.positionals.first ?? "")
    console.result(invocation.string(.format) == "json" ? json(facts) : text(facts))
    if !facts.wouldLoad { throw CommandError.wouldNotLoad(facts) }
  }

  // MARK: Text

  private func text(_ facts: ProviderFacts) -> String {
    var lines = ["path: \(facts.path.displayable)"]
    if let status = facts.status {
      lines.append("size: \(status.size)")
      lines.append("owner: \(status.owner), group \(status.group), mode \(String(status.permissions, radix: 8))")
    }
    if let digest = facts.digest { lines.append("sha256: \(digest)") }
    if let machine = facts.machine { lines.append("machine: \(machine)") }
    if let note = facts.note {
      lines += ["id: \(note.id)", "name: \(note.name)", "version: \(note.version)", "vendor: \(note.vendor)"]
      lines.append("abi: \(note.abi)" + (note.isOnlyInSection ? ", found by a section header only" : ""))
    }
    if let swift = facts.swiftRuntime { lines.append("swift: \(swift.words)") }
    if let soname = facts.soname { lines.append("soname: \(soname)") }
    if facts.exportCount > 0 { lines += exports(facts) }
    if !facts.needed.isEmpty {
      lines.append("needs: \(facts.needed.count)")
      lines += facts.needed.map { "  \($0.words(besides: facts.path))" }
    }
    lines += facts.concerns.flatMap { $0.lines(as: "warning") }
    lines.append("verdict: \(facts.verdict)")
    lines += facts.problems.flatMap { $0.lines(as: "reason") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The names of a small library; of a large one how many there are, and whether the one that counts is among them.
  private func exports(_ facts: ProviderFacts) -> [String] {
    if facts.exportCount <= 16 { return ["exports: \(facts.exportCount)"] + facts.exports.map { "  \($0)" } }
    let hasEntry = !facts.problems.contains { $0.code == .notAProvider }
    return ["exports: \(facts.exportCount)" + (hasEntry ? ", ack_provider_query among them" : "")]
  }

  // MARK: JSON

  private func json(_ facts: ProviderFacts) -> String {
    JSONReport.text { writer in
      writer.key("concerns")
      writer.array(of: facts.concerns) { $0.problem($1) }
      writer.key("exportCount")
      writer.int(Int64(facts.exportCount))
      writer.key("exports")
      writer.array(of: facts.exports) { $0.string($1) }
      writer.key("file")
      if let status = facts.status { write(status, to: &writer) } else { writer.null() }
      writer.key("machine")
      writer.string(orNull: facts.machine)
      writer.key("needs")
      writer.array(of: facts.needed, Self.write)
      writer.key("note")
      if let note = facts.note { writer.note(note) } else { writer.null() }
      writer.key("path")
      writer.string(facts.path)
      writer.key("problems")
      writer.array(of: facts.problems) { $0.problem($1) }
      writer.key("sha256")
      writer.string(orNull: facts.digest?.description)
      writer.key("soname")
      writer.string(orNull: facts.soname)
      writer.key("swiftRuntime")
      writer.string(orNull: facts.swiftRuntime?.rawValue)
      writer.key("wouldLoad")
      writer.bool(facts.wouldLoad)
    }
  }

  private func write(_ status: LibraryStatus, to writer: inout JSONWriter) {
    writer.beginObject()
    for (name, number) in [
      ("group", Int64(status.group)), ("mode", Int64(status.permissions)), ("owner", Int64(status.owner)),
      ("size", Int64(status.size)),
    ] {
      writer.key(name)
      writer.int(number)
    }
    writer.endObject()
  }

  private static func write(_ library: NeededLibrary, to writer: inout JSONWriter) {
    let path: String? =
      switch library.place {
      case .loaded(let path), .file(let path): path.displayable
      case .missing: nil
      }
    writer.beginObject()
    writer.key("name")
    writer.string(library.name)
    writer.key("neededBy")
    writer.string(library.neededBy)
    writer.key("path")
    writer.string(orNull: path)
    writer.endObject()
  }
}

extension ProviderFacts {
  fileprivate var verdict: String {
    if !wouldLoad { return "would not load" }
    return concerns.isEmpty
      ? "would load" : "would load when it is named by its path, and not from a folder that is searched"
  }
}

extension SwiftRuntime {
  fileprivate var words: String {
    switch self {
    case .none: "none"
    case .shared: "with the shared runtime"
    case .static: "with a runtime of its own"
    }
  }
}

extension NeededLibrary {
  /// Where it is, and who needs it unless that is the provider.
  fileprivate func words(besides provider: String) -> String {
    let needer = neededBy == provider ? "" : ", needed by \(neededBy)"
    switch place {
    case .loaded(let path): return "\(name): \(path.displayable)\(needer)"
    case .file(let path): return "\(name): \(path.displayable)\(needer)"
    case .missing: return "\(name): not found\(needer)"
    }
  }
}

extension CommandError {
  fileprivate static func wouldNotLoad(_ facts: ProviderFacts) -> CommandError {
    let count = facts.problems.count
    return CommandError(
      .wouldNotLoad, what: "\(facts.path.displayable) would not load",
      why: count == 1 ? "there is a reason, which is listed" : "there are \(count) reasons, which are listed",
      fix: "do what is said for each; appctl explain tells more about a code"
    )
  }
}
