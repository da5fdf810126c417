/// Keeps sessions in a folder, one file per provider, safe against crashes and other processes.
///
/// The folder is for its owner only: it is made with the mode 0700, its files have 0600, and files that another user
/// owns or could have changed are refused, untouched, with `storeUnsafe`. The file of a provider always equals the last
/// acknowledged change. A damaged or foreign file is renamed to `<name>.damaged-<n>`, never trusted and never deleted;
/// the record then has no session, and a warning. A file of a newer version is refused and left as it is.
///
/// Secrets are in the files in plain text, protected by their modes, unless the store has a ``SecretVault`` for them.
/// Buffers that contained a secret are zeroed, and reading makes no string of it; the disk blocks of a replaced file
/// are not zeroed.
///
/// With a vault the file is authoritative, and names the place of the secret. A new session's secret is put into the
/// vault under a key of its own, then the file is replaced, then the old secret is erased. An interruption at any point
/// leaves the old session or the new one, each with its secret, and the next change erases the rest. A record whose
/// secret the vault has lost is left as it is and counts as logged out, with a warning. An empty secret stays in the
/// file.
///
/// Changes hold a lock (`flock`) while they work, a few milliseconds or as long as the vault takes, and wait for it up
/// to 75 seconds; reading an intact file needs no lock. The folder must be on a file system with locks and hard links.
/// Disk operations run on the actor, and nothing is kept between calls: any number of stores, in any number of
/// processes, may work on one folder.
public actor FileSessionStore: SessionStore {
  /// The path of the folder, from the root.
  public nonisolated let directory: String

  private let vaults: SecretVaults
  private let lockTimeout: Duration

  /// Makes a store for a folder; nothing is created before a session is stored.
  ///
  /// - Parameters:
  ///   - directory: The path of the folder; a relative path is resolved against the current working directory.
  ///   - placement: The place for the secrets of new sessions.
  ///   - otherVaults: Further vaults that may contain stored secrets, which are looked up and erased there.
  public init(
    directory: String, secrets placement: SecretPlacement = .unchanged, otherVaults: [any SecretVault] = []
  ) {
    self.init(directory: directory, secrets: placement, otherVaults: otherVaults, lockTimeout: SessionLock.patience)
  }

  /// Makes a store with another time limit for waiting for another process's lock.
  package init(
    directory: String, secrets placement: SecretPlacement = .unchanged, otherVaults: [any SecretVault] = [],
    lockTimeout: Duration
  ) {
    // A folder whose path is not UTF-8 stays relative.
    self.directory = (try? FileSystem.absolute(directory)) ?? directory
    self.vaults = SecretVaults(placement, others: otherVaults)
    self.lockTimeout = lockTimeout
  }

  /// Loads the record of a provider, and creates no files.
  ///
  /// - Parameter providerID: The id of the provider.
  /// - Returns: The record, with a warning when a damaged or foreign file was set aside, or a vault has lost the secret.
  /// - Throws: `storeUnsafe`, `storeFailed`, `unknownVault`, the errors of the vault, or `CancellationError` when the
  ///   task is cancelled while it waits for another process or a vault.
  public func load(for providerID: String) async throws -> SessionRecord {
    try Self.check(providerID: providerID)
    guard let folder = try SessionFolder.open(directory, provider: providerID) else { return SessionRecord() }
    switch try folder.read() {
    case .record(let record, let reference):
      if let whole = try await complete(record, reference, of: providerID) { return whole }
    case .missing:
      if try !folder.hasLockFile() { return SessionRecord() }
    case .foreign:
      break
    }
    // Read again under the lock: another process may be replacing the file, or have erased the secret since.
    let lock = try await folder.lock(timeout: lockTimeout)
    return try await current(in: folder, holding: lock, of: providerID)
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
    let lock = try await folder.lock(timeout: lockTimeout)
    let (current, old) = try folder.current(holding: lock)
    try Self.check(expected: generation, of: current, for: providerID)
    let new = try await keepSecret(of: session, after: old, in: folder, for: providerID)
    let sweep = SecretSweep(vaults: vaults, provider: providerID)
    do {
      var record = try folder.write(session, secretIn: new, after: current, holding: lock)
      let warning = await sweep(folder, keeping: new, holding: lock)
      record.warning = record.warning ?? warning
      return record
    } catch {
      // After a disk failure, a power failure may leave either record: then both secrets stay, and are marked.
      if error.code == .invalidSession { _ = await sweep(folder, keeping: old, holding: lock) }
      throw error
    }
  }

  /// The name of the vault that contains the secret of the stored session.
  ///
  /// - Parameter providerID: The id of the provider.
  /// - Returns: The name; nil when nothing is stored, or the secret is in the file.
  /// - Throws: `storeUnsafe` or `storeFailed`.
  public func vaultName(for providerID: String) throws(AppControllerError) -> String? {
    try Self.check(providerID: providerID)
    guard let folder = try SessionFolder.open(directory, provider: providerID) else { return nil }
    guard case .record(_, let reference) = try folder.read() else { return nil }
    return reference?.vault
  }

  /// Reports from now on when the record of a provider may have changed, whichever process has changed it.
  ///
  /// It watches the folder by inotify, on a thread of its own, and reads the file every two seconds when the system has
  /// no more watches. Changes that another machine makes on a network file system are not seen.
  ///
  /// - Parameter providerID: The id of the provider.
  /// - Returns: After each change, or after several, the stored generation; nil when there is no readable record. The
  ///   watching ends with the stream.
  /// - Throws: `storeFailed` for an id that breaks the rule, or when no thread can be started.
  public nonisolated func changes(for providerID: String) throws -> AsyncStream<UInt64?>? {
    try Self.check(providerID: providerID)
    return try SessionFolderWatch.changes(of: providerID, in: directory)
  }

  // MARK: - Secrets in vaults

  /// Puts the secret of a session into its vault, under a new key that is marked first.
  ///
  /// - Returns: The place of the secret; nil when there is none, or it belongs into the file.
  private func keepSecret(
    of session: Session?, after old: SecretReference?, in folder: borrowing SessionFolder, for providerID: String
  ) async throws -> SecretReference? {
    guard let secret = session?.secret, secret.byteCount > 0 else { return nil }
    guard let vault = try vaults.destination(after: old) else { return nil }
    guard let new = SecretReference(newIn: vault.name) else {
      throw AppControllerError(
        .vaultFailed, what: "\(String(vault.name.prefix(80)).debugDescription) cannot be the name of a vault",
        why: "a name has 1 to 32 of the characters a-z 0-9 -", fix: "have the vault name itself otherwise"
      )
    }
    try folder.mark(new)
    do {
      try await vault.put(secret, under: new.key(for: providerID))
    } catch {
      // After any other error the vault may have the secret: then the mark stays, for the next change.
      if (error as? AppControllerError)?.code == .vaultUnavailable { try? folder.unmark(new) }
      throw error
    }
    return new
  }

  /// Returns the record with its secret; nil when a vault should have the secret and does not.
  private func complete(
    _ record: SessionRecord, _ reference: SecretReference?, of providerID: String
  ) async throws -> SessionRecord? {
    guard let reference, let session = record.session else { return record }
    guard let whole = try await vaults.complete(session, from: reference, of: providerID) else { return nil }
    var completed = record
    completed.session = whole
    return completed
  }

  /// Returns the effective record under the lock, which keeps others from erasing the secret while it is looked up.
  private func current(
    in folder: borrowing SessionFolder, holding lock: borrowing SessionLock, of providerID: String
  ) async throws -> SessionRecord {
    let (record, reference) = try folder.current(holding: lock)
    if let whole = try await complete(record, reference, of: providerID) { return whole }
    let warning = AppControllerError(
      .secretLost,
      what: "the secret of the session of \(providerID) is no longer in its vault, and nobody is logged in",
      why:
        "the vault \(reference?.vault ?? "") was emptied, as the kernel's keyring is by a restart, or the secret was removed",
      fix: "log in again; a vault that lasts, or the file, keeps the secret longer"
    )
    return SessionRecord(generation: record.generation, savedAt: record.savedAt, warning: warning)
  }
}
