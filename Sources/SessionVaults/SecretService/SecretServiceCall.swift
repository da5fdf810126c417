internal import AppControllerKit

/// One question to the desktop's keyring, which blocks until it is answered or cancelled.
///
/// A protocol, so that a test can have a keyring that never answers.
protocol SecretServiceCall: Sendable {
  /// Reaches the service.
  func check() throws(SecretServiceFailure)
  /// Keeps a secret, and asks the user to unlock the keyring where that is needed.
  func put(_ secret: Secret, under key: String) throws(SecretServiceFailure)
  /// Looks a secret up, and asks the user to unlock the keyring where that is needed.
  func secret(under key: String) throws(SecretServiceFailure) -> Secret?
  /// Removes a secret.
  func erase(_ key: String) throws(SecretServiceFailure)
  /// Has the question end soon; called from another thread.
  func cancel()
}
