internal import Glibc

/// The lock of one provider's session file, held for the lifetime of the value, and the counter in the lock's file.
///
/// The file contains the last generation that was begun, as twenty decimal digits and a line feed; until the first
/// change is completed, a question mark replaces the line feed. The file is never removed or renamed, so that the
/// counter outlives every session file.
struct SessionLock: ~Copyable, Sendable {
  /// The content of the counter.
  enum Counter: Equatable {
    /// The counter was never written: the file is new.
    case unused
    /// The last generation that was begun, before any was completed.
    case begun(UInt64)
    /// The last generation that was begun.
    case generation(UInt64)
    /// The file contains something else.
    case damaged
  }

  /// The content that is written first.
  private static let first = text(of: 1, isCompleted: false)

  /// The time that a change waits for the lock by default.
  ///
  /// The holder of the lock may have to put a secret into a vault and erase another one, and a vault may take half a
  /// minute for each, including the time that a user needs to unlock a keyring. A shorter wait would fail needlessly.
  static let patience = Duration.seconds(75)

  private let file: FileDescriptor

  private init(_ file: consuming FileDescriptor) { self.file = file }

  /// Takes the lock, and makes its file if it does not exist.
  ///
  /// It polls, because a blocking `flock` would block a thread of the pool and could wait forever. The first try does
  /// not suspend.
  ///
  /// - Throws: `storeFailed` when the lock is not free within `timeout`; `storeUnsafe`; `CancellationError` when the
  ///   task is cancelled while it waits.
  static func acquire(
    _ name: String,
    in folder: borrowing FileDescriptor,
    timeout: Duration
  ) async throws -> SessionLock {
    let clock = ContinuousClock()
    let deadline = clock.now + timeout
    var pause = Duration.milliseconds(1)
    while true {
      if let lock = try attempt(name, in: folder) { return lock }
      guard clock.now < deadline else {
        throw AppControllerError(
          .storeFailed,
          what: "cannot lock \(folder.path(of: name)) within \(timeout)",
          why: "another process holds the lock",
          fix: "wait until it has finished, or end it, then try again"
        )
      }
      try await clock.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(50))
    }
  }

  /// Tries once; nil when another process holds the lock, or has just replaced its file.
  static func attempt(
    _ name: String,
    in folder: borrowing FileDescriptor
  ) throws(AppControllerError) -> SessionLock? {
    let path = folder.path(of: name)
    if let status = try folder.status(of: name) {
      try status.check(path, is: .regular, without: 0o077)
      guard let file = try folder.openEntry(name, O_RDWR) else { return nil }
      return try lock(file, name, in: folder)
    }
    guard let file = try folder.createEntry(name) else { return nil }
    try folder.synchronize()
    return try lock(file, name, in: folder)
  }

  private static func lock(
    _ file: consuming FileDescriptor,
    _ name: String,
    in folder: borrowing FileDescriptor
  ) throws(AppControllerError) -> SessionLock? {
    let status = try file.status()
    try status.check(file.path, is: .regular, without: 0o077)
    guard try file.tryLock() else { return nil }
    // A lock on a file that was replaced after it was opened excludes nobody.
    guard try folder.status(of: name)?.identity == status.identity else { return nil }
    return SessionLock(file)
  }

  /// Reads the counter.
  func counter() throws(AppControllerError) -> Counter {
    let bytes = try content(atMost: 64)
    // A crash can leave zeros, or a part of the first content, in a new file.
    if bytes.count <= Self.first.count, bytes.allSatisfy({ $0 == 0 }) { return .unused }
    if bytes.count < Self.first.count, Self.first.starts(with: bytes) { return .unused }
    let digits = bytes.dropLast()
    guard bytes.count == Self.first.count,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let generation = UInt64(String(decoding: digits, as: UTF8.self)), generation <= SessionFile.generationLimit
    else { return .damaged }
    switch bytes.last {
    case UInt8(ascii: "\n"): return .generation(generation)
    case UInt8(ascii: "?"): return .begun(generation)
    default: return .damaged
    }
  }

  /// Returns the content of the file, valid or not.
  func content(atMost limit: Int) throws(AppControllerError) -> [UInt8] { try file.read(atMost: limit) }

  /// Sets the counter, durably.
  ///
  /// The new digits overwrite the old ones, are as many, and are greater: whatever part of them a crash lets through,
  /// the counter does not decrease.
  func setCounter(_ generation: UInt64, isCompleted: Bool = true) throws(AppControllerError) {
    try file.write(Self.text(of: generation, isCompleted: isCompleted))
    try file.synchronize()
  }

  private static func text(of generation: UInt64, isCompleted: Bool) -> [UInt8] {
    let digits = String(generation)
    return Array((String(repeating: "0", count: max(0, 20 - digits.count)) + digits + (isCompleted ? "\n" : "?")).utf8)
  }
}
