internal import Glibc

/// The files of one provider in the store's folder, which is open and has been checked.
///
/// For the provider `id` they are `id.session.json` (the record), `id.session.lock` (lock and counter),
/// `id.session.renewal` (the lock for renewing the secret), `.id.session.tmp` (a record that is being written),
/// `.id.session.old` (the record that it replaces, until the new one is on the disk), `.id.session.secret.` and a
/// reference (the mark of a secret in a vault), and files that were set aside, with `.damaged-1` and so on at the end
/// of their names.
struct SessionFolder: ~Copyable, Sendable {
  enum Found {
    case missing
    case record(SessionRecord, SecretReference?)
    /// Damaged or foreign, with the reason.
    case foreign(String)
  }

  let provider: String
  private let folder: FileDescriptor

  private var recordName: String { "\(provider).session.json" }
  private var lockName: String { "\(provider).session.lock" }
  private var renewalName: String { "\(provider).session.renewal" }
  private var temporaryName: String { ".\(provider).session.tmp" }
  private var formerName: String { ".\(provider).session.old" }
  private var markPrefix: String { ".\(provider).session.secret." }

  private init(_ folder: consuming FileDescriptor, provider: String) throws(AppControllerError) {
    // Other users may list the folder, because they can read no file in it; they must not be able to change it.
    try folder.status().check(folder.path, is: .folder, without: 0o022)
    self.folder = folder
    self.provider = provider
  }

  /// Nil when there is no folder.
  static func open(_ path: String, provider: String) throws(AppControllerError) -> SessionFolder? {
    guard let opened = try FileSystem.openFolder(path) else { return nil }
    return try SessionFolder(opened, provider: provider)
  }

  static func make(_ path: String, provider: String) throws(AppControllerError) -> SessionFolder {
    try SessionFolder(FileSystem.makeFolder(path), provider: provider)
  }

  func lock(timeout: Duration, on clock: any Clock<Duration>) async throws -> SessionLock {
    try await SessionLock.acquire(lockName, in: folder, timeout: timeout, clock: clock)
  }

  func lockForRenewal(timeout: Duration, on clock: any Clock<Duration>) async throws -> SessionLock {
    try await SessionLock.acquire(renewalName, in: folder, timeout: timeout, clock: clock)
  }

  /// `nil` when the lock is not free.
  func tryLock() throws(AppControllerError) -> SessionLock? { try SessionLock.attempt(lockName, in: folder) }

  /// A lock file shows that a session was stored or is being stored.
  func hasLockFile() throws(AppControllerError) -> Bool { try folder.status(of: lockName) != nil }
}

// MARK: - Reading

extension SessionFolder {
  /// Nil when there is no readable record.
  static func generation(of provider: String, in path: String) -> UInt64? {
    guard let folder = try? open(path, provider: provider), case .record(let record, _)? = try? folder.read() else {
      return nil
    }
    return record.generation
  }

  /// Needs no lock, because a record is replaced by one rename.
  ///
  /// Throws `storeUnsafe` for a file that must not be trusted, `storeFailed` for one that a newer version wrote or that
  /// cannot be read. The file stays as it is.
  func read() throws(AppControllerError) -> Found {
    guard let file = try folder.openPrivateEntry(recordName) else { return .missing }
    let size = try file.status().size
    guard size <= SessionFile.sizeLimit else {
      return .foreign("it has \(size) bytes, more than \(SessionFile.sizeLimit)")
    }
    var bytes = try file.read(atMost: size)
    defer { Secret.wipe(&bytes) }
    switch SessionFile.decode(bytes, provider: provider) {
    case .record(var session, let generation, let savedAt, let reference, let origin):
      session?.origin = origin
      var record = SessionRecord(session: session, generation: generation, savedAt: savedAt)
      record.origin = origin
      return .record(record, reference)
    case .foreign(let reason):
      return .foreign(reason)
    case .newer(let version):
      throw AppControllerError(
        .storeFailed,
        what: "\(file.path) has version \(version), and the highest that can be read is \(SessionFile.version)",
        why: "a newer version of the software has written it",
        fix: "use the newer version, or another folder"
      )
    }
  }

  /// Sets a damaged or foreign file aside first.
  ///
  /// Without a file, the counter is the generation: after a logout, or after a change that a crash interrupted.
  func current(
    holding lock: borrowing SessionLock
  ) throws(AppControllerError) -> (SessionRecord, SecretReference?) {
    let found = try read()
    let (counter, warning) = try repairedCounter(of: lock, beside: found)
    switch found {
    case .record(var record, let reference):
      record.warning = warning
      return (record, reference)
    case .missing:
      return (SessionRecord(generation: counter.isCompleted ? counter.last : 0, warning: warning), nil)
    case .foreign(let reason):
      let last = SessionRecord(generation: counter.last > 0 ? counter.last : unusedGeneration)
      let generation = try nextGeneration(after: last, holding: lock)
      // The counter is written first: otherwise a crash could give two states the same generation.
      try lock.setCounter(to: generation)
      let name = try setAside(recordName, as: recordName)
      let warning = AppControllerError(
        .sessionSetAside,
        what: "\(folder.path(of: recordName)) was set aside as \(name), and nobody is logged in",
        why: "the file is damaged or another program's: \(reason)",
        fix: "log in again; delete the file when nothing in it is needed"
      )
      return (SessionRecord(generation: generation, warning: warning), nil)
    }
  }

  /// A damaged counter is set aside and begun anew, with a warning.
  private func repairedCounter(
    of lock: borrowing SessionLock, beside found: Found
  ) throws(AppControllerError) -> (SessionLock.Counter, AppControllerError?) {
    if let counter = try lock.counter() { return (counter, nil) }
    let generation =
      switch found {
      case .record(let record, _): record.generation
      case .missing, .foreign: unusedGeneration
      }
    let bytes = try lock.content(atMost: SessionFile.sizeLimit + 1)
    guard bytes.count <= SessionFile.sizeLimit else {
      throw AppControllerError(
        .storeFailed,
        what: "\(folder.path(of: lockName)) has over \(SessionFile.sizeLimit) bytes, and is no lock file of ours",
        why: "it holds a number of 20 digits, and what something else put there is not written over",
        fix: "find out what it is, and move it away"
      )
    }
    // A copy, because the file itself is the lock.
    try removeLeftovers()
    try writeTemporaryFile(bytes)
    let name = try setAside(temporaryName, as: lockName)
    try lock.setCounter(to: generation)
    let warning = AppControllerError(
      .sessionSetAside,
      what: "the counter in \(folder.path(of: lockName)) was damaged, and was begun anew",
      why: "the file did not hold a number from 0 to \(SessionFile.generationLimit); what it held is in \(name)",
      fix: "find out what writes to the file; delete the copy when nothing in it is needed"
    )
    return (SessionLock.Counter(last: generation, isCompleted: true), warning)
  }

  /// Above the stored generation, and above every one that a change has begun.
  func nextGeneration(
    after current: SessionRecord, holding lock: borrowing SessionLock
  ) throws(AppControllerError) -> UInt64 {
    let last = max(current.generation, try lock.counter()?.last ?? 0)
    if last < SessionFile.generationLimit { return last + 1 }
    throw AppControllerError(
      .storeFailed,
      what: "the generation \(last) of \(folder.path(of: recordName)) is the last there is",
      why: "generations only count up, to \(SessionFile.generationLimit)",
      fix: "no program counts that far: look who changed the files, and move both of the provider's away"
    )
  }

  /// For when the counter is lost: the clock in milliseconds, which counting would take years to overtake.
  private var unusedGeneration: UInt64 {
    min(max(UInt64(clamping: Timestamp.now.secondsSince1970), 1 << 31), 1 << 43) * 1000
  }
}

// MARK: - Writing

extension SessionFolder {
  /// Replaces the record, durably, under the lock.
  ///
  /// The order makes a crash harmless at every point. (1) The temporary file is completely on the disk. (2) The counter
  /// is on the disk: from here on the generation is used up, whatever happens. (3) The old record gets a second name.
  /// (4) The rename: readers see the old record before and the new one after. (5) The folder is on the disk. (6) The
  /// old record's second name is removed, and the change is acknowledged. A crash before (4) leaves the old record;
  /// after (4) the disk may have either, and each is complete. A failure after (4) puts the old record back, so that a
  /// failed change has no effect.
  ///
  /// The counter of the very first change is marked until (5): an uncompleted change must not make a store look as if a
  /// session had been stored in it.
  func write(
    _ bytes: [UInt8], generation: UInt64, isFirst: Bool, holding lock: borrowing SessionLock
  ) throws(AppControllerError) {
    // The leftovers of a crash may contain a secret; they are removed first, even if the new record is a logout.
    try removeLeftovers()
    let hasFormer: Bool
    do throws(AppControllerError) {
      if isFirst { try FileSystem.synchronizeFolders(above: folder) }
      try writeTemporaryFile(bytes)
      try lock.setCounter(to: generation, isCompleted: !isFirst)
      hasFormer = try folder.status(of: recordName) != nil
      if hasFormer, try !folder.linkEntry(recordName, as: formerName) {
        throw FileSystem.failure("make", folder.path(of: formerName), EEXIST)
      }
      try folder.renameEntry(temporaryName, over: recordName)
    } catch {
      try? removeLeftovers()
      throw error
    }
    do throws(AppControllerError) {
      try folder.synchronize()
      if isFirst { try lock.setCounter(to: generation) }
      try folder.removeEntry(formerName)
    } catch {
      let failure = putBack(hasFormer, because: error)
      if isFirst { try? lock.setCounter(to: generation, isCompleted: false) }
      throw failure
    }
  }

  private func putBack(_ hasFormer: Bool, because failure: AppControllerError) -> AppControllerError {
    do throws(AppControllerError) {
      try folder.renameEntry(hasFormer ? formerName : recordName, over: hasFormer ? recordName : temporaryName)
      try? removeLeftovers()
    } catch {
      return AppControllerError(
        .storeFailed,
        what: "\(failure.what), and then \(error.what): the new record of \(provider) is in place all the same",
        why: "\(failure.why), and then \(error.why)",
        fix: "check the disk, then load the session: it is the new one or the former one, whole"
      )
    }
    // A failure is ignored: the disk has failed already, and either record is complete.
    try? folder.synchronize()
    return failure
  }

  private func writeTemporaryFile(_ bytes: [UInt8]) throws(AppControllerError) {
    guard let file = try folder.createEntry(temporaryName) else {
      throw FileSystem.failure("make", folder.path(of: temporaryName), EEXIST)
    }
    try file.write(bytes)
    try file.synchronize()
  }

  private func removeLeftovers() throws(AppControllerError) {
    try folder.removeEntry(temporaryName)
    try folder.removeEntry(formerName)
  }

  /// The leftovers of a crash may contain a secret; they stay while a change is under way.
  func sweep() {
    do throws(AppControllerError) {
      let (temporary, former) = (try folder.status(of: temporaryName), try folder.status(of: formerName))
      guard temporary != nil || former != nil, try hasLockFile(),
        let lock = try SessionLock.attempt(lockName, in: folder)
      else { return }
      try removeLeftovers()
      _ = consume lock
    } catch {
      // Reading continues despite the failure; the next change reports it.
    }
  }
}

// MARK: - Removing

extension SessionFolder {
  /// In no particular order.
  static func providers(in path: String) throws(AppControllerError) -> [String] {
    guard let folder = try FileSystem.openFolder(path) else { return [] }
    let ending = ".session.lock"
    return try folder.entryNames(beginningWith: "").filter { $0.hasSuffix(ending) }.map {
      String($0.dropLast(ending.count))
    }
  }

  /// Removes the lock's own file last; after that the counter begins anew.
  func remove(holding lock: borrowing SessionLock) throws(AppControllerError) {
    try removeLeftovers()
    try folder.removeEntry(recordName)
    try folder.removeEntry(renewalName)
    try folder.removeEntry(lockName)
  }
}

// MARK: - Marks

/// An empty file marks a secret that may be in a vault.
///
/// A secret is marked before it is put into a vault, and its mark is removed when it is erased. So after an interrupted
/// change, each secret in a vault that is not the stored session's is found by its mark. It can be found in no other
/// way: the list of a vault also has secrets of other folders, which are not ours to erase.
extension SessionFolder {
  /// Durable.
  func mark(_ reference: SecretReference) throws(AppControllerError) {
    _ = try folder.createEntry(markPrefix + reference.text)
    try folder.synchronize()
  }

  /// Not durable: a mark without a secret costs one look-up in the vault, at the next change.
  func unmark(_ reference: SecretReference) throws(AppControllerError) {
    try folder.removeEntry(markPrefix + reference.text)
  }

  func marks() throws(AppControllerError) -> [SecretReference] {
    // A file of a provider whose id begins like a mark is no reference.
    try folder.entryNames(beginningWith: markPrefix).compactMap {
      SecretReference(String($0.dropFirst(markPrefix.count)))
    }
  }
}

// MARK: - Damaged files

extension SessionFolder {
  /// Moves an entry durably to the first free name for damaged files.
  private func setAside(_ entry: String, as original: String) throws(AppControllerError) -> String {
    let damaged = try folder.status(of: entry)?.identity
    var (number, name) = (1, "\(original).damaged-1")
    // A rename would replace a file that appears at the last moment; a link never does. A crash may have interrupted
    // the same move.
    while try !folder.linkEntry(entry, as: name), try folder.status(of: name)?.identity != damaged {
      number += 1
      name = "\(original).damaged-\(number)"
    }
    do throws(AppControllerError) {
      try folder.removeEntry(entry)
      try folder.synchronize()
    } catch {
      // Otherwise the warning would be lost: the next call finds no file.
      try? folder.renameEntry(name, over: entry)
      throw error
    }
    return name
  }
}

extension FileDescriptor {
  /// Opens a regular file that no other user can read or change; nil when there is none.
  func openPrivateEntry(_ name: String, forWriting: Bool = false) throws(AppControllerError) -> FileDescriptor? {
    // Checked before it is opened, because opening a device can have effects, and again when it can no longer be
    // swapped.
    guard let outside = try status(of: name) else { return nil }
    try outside.check(path(of: name), is: .regular, without: 0o077)
    guard let file = try openEntry(name, forWriting ? O_RDWR : O_RDONLY) else { return nil }
    try file.status().check(file.path, is: .regular, without: 0o077)
    return file
  }
}
