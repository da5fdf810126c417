/// Keeps the secrets of sessions in a place of the system's that is made for them, such as a keyring.
///
/// A ``FileSessionStore`` hands the secret of a session to a vault, and keeps the rest, with the name of the vault and
/// the key, in its file. The vault decides nothing: which secrets there are, and which of them counts, is in the file.
///
/// The functions may be called from any task, several at a time for different keys. A vault that has to block does so
/// on a thread of its own, and stops waiting when the task is cancelled. Its errors are `vaultUnavailable` when it
/// cannot be reached at all, so that certainly nothing has changed, and `vaultLocked`, `vaultTimedOut` or `vaultFailed`
/// otherwise.
public protocol SecretVault: Sendable {
  /// What records and operators call the vault: 1 to 32 of `a`-`z`, `0`-`9` and `-`, always the same.
  var name: String { get }

  /// Finds out whether secrets can be kept here now; keeps none and asks nobody.
  ///
  /// - Throws: `vaultUnavailable` with the way out.
  func check() async throws

  /// Keeps a secret under a key that was never used before.
  ///
  /// - Parameters:
  ///   - secret: The secret; it has at least one byte and at most 16 KiB, any of which may be zero.
  ///   - key: The key: the id of a provider, a slash, and 32 hexadecimal digits. It is not secret.
  /// - Throws: An error when it is not kept for certain; but for `vaultUnavailable` it may be kept all the same.
  func put(_ secret: Secret, under key: String) async throws

  /// Looks up a secret.
  ///
  /// - Parameter key: The key that it was kept under.
  /// - Returns: The secret; nil when the vault is there and does certainly not have it.
  /// - Throws: An error when that cannot be found out.
  func secret(under key: String) async throws -> Secret?

  /// Removes a secret; one that is not there is removed already.
  ///
  /// - Parameter key: The key that it was kept under.
  /// - Throws: An error when it may still be there.
  func erase(_ key: String) async throws
}
