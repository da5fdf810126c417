/// Keeps the secrets of sessions in a facility of the system that is made for them, such as a keyring.
///
/// A ``FileSessionStore`` passes the secret of a session to a vault, and keeps the rest, with the name of the vault and
/// the key, in its file. The vault decides nothing: the file determines which secrets exist, and which of them is
/// current.
///
/// The functions may be called from any task, several at a time for different keys. A vault that has to block does so
/// on a thread of its own, and stops waiting when the task is cancelled. Its errors are `vaultUnavailable` when it
/// cannot be reached at all, so that certainly nothing has changed, and `vaultLocked`, `vaultTimedOut` or `vaultFailed`
/// otherwise.
public protocol SecretVault: Sendable {
  /// The name of the vault for records and operators: 1 to 32 of `a`-`z`, `0`-`9` and `-`, always the same.
  var name: String { get }

  /// Checks whether secrets can be kept here now; stores nothing and does not prompt the user.
  ///
  /// - Throws: `vaultUnavailable` with a remedy.
  func check() async throws

  /// Keeps a secret under a key that was never used before.
  ///
  /// - Parameters:
  ///   - secret: The secret; it has at least one byte and at most 16 KiB, any of which may be zero.
  ///   - key: The key: the id of a provider, a slash, and 32 hexadecimal digits. It is not secret.
  /// - Throws: An error when it is not certain that the secret is kept; except after `vaultUnavailable`, it may be kept
  ///   nevertheless.
  func put(_ secret: Secret, under key: String) async throws

  /// Looks up a secret.
  ///
  /// - Parameter key: The key that it was kept under.
  /// - Returns: The secret; nil when the vault is available and certainly does not have it.
  /// - Throws: An error when that cannot be determined.
  func secret(under key: String) async throws -> Secret?

  /// Removes a secret; a missing one counts as removed.
  ///
  /// - Parameter key: The key that it was kept under.
  /// - Throws: An error when the secret may still be there.
  func erase(_ key: String) async throws
}
