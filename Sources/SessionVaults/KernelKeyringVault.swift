public import AppControllerKit
internal import CSystem
internal import Glibc

/// Keeps secrets in the user's kernel keyring: in memory, until the machine restarts.
///
/// The kernel does not write this memory to a disk by itself. The vault needs no daemon and no desktop, which suits
/// servers. Every process of the user can read the secrets, as it can read the user's files, and `/proc/keys` shows
/// their keys to the user. The kernel limits each user to 200 keys and 20 000 bytes unless configured otherwise. Many
/// containers forbid the calls.
public struct KernelKeyringVault: SecretVault {
  /// The vault's name, `keyring`.
  public let name = "keyring"

  private let calls: any KeyringCalls

  /// Makes the vault, without a call to the kernel yet.
  public init() { self.init(calls: SystemKeyringCalls()) }

  init(calls: any KeyringCalls) { self.calls = calls }

  /// Checks whether the kernel lets this process use its user's keyring.
  public func check() async throws { try await ask { _ in } }

  /// Keeps a secret; fails with `vaultFailed` when the user's quota is used up.
  public func put(_ secret: Secret, under key: String) async throws {
    try await ask { calls in
      let result = secret.withUTF8Bytes { calls.add(Self.description(of: key), $0) }
      try KeyringFailure.check(result, to: "keep the secret in")
    }
  }

  /// Looks up a secret.
  public func secret(under key: String) async throws -> Secret? {
    try await ask { calls in
      guard let number = try Self.find(key, calls) else { return nil }
      // The buffer is larger than any key that the kernel allows, so that no secret is truncated; all of it is wiped.
      var bytes = [UInt8](repeating: 0, count: 32 << 10)
      defer { Secret.wipe(&bytes) }
      let size = calls.read(number, into: &bytes)
      if KeyringFailure.isGone(size) { return nil }
      try KeyringFailure.check(size, to: "read the secret in")
      guard size <= bytes.count else { return nil }
      return Secret(bytes.span.extracting(first: size))
    }
  }

  /// Removes a secret.
  public func erase(_ key: String) async throws {
    try await ask { calls in
      guard let number = try Self.find(key, calls) else { return }
      let result = calls.invalidate(number)
      if KeyringFailure.isGone(result) { return }
      try KeyringFailure.check(result, to: "remove the secret from")
    }
  }

  /// Makes the calls on one new thread, because possession belongs to a thread and ends with it.
  private func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (any KeyringCalls) throws -> Answer
  ) async throws -> Answer {
    // The calls never block; the limit is for a kernel that does not answer at all.
    try await BlockingCall.run(atMost: .seconds(30), by: ContinuousClock(), late: KeyringFailure.late) { [calls] in
      try KeyringFailure.check(calls.possess())
      return try question(calls)
    }
  }

  private static func find(_ key: String, _ calls: any KeyringCalls) throws -> Int? {
    let number = calls.search(description(of: key))
    if KeyringFailure.isGone(number) { return nil }
    try KeyringFailure.check(number, to: "look for the secret in")
    return number
  }

  private static func description(of key: String) -> String { "appcontroller:\(key)" }
}

/// Each call returns its result or the negated error number; all calls of one request have to be made on one thread.
///
/// It is a protocol so that a test can make calls fail.
protocol KeyringCalls: Sendable {
  /// Gives the thread possession of the keys in the user's keyring.
  func possess() -> Int
  func add(_ description: String, _ payload: Span<UInt8>) -> Int
  func search(_ description: String) -> Int
  /// Copies as much of a key's payload into the array as fits, and returns the payload's size.
  func read(_ key: Int, into bytes: inout [UInt8]) -> Int
  func invalidate(_ key: Int) -> Int
}

struct SystemKeyringCalls: KeyringCalls {
  func possess() -> Int { keyring_possess() }

  func add(_ description: String, _ payload: Span<UInt8>) -> Int {
    unsafe payload.withUnsafeBytes { unsafe keyring_add(description, $0.baseAddress, $0.count) }
  }

  func search(_ description: String) -> Int { unsafe keyring_search(description) }

  func read(_ key: Int, into bytes: inout [UInt8]) -> Int {
    unsafe bytes.withUnsafeMutableBytes {
      unsafe keyring_read(Int32(truncatingIfNeeded: key), $0.baseAddress, $0.count)
    }
  }

  func invalidate(_ key: Int) -> Int { keyring_invalidate(Int32(truncatingIfNeeded: key)) }
}

enum KeyringFailure {
  /// The verb is the attempt, as in "cannot VERB the kernel's keyring"; nil when the keyring could not be reached, so
  /// that nothing has changed.
  static func check(_ result: Int, to verb: String? = nil) throws(AppControllerError) {
    guard result < 0 else { return }
    let number = Int32(truncatingIfNeeded: -result)
    let words = unsafe String(cString: strerror(number))
    let (why, fix) =
      switch number {
      case ENOSYS, EOPNOTSUPP:
        (
          "this kernel, or what stands in for it, has no keyrings: \(words)",
          "use a kernel with CONFIG_KEYS, or keep the secret elsewhere: --store file"
        )
      case EPERM, EACCES:
        (
          "the system forbids the calls, as most containers do: \(words)",
          "allow keyctl and add_key in the container's seccomp profile, or keep the secret elsewhere: --store file"
        )
      case EDQUOT:
        (
          "the user has as many keys, or bytes in keys, as the system allows: \(words)",
          "raise /proc/sys/kernel/keys/maxkeys and maxbytes, remove keys that nobody needs, or use --store file"
        )
      case ENOMEM: ("the kernel has no memory left: \(words)", "make memory free, then try again")
      default: ("the system says: \(words)", "try again, or keep the secret elsewhere: --store file")
      }
    let what = verb.map { "cannot \($0) the kernel's keyring" } ?? "the kernel's keyring cannot be used here"
    throw AppControllerError(verb == nil ? .vaultUnavailable : .vaultFailed, what: what, why: why, fix: fix)
  }

  static func isGone(_ result: Int) -> Bool {
    [ENOKEY, EKEYEXPIRED, EKEYREVOKED].contains(Int32(truncatingIfNeeded: -result))
  }

  static let late = AppControllerError(
    .vaultTimedOut, what: "the kernel's keyring did not answer within 30 seconds",
    why: "a system call did not return", fix: "try again, or keep the secret elsewhere: --store file"
  )
}
