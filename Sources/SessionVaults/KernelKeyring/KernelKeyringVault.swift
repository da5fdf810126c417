public import AppControllerKit
internal import Glibc

/// Keeps secrets in the kernel's keyring of the user: in memory that is never written to a disk by itself, until the
/// machine restarts.
///
/// It needs no daemon and no desktop, which suits servers. Every process of the user can read the secrets, as it can
/// the user's files, and `/proc/keys` shows their keys to the user. The kernel bounds what one user may keep, at 200
/// keys and 20 000 bytes unless configured otherwise. Many containers forbid the calls.
public struct KernelKeyringVault: SecretVault {
  /// The vault's name, `keyring`.
  public let name = "keyring"

  private let calls: any KeyringCalls

  /// Makes the vault; nothing is asked of the kernel yet.
  public init() { self.init(calls: SystemKeyringCalls()) }

  init(calls: any KeyringCalls) { self.calls = calls }

  /// Finds out whether the kernel lets this process use its user's keyring.
  ///
  /// - Throws: `vaultUnavailable`.
  public func check() async throws {
    try await ask { calls in try KeyringFailure.check(calls.possess(), as: .unavailable) }
  }

  /// Keeps a secret under a key that was never used before.
  ///
  /// - Parameters:
  ///   - secret: The secret.
  ///   - key: The key.
  /// - Throws: `vaultUnavailable`, or `vaultFailed`, such as when the user's quota is used up.
  public func put(_ secret: Secret, under key: String) async throws {
    try await ask { calls in
      try KeyringFailure.check(calls.possess(), as: .unavailable)
      let result = secret.withUTF8Bytes { calls.add(Self.description(of: key), $0) }
      try KeyringFailure.check(result, as: .failed("keep the secret in"))
    }
  }

  /// Looks up a secret.
  ///
  /// - Parameter key: The key that it was kept under.
  /// - Returns: The secret; nil when the keyring does not have it.
  /// - Throws: `vaultUnavailable` or `vaultFailed`.
  public func secret(under key: String) async throws -> Secret? {
    try await ask { calls in
      try KeyringFailure.check(calls.possess(), as: .unavailable)
      guard let number = try Self.find(key, calls) else { return nil }
      // More than the kernel lets a key have, so that a secret is never cut off; wiped whole.
      var bytes = [UInt8](repeating: 0, count: 32 << 10)
      defer { Secret.wipe(&bytes) }
      let size = calls.read(number, into: &bytes)
      if KeyringFailure.isGone(size) { return nil }
      try KeyringFailure.check(size, as: .failed("read the secret in"))
      guard size <= bytes.count else { return nil }
      return Secret(bytes.span.extracting(first: size))
    }
  }

  /// Removes a secret; one that is not there is removed already.
  ///
  /// - Parameter key: The key that it was kept under.
  /// - Throws: `vaultUnavailable` or `vaultFailed`.
  public func erase(_ key: String) async throws {
    try await ask { calls in
      try KeyringFailure.check(calls.possess(), as: .unavailable)
      guard let number = try Self.find(key, calls) else { return }
      let result = calls.invalidate(number)
      if KeyringFailure.isGone(result) { return }
      try KeyringFailure.check(result, as: .failed("remove the secret from"))
    }
  }

  /// Asks on one thread of its own, because possession is a thread's: it ends with the thread.
  private func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (any KeyringCalls) throws -> Answer
  ) async throws -> Answer {
    // The calls never wait for anything; the limit is for a kernel that has lost its mind.
    try await BlockingCall.run(atMost: .seconds(30), by: ContinuousClock(), late: KeyringFailure.late) { [calls] in
      try question(calls)
    }
  }

  private static func find(_ key: String, _ calls: any KeyringCalls) throws -> Int? {
    let number = calls.search(description(of: key))
    if KeyringFailure.isGone(number) { return nil }
    try KeyringFailure.check(number, as: .failed("look for the secret in"))
    return number
  }

  private static func description(of key: String) -> String { "appcontroller:\(key)" }
}
