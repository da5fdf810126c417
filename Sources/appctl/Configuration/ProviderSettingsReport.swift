internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

struct ProviderSettingsReport: JSONConvertible {
  struct Line {
    let provider: String
    let name: String
    /// `nil` for a secret, for a missing or unusable value, and for a provider that is not found.
    let value: String?
    let isSet: Bool
    let problem: String?
    /// Empty for a default, and for a missing value.
    let origin: String
    /// What takes precedence over the file, in words; empty when the provider is not found.
    let precedence: String
  }

  let lines: [Line]

  /// Of a provider that is not found only the entries of the file are known, whose values are not shown, because they
  /// may be secrets.
  @MainActor
  init(
    _ settings: Settings, _ named: String?, _ searchPath: ProviderSearchPath, _ folder: StateFolder?,
    _ option: Profile?, _ console: Console
  ) async throws {
    let profiles = try ChosenProfiles(option, settings, in: folder)
    var notes: [String: ProviderNote] = [:]
    let isPath = named.map { $0.hasSlash || $0.isLibraryName } ?? false
    if let named, isPath {
      let note = try ProviderInspector().note(of: named)
      notes[note.id] = note
    }
    let ids = settings.providerIDs.union(named.map { isPath ? [] : [$0] } ?? [])
    if !ids.subtracting(notes.keys).isEmpty {
      let listing = ProviderListing(searchPath)
      for id in ids where notes[id] == nil { notes[id] = listing.provider(id)?.note }
    }
    var given = try GivenSettings([], stdin: nil, settings, console)
    var lines: [Line] = []
    for id in ids.union(notes.keys).sorted() {
      guard let note = notes[id] else {
        lines += settings.values(of: id, in: profiles[id]).sorted { $0.key < $1.key }.map { name, entry in
          Line(
            provider: id, name: name, value: nil, isSet: true, problem: nil, origin: entry.origin.text, precedence: "")
        }
        continue
      }
      let store = folder.map { FileSessionStore(directory: $0.sessions(profiles[id])) }
      given.choose(id, profiles[id], recalling: try await store?.stored(for: id)?.record.origin)
      if let folder { try await given.fetch(SettingSecrets(folder: folder.path), nil) }
      let values = given.values(for: note)
      lines += note.settings.map { Self.line($0, values[$0.name], of: id) }
    }
    self.lines = lines
  }

  private static func line(_ setting: ProviderSetting, _ given: SettingValue?, of id: String) -> Line {
    func line(_ value: String?, isSet: Bool, _ problem: String? = nil) -> Line {
      Line(
        provider: id, name: setting.name, value: setting.kind == .secret ? nil : value, isSet: isSet, problem: problem,
        origin: given?.origin ?? "",
        precedence: setting.kind == .secret
          ? "--setting-stdin comes before the file"
          : "--setting, then \(setting.variable), then the last login come before the file")
    }
    switch given?.content {
    case nil: return line(setting.defaultValue, isSet: setting.defaultValue != nil)
    case .unusable(let reason): return line(nil, isSet: false, reason)
    case .secret: return line(nil, isSet: true)
    case .text(let text):
      if setting.kind == .secret { return line(nil, isSet: false, "is a secret and is given as text") }
      let problem = setting.problem(of: text)
      return line(problem == nil ? text : nil, isSet: problem == nil, problem)
    }
  }

  /// By the provider's id, then by name.
  var json: JSONValue {
    Dictionary(grouping: lines, by: \.provider).mapValues { lines in
      Dictionary(lines.map { ($0.name, $0) }) { $1 }
    }.json
  }
}

extension ProviderSettingsReport.Line: JSONConvertible {
  var title: String { "\(provider) \(name)" }

  var words: String {
    if let problem { return "not set, because it \(problem)" }
    return value ?? (isSet ? "set" : "not set")
  }

  var explanation: String {
    let by = !origin.isEmpty ? ", by \(origin)" : isSet ? ", by default" : ""
    return "\(words)\(by)\(precedence.isEmpty ? "" : "; \(precedence)")"
  }

  var json: JSONValue {
    ["isSet": isSet, "origin": origin.isEmpty ? nil : origin, "problem": problem, "value": value]
  }
}
