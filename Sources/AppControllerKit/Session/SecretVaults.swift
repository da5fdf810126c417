/// The vaults of a store: the one for new secrets, and those that may contain old ones.
struct SecretVaults: Sendable {
  let placement: SecretPlacement
  private let vaults: [any SecretVault]

  /// - Parameters:
  ///   - placement: The place for new secrets.
  ///   - others: Further vaults in which secrets are looked up.
  init(_ placement: SecretPlacement, others: [any SecretVault]) {
    self.placement = placement
    switch placement {
    case .unchanged, .file: vaults = others
    case .vault(let vault): vaults = [vault] + others
    }
  }

  /// The vault of this name; nil when the store has none.
  func vault(named name: String) -> (any SecretVault)? { vaults.first { $0.name == name } }

  /// The vault for a new secret.
  ///
  /// - Parameter reference: The reference to the secret of the stored session; nil when it has none, or it is in the
  ///   file.
  /// - Returns: The vault; nil when the secret goes into the file.
  /// - Throws: `unknownVault` when the secret has to stay in a vault that the store does not have, because the file
  ///   would be less secure than requested.
  func destination(after reference: SecretReference?) throws(AppControllerError) -> (any SecretVault)? {
    switch placement {
    case .file: return nil
    case .vault(let vault): return vault
    case .unchanged:
      guard let reference else { return nil }
      guard let vault = vault(named: reference.vault) else { throw Self.unknown(reference.vault) }
      return vault
    }
  }

  /// Adds the secret to a session that was stored without it.
  ///
  /// - Returns: The session; nil when the vault is available and certainly does not have the secret.
  func complete(_ session: Session, from reference: SecretReference, of provider: String) async throws -> Session? {
    guard let vault = vault(named: reference.vault) else { throw Self.unknown(reference.vault) }
    guard let secret = try await vault.secret(under: reference.key(for: provider)) else { return nil }
    var session = session
    session.secret = secret
    // The content of the vault may have been changed: an invalid one is not the secret.
    return (try? session.validated()).map { session }
  }

  private static func unknown(_ name: String) -> AppControllerError {
    AppControllerError(
      .unknownVault,
      what: "the secret of the stored session is in the vault \(name), which this program does not have",
      why: "another program stored the session, or this one with another vault",
      fix: "give the store the vault, or erase the session and log in again"
    )
  }
}
