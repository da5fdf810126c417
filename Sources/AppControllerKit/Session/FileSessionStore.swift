internal import Synchronization

/// Keeps sessions in a folder, one file per provider, safe against crashes and other processes.
///
/// The folder is for its owner only: it is made with the mode 0700, its files have 0600, and files that another user
/// owns or could have changed are refused, untouched, with `storeUnsafe`. The file of a provider always equals the last
/// acknowledged change. A damaged or foreign file is renamed to `<name>.damaged-<n>`, never trusted and never deleted;
/// the record then has no session, and a warning. A file of a newer version is refused and left as it is.
///
/// A record names the place of its secret: the file itself, where the file's mode protects the plain text, or a
/// ``SecretVault``. Buffers that contained a secret are zeroed; the disk blocks of a replaced file are not. A new
/// secret is put into its vault under a key of its own, then the file is replaced, then the old secret is erased: an
/// interruption leaves the old session or the new one, each with its secret, and the next change erases the rest. A
/// record whose secret the vault has lost is left as it is and counts as logged out, with a warning.
///
/// Changes hold a lock (`flock`) while they work, a few milliseconds or as long as the vault takes, and wait for it up
/// to 75 seconds; reading an intact file needs no lock. The folder must be on a file system with locks and hard links.
/// Disk operations run on the actor, and nothing is kept between calls: any number of stores, in any number of
/// processes, may work on one folder.
public actor FileSessionStore: SessionStore {
  /// The path of the folder, from the root.
  public nonisolated let directory: String

  private let placement: SecretPlacement
  private let vaults: [any SecretVault]
  private let lockTimeout: Duration
  private let clock: any Clock<Duration>

  /// Makes a store for a folder; nothing is created before a session is stored.
  ///
  /// - Parameters:
  ///   - directory: The path of the folder; a relative path is resolved against the current working directory.
  ///   - placement: The place for the secrets of new sessions.
  ///   - otherVaults: Further vaults that may contain stored secrets, which are looked up and erased there.
  ///   - clock: The clock that times the reading for ``changes(for:)`` and the waiting for another process's lock.
  public init(
    directory: String, secrets placement: SecretPlacement = .unchanged, otherVaults: [any SecretVault] = [],
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      directory: directory, secrets: placement, otherVaults: otherVaults, lockTimeout: SessionLock.defaultTimeout,
      clock: clock)
  }

  package init(
    directory: String, secrets placement: SecretPlacement = .unchanged, otherVaults: [any SecretVault] = [],
    lockTimeout: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) {
    // A folder whose path is not UTF-8 stays relative.
    self.directory = (try? FileSystem.absolute(directory)) ?? directory
    self.placement = placement
    switch placement {
    case .unchanged, .file: vaults = otherVaults
    case .vault(let vault): vaults = [vault] + otherVaults
    }
    (self.lockTimeout, self.clock) = (lockTimeout, clock)
  }

  /// Loads the record of a provider, and creates no files.
  ///
  /// - Parameter providerID: The id of the provider.
  /// - Returns: The record, with a warning when a damaged or foreign file was set aside, or a vault has lost the
  ///   secret.
  /// - Throws: `storeUnsafe`, `storeFailed`, `unknownVault`, the errors of the vault, or `CancellationError` when the
  ///   task is cancelled while it waits for another process or a vault.
  public func load(for providerID: String) async throws -> SessionRecord {
    try Self.check(providerID: providerID)
    guard let folder = try SessionFolder.open(directory, provider: providerID) else { return SessionRecord() }
    folder.sweep()
    switch try folder.read() {
    case .record(let record, let reference):
      if let whole = try await complete(record, reference, of: providerID) { return whole }
    case .missing:
      if try !folder.hasLockFile() { return SessionRecord() }
    case .foreign:
      break
    }
    // Read again under the lock: another process may be replacing the file, or have erased the secret since.
    let lock = try await folder.lock(timeout: lockTimeout, on: clock)
    let (record, reference) = try folder.current(holding: lock)
    if let whole = try await complete(record, reference, of: providerID) { return whole }
    var lost = record
    (lost.session, lost.warning) = (nil, .secretLost(of: providerID, from: reference?.vault ?? ""))
    return lost
  }

  /// Replaces or erases the session of a provider, unless another process has changed it in the meantime.
  ///
  /// When it throws, the stored record is unchanged; a damaged or foreign file may have been set aside. When the disk
  /// fails after the new file is in place, the old one is put back; another process may have read the new one in
  /// between, and its generation is not used again. If the disk fails in that step too, the error says that the new
  /// record is in place. When power is lost after a failure of the disk, the file contains one of the two records in
  /// full.
  ///
  /// A session can be erased whatever the state of its vault: the secret is erased when the vault is available again.
  ///
  /// - Parameters:
  ///   - providerID: The id of the provider.
  ///   - session: The new session; nil erases the stored one.
  ///   - generation: The generation that the change is based on; nil replaces any record.
  /// - Returns: The new record, which is on the disk, with a warning when a damaged or foreign file was set aside, or
  ///   an old secret is left in a vault.
  /// - Throws: `sessionConflict`, `invalidSession`, `storeUnsafe`, `storeFailed`, `unknownVault`, the errors of the
  ///   vault for the new secret, or `CancellationError` when the task is cancelled while it waits for another process
  ///   or a vault.
  @discardableResult
  public func replace(
    for providerID: String,
    with session: Session?,
    ifGeneration generation: UInt64? = nil
  ) async throws -> SessionRecord {
    try Self.check(providerID: providerID)
    try session?.validated()
    let folder = try SessionFolder.make(directory, provider: providerID)
    let lock = try await folder.lock(timeout: lockTimeout, on: clock)
    let (current, old) = try folder.current(holding: lock)
    try Self.check(expected: generation, of: current, for: providerID)
    var record = SessionRecord(
      session: session, generation: try folder.nextGeneration(after: current, holding: lock),
      savedAt: Timestamp.now, warning: current.warning)
    record.origin = session == nil ? current.origin : session?.origin

    let secret = session?.keptSecret
    let vault = try vault(for: secret, after: old)
    let new = try vault.map { vault throws(AppControllerError) in try SecretReference.new(in: vault) }
    var bytes = try SessionFile.encode(
      session: session, secretIn: new, generation: record.generation, savedAt: record.savedAt,
      origin: record.origin, provider: providerID)
    defer { Secret.wipe(&bytes) }
    if let vault, let new, let secret {
      try folder.mark(new)
      do {
        try await vault.put(secret, under: new.key(for: providerID))
      } catch {
        // After any other error the vault may have the secret: then the mark stays, for the next change.
        if (error as? AppControllerError)?.code == .vaultUnavailable { try? folder.unmark(new) }
        throw error
      }
    }
    // After a disk failure, a power failure may leave either record: then both secrets stay, and are marked.
    try folder.write(bytes, generation: record.generation, isFirst: current.generation == 0, holding: lock)
    let warning = await eraseSecrets(markedIn: folder, except: new)
    record.warning = record.warning ?? warning
    return record
  }

  /// The name of the vault that contains the secret of the stored session.
  ///
  /// - Parameter providerID: The id of the provider.
  /// - Returns: The name; nil when nothing is stored, or the secret is in the file.
  /// - Throws: `storeUnsafe` or `storeFailed`.
  public func vaultName(for providerID: String) throws(AppControllerError) -> String? {
    try stored(for: providerID)?.vault
  }

  /// Asks no vault for the secret; nil when there is no readable record.
  package func stored(
    for providerID: String
  ) throws(AppControllerError) -> (record: SessionRecord, vault: String?)? {
    try Self.check(providerID: providerID)
    guard let folder = try SessionFolder.open(directory, provider: providerID),
      case .record(let record, let reference) = try folder.read()
    else { return nil }
    return (record, reference?.vault)
  }

  /// `change` gets nil for a record without an origin.
  package func changeOrigin(
    for providerID: String, _ change: @Sendable (inout SessionOrigin?, _ hasSession: Bool) -> Void
  ) async throws {
    guard try stored(for: providerID) != nil else { return }
    let folder = try SessionFolder.make(directory, provider: providerID)
    let lock = try await folder.lock(timeout: lockTimeout, on: clock)
    let (current, reference) = try folder.current(holding: lock)
    var origin = current.origin
    change(&origin, current.session != nil)
    if origin == current.origin { return }
    let generation = try folder.nextGeneration(after: current, holding: lock)
    var bytes = try SessionFile.encode(
      session: current.session, secretIn: reference, generation: generation, savedAt: current.savedAt, origin: origin,
      provider: providerID)
    defer { Secret.wipe(&bytes) }
    try folder.write(bytes, generation: generation, isFirst: false, holding: lock)
  }

  /// Reports from now on when the record of a provider has changed, whichever process or machine has changed it.
  ///
  /// It reads the file every second.
  ///
  /// - Parameter providerID: The id of the provider.
  /// - Returns: After each change, or after several, the stored generation; nil when there is no readable record. The
  ///   reading ends with the stream.
  /// - Throws: `storeFailed` for an id that breaks the rule.
  public nonisolated func changes(for providerID: String) throws -> AsyncStream<UInt64?>? {
    try Self.check(providerID: providerID)
    let (changes, continuation) = AsyncStream.makeStream(of: UInt64?.self, bufferingPolicy: .bufferingNewest(1))
    let first = SessionFolder.generation(of: providerID, in: directory)
    let looking = Task.detached { [directory, clock] in
      var last = first
      while (try? await clock.pause(for: .seconds(1))) != nil {
        let current = SessionFolder.generation(of: providerID, in: directory)
        if current != last { continuation.yield(current) }
        last = current
      }
    }
    continuation.onTermination = { _ in looking.cancel() }
    return changes
  }
}

// MARK: - Renewing

extension FileSessionStore {
  /// Waits for the turn to renew the session of a provider, which only one process has at a time.
  ///
  /// The turn has a lock of its own, because a process holds it while it waits for the provider's answer.
  ///
  /// - Parameter providerID: The id of the provider.
  /// - Returns: The turn.
  /// - Throws: `storeFailed` when the turn does not come within 75 seconds; `storeUnsafe`; `CancellationError`.
  public func renewalTurn(for providerID: String) async throws -> SessionRenewalTurn? {
    try Self.check(providerID: providerID)
    let folder = try SessionFolder.make(directory, provider: providerID)
    let held = Mutex<SessionLock?>(try await folder.lockForRenewal(timeout: lockTimeout, on: clock))
    let turn = HeldTurn(held)
    return SessionRenewalTurn { turn.end() }
  }

  private final class HeldTurn: Sendable {
    private let lock: Mutex<SessionLock?>

    init(_ lock: consuming sending Mutex<SessionLock?>) { self.lock = lock }

    func end() { lock.withLock { $0 = nil } }
  }
}

// MARK: - Moving

extension FileSessionStore {
  package enum Move: Sendable, Equatable {
    /// Without a subject, only what the last session was made with is moved.
    case moved(subject: String?)
    /// The other id has a session, and both stay.
    case occupied
  }

  /// Nobody is told that the session has ended; nil when nothing is stored.
  ///
  /// An interruption leaves the session under one of the two ids or under both, never under none. Throws
  /// `sessionConflict` when another process has changed it meanwhile.
  package func move(from old: String, to new: String) async throws -> Move? {
    let turn = try await renewalTurn(for: old)
    defer { turn?.end() }
    let (record, taken) = (try await load(for: old), try await load(for: new))
    guard record.session != nil || record.origin != nil else { return nil }
    // A session that is under both ids was left by an interruption.
    guard taken.session == nil || taken.session == record.session else { return .occupied }
    let name = try stored(for: old)?.vault
    let placement = vaults.first { $0.name == name }.map(SecretPlacement.vault) ?? .file
    let place = FileSessionStore(
      directory: directory, secrets: placement, otherVaults: vaults, lockTimeout: lockTimeout, clock: clock)
    try await place.replace(for: new, with: record.session, ifGeneration: taken.generation)
    try await changeOrigin(for: new) { origin, _ in origin = record.origin }
    try await replace(for: old, with: nil, ifGeneration: record.generation)
    try await changeOrigin(for: old) { origin, _ in origin = nil }
    return .moved(subject: record.session?.subject)
  }
}

// MARK: - Removing

extension FileSessionStore {
  /// Removes the files of every provider whose session is missing, has expired, or was stored before `time`.
  ///
  /// An unknown time counts as before. Files that are locked or damaged, or whose secret is in a vault, are kept. It is
  /// for a folder in which a name is not used again once its session has ended.
  package func removeEnded(since time: Timestamp, now: Timestamp = .now) throws(AppControllerError) {
    for provider in try SessionFolder.providers(in: directory) where IdentifierRule.allowsProviderID(provider) {
      try removeEnded(provider, since: time, now: now)
    }
  }

  /// By default only files without a session are removed.
  package func removeEnded(
    _ provider: String, since time: Timestamp = Timestamp(secondsSince1970: 0), now: Timestamp = .now
  ) throws(AppControllerError) {
    guard let folder = try SessionFolder.open(directory, provider: provider), let lock = try folder.tryLock(),
      case .record(let record, nil) = try folder.read()
    else { return }
    let isUsed = record.session.map { !$0.isExpired(at: now) } ?? false
    if isUsed, let saved = record.savedAt, saved >= time { return }
    try folder.remove(holding: lock)
  }

  package var count: Int { get throws(AppControllerError) { try SessionFolder.providers(in: directory).count } }
}

// MARK: - Listing

extension FileSessionStore {
  /// Creates and changes nothing, and asks no vault; throws only when the folder itself cannot be read.
  package static func records(
    in directory: String
  ) throws(AppControllerError) -> [(provider: String, Result<(SessionRecord, vault: String?), AppControllerError>)] {
    try SessionFolder.providers(in: directory).filter(IdentifierRule.allowsProviderID).map { provider in
      do throws(AppControllerError) {
        switch try SessionFolder.open(directory, provider: provider)?.read() {
        case .record(let record, let reference): return (provider, .success((record, reference?.vault)))
        case .missing, nil: return (provider, .success((SessionRecord(), nil)))
        case .foreign(let reason):
          throw AppControllerError(
            .storeFailed, what: "the session of \(provider) cannot be read: \(reason)",
            why: "the file is damaged or another program's", fix: "log in again, which sets the file aside")
        }
      } catch { return (provider, .failure(error)) }
    }
  }
}

// MARK: - Secrets in vaults

extension FileSessionStore {
  /// Nil when the secret belongs in the file, as an empty one does.
  ///
  /// Throws `unknownVault` when the secret has to stay in a vault that the store does not have, because the file would
  /// be less secure than requested.
  private func vault(
    for secret: Secret?, after old: SecretReference?
  ) throws(AppControllerError) -> (any SecretVault)? {
    guard let secret, secret.byteCount > 0 else { return nil }
    switch placement {
    case .file: return nil
    case .vault(let vault): return vault
    case .unchanged: return try old.map { old throws(AppControllerError) in try vault(of: old) }
    }
  }

  private func vault(of reference: SecretReference) throws(AppControllerError) -> any SecretVault {
    if let vault = vaults.first(where: { $0.name == reference.vault }) { return vault }
    throw AppControllerError(
      .unknownVault,
      what: "the secret of a session is in the vault \(reference.vault), which this program does not have",
      why: "another program stored the session, or this one with another vault",
      fix: "give the store the vault, or erase the session and log in again"
    )
  }

  /// Nil when a vault is available and certainly does not have the secret.
  private func complete(
    _ record: SessionRecord, _ reference: SecretReference?, of providerID: String
  ) async throws -> SessionRecord? {
    guard let reference else { return record }
    guard let secret = try await vault(of: reference).secret(under: reference.key(for: providerID)) else { return nil }
    var whole = record
    whole.session?.take(kept: secret)
    // The content of the vault may have been changed: an invalid one is not the secret.
    return (try? whole.session?.validated()).map { whole }
  }

  /// Returns the failure; the next change tries again to erase the secrets that remain.
  ///
  /// It needs the lock: another process's new secret is marked before its record names it.
  private func eraseSecrets(
    markedIn folder: borrowing SessionFolder, except kept: SecretReference?
  ) async -> AppControllerError? {
    var failures: [String: any Error] = [:]
    do {
      for mark in try folder.marks() where mark != kept && failures[mark.vault] == nil {
        do {
          let (vault, key) = (try vault(of: mark), mark.key(for: folder.provider))
          // In a task of its own, because the session has ended even if the task that ends it is cancelled.
          try await Task { try await vault.erase(key) }.value
          try folder.unmark(mark)
        } catch {
          failures[mark.vault] = error
        }
      }
    } catch {
      failures[""] = error
    }
    return failures.min { $0.key < $1.key }.map { .leftBehind(of: folder.provider, in: $0.key, because: $0.value) }
  }
}

extension SecretReference {
  fileprivate static func new(in vault: any SecretVault) throws(AppControllerError) -> SecretReference {
    if let new = SecretReference(newIn: vault.name) { return new }
    throw AppControllerError(
      .vaultFailed, what: "\(String(vault.name.prefix(80)).debugDescription) cannot be the name of a vault",
      why: "a name has 1 to 32 of the characters a-z 0-9 -, and is not '\(SessionFile.vaultName)'",
      fix: "have the vault name itself otherwise"
    )
  }
}

extension AppControllerError {
  fileprivate static func secretLost(of provider: String, from vault: String) -> AppControllerError {
    AppControllerError(
      .secretLost,
      what: "the secret of the session of \(provider) is no longer in its vault, and nobody is logged in",
      why: "the vault \(vault) was emptied, as the kernel's keyring is by a restart, or the secret was removed",
      fix: "log in again; a vault that lasts, or the file, keeps the secret longer"
    )
  }

  fileprivate static func leftBehind(
    of provider: String, in vault: String, because error: any Error
  ) -> AppControllerError {
    let explained = error as? AppControllerError
    return AppControllerError(
      .secretLeftBehind,
      what:
        "a secret of \(provider) that is not needed any more may still be in a vault\(vault.isEmpty ? "" : ", \(vault)")",
      why: explained?.what ?? "the vault failed to erase it: \("\(error)".displayable)",
      fix: (explained.map { "\($0.fix); " } ?? "") + "the next change of the session tries again"
    )
  }
}
