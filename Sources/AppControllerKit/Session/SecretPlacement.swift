/// Where a file session store puts the secrets of the sessions that it stores.
public enum SecretPlacement: Sendable {
  /// Where the secret of the stored session is; in the file when there is none.
  case unchanged
  /// In the session's file, in the clear, guarded by the file's mode.
  case file
  /// In a vault.
  case vault(any SecretVault)
}
