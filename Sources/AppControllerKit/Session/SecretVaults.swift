internal import AppControllerJSON

/// The vaults of a store: the one for new secrets, and those that may contain old ones.
struct SecretVaults: Sendable {
  let placement: SecretPlacement
  private let vaults: [any SecretVault]

  /// - Parameters:
  ///   - placement: The place for new secrets.
  ///   - others: Further vaults in which secrets are looked up.
  init(_ placement: SecretPlacement, others: [any SecretVault]) {
    self.placement = placement
    switch placement {
    case .unchanged, .file: vaults = others
    case .vault(let vault): vaults = [vault] + others
    }
  }

  /// The vault of this name; nil when the store has none.
  func vault(named name: String) -> (any SecretVault)? { vaults.first { $0.name == name } }

  /// The vault for a new secret.
  ///
  /// - Parameter reference: The reference to the secret of the stored session; nil when it has none, or it is in the
  ///   file.
  /// - Returns: The vault; nil when the secret goes into the file.
  /// - Throws: `unknownVault` when the secret has to stay in a vault that the store does not have, because the file
  ///   would be less secure than requested.
  func destination(after reference: SecretReference?) throws(AppControllerError) -> (any SecretVault)? {
    switch placement {
    case .file: return nil
    case .vault(let vault): return vault
    case .unchanged:
      guard let reference else { return nil }
      guard let vault = vault(named: reference.vault) else { throw Self.unknown(reference.vault) }
      return vault
    }
  }

  /// Adds the secret to a session that was stored without it.
  ///
  /// - Returns: The session; nil when the vault is available and certainly does not have the secret.
  func complete(_ session: Session, from reference: SecretReference, of provider: String) async throws -> Session? {
    guard let vault = vault(named: reference.vault) else { throw Self.unknown(reference.vault) }
    guard let secret = try await vault.secret(under: reference.key(for: provider)) else { return nil }
    var session = session
    session.secret = secret
    // The content of the vault may have been changed: an invalid one is not the secret.
    return (try? session.validated()).map { session }
  }

  private static func unknown(_ name: String) -> AppControllerError {
    AppControllerError(
      .unknownVault,
      what: "the secret of the stored session is in the vault \(name), which this program does not have",
      why: "another program stored the session, or this one with another vault",
      fix: "give the store the vault, or erase the session and log in again"
    )
  }
}

/// Keeps the secrets of sessions in a facility of the system that is made for them, such as a keyring.
///
/// A ``FileSessionStore`` passes the secret of a session to a vault, and keeps the rest, with the name of the vault and
/// the key, in its file. The vault decides nothing: the file determines which secrets exist, and which of them is
/// current.
///
/// The functions may be called from any task, several at a time for different keys. A vault that has to block does so
/// on a thread of its own, and stops waiting when the task is cancelled. Its errors are `vaultUnavailable` when it
/// cannot be reached at all, so that certainly nothing has changed, and `vaultLocked`, `vaultTimedOut` or `vaultFailed`
/// otherwise.
public protocol SecretVault: Sendable {
  /// The name of the vault for records and operators: 1 to 32 of `a`-`z`, `0`-`9` and `-`, always the same.
  var name: String { get }

  /// Checks whether secrets can be kept here now; stores nothing and does not prompt the user.
  ///
  /// - Throws: `vaultUnavailable` with a remedy.
  func check() async throws

  /// Keeps a secret under a key that was never used before.
  ///
  /// - Parameters:
  ///   - secret: The secret; it has at least one byte and at most 16 KiB, any of which may be zero.
  ///   - key: The key: the id of a provider, a slash, and 32 hexadecimal digits. It is not secret.
  /// - Throws: An error when it is not certain that the secret is kept; except after `vaultUnavailable`, it may be kept
  ///   nevertheless.
  func put(_ secret: Secret, under key: String) async throws

  /// Looks up a secret.
  ///
  /// - Parameter key: The key that it was kept under.
  /// - Returns: The secret; nil when the vault is available and certainly does not have it.
  /// - Throws: An error when that cannot be determined.
  func secret(under key: String) async throws -> Secret?

  /// Removes a secret; a missing one counts as removed.
  ///
  /// - Parameter key: The key that it was kept under.
  /// - Throws: An error when the secret may still be there.
  func erase(_ key: String) async throws
}

/// The vault and the number of a session's secret.
///
/// The number is 128 random bits. If numbers were counted, two folders with the same provider would share their secrets
/// in one keyring, and each would erase the other's.
package struct SecretReference: Sendable, Hashable {
  /// The name of the vault.
  package let vault: String
  /// The number: 32 hexadecimal digits in lower case.
  package let number: String

  /// Makes a reference to no vault, for a reader to fill in.
  init() { (vault, number) = ("", "") }

  /// Makes a reference; nil when the vault's name or the number breaks its rule.
  package init?(vault: String, number: String) {
    let isName = (1...32).contains(vault.utf8.count) && vault.utf8.allSatisfy(Self.isNameByte)
    let isNumber = number.utf8.count == 32 && number.utf8.allSatisfy(Self.isDigit)
    guard isName, isNumber else { return nil }
    self.vault = vault
    self.number = number
  }

  /// Makes a reference with a number that was never used; nil when the vault's name breaks its rule.
  package init?(newIn vault: String) {
    var generator = SystemRandomNumberGenerator()
    let digits = (0..<2).map { _ in
      let half = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - half.utf8.count) + half
    }
    self.init(vault: vault, number: digits.joined())
  }

  /// The key of a provider's secret in the vault.
  package func key(for provider: String) -> String { "\(provider)/\(number)" }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"): true
    default: false
    }
  }
}

/// The place where a file session store puts the secrets of new sessions.
public enum SecretPlacement: Sendable {
  /// The place of the stored session's secret; the file when there is none.
  case unchanged
  /// The session's file, in plain text, protected by the file's mode.
  case file
  /// A vault.
  case vault(any SecretVault)
}

/// Extracts the secret from the bytes of a session file, before a reader makes strings of them.
///
/// It looks for the member `secret` of an object inside the outermost object, and checks nothing else: the reader
/// decides from the rest whether the text is a session file.
enum SecretExtractor {
  /// The parts of the bytes.
  struct Extraction {
    /// The secret.
    let secret: Secret
    /// The text with `x` in place of each byte of the secret; to be zeroed like the text, of which it is a copy.
    var rest: [UInt8]
  }

  /// Extracts the secret.
  ///
  /// - Returns: The secret and the rest; nil when there is no secret, or the text is malformed before it.
  static func extract(from bytes: [UInt8]) -> Extraction? {
    var scanner = JSONScanner(bytes)
    // Never grown, so that a secret with escapes leaves no copy behind.
    scanner.unescaped.reserveCapacity(bytes.count)
    defer { Secret.wipe(&scanner.unescaped) }
    guard find(&scanner) else { return nil }
    let secret = scanner.withStringBytes { Secret($0) }
    var rest = bytes
    for index in scanner.tokenOffset + 1..<scanner.offset - 1 { rest[index] = UInt8(ascii: "x") }
    return Extraction(secret: secret, rest: rest)
  }

  /// Moves a scanner to the text of the secret, and returns whether there is one.
  private static func find(_ scanner: inout JSONScanner) -> Bool {
    var depth = 0
    // The part of `"secret":` that was read.
    var isNamed = false
    var isNext = false
    while let token = try? scanner.next() {
      switch token {
      case .beginObject, .beginArray: depth += 1
      case .endObject, .endArray: depth -= 1
      case .string where isNext: return true
      case .string, .colon, .comma, .int, .double, .bool, .null: break
      case .end: return false
      }
      isNext = token == .colon && isNamed
      isNamed = token == .string && depth == 2 && scanner.withStringBytes { $0.equals("secret") }
    }
    return false
  }
}

/// Erases the secrets that a provider's marks name and its stored record does not: those of ended sessions and of
/// interrupted changes.
struct SecretSweep: Sendable {
  let vaults: SecretVaults
  let provider: String

  /// Erases as many secrets as possible, and leaves the rest to the next sweep.
  ///
  /// The lock excludes other processes, whose new secret is marked but not yet in a record.
  ///
  /// - Parameters:
  ///   - folder: The folder with the marks.
  ///   - kept: The reference to the secret of the stored session.
  ///   - lock: The provider's lock.
  /// - Returns: The failure of the sweep; nil when no secret is left.
  func callAsFunction(
    _ folder: borrowing SessionFolder, keeping kept: SecretReference?, holding lock: borrowing SessionLock
  ) async -> AppControllerError? {
    do {
      var failures: [String: any Error] = [:]
      for mark in try folder.marks() where mark != kept && failures[mark.vault] == nil {
        do {
          try await erase(mark)
          try folder.unmark(mark)
        } catch {
          failures[mark.vault] = error
        }
      }
      return failures.min { $0.key < $1.key }.map { leftBehind("is still in the vault \($0.key)", since: $0.value) }
    } catch {
      return leftBehind("may still be in a vault", since: error)
    }
  }

  /// Erases a secret in a task of its own, because the session has ended even if the task that ends it is cancelled.
  private func erase(_ mark: SecretReference) async throws {
    guard let vault = vaults.vault(named: mark.vault) else {
      throw AppControllerError(
        .unknownVault, what: "this program does not have the vault \(mark.vault)",
        why: "another program stored the session", fix: "log in and out with a program that has it"
      )
    }
    try await Task { [provider] in try await vault.erase(mark.key(for: provider)) }.value
  }

  private func leftBehind(_ state: String, since error: any Error) -> AppControllerError {
    let explained = error as? AppControllerError
    return AppControllerError(
      .secretLeftBehind,
      what: "a secret of \(provider) that is not needed any more \(state)",
      why: explained?.what ?? "the vault failed to erase it: \("\(error)".displayable)",
      fix: (explained.map { "\($0.fix); " } ?? "") + "the next change of the session tries again"
    )
  }
}
