/// The place where a file session store puts the secrets of new sessions.
public enum SecretPlacement: Sendable {
  /// The place of the stored session's secret; the file when there is none.
  case unchanged
  /// The session's file, in plain text, protected by the file's mode.
  case file
  /// A vault.
  case vault(any SecretVault)
}
