import AppControllerKit
import SessionVaults

/// The store that `--store` names; by default the one that holds the stored session.
struct ChosenStore {
  /// The values of `--store`.
  enum Name: String, CaseIterable, ParameterValue {
    case file
    case secretService = "secret-service"
    case keyring
    case memory
  }

  /// The vaults of this machine; their names are values of `--store`.
  static var systemVaults: [any SecretVault] { [SecretServiceVault(), KernelKeyringVault()] }

  /// The store.
  let store: ObservedStore
  /// Returns the store of a provider's session in files; nil for a store in memory.
  private let files: (@Sendable (_ provider: String) -> FileSessionStore)?
  /// The store that the command names; nil when it names none.
  private let asked: Name?

  /// Makes the store.
  ///
  /// - Parameters:
  ///   - name: The value of `--store`. Without one, a secret stays in its store.
  ///   - folder: Returns the folder of a provider's session.
  ///   - vaults: The available vaults.
  /// - Throws: `vaultUnavailable` when the machine does not offer the named vault.
  init(
    _ name: Name?, folder: @escaping @Sendable (_ provider: String) -> String,
    vaults: [any SecretVault] = Self.systemVaults
  ) async throws {
    asked = name
    let placement: SecretPlacement
    switch name {
    case .memory:
      files = nil
      let memory = InMemorySessionStore()
      store = ObservedStore { _ in memory }
      return
    case nil: placement = .unchanged
    case .file: placement = .file
    case .secretService?, .keyring?:
      guard let vault = vaults.first(where: { $0.name == name?.rawValue }) else {
        throw CommandError.noVault(name?.rawValue ?? "")
      }
      try await vault.check()
      placement = .vault(vault)
    }
    // A file store has no state between calls.
    let files: @Sendable (String) -> FileSessionStore = { provider in
      FileSessionStore(directory: folder(provider), secrets: placement, otherVaults: vaults)
    }
    self.files = files
    store = ObservedStore(files)
  }

  /// Reads the record of a provider without asking a vault for its secret; nil for a store in memory.
  func stored(for provider: String) async throws -> SessionRecord? {
    try await files?(provider).stored(for: provider)?.record
  }

  /// Replaces what the session of a provider was made with, if there is a record.
  func changeOrigin(
    for provider: String, _ change: @Sendable (inout SessionOrigin?, _ hasSession: Bool) -> Void
  ) async throws {
    try await files?(provider).changeOrigin(for: provider, change)
  }

  /// Returns the name of the store that holds the secret of a provider's session, or will hold that of the next
  /// session.
  ///
  /// It reads the record and accesses no vault.
  func kind(for provider: String) async throws -> String {
    guard let files else { return Name.memory.rawValue }
    if let vault = try await files(provider).vaultName(for: provider) { return vault }
    let isStored = store.lastRecord(for: provider)?.session != nil
    return (isStored ? .file : asked ?? .file).rawValue
  }

  /// Moves the secret of an existing session to the store that the command names.
  ///
  /// - Returns: The name of the new store; nil when the secret was there already, or the command names no store.
  func move(_ session: Session, of provider: String) async throws -> String? {
    guard let files = files?(provider), let asked, let secret = session.secret, secret.byteCount > 0 else { return nil }
    let place = try await files.vaultName(for: provider) ?? Name.file.rawValue
    guard place != asked.rawValue else { return nil }
    // The secret is moved only if the session is still the given one: another process may have changed the record.
    let record = try await files.load(for: provider)
    guard record.session == session else { return nil }
    try await files.replace(for: provider, with: session, ifGeneration: record.generation)
    return asked.rawValue
  }
}

extension CommandError {
  fileprivate static func noVault(_ name: String) -> CommandError {
    .usage("there is no store \(quoted(name))", why: "this version of appctl lacks it", fix: "leave --store out")
  }
}
