public import AppControllerKit
internal import Synchronization

/// Keeps secrets in the desktop's keyring, such as GNOME Keyring or KWallet, by the Secret Service interface.
///
/// It is reached through `libsecret-1.so.0`, which is opened when it is first needed and is not linked. A locked keyring
/// asks its user to unlock it; where nobody answers, the vault gives up after a while. The secrets are as safe as the
/// keyring: encrypted on the disk, and readable for the user's programs while it is unlocked.
public struct SecretServiceVault: SecretVault {
  /// The vault's name, `secret-service`.
  public let name = "secret-service"

  let limit: Duration
  private let clock: any Clock<Duration>
  private let makeCall: @Sendable () throws(SecretServiceFailure) -> any SecretServiceCall

  /// Makes the vault; nothing is loaded or asked yet.
  ///
  /// - Parameter limit: How long one question may take, with the time a user needs to unlock the keyring. A store may ask
  ///   two questions under its lock, for which others wait 75 seconds.
  public init(limit: Duration = .seconds(30)) {
    self.init(limit: limit, clock: ContinuousClock()) { () throws(SecretServiceFailure) in
      try LibSecretCall(.shared.get())
    }
  }

  init(
    limit: Duration, clock: any Clock<Duration>,
    makeCall: @escaping @Sendable () throws(SecretServiceFailure) -> any SecretServiceCall
  ) {
    self.limit = limit
    self.clock = clock
    self.makeCall = makeCall
  }

  /// Finds out whether there is a keyring; a locked one is one.
  ///
  /// - Throws: `vaultUnavailable` when the library, the D-Bus session or the keyring is missing; `vaultTimedOut`.
  public func check() async throws {
    try await ask { call throws(SecretServiceFailure) in try call.check() }
  }

  /// Keeps a secret under a key that was never used before.
  ///
  /// - Parameters:
  ///   - secret: The secret.
  ///   - key: The key.
  /// - Throws: `vaultUnavailable`, `vaultLocked`, `vaultTimedOut`, `vaultFailed`, or `CancellationError`.
  public func put(_ secret: Secret, under key: String) async throws {
    try await ask { call throws(SecretServiceFailure) in try call.put(secret, under: key) }
  }

  /// Looks up a secret.
  ///
  /// - Parameter key: The key that it was kept under.
  /// - Returns: The secret; nil when the keyring does not have it.
  /// - Throws: `vaultUnavailable`, `vaultLocked`, `vaultTimedOut`, `vaultFailed`, or `CancellationError`.
  public func secret(under key: String) async throws -> Secret? {
    try await ask { call throws(SecretServiceFailure) in try call.secret(under: key) }
  }

  /// Removes a secret; one that is not there is removed already.
  ///
  /// - Parameter key: The key that it was kept under.
  /// - Throws: `vaultUnavailable`, `vaultLocked`, `vaultTimedOut`, `vaultFailed`, or `CancellationError`.
  public func erase(_ key: String) async throws {
    try await ask { call throws(SecretServiceFailure) in try call.erase(key) }
  }

  private func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (any SecretServiceCall) throws(SecretServiceFailure) -> Answer
  ) async throws -> Answer {
    let progress = CallInProgress()
    return try await BlockingCall.run(
      atMost: limit, by: clock, late: SecretServiceFailure.late("\(limit)"), givingUp: { progress.giveUp() }
    ) { [makeCall] in
      do throws(SecretServiceFailure) {
        let call = try makeCall()
        progress.begin(call)
        return try question(call)
      } catch {
        throw error.error
      }
    }
  }
}

/// The call that a question makes, for whoever gives the question up, which may be before there is one.
private final class CallInProgress: Sendable {
  private let state = Mutex<(call: (any SecretServiceCall)?, isGivenUp: Bool)>((nil, false))

  func begin(_ call: any SecretServiceCall) {
    let isGivenUp = state.withLock { state in
      state.call = call
      return state.isGivenUp
    }
    if isGivenUp { call.cancel() }
  }

  func giveUp() {
    let call = state.withLock { state in
      state.isGivenUp = true
      return state.call
    }
    call?.cancel()
  }
}

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
