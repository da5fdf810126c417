import AppControllerKit
import Glibc
import TestSupport
import Testing

@testable import SessionVaults

/// A kernel in which one call fails.
private struct FailingCalls: KeyringCalls {
  enum Call: Sendable { case possess, add, search, read, invalidate }

  let call: Call
  let number: Int32

  private func result(of call: Call) -> Int { call == self.call ? -Int(number) : 1 }

  func possess() -> Int { result(of: .possess) }
  func add(_ description: String, _ payload: Span<UInt8>) -> Int { result(of: .add) }
  func search(_ description: String) -> Int { result(of: .search) }
  func read(_ key: Int, into bytes: inout [UInt8]) -> Int { result(of: .read) }
  func invalidate(_ key: Int) -> Int { result(of: .invalidate) }
}

/// Whether the kernel lets this process use its keyring; containers often do not.
private let isOffered = SystemKeyringCalls().possess() >= 0

@Suite struct `Kernel keyring vault` {
  private let key = "com.example.kitty/\(SecretReference(newIn: "keyring")?.number ?? "")"
  private let secret = Secret("canary")

  private func error(of body: () async throws -> Void) async -> AppControllerError? {
    await #expect(throws: AppControllerError.self) { try await body() }
  }

  // MARK: What the kernel refuses

  @Test(arguments: [
    (ENOSYS, "this kernel, or what stands in for it, has no keyrings", "CONFIG_KEYS"),
    (EPERM, "the system forbids the calls, as most containers do", "seccomp"),
    (EACCES, "the system forbids the calls, as most containers do", "seccomp"),
    (EDQUOT, "the user has as many keys, or bytes in keys, as the system allows", "maxkeys"),
    (EIO, "the system says", "--store file"),
  ])
  func `a keyring that cannot be used is unavailable, with why and the way out`(
    number: Int32, why: String, fix: String
  ) async {
    let vault = KernelKeyringVault(calls: FailingCalls(call: .possess, number: number))
    let questions: [@Sendable () async throws -> Void] = [
      { try await vault.check() }, { try await vault.put(Secret("s"), under: "k") },
      { _ = try await vault.secret(under: "k") }, { try await vault.erase("k") },
    ]
    for question in questions {
      let error = await error(of: question)
      #expect(error?.code == .vaultUnavailable)
      #expect(error?.what == "the kernel's keyring cannot be used here")
      #expect(error?.why.hasPrefix(why) == true)
      #expect(error?.fix.contains(fix) == true && error?.fix.contains("--store file") == true)
    }
  }

  @Test func `a call that fails later has failed, and may have changed something`() async {
    let put = await error {
      try await KernelKeyringVault(calls: FailingCalls(call: .add, number: EDQUOT)).put(secret, under: key)
    }
    #expect(put?.code == .vaultFailed)
    #expect(put?.what == "cannot keep the secret in the kernel's keyring")
    #expect(put?.fix.contains("/proc/sys/kernel/keys/maxkeys") == true)
    for call in [FailingCalls.Call.search, .read] {
      let lookup = await error {
        _ = try await KernelKeyringVault(calls: FailingCalls(call: call, number: EACCES)).secret(under: key)
      }
      #expect(lookup?.code == .vaultFailed)
    }
    let erase = await error {
      try await KernelKeyringVault(calls: FailingCalls(call: .invalidate, number: EACCES)).erase(key)
    }
    #expect(erase?.code == .vaultFailed)
  }

  @Test(arguments: [ENOKEY, EKEYEXPIRED, EKEYREVOKED])
  func `a key that is gone is no error`(number: Int32) async throws {
    for call in [FailingCalls.Call.search, .read] {
      let vault = KernelKeyringVault(calls: FailingCalls(call: call, number: number))
      #expect(try await vault.secret(under: key) == nil)
    }
    for call in [FailingCalls.Call.search, .invalidate] {
      try await KernelKeyringVault(calls: FailingCalls(call: call, number: number)).erase(key)
    }
  }

  // MARK: The kernel of this machine

  @Test(.enabled(if: isOffered, "the kernel does not let this process use its keyring"))
  func `what is put is there, byte for byte, until it is erased`() async throws {
    let vault = KernelKeyringVault()
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

  @Test(.enabled(if: isOffered, "the kernel does not let this process use its keyring"))
  func `a session's secret is in the keyring and not in the file`() async throws {
    let folder = try TestFolder(mode: 0o700)
    let session = Session(subject: "ann", secret: secret)
    let store = FileSessionStore(directory: folder.path, secrets: .vault(KernelKeyringVault()))
    try await store.replace(for: "com.example.kitty", with: session)
    #expect(try !folder.everything().contains("canary"))
    let other = FileSessionStore(directory: folder.path, otherVaults: [KernelKeyringVault()])
    #expect(try await other.load(for: "com.example.kitty").session == session)
    #expect(try await other.replace(for: "com.example.kitty", with: nil).warning == nil)
    #expect(try folder.marks() == 0)
  }
}
