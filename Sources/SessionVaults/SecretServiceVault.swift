public import AppControllerKit
internal import Synchronization

/// Keeps secrets in the desktop's keyring, such as GNOME Keyring or KWallet, through the Secret Service interface.
///
/// The vault uses `libsecret-1.so.0`, which it opens when it is first needed and does not link. A locked keyring asks
/// its user to unlock it; without an answer, the vault gives up after a while. The secrets are as safe as the keyring:
/// encrypted on the disk, and readable by the user's programs while it is unlocked.
public struct SecretServiceVault: SecretVault {
  /// The vault's name, `secret-service`.
  public let name = "secret-service"

  let limit: Duration
  private let clock: any Clock<Duration>
  private let makeCall: @Sendable () throws(SecretServiceFailure) -> any SecretServiceCall

  /// Makes the vault, without loading the library yet.
  ///
  /// - Parameter limit: The time limit of one request, including the time in which the user unlocks the keyring. A
  ///   store may make two requests under its lock, for which other processes wait 75 seconds.
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

  /// Checks whether there is a keyring, locked or not.
  public func check() async throws {
    try await ask { call throws(SecretServiceFailure) in try call.check() }
  }

  /// Keeps a secret.
  public func put(_ secret: Secret, under key: String) async throws {
    try await ask { call throws(SecretServiceFailure) in try call.put(secret, under: key) }
  }

  /// Looks up a secret.
  public func secret(under key: String) async throws -> Secret? {
    try await ask { call throws(SecretServiceFailure) in try call.secret(under: key) }
  }

  /// Removes a secret.
  public func erase(_ key: String) async throws {
    try await ask { call throws(SecretServiceFailure) in try call.erase(key) }
  }

  private func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (any SecretServiceCall) throws(SecretServiceFailure) -> Answer
  ) async throws -> Answer {
    let progress = CallInProgress()
    return try await BlockingCall.run(
      atMost: limit, by: clock, late: SecretServiceFailure.late("\(limit)"), givingUp: progress.giveUp
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

/// The call of a request, which may be cancelled before it begins.
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

/// The values are the messages of the system or the library, or the name of the function that is missing.
enum SecretServiceFailure: Error, Equatable {
  case noLibrary(String)
  case oldLibrary(String)
  case noBus(String)
  case noService(String)
  case locked
  case cancelled
  /// The keyring did not answer within the library's time limit.
  case timedOut
  case failed(String)

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
