import AppControllerKit
import SessionVaults

/// The store that `--store` names, or that the stored session is in.
struct ChosenStore {
  /// What `--store` can be.
  enum Name: String, CaseIterable, ParameterValue {
    case file
    case secretService = "secret-service"
    case keyring
    case memory
  }

  /// The vaults of this machine, each named as `--store` has it.
  static var systemVaults: [any SecretVault] { [SecretServiceVault(), KernelKeyringVault()] }

  /// The store.
  let store: ObservedStore
  /// The store, if it is in files.
  private let files: FileSessionStore?
  /// What the command asks for; nil when it asks for nothing.
  private let asked: Name?

  /// Makes the store.
  ///
  /// - Parameters:
  ///   - name: What `--store` says. Without it a secret stays where it is.
  ///   - folder: The folder of the sessions.
  ///   - vaults: The vaults that there are.
  /// - Throws: `vaultUnavailable` when the machine does not offer what is asked for.
  init(_ name: Name?, folder: String, vaults: [any SecretVault] = Self.systemVaults) async throws {
    asked = name
    let placement: SecretPlacement
    switch name {
    case .memory:
      files = nil
      store = ObservedStore(InMemorySessionStore())
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
    let files = FileSessionStore(directory: folder, secrets: placement, otherVaults: vaults)
    self.files = files
    store = ObservedStore(files)
  }

  /// What the store is called that has the secret of a provider's session, or gets that of the next one.
  ///
  /// It reads the record, and asks no vault.
  func kind(for provider: String) async throws -> String {
    guard let files else { return Name.memory.rawValue }
    if let vault = try await files.vaultName(for: provider) { return vault }
    let isStored = store.lastRecord(for: provider)?.session != nil
    return (isStored ? .file : asked ?? .file).rawValue
  }

  /// Moves the secret of a session that stays to where the command asks for.
  ///
  /// - Returns: Where it is now; nil when it was there, or nothing is asked for.
  func move(_ session: Session, of provider: String) async throws -> String? {
    guard let files, let asked, let secret = session.secret, secret.byteCount > 0 else { return nil }
    let place = try await files.vaultName(for: provider) ?? Name.file.rawValue
    guard place != asked.rawValue else { return nil }
    // Only what was loaded is moved: another process may have changed it since.
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
