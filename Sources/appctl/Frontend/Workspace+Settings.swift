import AppControllerKit
import ProviderPlugins

// What a login was given belongs to its account: later commands use it again, and a session is not given to a provider
// with other settings.
extension Workspace {
  /// Returns what the session of an account was made with, or the last one that has ended.
  func origin(of id: String?, _ purpose: Purpose) async throws -> SessionOrigin? {
    guard let id, IdentifierRule.allowsProviderID(id) else { return nil }
    switch purpose {
    case .account, .replacement: return try await sessions.stored(for: id)?.origin
    case .ending(let former): return former[id]?.origin
    case .visitor: return nil
    }
  }

  /// Throws `otherSettings` when the session of the account was made with other settings.
  func settle(
    _ plugin: PluginProvider, _ loaded: LoadedSettings, _ origin: SessionOrigin?, _ purpose: Purpose
  ) async throws {
    if case .visitor = purpose { return }
    guard var settings = plugin.sessionSettings else { return }
    settings.origin.remembered = options.beginsSession ? loaded.passing : origin?.remembered ?? []
    plugin.sessionSettings = settings
    let made: SessionOrigin?
    switch purpose {
    case .account:
      let session = try await sessions.stored(for: plugin.id)?.session
      made = session.flatMap { $0.isExpired(at: .now) ? nil : $0.origin }
    case .ending(let former): made = former[plugin.id]?.origin
    case .replacement, .visitor: made = nil
    }
    guard let made, let conflict = settings.conflict(with: made, of: plugin.id) else { return }
    let sources = settings.differences(from: made).compactMap { difference in
      loaded.origins[difference.name].map { "\(difference.name) is given by \($0)" }
    }
    throw AppControllerError(
      conflict.code, what: conflict.what, why: ([conflict.why] + sources).joined(separator: "; "),
      fix: "log out, which uses the settings of the session: appctl logout; or use another account with --profile, or "
        + "replace the session, of whose end its provider is not told then: appctl login --switch")
  }

  func rememberSettings(of provider: OpenedProvider) async throws {
    guard case .library(let plugin) = provider.origin, let settings = plugin.sessionSettings else { return }
    try await sessions.changeOrigin(for: plugin.id) { origin, hasSession in
      if hasSession { origin = settings.origin }
    }
  }

  func sayNotRemembered(_ name: String, of provider: PluginProvider) {
    if provider.sessionSettings?.origin.remembered.contains(name) ?? true { return }
    console.note(
      "the setting \(name) is a secret and is not remembered; for later commands keep it with "
        + "'appctl config --store secret-service --store-setting \(provider.id)=\(name)', and write "
        + "\"settings\": { \"\(provider.id)\": { \"\(name)\": { \"store\": true } } } to config.json".displayable)
  }

  /// What identifies the session stays with it.
  func forgetSettings() async throws {
    let (source, last) = try source()
    for id in try ReferencedProviders(options, source, last: last, in: stateFolder).ids
    where IdentifierRule.allowsProviderID(id) {
      try await sessions.changeOrigin(for: id) { origin, hasSession in
        origin?.remembered = []
        if !hasSession { origin = nil }
      }
    }
  }
}

@MainActor
final class LoadedSettings {
  private let given: GivenSettings
  /// The names of the settings whose values stand nowhere when the command has ended.
  private(set) var passing: [String] = []
  /// By the names of the settings.
  private(set) var origins: [String: String] = [:]

  init(_ given: GivenSettings) { self.given = given }

  func values(for note: ProviderNote) -> [String: SettingValue] {
    let values = given.values(for: note)
    (passing, origins) = (given.passing(for: note.settings), values.mapValues(\.origin))
    return values
  }
}
