internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

@MainActor
struct ProvidersCommand: Command {
  nonisolated static let help = CommandHelp(
    "List the providers that are found by their id.",
    "'appctl inspect --provider ID' says all about one of them.",
    "Looks in the folders of --provider-dir, in those of APPCTL_PROVIDER_PATH, in appcontroller/providers below "
      + "XDG_DATA_HOME and each of XDG_DATA_DIRS, and in the folder of appctl. The first provider of an id wins. "
      + "Nothing of a provider is run.",
    "A provider that is pinned is loaded only as long as its file stays as it is, and each library that it brings.",
    "A provider's note may say that it replaces other ids. It gets what belongs to them, sessions, secrets of settings, "
      + "folders and permissions, by --take-over alone.",
    examples: [
      "See what is refused, and why": "appctl providers --explain",
      "Accept no other build of a provider": "appctl providers --pin com.example.kitty",
      "Give a provider what its former id had": "appctl providers --take-over com.example.cat",
    ])

  @Flag("Say of every folder and library what became of it.") private var explain: Bool
  @Option(value: "ID", as: .providerID, "From now on load the provider of this id only as its library is now.")
  private var pin: String?
  @Option(value: "ID", as: .providerID, "Load the provider of this id whatever its digest is.") private var unpin:
    String?
  @Option(value: "ID", as: .providerID, "Give the provider of this id what belongs to the ids that it replaces.")
  private var takeOver: String?
  @Option(shared: .providerDir) private var providerDir: [String]
  @Option(shared: .stateDir) private var stateDir: String?
  @Option(shared: .format()) private var format: Format?
  @Flag(shared: .quiet) var quiet: Bool
  nonisolated var declared: DeclaredParameters {
    [
      "--explain": _explain, "--pin": _pin, "--unpin": _unpin, "--take-over": _takeOver,
      "--provider-dir": _providerDir, "--state-dir": _stateDir, "--format": _format, "--quiet": _quiet,
    ]
  }

  func run(_ console: Console) async throws {
    let listing = ProviderListing(.ofThisProcess(given: providerDir))
    let state = try StateFolder(stateDir)
    if let pin { return console.result(try add(pin, listing, state)) }
    if let unpin { return console.result(try remove(unpin, state)) }
    if let takeOver { return console.result(try await give(takeOver, listing, state, console)) }
    let pinned = try state.pins.load()
    let quarantined = try errors(of: listing, Quarantine(folder: state.path))
    if format == .json || explain {
      console.result(format, members(of: listing, pinned, quarantined), text: explanation(of: listing, quarantined))
    } else {
      let table = table(listing, pinned, quarantined)
      table.rows.isEmpty ? console.result("no providers\n") : console.result(table)
    }
    if !quarantined.isEmpty, !explain { console.note("see what crashed with 'appctl quarantine'") }
    if listing.states.contains(where: { if case .ignored = $0 { true } else { false } }), !explain {
      console.note("some folders are not looked in; see 'appctl providers --explain'")
    }
  }

  // MARK: Ids that are replaced

  private func give(
    _ id: String, _ listing: ProviderListing, _ state: StateFolder, _ console: Console
  ) async throws -> String {
    let found = listing.provider(id)?.path
    guard let path = try found ?? state.path(of: id) else { throw CommandError.unknownProvider(id) }
    let libraries = ProviderLibraries(folder: state.path)
    let note = try libraries.note(ofLibraryAt: path)
    guard note.id == id else { throw CommandError.unknownProvider(id) }
    if note.replaces.isEmpty {
      throw CommandError(
        .noProvider, what: "\(id) replaces no other provider", why: "its note names no id that it takes over from",
        fix: "log in with it; its author can name its former id in \"replaces\"")
    }
    let configured = try Settings.current().providerIDs
    let takeOver = TakeOver(
      state: state, vaults: ChosenStore.systemVaults, id: id, source: found == nil ? .library(path) : .installed(id))
    var lines: [String] = []
    for old in note.replaces {
      let moved = try await takeOver.move(from: old)
      lines.append("\(id) takes over from \(old):" + (moved.isEmpty ? " nothing is left of it" : ""))
      lines += moved.map { "  \($0)" }
      if configured.contains(old) { console.warning("config.json has settings for \(old): write them for \(id)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Pins

  private func add(_ id: String, _ listing: ProviderListing, _ state: StateFolder) throws -> String {
    guard let found = listing.provider(id) else { throw CommandError.unknownProvider(id) }
    let facts = try ProviderInspector().facts(of: found.path)
    guard let digest = facts.pin?.description, let pin = ProviderPin(sha256: digest, pinnedAt: .now) else {
      throw CommandError.unknownProvider(id)
    }
    try state.pins.change { $0[id] = pin }
    let others = facts.files.filter { !$0.isOfSystem }.count - 1
    let brought = others > 0 ? " with the \(others == 1 ? "library" : "\(others) libraries") that it brings" : ""
    return "\(id) is pinned to \(pin.sha256), the digest of \(found.path.displayable)\(brought)\n"
  }

  private func remove(_ id: String, _ state: StateFolder) throws -> String {
    guard try state.pins.change({ $0.removeValue(forKey: id) }) != nil else {
      throw CommandError(
        .noProvider, what: "\(CommandError.quoted(id)) is not pinned",
        why: "only a provider that was pinned can be set free", fix: "see which are with 'appctl providers'")
    }
    return "\(id.displayable) is not pinned any more\n"
  }

  /// Returns the errors of accepted candidates that would nevertheless not be loaded, by path.
  private func errors(of listing: ProviderListing, _ quarantine: Quarantine) throws -> [String: PluginError] {
    var errors: [String: PluginError] = [:]
    for candidate in listing.candidates {
      guard case .accepted = candidate.verdict else { continue }
      errors[candidate.path] = try quarantine.entry(ofFileAt: candidate.path)?.error(for: candidate.path)
    }
    return errors
  }

  // MARK: Text

  private func table(
    _ listing: ProviderListing, _ pins: [String: ProviderPin], _ quarantined: [String: PluginError]
  ) -> TextTable {
    let rows = listing.candidates.compactMap { candidate -> [String]? in
      guard case .accepted(let note) = candidate.verdict else { return nil }
      let marks = [pins[note.id] == nil ? nil : "pinned", quarantined[candidate.path] == nil ? nil : "quarantined"]
      return [
        note.id, note.version, note.name, marks.compactMap(\.self).joined(separator: ", "), candidate.path,
      ].map(\.displayable)
    }
    return TextTable(titles: ["ID", "VERSION", "NAME", "STATE", "LIBRARY"], rows: rows)
  }

  private func explanation(of listing: ProviderListing, _ quarantined: [String: PluginError]) -> String {
    var lines: [String] = []
    for (index, location) in listing.searchPath.locations.enumerated() {
      lines.append(
        "\(index + 1). \(location.origin.rawValue) \(location.path.displayable): \(listing.states[index].said.words)")
      if case .refused(let problems) = listing.states[index] {
        lines += problems.flatMap { $0.lines(as: "reason", indentedBy: "   ") }
      }
      for (rank, candidate) in listing.candidates.enumerated() where candidate.location == index {
        lines.append("   \(rank + 1). \(candidate.path.displayable): \(candidate.verdict.said.words)")
        if case .rejected(_, let problems) = candidate.verdict {
          lines += problems.flatMap { $0.lines(as: "reason", indentedBy: "      ") }
        }
        lines += quarantined[candidate.path]?.lines(as: "in quarantine", indentedBy: "      ") ?? []
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: JSON

  private func members(
    of listing: ProviderListing, _ pins: [String: ProviderPin], _ quarantined: [String: PluginError]
  ) -> KeyValuePairs<String, any JSONConvertible> {
    [
      "candidates": listing.candidates.map { $0.json(pins, quarantined) },
      "locations": zip(listing.searchPath.locations, listing.states).map { location, state in
        var members = ["origin": location.origin.rawValue, "path": location.path, "state": state.said.name]
          .mapValues(\.json)
        if case .refused(let problems) = state { members["problems"] = problems.json }
        if case .ignored(let reason) = state { members["reason"] = reason.json }
        return members
      },
    ]
  }
}

extension ProviderCandidate {
  fileprivate func json(_ pins: [String: ProviderPin], _ quarantined: [String: PluginError]) -> [String: JSONValue] {
    var members = [
      "location": location.json, "note": note.json, "path": path.json,
      "pin": note.flatMap { pins[$0.id]?.sha256 }.json,
      "problems": verdict.said.problems.json, "verdict": verdict.said.name.json,
    ]
    if let problem = quarantined[path] { members["quarantine"] = problem.json }
    if case .shadowed(_, let other) = verdict { members["shadowedBy"] = other.json }
    return members
  }
}

extension ProviderListing.LocationState {
  /// The name is for scripts, and the words are for people.
  fileprivate var said: (name: String, words: String) {
    switch self {
    case .searched: ("searched", "searched")
    case .ignored(let reason): ("ignored", "ignored: \(reason)")
    case .missing: ("missing", "there is no such folder")
    case .refused: ("refused", "refused")
    }
  }
}

extension ProviderCandidate.Verdict {
  fileprivate var said: (name: String, words: String, problems: [PluginError]) {
    func words(_ word: String, _ note: ProviderNote) -> String { "\(word): \(note.id) \(note.version)" }
    return switch self {
    case .accepted(let note): ("accepted", words("accepted", note), [])
    case .shadowed(let note, let other): ("shadowed", words("shadowed", note) + ", by \(other.displayable)", [])
    case .rejected(let note, let problems):
      ("rejected", note.map { words("rejected", $0) } ?? "rejected", problems)
    case .notAProvider(let problem): ("not-a-provider", "not a provider [\(problem.code.rawValue)]", [problem])
    }
  }
}

extension CommandError {
  fileprivate static func unknownProvider(_ id: String) -> CommandError {
    CommandError(
      .noProvider, what: "there is no provider with the id \(quoted(id))",
      why: "none of the folders that are searched has an accepted one",
      fix: "see what there is with 'appctl providers --explain', or name its folder with --provider-dir DIR")
  }
}
