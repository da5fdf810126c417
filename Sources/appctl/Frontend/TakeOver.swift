import AppControllerKit
import ProviderPlugins

/// Gives a provider what belongs to the ids that its note replaces: sessions, secrets of settings, home folders, agreed
/// permissions and choices.
///
/// Each part is moved by itself, and what has been moved is passed over: after an interruption it can be repeated.
@MainActor
struct TakeOver {
  let state: StateFolder
  let vaults: [any SecretVault]
  let id: String
  let source: ProviderSource

  /// Returns what was moved, and what was left because the provider has its own, a sentence each.
  func move(from old: String) async throws -> [String] {
    var lines: [String] = []
    for profile in try state.profiles() {
      lines += try await sessions(of: profile, from: old)
      lines += try home(of: profile, from: old)
    }
    for name in try await SettingSecrets(folder: state.path).move(from: old, to: id, vaults) {
      lines.append("the secret of the setting \(name)")
    }
    lines += try ProviderLibraries(folder: state.path).move(from: old, to: id).map { "permission \($0)" }
    let chosen = try state.usedProfiles.change { used -> String? in
      guard let profile = used[old], used[id] == nil else { return nil }
      used[id] = profile
      return profile
    }
    if let chosen { lines.append("the choice of the profile \(chosen)") }
    if try state.lastProvider()?.id == old {
      try state.remember(StateFolder.Provider(id: id, source: source))
      lines.append("its place as the provider that commands use without --provider")
    }
    return lines
  }

  private func sessions(of profile: Profile, from old: String) async throws -> [String] {
    let store = FileSessionStore(directory: state.sessions(profile), otherVaults: vaults)
    let place = profile == .standard ? "" : " in the profile \(profile.name)"
    switch try await store.move(from: old, to: id) {
    case nil: return []
    case .moved(let subject?): return ["the session of \(subject)\(place)"]
    case .moved(nil): return ["the settings of the last login\(place)"]
    case .occupied: return ["not the session\(place), because \(id) has its own: log out of one of them"]
    }
  }

  private func home(of profile: Profile, from old: String) throws -> [String] {
    guard let homes = try FileSystem.openFolder(state.homes(profile)), try homes.status(of: old) != nil
    else { return [] }
    if try homes.status(of: id) != nil { return ["not the folder \(homes.path(of: old)), because \(id) has its own"] }
    try homes.renameEntry(old, over: id)
    return ["the folder \(homes.path(of: id))"]
  }
}
