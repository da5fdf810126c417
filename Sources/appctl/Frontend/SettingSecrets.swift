import AppControllerKit
import ProviderPlugins

/// The secrets of providers' settings in vaults; the state folder contains a reference to each secret, and no secret.
struct SettingSecrets {
  let folder: String

  private var file: StateFile<MapKind<TextKind>> {
    StateFile(
      "setting-secrets.json", in: folder,
      .map(.text(atMost: 128), atMost: ProviderSetting.maximumCount, names: 32), names: 64,
      why: "it says in which stores the secrets of settings are",
      fix: "move it away, and store the secrets again with appctl config --store-setting ID=NAME")
  }

  func content(of name: String, for id: String, _ vaults: [any SecretVault]) async -> SettingValue.Content {
    let way = "store it with appctl config --store-setting \(id)=\(name)"
    do {
      guard let reference = try file.load()[id]?[name].flatMap({ SecretReference($0) }) else {
        return .unusable("is not stored; \(way)")
      }
      guard let vault = vaults.first(where: { $0.name == reference.vault }) else {
        return .unusable("is in the store '\(reference.vault)', which this version does not have; \(way)")
      }
      guard let secret = try await vault.secret(under: reference.key(for: id)) else {
        return .unusable("is not in the store '\(reference.vault)' any more; \(way)")
      }
      return .secret(secret)
    } catch {
      return .unusable("cannot be read: \((error as? any ExplainedError)?.what ?? "\(error)")")
    }
  }

  func has(_ name: String, for id: String) throws -> Bool { try file.load()[id]?[name] != nil }

  /// Moves only what the other id has no secret for, and returns the names of the settings.
  func move(from old: String, to new: String, _ vaults: [any SecretVault]) async throws -> [String] {
    var moved: [String] = []
    for name in try (file.load()[old] ?? [:]).keys.sorted() where try !has(name, for: new) {
      guard let text = try file.load()[old]?[name], let reference = SecretReference(text),
        let vault = vaults.first(where: { $0.name == reference.vault }),
        let secret = try await vault.secret(under: reference.key(for: old))
      else { continue }
      try await store((secret, vault), as: name, for: new, vaults)
      try await store(nil, as: name, for: old, vaults)
      moved.append(name)
    }
    return moved
  }

  /// `nil` removes the stored secret; returns whether one was stored before.
  @discardableResult
  func store(_ secret: (Secret, vault: any SecretVault)?, as name: String, for id: String, _ vaults: [any SecretVault])
    async throws -> Bool
  {
    var references = try file.load()
    let former = references[id]?[name].flatMap { SecretReference($0) }
    references[id, default: [:]][name] = nil
    if let (secret, vault) = secret, let reference = SecretReference(newIn: vault.name) {
      try await vault.put(secret, under: reference.key(for: id))
      references[id, default: [:]][name] = reference.text
    }
    if references[id]?.isEmpty == true { references[id] = nil }
    // At any time, each stored reference has its secret: the new secret is stored before its reference, and the former
    // one is erased after its reference is gone.
    try file.store(references)
    if let former, let vault = vaults.first(where: { $0.name == former.vault }) {
      try await vault.erase(former.key(for: id))
    }
    return former != nil
  }
}
