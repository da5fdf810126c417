internal import AppControllerKit

/// Why the desktop's keyring could not be asked, or did not do what it was asked.
enum SecretServiceFailure: Error, Equatable {
  /// There is no libsecret; with the system's words.
  case noLibrary(String)
  /// libsecret lacks a function; with its name.
  case oldLibrary(String)
  /// There is no session bus; with the library's words.
  case noBus(String)
  /// Nobody on the bus is the keyring; with the library's words.
  case noService(String)
  /// The keyring is locked, and was not unlocked.
  case locked
  /// The question was cancelled.
  case cancelled
  /// The keyring did not answer for as long as the library waits.
  case timedOut
  /// Something else; with the library's words.
  case failed(String)

  /// The error, with the way out.
  var error: any Error {
    switch self {
    case .noLibrary(let words):
      Self.unavailable(
        "libsecret-1.so.0 cannot be loaded: \(words)",
        "install libsecret (Debian: apt-get install libsecret-1-0 gnome-keyring)"
      )
    case .oldLibrary(let symbol):
      Self.unavailable("the libsecret of this machine has no \(symbol)", "install a newer libsecret")
    case .noBus(let words):
      Self.unavailable(
        "there is no D-Bus session to find it on: \(words)",
        "run inside a desktop session, or under 'dbus-run-session' with a keyring started"
      )
    case .noService(let words):
      Self.unavailable(
        "no keyring answers on the D-Bus session: \(words)",
        "install and start one (Debian: apt-get install gnome-keyring; then gnome-keyring-daemon --start)"
      )
    case .locked:
      AppControllerError(
        .vaultLocked, what: "the desktop's keyring is locked",
        why: "it was not unlocked, because the question was dismissed or there is nobody to ask",
        fix: "unlock it (without a desktop: gnome-keyring-daemon --unlock), or keep the secret elsewhere: --store file"
      )
    case .cancelled: CancellationError()
    case .timedOut: Self.late("the time that libsecret gives it")
    case .failed(let words):
      AppControllerError(
        .vaultFailed, what: "the desktop's keyring failed", why: "it says: \(words)",
        fix: "look at the keyring, such as with 'secret-tool', or keep the secret elsewhere: --store file"
      )
    }
  }

  /// What is thrown when the keyring does not answer.
  static func late(_ limit: String) -> AppControllerError {
    AppControllerError(
      .vaultTimedOut, what: "the desktop's keyring did not answer within \(limit)",
      why: "it hangs, or waits for somebody to unlock it",
      fix: "unlock the keyring (without a desktop: gnome-keyring-daemon --unlock), or use --store file"
    )
  }

  private static func unavailable(_ why: String, _ fix: String) -> AppControllerError {
    AppControllerError(
      .vaultUnavailable, what: "the desktop's keyring (Secret Service) cannot be reached", why: why,
      fix: "\(fix), or keep the secret elsewhere: --store keyring or --store file"
    )
  }
}
