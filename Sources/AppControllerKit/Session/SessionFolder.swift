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

/// The marks of one provider's secrets: an empty file marks a secret that may be in a vault.
///
/// A secret is marked before it is put into a vault, and its mark is removed when it is erased. So after an interrupted
/// change, each secret in a vault that is not the stored session's is found by its mark. It can be found in no other
/// way: the list of a vault also has secrets of other folders, which are not ours to erase.
///
/// The mark of the number `N` in the vault `V` is `.id.session.secret.V.N`.
extension SessionFolder {
  private var markPrefix: String { ".\(provider).session.secret." }

  /// Marks a secret, durably.
  func mark(_ reference: SecretReference) throws(AppControllerError) {
    _ = try folder.createEntry(name(of: reference))
    try folder.synchronize()
  }

  /// Removes a mark.
  ///
  /// The removal is not durable: a mark without a secret costs one look-up in the vault, at the next change.
  func unmark(_ reference: SecretReference) throws(AppControllerError) {
    try folder.removeEntry(name(of: reference))
  }

  /// Returns every marked secret.
  func marks() throws(AppControllerError) -> [SecretReference] {
    try folder.entryNames(beginningWith: markPrefix).compactMap { name in
      // The marks of a provider whose id begins like a mark have more than two parts.
      let parts = name.utf8.dropFirst(markPrefix.utf8.count).split(
        separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      return SecretReference(
        vault: String(decoding: parts[0], as: UTF8.self), number: String(decoding: parts[1], as: UTF8.self))
    }
  }

  private func name(of reference: SecretReference) -> String { "\(markPrefix)\(reference.vault).\(reference.number)" }
}

extension SessionFolder {
  /// The largest size in bytes of a counter's file whose content is kept.
  private static let keptCounterLimit = 64 << 10

  /// Moves the record to the first free name for damaged ones, and returns that name.
  func setAside() throws(AppControllerError) -> String {
    let damaged = try folder.status(of: recordName)?.identity
    let name = try firstFreeName(besides: recordName) { name throws(AppControllerError) in
      // A rename would replace a file that appears at the last moment; a link never does.
      if try folder.linkEntry(recordName, as: name) { return true }
      // A crash may have interrupted the same move.
      return try folder.status(of: name)?.identity == damaged
    }
    do throws(AppControllerError) {
      try folder.removeEntry(recordName)
      try folder.synchronize()
    } catch {
      // Otherwise the warning would be lost: the next call finds no file.
      try? folder.renameEntry(name, over: recordName)
      throw error
    }
    return name
  }

  /// Copies the damaged counter, which is about to be overwritten, and returns the copy's name.
  ///
  /// The file itself cannot be moved, because it is the lock.
  func keepDamagedCounter(of lock: borrowing SessionLock) throws(AppControllerError) -> String {
    let bytes = try lock.content(atMost: Self.keptCounterLimit + 1)
    guard bytes.count <= Self.keptCounterLimit else {
      throw AppControllerError(
        .storeFailed,
        what: "\(folder.path(of: lockName)) has over \(Self.keptCounterLimit) bytes, and is no lock file of ours",
        why: "it holds a number of 20 digits, and what something else put there is not written over",
        fix: "find out what it is, and move it away"
      )
    }
    let name = try firstFreeName(besides: lockName) { name throws(AppControllerError) in
      guard let copy = try folder.createEntry(name) else { return false }
      do throws(AppControllerError) {
        try copy.write(bytes)
        try copy.synchronize()
      } catch {
        try? folder.removeEntry(name)
        throw error
      }
      return true
    }
    try folder.synchronize()
    return name
  }

  /// Tries the names for damaged files in turn, until one is free.
  private func firstFreeName(
    besides name: String,
    take: (String) throws(AppControllerError) -> Bool
  ) throws(AppControllerError) -> String {
    for number in 1...999 {
      let damagedName = "\(name).damaged-\(number)"
      if try take(damagedName) { return damagedName }
    }
    throw AppControllerError(
      .storeFailed,
      what: "cannot set \(folder.path(of: name)) aside: 999 files are set aside already",
      why: "something damages the file again and again, and nothing is ever overwritten",
      fix: "find out what it is, and move the files away"
    )
  }

  func warning(_ reason: String, setAsideAs name: String) -> AppControllerError {
    AppControllerError(
      .sessionSetAside,
      what: "\(folder.path(of: recordName)) was set aside as \(name), and nobody is logged in",
      why: "the file is damaged or another program's: \(reason)",
      fix: "log in again; delete the file when nothing in it is needed"
    )
  }

  func damagedCounter(keptAs name: String) -> AppControllerError {
    AppControllerError(
      .sessionSetAside,
      what: "the counter in \(folder.path(of: lockName)) was damaged, and was begun anew",
      why: "the file did not hold a number from 0 to \(SessionFile.generationLimit); what it held is in \(name)",
      fix: "find out what writes to the file; delete the copy when nothing in it is needed"
    )
  }
}
