internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

/// `appctl providers`: lists what stands where providers are looked for, and pins it.
@MainActor
struct ProvidersCommand {
  private let invocation: Invocation
  private let console: Console

  init(_ invocation: Invocation, _ console: Console) {
    self.invocation = invocation
    self.console = console
    console.isQuiet = invocation.flag(.quiet)
  }

  func run() throws {
    let listing = ProviderListing(.ofThisProcess(given: invocation.strings(.providerDir)))
    let pins = PinFile(folder: try StateFolder(invocation.string(.stateDir)).path)
    if let id = invocation.string(.pinID) { return try pin(id, listing, pins) }
    if let id = invocation.string(.unpinID) { return try unpin(id, pins) }
    let pinned = try pins.load()
    let quarantined = try quarantined(listing)
    if invocation.string(.format) == "json" {
      console.result(json(listing, pinned, quarantined))
    } else {
      console.result(
        invocation.flag(.explain) ? explanation(of: listing, quarantined) : text(listing, pinned, quarantined))
    }
    if listing.states.contains(where: { if case .ignored = $0 { true } else { false } }), !invocation.flag(.explain) {
      console.note("some folders are not looked in; see 'appctl providers --explain'")
    }
  }

  // MARK: Pins

  private func pin(_ id: String, _ listing: ProviderListing, _ pins: PinFile) throws {
    guard let found = listing.provider(id) else { throw CommandError.unknownProvider(id) }
    guard let digest = try ProviderInspector().facts(of: found.path).digest?.description,
      let pin = ProviderPin(sha256: digest, pinnedAt: WallClock.now())
    else { throw CommandError.unknownProvider(id) }
    try pins.store(pin, for: id)
    console.result("\(id) is pinned to \(pin.sha256), the digest of \(found.path.displayable)\n")
  }

  private func unpin(_ id: String, _ pins: PinFile) throws {
    guard try pins.load()[id] != nil else { throw CommandError.notPinned(id) }
    try pins.store(nil, for: id)
    console.result("\(id.displayable) is not pinned any more\n")
  }

  /// Why candidates that were accepted are not loaded all the same, by their paths.
  private func quarantined(_ listing: ProviderListing) throws -> [String: PluginError] {
    let quarantine = Quarantine(folder: try StateFolder(invocation.string(.stateDir)).path)
    var errors: [String: PluginError] = [:]
    for candidate in listing.candidates {
      guard case .accepted = candidate.verdict else { continue }
      errors[candidate.path] = try quarantine.entry(ofFileAt: candidate.path)?.error(for: candidate.path)
    }
    return errors
  }

  // MARK: Text

  private func text(_ listing: ProviderListing, _ pins: [String: ProviderPin], _ quarantined: [String: PluginError])
    -> String
  {
    let lines = listing.candidates.flatMap { candidate -> [String] in
      guard case .accepted(let note) = candidate.verdict else { return [] }
      let pinned = pins[note.id] == nil ? "" : ", pinned"
      return [
        "\(note.id) \(note.version)\(pinned)", "  \(note.name), by \(note.vendor)", "  \(candidate.path.displayable)",
      ] + (quarantined[candidate.path]?.lines(as: "in quarantine", indentedBy: "  ") ?? [])
    }
    return lines.isEmpty ? "no providers\n" : lines.joined(separator: "\n") + "\n"
  }

  /// Every location, every candidate, and one line on what became of it; what is refused has its reasons besides.
  private func explanation(of listing: ProviderListing, _ quarantined: [String: PluginError]) -> String {
    var lines: [String] = []
    for (index, location) in listing.searchPath.locations.enumerated() {
      lines.append(
        "\(index + 1). \(location.origin.rawValue) \(location.path.displayable): \(listing.states[index].words)")
      if case .refused(let problems) = listing.states[index] {
        lines += problems.flatMap { $0.lines(as: "reason", indentedBy: "   ") }
      }
      for (rank, candidate) in listing.candidates.enumerated() where candidate.location == index {
        lines.append("   \(rank + 1). \(candidate.path.displayable): \(candidate.verdict.words)")
        if case .rejected(_, let problems) = candidate.verdict {
          lines += problems.flatMap { $0.lines(as: "reason", indentedBy: "      ") }
        }
        lines += quarantined[candidate.path]?.lines(as: "in quarantine", indentedBy: "      ") ?? []
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: JSON

  private func json(_ listing: ProviderListing, _ pins: [String: ProviderPin], _ quarantined: [String: PluginError])
    -> String
  {
    JSONReport.text { writer in
      writer.key("candidates")
      writer.array(of: listing.candidates) { candidate, writer in
        writer.beginObject()
        writer.key("location")
        writer.int(Int64(candidate.location))
        writer.key("note")
        if let note = candidate.note { writer.note(note) } else { writer.null() }
        writer.key("path")
        writer.string(candidate.path)
        writer.key("pin")
        writer.string(orNull: candidate.note.flatMap { pins[$0.id]?.sha256 })
        writer.key("problems")
        writer.array(of: candidate.verdict.problems) { $0.problem($1) }
        if case .shadowed(_, let other) = candidate.verdict {
          writer.key("shadowedBy")
          writer.string(other)
        }
        if let problem = quarantined[candidate.path] {
          writer.key("quarantine")
          writer.problem(problem)
        }
        writer.key("verdict")
        writer.string(candidate.verdict.name)
        writer.endObject()
      }
      writer.key("locations")
      writer.array(of: Array(zip(listing.searchPath.locations, listing.states))) { place, writer in
        writer.beginObject()
        writer.key("origin")
        writer.string(place.0.origin.rawValue)
        writer.key("path")
        writer.string(place.0.path)
        if case .refused(let problems) = place.1 {
          writer.key("problems")
          writer.array(of: problems) { $0.problem($1) }
        }
        if case .ignored(let reason) = place.1 {
          writer.key("reason")
          writer.string(reason)
        }
        writer.key("state")
        writer.string(place.1.name)
        writer.endObject()
      }
    }
  }
}

extension ProviderListing.LocationState {
  fileprivate var name: String {
    switch self {
    case .searched: "searched"
    case .ignored: "ignored"
    case .missing: "missing"
    case .refused: "refused"
    }
  }

  fileprivate var words: String {
    switch self {
    case .searched: "searched"
    case .ignored(let reason): "ignored: \(reason)"
    case .missing: "there is no such folder"
    case .refused: "refused"
    }
  }
}

extension ProviderCandidate.Verdict {
  fileprivate var name: String {
    switch self {
    case .accepted: "accepted"
    case .shadowed: "shadowed"
    case .rejected: "rejected"
    case .notAProvider: "not-a-provider"
    }
  }

  fileprivate var problems: [PluginError] {
    switch self {
    case .accepted, .shadowed: []
    case .rejected(_, let problems): problems
    case .notAProvider(let problem): [problem]
    }
  }

  fileprivate var words: String {
    switch self {
    case .accepted(let note): "accepted: \(note.id) \(note.version)"
    case .shadowed(let note, let other): "shadowed: \(note.id) \(note.version), by \(other.displayable)"
    case .rejected(let note, _): "rejected" + (note.map { ": \($0.id) \($0.version)" } ?? "")
    case .notAProvider(let problem): "not a provider [\(problem.code.rawValue)]"
    }
  }
}

extension CommandError {
  fileprivate static func unknownProvider(_ id: String) -> CommandError {
    CommandError(
      .noProvider, what: "there is no provider with the id \(quoted(id)) to pin",
      why: "none of the folders that are searched has an accepted one",
      fix: "see what there is with 'appctl providers --explain', or name its folder with --provider-dir DIR"
    )
  }

  fileprivate static func notPinned(_ id: String) -> CommandError {
    CommandError(
      .noProvider, what: "\(quoted(id)) is not pinned", why: "only a provider that was pinned can be set free",
      fix: "see which are with 'appctl providers'"
    )
  }
}
