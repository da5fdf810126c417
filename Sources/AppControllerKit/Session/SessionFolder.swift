internal import Glibc

/// The files of one provider in the store's folder, which is open and was checked.
///
/// For the provider `id` they are `id.session.json` (the record), `id.session.lock` (lock and counter),
/// `.id.session.tmp` (a record that is being written), and `id.session.json.damaged-1` and so on (set aside).
struct SessionFolder: ~Copyable, Sendable {
  /// What stands where the record belongs.
  enum Found {
    /// Nothing.
    case missing
    /// A record.
    case record(SessionRecord)
    /// Something damaged or foreign, with the reason.
    case foreign(String)
  }

  private let folder: FileDescriptor
  private let provider: String

  private var recordName: String { "\(provider).session.json" }
  private var lockName: String { "\(provider).session.lock" }
  private var temporaryName: String { ".\(provider).session.tmp" }

  private init(_ folder: consuming FileDescriptor, provider: String) throws(AppControllerError) {
    // Others may list the folder, because they can read nothing in it; they must not be able to change it.
    try folder.status().check(folder.path, is: .folder, without: 0o022)
    self.folder = folder
    self.provider = provider
  }

  /// Opens the folder; nil when there is none.
  static func open(_ path: String, provider: String) throws(AppControllerError) -> SessionFolder? {
    guard let folder = try FileSystem.openFolder(path) else { return nil }
    return try SessionFolder(folder, provider: provider)
  }

  /// Opens the folder, and makes it where there is none.
  static func make(_ path: String, provider: String) throws(AppControllerError) -> SessionFolder {
    try SessionFolder(FileSystem.makeFolder(path), provider: provider)
  }

  /// Takes the provider's lock.
  func lock(timeout: Duration) async throws -> SessionLock {
    try await SessionLock.acquire(lockName, in: folder, timeout: timeout)
  }

  /// Whether the provider has a lock file, which says that something was stored or is being stored.
  func hasLockFile() throws(AppControllerError) -> Bool { try folder.status(of: lockName) != nil }

  // MARK: Reading

  /// Reads the record, which needs no lock, because records change by renaming, in one step.
  ///
  /// - Throws: `storeUnsafe` for a file that is not to be trusted; `storeFailed` for one that a newer version wrote or
  ///   that cannot be read. The file stays as it is.
  func read() throws(AppControllerError) -> Found {
    let path = folder.path(of: recordName)
    // Looked at before it is opened, because opening a device can have effects, and again when nobody can swap it.
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
    case .record(let session, let generation):
      return .record(SessionRecord(session: session, generation: generation))
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

  /// The record as it counts under the lock: what is damaged or foreign is set aside first.
  ///
  /// Without a file, the counter is the generation: a logout, or a change that a crash cut off.
  func current(holding lock: borrowing SessionLock) throws(AppControllerError) -> SessionRecord {
    switch try read() {
    case .record(let record):
      return record
    case .missing:
      switch try lock.counter() {
      case .unused: return SessionRecord()
      case .generation(let generation): return SessionRecord(generation: generation)
      case .damaged:
        let generation = Self.unusedGeneration()
        try lock.setCounter(generation)
        return SessionRecord(generation: generation, warning: damagedCounter())
      }
    case .foreign(let reason):
      var last = Self.unusedGeneration()
      if case .generation(let counted) = try lock.counter() { last = counted }
      let generation = try next(after: last)
      // First the counter: were it last, a crash would let two states have one generation.
      try lock.setCounter(generation)
      let name = try setAside()
      return SessionRecord(generation: generation, warning: warning(reason, setAsideAs: name))
    }
  }

  // MARK: Writing

  /// Writes the record that follows another, durably, under the lock.
  ///
  /// The order is what makes a crash harmless at every point. (1) The temporary file is complete on the disk. (2) The
  /// counter is: from here on the generation is used up, whatever happens. (3) The rename: readers see the old record
  /// before and the new one after. (4) The folder is on the disk, and the change is acknowledged. A crash before (3)
  /// leaves the old record; after (3) the disk may have either, and each is whole.
  func write(
    _ session: Session?,
    after current: SessionRecord,
    holding lock: borrowing SessionLock
  ) throws(AppControllerError) -> SessionRecord {
    var last = current.generation
    if case .generation(let counted) = try lock.counter() { last = max(last, counted) }
    let generation = try next(after: last)
    var bytes = try SessionFile.encode(session: session, generation: generation, provider: provider)
    defer { Secret.wipe(&bytes) }

    // What a crash left behind may hold a secret; it goes first, also when the new record is a logout.
    try folder.removeEntry(temporaryName)
    do throws(AppControllerError) {
      try writeTemporaryFile(bytes)
      try lock.setCounter(generation)
      try folder.renameEntry(temporaryName, over: recordName)
    } catch {
      try? folder.removeEntry(temporaryName)
      throw error
    }
    try folder.synchronize()
    return SessionRecord(session: session, generation: generation, warning: current.warning)
  }

  private func writeTemporaryFile(_ bytes: [UInt8]) throws(AppControllerError) {
    guard let file = try folder.createEntry(temporaryName) else {
      throw FileSystem.failure("make", folder.path(of: temporaryName), EEXIST)
    }
    try file.write(bytes)
    try file.synchronize()
  }

  private func next(after generation: UInt64) throws(AppControllerError) -> UInt64 {
    guard generation < SessionFile.generationLimit else {
      throw AppControllerError(
        .storeFailed,
        what: "the generation \(generation) of \(folder.path(of: recordName)) is the last there is",
        why: "generations only count up, to \(SessionFile.generationLimit)",
        fix: "no program counts that far: look who changed the files, and move both of the provider's away"
      )
    }
    return generation + 1
  }

  /// A generation above every one that counting can have reached, for when the count is lost: the clock, in
  /// milliseconds, would have to be outrun for years.
  private static func unusedGeneration() -> UInt64 {
    var now = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0, now.tv_sec > 0 else { return 1 << 41 }
    return min(UInt64(now.tv_sec) * 1000, SessionFile.generationLimit - 1)
  }

  // MARK: Setting aside

  /// Moves the record to the first free name for damaged ones, and returns that.
  private func setAside() throws(AppControllerError) -> String {
    for number in 1...999 {
      let name = "\(recordName).damaged-\(number)"
      // A rename would replace a file that appears at the last moment; a link never does.
      guard try folder.linkEntry(recordName, as: name) else { continue }
      try folder.removeEntry(recordName)
      try folder.synchronize()
      return name
    }
    throw AppControllerError(
      .storeFailed,
      what: "cannot set \(folder.path(of: recordName)) aside: 999 files are set aside already",
      why: "something damages the file again and again, and nothing is ever overwritten",
      fix: "find out what it is, and move the files away"
    )
  }

  private func warning(_ reason: String, setAsideAs name: String) -> AppControllerError {
    AppControllerError(
      .sessionSetAside,
      what: "\(folder.path(of: recordName)) was set aside as \(name), and nobody is logged in",
      why: "the file is damaged or another program's: \(reason)",
      fix: "log in again; delete the file when nothing in it is needed"
    )
  }

  private func damagedCounter() -> AppControllerError {
    AppControllerError(
      .sessionSetAside,
      what: "the counter in \(folder.path(of: lockName)) was damaged, and counts on from the clock",
      why: "the file did not hold a number from 0 to \(SessionFile.generationLimit)",
      fix: "nothing needs to be done; if it happens again, find out what writes to the file"
    )
  }
}
