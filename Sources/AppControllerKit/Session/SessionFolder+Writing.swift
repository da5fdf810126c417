internal import Glibc

extension SessionFolder {
  /// Writes the next record, durably, under the lock.
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
    _ session: Session?,
    secretIn reference: SecretReference?,
    after current: SessionRecord,
    holding lock: borrowing SessionLock
  ) throws(AppControllerError) -> SessionRecord {
    let isFirst = current.generation == 0
    let generation = try next(after: max(current.generation, lastBegun(of: lock)))
    let savedAt = Timestamp.now
    var bytes = try SessionFile.encode(
      session: session, secretIn: reference, generation: generation, savedAt: savedAt, provider: provider
    )
    defer { Secret.wipe(&bytes) }

    // The leftovers of a crash may contain a secret; they are removed first, even if the new record is a logout.
    try removeLeftovers()
    let hasFormer: Bool
    do throws(AppControllerError) {
      if isFirst { try FileSystem.synchronizeFolders(above: folder) }
      try writeTemporaryFile(bytes)
      try lock.setCounter(generation, isCompleted: !isFirst)
      hasFormer = try keepFormerRecord()
      try folder.renameEntry(temporaryName, over: recordName)
    } catch {
      try? removeLeftovers()
      throw error
    }
    do throws(AppControllerError) {
      try folder.synchronize()
      if isFirst { try lock.setCounter(generation) }
      try folder.removeEntry(formerName)
    } catch {
      let failure = putBack(hasFormer, because: error)
      if isFirst { try? lock.setCounter(generation, isCompleted: false) }
      throw failure
    }
    return SessionRecord(session: session, generation: generation, savedAt: savedAt, warning: current.warning)
  }

  /// Returns the last generation that any change has begun, by the counter.
  private func lastBegun(of lock: borrowing SessionLock) throws(AppControllerError) -> UInt64 {
    switch try lock.counter() {
    case .unused, .damaged: 0
    case .begun(let generation), .generation(let generation): generation
    }
  }

  private func writeTemporaryFile(_ bytes: [UInt8]) throws(AppControllerError) {
    guard let file = try folder.createEntry(temporaryName) else {
      throw FileSystem.failure("make", folder.path(of: temporaryName), EEXIST)
    }
    try file.write(bytes)
    try file.synchronize()
  }

  /// Gives the record that is about to be replaced a second name, and returns whether there is one.
  private func keepFormerRecord() throws(AppControllerError) -> Bool {
    guard try folder.status(of: recordName) != nil else { return false }
    guard try folder.linkEntry(recordName, as: formerName) else {
      throw FileSystem.failure("make", folder.path(of: formerName), EEXIST)
    }
    return true
  }

  /// Removes a record that cannot be made durable, and returns the error to throw.
  private func putBack(_ hasFormer: Bool, because failure: AppControllerError) -> AppControllerError {
    do throws(AppControllerError) {
      if hasFormer {
        try folder.renameEntry(formerName, over: recordName)
      } else {
        try folder.renameEntry(recordName, over: temporaryName)
        try? folder.removeEntry(temporaryName)
      }
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

  // MARK: Leftovers

  /// Removes the leftovers of a crash in the middle of a change; needs the lock.
  func removeLeftovers() throws(AppControllerError) {
    try folder.removeEntry(temporaryName)
    try folder.removeEntry(formerName)
  }

  private func hasLeftovers() throws(AppControllerError) -> Bool {
    if try folder.status(of: temporaryName) != nil { return true }
    return try folder.status(of: formerName) != nil
  }

  /// Removes the leftovers of a crash, which may contain a secret, unless a change is under way or they cannot be
  /// removed.
  func sweep() {
    do throws(AppControllerError) {
      guard try hasLeftovers(), try hasLockFile(), let lock = try SessionLock.attempt(lockName, in: folder) else {
        return
      }
      try removeLeftovers()
      _ = consume lock
    } catch {
      // Reading continues despite the failure; the next change reports it.
    }
  }

  // MARK: Generations

  func next(after generation: UInt64) throws(AppControllerError) -> UInt64 {
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

  /// Returns a generation above every one that counting can have reached, for when the counter is lost: it is the clock
  /// in milliseconds, which counting would take years to overtake.
  func unusedGeneration() -> UInt64 {
    var now = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0, now.tv_sec > 0 else { return 1 << 41 }
    return min(UInt64(now.tv_sec) * 1000, SessionFile.generationLimit - 1)
  }
}
