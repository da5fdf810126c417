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
