internal import Synchronization

/// The record that a store has for one provider.
public struct SessionRecord: Sendable, Equatable {
  /// The session; nil when no user is logged in.
  public var session: Session?
  /// The number of changes; 0 means that nothing was ever stored.
  ///
  /// It only increases, even across erased sessions, and no two states of a record have the same generation. A record
  /// without a session and with a generation above 0 means that a user has logged out.
  public var generation: UInt64
  /// The time when the record was stored; `nil` when the store does not know it.
  public var savedAt: Timestamp?
  /// A repair that the store made for this answer, such as setting a damaged file aside.
  public var warning: AppControllerError?
  /// What the session was made with, or the last one that has ended.
  package var origin: SessionOrigin?
  /// Made with other settings of the provider, and not given to it.
  package var foreign: Session?

  /// Makes a record; by default that of a store without any change.
  public init(
    session: Session? = nil, generation: UInt64 = 0, savedAt: Timestamp? = nil, warning: AppControllerError? = nil
  ) {
    self.session = session
    self.generation = generation
    self.savedAt = savedAt
    self.warning = warning
  }

  /// Whether two records are equal; their times do not count, because the generation distinguishes states.
  public static func == (left: SessionRecord, right: SessionRecord) -> Bool {
    left.session == right.session && left.generation == right.generation && left.warning == right.warning
  }
}

/// Keeps one session per provider, durably, and detects concurrent changes.
///
/// A provider is named by its id: 1 to 64 of `A`-`Z`, `a`-`z`, `0`-`9`, `.`, `_` and `-`, not beginning with a dot.
public protocol SessionStore: Sendable {
  /// Loads the record of a provider, and creates nothing.
  ///
  /// - Parameter providerID: The id of the provider.
  /// - Returns: The record; the empty one when nothing was ever stored. An expired session is returned as it is.
  /// - Throws: An error when the store cannot be read or trusted. Nothing has changed then.
  func load(for providerID: String) async throws -> SessionRecord

  /// Replaces or erases the session of a provider, unless another process has changed it in the meantime.
  ///
  /// Comparing and replacing are atomic with respect to other tasks and other processes. When the function returns, the
  /// change is durable: it survives a crash and a power failure.
  ///
  /// - Parameters:
  ///   - providerID: The id of the provider.
  ///   - session: The new session; nil erases the stored one, and records the logout.
  ///   - generation: The generation that the change is based on; nil replaces any record.
  /// - Returns: The new record, with its new generation.
  /// - Throws: `sessionConflict` with both generations when the stored generation differs; `invalidSession` for a
  ///   session that breaks a rule; an error when the store cannot be written or trusted.
  func replace(
    for providerID: String,
    with session: Session?,
    ifGeneration generation: UInt64?
  ) async throws -> SessionRecord

  /// Reports from now on when the record of a provider may have changed, whichever process has changed it.
  ///
  /// - Parameter providerID: The id of the provider.
  /// - Returns: After each change, or after several, the stored generation; nil as an element when it is not known.
  ///   Nil, the default, when the store cannot report changes, or no other process can make any.
  /// - Throws: An error when changes cannot be reported at present.
  func changes(for providerID: String) throws -> AsyncStream<UInt64?>?

  /// Waits for the turn to renew the session of a provider, which only one process has at a time.
  ///
  /// - Parameter providerID: The id of the provider.
  /// - Returns: The turn, which ends with ``SessionRenewalTurn/end()`` or with the process; nil when nobody else uses
  ///   the store. The default admits one task of this process at a time to the store, or to all stores of its type when
  ///   that is no class.
  /// - Throws: An error when the process does not get the turn.
  func renewalTurn(for providerID: String) async throws -> SessionRenewalTurn?
}

/// The turn of one process to renew the secret of a session.
public final class SessionRenewalTurn: Sendable {
  private let atEnd: @Sendable () -> Void
  private let hasEnded = Atomic(false)

  /// Makes a turn.
  ///
  /// - Parameter atEnd: Passes the turn to the next process; called once.
  public init(atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }

  deinit { end() }

  /// Ends the turn, unless it has ended.
  public func end() { if !hasEnded.exchange(true, ordering: .acquiringAndReleasing) { atEnd() } }
}

/// The turns at stores that other processes do not use.
private final class ProcessTurns: Sendable {
  struct Key: Hashable {
    let store: ObjectIdentifier
    let providerID: String
  }

  static let shared = ProcessTurns()
  private let waiting = Mutex<[Key: [CheckedContinuation<Void, Never>]]>([:])

  func turn(for key: Key) async -> SessionRenewalTurn {
    await withCheckedContinuation { continuation in
      let isFree = waiting.withLock { waiting in
        if waiting[key] == nil {
          waiting[key] = []
          return true
        }
        waiting[key]?.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
    return SessionRenewalTurn { [self] in pass(key) }
  }

  private func pass(_ key: Key) {
    let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
      if waiting[key]?.isEmpty != false {
        waiting[key] = nil
        return nil
      }
      return waiting[key]?.removeFirst()
    }
    next?.resume()
  }
}

extension SessionStore {
  /// Reports no changes.
  public func changes(for providerID: String) -> AsyncStream<UInt64?>? { nil }

  /// Waits until no other task of this process has the turn.
  public func renewalTurn(for providerID: String) async -> SessionRenewalTurn? {
    let type = type(of: self)
    let store = type is any AnyObject.Type ? ObjectIdentifier(self as AnyObject) : ObjectIdentifier(type)
    return await ProcessTurns.shared.turn(for: ProcessTurns.Key(store: store, providerID: providerID))
  }

  /// The rule makes the id a safe file name, too.
  package static func check(providerID: String) throws(AppControllerError) {
    guard IdentifierRule.allowsProviderID(providerID) else {
      throw AppControllerError(
        .storeFailed,
        what: "\(String(providerID.prefix(80)).debugDescription) cannot be the id of a provider",
        why: "an id has 1 to 64 of the characters A-Z a-z 0-9 . _ - and does not begin with a dot",
        fix: "give the provider an id such as com.example.kitty"
      )
    }
  }

  package static func check(
    expected: UInt64?,
    of current: SessionRecord,
    for providerID: String
  ) throws(AppControllerError) {
    guard let expected, expected != current.generation else { return }
    throw AppControllerError(
      .sessionConflict,
      what: "the session of \(providerID) is stored with generation \(current.generation), not \(expected)",
      why: current.warning?.what ?? "another process or task has changed it in the meantime",
      fix: "load the session again, and decide from what it says now"
    )
  }
}
