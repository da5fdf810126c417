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
  /// The name of the vault for records and operators: 1 to 32 of `a`-`z`, `0`-`9` and `-`, not `file`, always the same.
  var name: String { get }

  /// Checks whether secrets can be kept here now; stores nothing and does not prompt the user.
  ///
  /// - Throws: `vaultUnavailable` with a remedy.
  func check() async throws

  /// Keeps a secret under a key that was never used before.
  ///
  /// - Parameters:
  ///   - secret: The secret; it has at least one byte and at most 25 KiB, any of which may be zero.
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

/// The place where a file session store puts the secrets of new sessions.
public enum SecretPlacement: Sendable {
  /// The place of the stored session's secret; the file when there is none.
  case unchanged
  /// The session's file, in plain text, protected by the file's mode.
  case file
  /// A vault.
  case vault(any SecretVault)
}

/// The vault and the number of a session's secret; records and marks name them as `VAULT.NUMBER`.
///
/// The number is 128 random bits. If numbers were counted, two folders with the same provider would share their secrets
/// in one keyring, and each would erase the other's.
package struct SecretReference: Sendable, Hashable {
  package let vault: String
  /// 32 hexadecimal digits in lower case.
  package let number: String

  /// Nil when the vault's name or the number breaks its rule.
  package init?(vault: String, number: String) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard vault != SessionFile.vaultName, (1...32).contains(vault.utf8.count), number.utf8.count == 32,
      vault.utf8.allSatisfy({ digits.contains($0) || letters.contains($0) || $0 == UInt8(ascii: "-") }),
      number.utf8.allSatisfy({ digits.contains($0) || letters.prefix(6).contains($0) })
    else { return nil }
    (self.vault, self.number) = (vault, number)
  }

  /// Makes a number that was never used; nil when the vault's name breaks its rule.
  package init?(newIn vault: String) {
    self.init(vault: vault, number: String((0..<32).compactMap { _ in "0123456789abcdef".randomElement() }))
  }

  /// Nil when the text is not a reference.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    self.init(vault: String(parts[0]), number: String(parts[1]))
  }

  package var text: String { "\(vault).\(number)" }

  package func key(for provider: String) -> String { "\(provider)/\(number)" }
}
