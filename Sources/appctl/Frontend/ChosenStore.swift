import AppControllerKit
import SessionVaults

/// The store that `--store` names; by default the one that holds the stored session.
struct ChosenStore {
  enum Name: String, CaseIterable, ParameterValue {
    case file
    case secretService = "secret-service"
    case keyring
    case memory
  }

  /// Their names are values of `--store`.
  static var systemVaults: [any SecretVault] { [SecretServiceVault(), KernelKeyringVault()] }

  let store: ObservedStore
  /// `nil` for a store in memory.
  private let files: (@Sendable (_ provider: String) -> FileSessionStore)?
  /// `nil` when the command names none.
  private let asked: Name?

  /// Without a name, a secret stays in its store; throws `vaultUnavailable` when the machine does not offer the named
  /// vault.
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
        throw CommandError.usage(
          "there is no store \(CommandError.quoted(name?.rawValue ?? ""))", why: "this version of appctl lacks it",
          fix: "leave --store out")
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

  /// Asks no vault for the secret; nil for a store in memory.
  func stored(for provider: String) async throws -> SessionRecord? {
    try await files?(provider).stored(for: provider)?.record
  }

  /// Does nothing without a record.
  func changeOrigin(
    for provider: String, _ change: @Sendable (inout SessionOrigin?, _ hasSession: Bool) -> Void
  ) async throws {
    try await files?(provider).changeOrigin(for: provider, change)
  }

  /// Reads the record and accesses no vault; without a session, it is the store of the next one.
  func kind(for provider: String) async throws -> String {
    guard let files else { return Name.memory.rawValue }
    if let vault = try await files(provider).vaultName(for: provider) { return vault }
    let isStored = store.lastRecord(for: provider)?.session != nil
    return (isStored ? .file : asked ?? .file).rawValue
  }

  /// `nil` when the secret was there already, or the command names no store.
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
