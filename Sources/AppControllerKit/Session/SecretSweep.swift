/// Erases the secrets that a provider's marks name and its stored record does not: those of ended sessions and of
/// interrupted changes.
struct SecretSweep: Sendable {
  let vaults: SecretVaults
  let provider: String

  /// Erases as many secrets as possible, and leaves the rest to the next sweep.
  ///
  /// The lock excludes other processes, whose new secret is marked but not yet in a record.
  ///
  /// - Parameters:
  ///   - folder: The folder with the marks.
  ///   - kept: The reference to the secret of the stored session.
  ///   - lock: The provider's lock.
  /// - Returns: The failure of the sweep; nil when no secret is left.
  func callAsFunction(
    _ folder: borrowing SessionFolder, keeping kept: SecretReference?, holding lock: borrowing SessionLock
  ) async -> AppControllerError? {
    do {
      var failures: [String: any Error] = [:]
      for mark in try folder.marks() where mark != kept && failures[mark.vault] == nil {
        do {
          try await erase(mark)
          try folder.unmark(mark)
        } catch {
          failures[mark.vault] = error
        }
      }
      return failures.min { $0.key < $1.key }.map { leftBehind("is still in the vault \($0.key)", since: $0.value) }
    } catch {
      return leftBehind("may still be in a vault", since: error)
    }
  }

  /// Erases a secret in a task of its own, because the session has ended even if the task that ends it is cancelled.
  private func erase(_ mark: SecretReference) async throws {
    guard let vault = vaults.vault(named: mark.vault) else {
      throw AppControllerError(
        .unknownVault, what: "this program does not have the vault \(mark.vault)",
        why: "another program stored the session", fix: "log in and out with a program that has it"
      )
    }
    try await Task { [provider] in try await vault.erase(mark.key(for: provider)) }.value
  }

  private func leftBehind(_ state: String, since error: any Error) -> AppControllerError {
    let explained = error as? AppControllerError
    return AppControllerError(
      .secretLeftBehind,
      what: "a secret of \(provider) that is not needed any more \(state)",
      why: explained?.what ?? "the vault failed to erase it: \("\(error)".displayable)",
      fix: (explained.map { "\($0.fix); " } ?? "") + "the next change of the session tries again"
    )
  }
}
