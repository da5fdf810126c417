import Dispatch
import Foundation
import Synchronization
import Testing

@testable import AppControllerKit
@testable import SessionVaults

/// A keyring that does not answer before it is told to stop.
private final class HangingCall: SecretServiceCall {
  let began = AsyncStream<Void>.makeStream()
  let ended = AsyncStream<Void>.makeStream()
  private let stop = DispatchSemaphore(value: 0)

  func check() throws(SecretServiceFailure) {
    began.continuation.finish()
    stop.wait()
    ended.continuation.finish()
    throw .cancelled
  }

  func put(_ secret: Secret, under key: String) throws(SecretServiceFailure) { try check() }
  func secret(under key: String) throws(SecretServiceFailure) -> Secret? {
    try check()
    return nil
  }
  func erase(_ key: String) throws(SecretServiceFailure) { try check() }
  func cancel() { stop.signal() }

  func hasBegun() async { for await _ in began.stream {} }
  func hasEnded() async { for await _ in ended.stream {} }
}

/// A clock on which the time is over when a stream ends.
private struct StreamClock: Clock {
  let now = ContinuousClock.now
  let minimumResolution: Duration = .zero
  let stream: AsyncStream<Void>

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    for await _ in stream {}
    try Task.checkCancellation()
  }
}

/// The script `Tests/SecretService/run` starts a keyring of its own, and says so.
private let hasPrivateKeyring = ProcessInfo.processInfo.environment["PRIVATE_KEYRING"] != nil

@Suite struct `Secret Service vault` {
  private let key = "com.example.kitty/\(SecretReference(newIn: "secret-service")?.number ?? "")"

  // MARK: A keyring that hangs

  @Test func `answers, or is given up, while others still wait for the lock of whoever asks it`() {
    // One change may put a secret and erase another.
    #expect(SecretServiceVault().limit * 2 < SessionLock.defaultTimeout)
  }

  @Test func `a keyring that does not answer is given up when the time is over, and told so`() async throws {
    let call = HangingCall()
    let time = AsyncStream<Void>.makeStream()
    let vault = SecretServiceVault(limit: .seconds(30), clock: StreamClock(stream: time.stream)) { call }
    let question = Task { try await vault.check() }
    await call.hasBegun()
    time.continuation.finish()
    let error = await #expect(throws: AppControllerError.self) { try await question.value }
    #expect(error?.code == .vaultTimedOut)
    #expect(error?.what == "the desktop's keyring did not answer within 30.0 seconds")
    // Told to stop: the thread would be lost otherwise.
    await call.hasEnded()
  }

  @Test func `a cancelled task gives its question up`() async throws {
    let call = HangingCall()
    let time = AsyncStream<Void>.makeStream()
    let vault = SecretServiceVault(limit: .seconds(30), clock: StreamClock(stream: time.stream)) { call }
    let question = Task { try await vault.put(Secret("s"), under: key) }
    await call.hasBegun()
    question.cancel()
    await #expect(throws: CancellationError.self) { try await question.value }
    await call.hasEnded()
  }

  @Test func `a question that is given up before it is asked ends too`() async throws {
    let call = HangingCall()
    let gate = DispatchSemaphore(value: 0)
    let vault = SecretServiceVault(limit: .seconds(30), clock: StreamClock(stream: AsyncStream { _ in })) {
      gate.wait()
      return call
    }
    let question = Task { try await vault.check() }
    question.cancel()
    await #expect(throws: CancellationError.self) { try await question.value }
    gate.signal()
    await call.hasEnded()
  }

  // MARK: A machine without one

  @Test(
    arguments: [
      (
        .noLibrary("no such file"), .vaultUnavailable, "libsecret-1.so.0 cannot be loaded: no such file",
        "libsecret-1-0"
      ),
      (.oldLibrary("f"), .vaultUnavailable, "the libsecret of this machine has no f", "newer"),
      (
        .noBus("no address"), .vaultUnavailable, "there is no D-Bus session to find it on: no address",
        "dbus-run-session"
      ),
      (.noService("no name"), .vaultUnavailable, "no keyring answers on the D-Bus session: no name", "gnome-keyring"),
      (.locked, .vaultLocked, "it was not unlocked, because the question was dismissed", "--unlock"),
      (.timedOut, .vaultTimedOut, "it hangs, or waits for somebody to unlock it", "--store file"),
      (.failed("broken"), .vaultFailed, "it says: broken", "--store file"),
    ] as [(SecretServiceFailure, AppControllerError.Code, String, String)])
  func `each failure has its code, its reason and its way out`(
    failure: SecretServiceFailure, code: AppControllerError.Code, why: String, fix: String
  ) async {
    let vault = SecretServiceVault(limit: .seconds(30), clock: ContinuousClock()) {
      () throws(SecretServiceFailure) in throw failure
    }
    let error = await #expect(throws: AppControllerError.self) { try await vault.check() }
    #expect(error?.code == code)
    #expect(error?.why.hasPrefix(why) == true)
    #expect(error?.fix.contains(fix) == true && error?.fix.contains("--store file") == true)
  }

  @Test func `a library that is missing or another one is told from the right one`() {
    let missing = #expect(throws: SecretServiceFailure.self) { try LibSecret("libsecret-not-there.so") }
    guard case .noLibrary(let words)? = missing else {
      Issue.record("\(String(describing: missing))")
      return
    }
    #expect(words.contains("libsecret-not-there.so"))
    #expect(throws: SecretServiceFailure.oldLibrary("g_str_hash")) { try LibSecret("libc.so.6") }
  }

  // MARK: A real keyring

  @Test(.enabled(if: hasPrivateKeyring, "a keyring of its own is started by Tests/SecretService/run"))
  func `what is put is there, byte for byte, until it is erased`() async throws {
    let vault = SecretServiceVault()
    try await vault.check()
    let long = Secret([UInt8](repeating: 0x41, count: 16 << 10).span)
    for (number, secret) in [Secret("s"), Secret("a\0b\n\0"), long].enumerated() {
      let key = "\(key)-\(number)"
      #expect(try await vault.secret(under: key) == nil)
      try await vault.put(secret, under: key)
      #expect(try await vault.secret(under: key) == secret)
      try await vault.erase(key)
      #expect(try await vault.secret(under: key) == nil)
      try await vault.erase(key)
    }
  }

  @Test(.enabled(if: hasPrivateKeyring, "a keyring of its own is started by Tests/SecretService/run"))
  func `many questions at once are answered`() async throws {
    let vault = SecretServiceVault()
    try await withThrowingTaskGroup { group in
      for number in 0..<16 {
        group.addTask {
          let key = "\(key)-\(number)"
          try await vault.put(Secret("secret \(number)"), under: key)
          #expect(try await vault.secret(under: key) == Secret("secret \(number)"))
          try await vault.erase(key)
        }
      }
      try await group.waitForAll()
    }
  }
}
