/// The files of one provider in the store's folder, which is open and has been checked.
///
/// For the provider `id` they are `id.session.json` (the record), `id.session.lock` (lock and counter),
/// `.id.session.tmp` (a record that is being written), `.id.session.old` (the record that it replaces, until the new
/// one is on the disk), `id.session.json.damaged-1` and so on (set aside), and the marks of secrets in vaults.
struct SessionFolder: ~Copyable, Sendable {
  /// The entry at the record's name.
  enum Found {
    /// No file.
    case missing
    /// A record, and the reference to its secret when a vault has it.
    case record(SessionRecord, SecretReference?)
    /// A damaged or foreign file, with the reason.
    case foreign(String)
  }

  let folder: FileDescriptor
  let provider: String

  var recordName: String { "\(provider).session.json" }
  var lockName: String { "\(provider).session.lock" }
  var temporaryName: String { ".\(provider).session.tmp" }
  var formerName: String { ".\(provider).session.old" }

  private init(_ folder: consuming FileDescriptor, provider: String) throws(AppControllerError) {
    // Others may list the folder, because they can read no file in it; they must not be able to change it.
    try folder.status().check(folder.path, is: .folder, without: 0o022)
    self.folder = folder
    self.provider = provider
  }

  /// Opens the folder for reading, and removes the leftovers of a crash; nil when there is no folder.
  static func open(_ path: String, provider: String) throws(AppControllerError) -> SessionFolder? {
    let folder = try peek(path, provider: provider)
    folder?.sweep()
    return folder
  }

  /// Opens the folder for reading, and changes nothing; nil when there is no folder.
  static func peek(_ path: String, provider: String) throws(AppControllerError) -> SessionFolder? {
    guard let opened = try FileSystem.openFolder(path) else { return nil }
    return try SessionFolder(opened, provider: provider)
  }

  /// Opens the folder for a change, and makes it if it does not exist.
  static func make(_ path: String, provider: String) throws(AppControllerError) -> SessionFolder {
    try SessionFolder(FileSystem.makeFolder(path), provider: provider)
  }

  /// Takes the provider's lock.
  func lock(timeout: Duration) async throws -> SessionLock {
    try await SessionLock.acquire(lockName, in: folder, timeout: timeout)
  }

  /// Whether the provider has a lock file, which shows that a session was stored or is being stored.
  func hasLockFile() throws(AppControllerError) -> Bool { try folder.status(of: lockName) != nil }

  // MARK: Reading

  /// Reads the record, which needs no lock, because a record is replaced by one rename.
  ///
  /// - Throws: `storeUnsafe` for a file that must not be trusted; `storeFailed` for a file that a newer version wrote
  ///   or that cannot be read. The file stays as it is.
  func read() throws(AppControllerError) -> Found {
    let path = folder.path(of: recordName)
    // Checked before it is opened, because opening a device can have effects, and again when it can no longer be
    // swapped.
    guard let outside = try folder.status(of: recordName) else { return .missing }
    try outside.check(path, is: .regular, without: 0o077)
    guard let file = try folder.openEntry(recordName) else { return .missing }
    let status = try file.status()
    try status.check(path, is: .regular, without: 0o077)

    guard status.size <= SessionFile.sizeLimit else {
      return .foreign("it has \(status.size) bytes, more than \(SessionFile.sizeLimit)")
    }
    var bytes = try file.read(atMost: status.size)
    defer { Secret.wipe(&bytes) }
    switch SessionFile.decode(bytes, provider: provider) {
    case .record(let session, let generation, let savedAt, let reference):
      return .record(SessionRecord(session: session, generation: generation, savedAt: savedAt), reference)
    case .foreign(let reason):
      return .foreign(reason)
    case .newer(let version):
      throw AppControllerError(
        .storeFailed,
        what: "\(path) has version \(version), and the highest that can be read is \(SessionFile.version)",
        why: "a newer version of the software has written it",
        fix: "use the newer version, or another folder"
      )
    }
  }

  /// Returns the effective record under the lock: a damaged or foreign file is set aside first.
  ///
  /// Without a file, the counter is the generation: after a logout, or after a change that a crash interrupted.
  func current(
    holding lock: borrowing SessionLock
  ) throws(AppControllerError) -> (SessionRecord, SecretReference?) {
    let found = try read()
    let counter = try lock.counter()
    switch found {
    case .record(var record, let reference):
      guard counter == .damaged else { return (record, reference) }
      let name = try keepDamagedCounter(of: lock)
      try lock.setCounter(record.generation)
      record.warning = damagedCounter(keptAs: name)
      return (record, reference)
    case .missing:
      switch counter {
      case .unused, .begun: return (SessionRecord(), nil)
      case .generation(let generation): return (SessionRecord(generation: generation), nil)
      case .damaged:
        let name = try keepDamagedCounter(of: lock)
        let generation = unusedGeneration()
        try lock.setCounter(generation)
        return (SessionRecord(generation: generation, warning: damagedCounter(keptAs: name)), nil)
      }
    case .foreign(let reason):
      var last = unusedGeneration()
      switch counter {
      case .unused: break
      case .begun(let counted), .generation(let counted): last = counted
      case .damaged: _ = try keepDamagedCounter(of: lock)
      }
      let generation = try next(after: last)
      // The counter is written first: otherwise a crash could give two states the same generation.
      try lock.setCounter(generation)
      let name = try setAside()
      return (SessionRecord(generation: generation, warning: warning(reason, setAsideAs: name)), nil)
    }
  }
}
