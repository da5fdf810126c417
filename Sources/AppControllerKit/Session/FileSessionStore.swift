/// Keeps sessions in a folder, one file per provider, safe against crashes and other processes.
///
/// The folder is for its owner only: it is made with the mode 0700, its files have 0600, and whatever another user
/// owns or could have changed is refused, untouched, with `storeUnsafe`. The file of a provider always equals the last
/// acknowledged change. A damaged or foreign file is renamed to `<name>.damaged-<n>`, never trusted and never deleted;
/// the record then has no session, and a warning. A file of a newer version is refused and left as it is.
///
/// Secrets are in the files in the clear, guarded by their modes. Buffers that held one are zeroed, and reading makes no
/// string of one; the blocks that a replaced file occupied on the disk are not.
///
/// Changes hold a lock (`flock`) for as long as they work, a few milliseconds; reading an intact file needs none. The
/// folder must be on a file system with locks and hard links. Disk operations run on the actor, and nothing is kept
/// between calls: any number of stores, in any number of processes, may work on one folder.
public actor FileSessionStore: SessionStore {
  /// The path of the folder, from the root.
  public nonisolated let directory: String

  private let lockTimeout: Duration

  /// Makes a store on a folder; nothing is created before a session is stored.
  ///
  /// - Parameter directory: The path of the folder; a relative one counts from where the process is now.
  public init(directory: String) {
    self.init(directory: directory, lockTimeout: .seconds(10))
  }

  /// Makes a store that waits for another time than ten seconds for another process's lock.
  package init(directory: String, lockTimeout: Duration) {
    self.directory = FileSystem.absolute(directory)
    self.lockTimeout = lockTimeout
  }

  /// Loads what is stored for a provider, and creates nothing where nothing is stored.
  ///
  /// - Parameter providerID: The id of the provider.
  /// - Returns: The record, with a warning when a damaged or foreign file was set aside.
  /// - Throws: `storeUnsafe`, `storeFailed`, or `CancellationError` when the task is cancelled while it waits for
  ///   another process.
  public func load(for providerID: String) async throws -> SessionRecord {
    try Self.check(providerID: providerID)
    guard let folder = try SessionFolder.open(directory, provider: providerID) else { return SessionRecord() }
    switch try folder.read() {
    case .record(let record):
      return record
    case .missing:
      if try !folder.hasLockFile() { return SessionRecord() }
    case .foreign:
      break  // Read again under the lock: another process may be about to replace it.
    }
    let lock = try await folder.lock(timeout: lockTimeout)
    return try folder.current(holding: lock)
  }

  /// Replaces or erases what is stored for a provider, if nobody else has changed it in the meantime.
  ///
  /// When it throws, the stored record is as before; a damaged or foreign file may have been set aside. When the disk
  /// fails after the new file is in place, the former one is put back; another process may have read the new one in
  /// between, and its generation does not come again. If the disk fails at that too, the error says that the new record
  /// is in place. When power is lost after a failure of the disk, either record may be there, whole.
  ///
  /// - Parameters:
  ///   - providerID: The id of the provider.
  ///   - session: The new session; nil erases the stored one.
  ///   - generation: The generation that the change builds on; nil replaces whatever is there.
  /// - Returns: The new record, which is on the disk, with a warning when a damaged or foreign file was set aside.
  /// - Throws: `sessionConflict`, `invalidSession`, `storeUnsafe`, `storeFailed`, or `CancellationError` when the task
  ///   is cancelled while it waits for another process.
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
    let current = try folder.current(holding: lock)
    try Self.check(expected: generation, of: current, for: providerID)
    return try folder.write(session, after: current, holding: lock)
  }
}
