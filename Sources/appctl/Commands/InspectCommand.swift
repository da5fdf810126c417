package import AppControllerJSON
import AppControllerKit
import ProviderPlugins

@MainActor
struct InspectCommand: Command {
  nonisolated static let help = CommandHelp(
    "Show what a provider's library declares and needs, without running it.",
    "Prints what its note says, what it needs and where that would be found, what it exports, who may change it, and "
      + "whether it would load, or each reason why not.",
    examples: [
      "Look before you load": "appctl inspect ./libKitty.so",
      "Look at an installed provider": "appctl inspect --provider com.example.kitty",
    ])

  @Argument(as: .path, "The provider's library, unless --provider names it.") private var path: String?
  @Option(shared: .provider) private var provider: String?
  @Option(shared: .providerDir) private var providerDir: [String]
  @Option(shared: .format()) private var format: Format?
  @Flag(shared: .quiet) var quiet: Bool
  nonisolated var declared: DeclaredParameters {
    [
      "PATH": _path, "--provider": _provider, "--provider-dir": _providerDir, "--format": _format, "--quiet": _quiet,
    ]
  }

  func run(_ console: Console) throws {
    guard let path = try ProviderListing.library(at: path, or: provider, in: providerDir) else {
      throw CommandError.missingArgument(Self.parameters.arguments[0], of: Self.self)
    }
    let facts = try ProviderInspector().facts(of: path)
    format == .json ? console.result(JSONReport.text(members(of: facts))) : console.lines(text(facts))
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
      if !note.requirements.isEmpty { lines.append("requires: \(note.requirements.joined(separator: ", "))") }
      if !note.replaces.isEmpty { lines.append("replaces: \(note.replaces.joined(separator: ", "))") }
      if !note.settings.isEmpty { lines.append("settings: \(note.settings.count)") }
      lines += note.settings.map { "  \($0.words(of: note.id))" }
      if !note.permissions.isEmpty { lines.append("permissions: \(note.permissions.count)") }
      lines += note.permissions.map { "  \($0.reasonedWords(of: note.id))" }
    }
    if let swift = facts.swiftRuntime { lines.append("swift: \(swift.words)") }
    if let soname = facts.soname { lines.append("soname: \(soname)") }
    if facts.exportCount > 0 { lines += exports(facts) }
    if !facts.needed.isEmpty {
      lines.append("needs: \(facts.needed.count)")
      lines += facts.needed.map { "  \($0.words(besides: facts.path))" }
    }
    if facts.files.count > 1 {
      lines.append("files: \(facts.files.count)")
      lines += facts.files.map { "  \($0.words)" }
    }
    if let pin = facts.pin { lines.append("pin: \(pin)") }
    lines += facts.concerns.flatMap { $0.lines(as: "warning") }
    lines.append("verdict: \(facts.verdict)")
    lines += facts.problems.flatMap { $0.lines(as: "reason") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The exported names of a small library; for a large one their number, and whether the entry point is among them.
  private func exports(_ facts: ProviderFacts) -> [String] {
    if facts.exportCount <= 16 { return ["exports: \(facts.exportCount)"] + facts.exports.map { "  \($0)" } }
    let hasEntry = !facts.problems.contains { $0.code == .notAProvider }
    return ["exports: \(facts.exportCount)" + (hasEntry ? ", ack_provider_query among them" : "")]
  }

  // MARK: JSON

  private func members(of facts: ProviderFacts) -> KeyValuePairs<String, any JSONConvertible> {
    [
      "concerns": facts.concerns, "exportCount": facts.exportCount, "exports": facts.exports, "file": facts.status,
      "files": facts.files, "machine": facts.machine, "needs": facts.needed, "note": facts.note, "path": facts.path,
      "pin": facts.pin?.description, "problems": facts.problems, "sha256": facts.digest?.description,
      "soname": facts.soname, "swiftRuntime": facts.swiftRuntime?.rawValue, "wouldLoad": facts.wouldLoad,
    ]
  }
}

extension LibraryStatus: JSONConvertible {
  package var json: JSONValue { ["group": group, "mode": permissions, "owner": owner, "size": size] }
}

extension FileFacts: JSONConvertible {
  fileprivate var words: String {
    let verdict = isOfSystem ? "of the system" : problem.map { "\($0.what) [\($0.code.rawValue)]" } ?? "trusted"
    return "\(path.displayable): owner \(owner), \(digest.map { "sha256 \($0), " } ?? "")\(verdict.displayable)"
  }

  package var json: JSONValue {
    [
      "isOfSystem": isOfSystem, "owner": owner, "path": path, "problem": problem, "sha256": digest?.description,
    ]
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

extension NeededLibrary: JSONConvertible {
  /// `nil` when the library is not found.
  private var path: String? {
    switch place {
    case .loaded(let path), .file(let path): path.displayable
    case .missing: nil
    }
  }

  fileprivate func words(besides provider: String) -> String {
    "\(name): \(path ?? "not found")\(neededBy == provider ? "" : ", needed by \(neededBy)")"
  }

  package var json: JSONValue { ["name": name, "neededBy": neededBy, "path": path] }
}

extension CommandError {
  fileprivate static func wouldNotLoad(_ facts: ProviderFacts) -> CommandError {
    let count = facts.problems.count
    return CommandError(
      .wouldNotLoad, what: "\(facts.path.displayable) would not load",
      why: count == 1 ? "there is a reason, which is listed" : "there are \(count) reasons, which are listed",
      fix: "do what is said for each; appctl explain tells more about a code")
  }
}
