import AppControllerKit
import Synchronization

/// A vault in memory that does what a test tells it.
final class MemoryVault: SecretVault {
  /// What goes wrong.
  struct Faults {
    var put: (any Error)?
    /// Whether a put that fails keeps the secret all the same.
    var keepsBeforeFailing = false
    var lookup: (any Error)?
    var erase: (any Error)?
    /// Called before the next lookup, once.
    var beforeLookup: (@Sendable () async throws -> Void)?
  }

  let name: String
  private let state = Mutex<[String: Secret]>([:])
  private let faults = Mutex(Faults())

  init(_ name: String = "memory-vault") { self.name = name }

  /// What is kept, by key.
  var secrets: [String: String] { state.withLock { $0.mapValues(\.text) } }

  func setFaults(_ change: (inout Faults) -> Void) { faults.withLock { change(&$0) } }
  func heal() { faults.withLock { $0 = Faults() } }

  /// Has somebody else change what is kept.
  func replaceAll(with secret: Secret?) {
    state.withLock { secrets in
      for key in Array(secrets.keys) { secrets[key] = secret }
    }
  }

  func check() async throws {}

  func put(_ secret: Secret, under key: String) async throws {
    let (fault, keeps) = faults.withLock { ($0.put, $0.put == nil || $0.keepsBeforeFailing) }
    if keeps { state.withLock { $0[key] = secret } }
    if let fault { throw fault }
  }

  func secret(under key: String) async throws -> Secret? {
    let (fault, hook) = faults.withLock { faults in
      defer { faults.beforeLookup = nil }
      return (faults.lookup, faults.beforeLookup)
    }
    try await hook?()
    if let fault { throw fault }
    return state.withLock { $0[key] }
  }

  func erase(_ key: String) async throws {
    try Task.checkCancellation()
    if let fault = faults.withLock({ $0.erase }) { throw fault }
    state.withLock { $0[key] = nil }
  }
}

/// An error of a vault.
func fault(_ code: AppControllerError.Code) -> AppControllerError {
  AppControllerError(code, what: "the vault is out of order", why: "the test wants it", fix: "mend it")
}
