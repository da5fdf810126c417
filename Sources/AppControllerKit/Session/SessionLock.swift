/// The lock of one provider's session file, held for the lifetime of the value, and the counter in the lock's file.
///
/// The file is never removed or renamed, so that the counter outlives every session file.
struct SessionLock: ~Copyable, Sendable {
  /// The last generation that a change has begun.
  ///
  /// It is twenty decimal digits and a line feed; until the first change is completed, a question mark replaces the
  /// line feed.
  struct Counter {
    /// 0 before the first change.
    var last: UInt64 = 0
    var isCompleted = false

    fileprivate var bytes: [UInt8] {
      let digits = String(last)
      return Array((String(repeating: "0", count: 20 - digits.utf8.count) + digits + (isCompleted ? "\n" : "?")).utf8)
    }

    /// Nil when the bytes are no counter.
    fileprivate static func read(_ bytes: [UInt8]) -> Counter? {
      let first = Counter(last: 1).bytes
      // A crash can leave zeros, or a part of the first content, in a new file.
      let isNew = bytes.count < first.count && first.starts(with: bytes)
      if isNew || bytes.count <= first.count && bytes.allSatisfy({ $0 == 0 }) { return Counter() }
      let last = UInt64(String(decoding: bytes.dropLast(), as: UTF8.self)) ?? .max
      let counter = Counter(last: last, isCompleted: bytes.last == UInt8(ascii: "\n"))
      return last <= SessionFile.generationLimit && bytes == counter.bytes ? counter : nil
    }
  }

  /// The time that a change waits for the lock by default.
  ///
  /// The holder of the lock may have to put a secret into a vault and erase another one, and a vault may take half a
  /// minute for each, including the time that a user needs to unlock a keyring. A shorter wait would fail needlessly.
  static let defaultTimeout = Duration.seconds(75)

  private let file: FileDescriptor

  private init(_ file: consuming FileDescriptor) { self.file = file }

  /// Closing is not enough: a child that has not yet started its program has the file open as well.
  deinit { file.unlock() }

  /// Polls, because a blocking `flock` would block a thread of the pool and could wait forever.
  ///
  /// The first try does not suspend. Throws `storeFailed` when the lock is not free within `timeout`; `storeUnsafe`;
  /// `CancellationError` when the task is cancelled while it waits.
  static func acquire(
    _ name: String,
    in folder: borrowing FileDescriptor,
    timeout: Duration,
    clock: any Clock<Duration>
  ) async throws -> SessionLock {
    let elapsed = clock.stopwatch()
    var pause = Duration.milliseconds(1)
    while true {
      if let lock = try attempt(name, in: folder) { return lock }
      guard elapsed() < timeout else {
        throw AppControllerError(
          .storeFailed,
          what: "cannot lock \(folder.path(of: name)) within \(timeout)",
          why: "another process holds the lock",
          fix: "wait until it has finished, or end it, then try again"
        )
      }
      try await clock.pause(for: pause)
      pause = min(pause * 2, .milliseconds(50))
    }
  }

  /// Nil when another process holds the lock, or has just made or replaced its file.
  static func attempt(
    _ name: String,
    in folder: borrowing FileDescriptor
  ) throws(AppControllerError) -> SessionLock? {
    if let file = try folder.openPrivateEntry(name, forWriting: true) { return try lock(file, name, in: folder) }
    guard let file = try folder.createEntry(name) else { return nil }
    try folder.synchronize()
    return try lock(file, name, in: folder)
  }

  private static func lock(
    _ file: consuming FileDescriptor,
    _ name: String,
    in folder: borrowing FileDescriptor
  ) throws(AppControllerError) -> SessionLock? {
    guard try file.tryLock() else { return nil }
    // A lock on a file that was replaced after it was opened excludes no other process.
    guard try folder.status(of: name)?.identity == file.status().identity else { return nil }
    return SessionLock(file)
  }

  /// Nil when the file contains something else.
  func counter() throws(AppControllerError) -> Counter? { Counter.read(try content(atMost: 64)) }

  func content(atMost limit: Int) throws(AppControllerError) -> [UInt8] { try file.read(atMost: limit) }

  /// Durable.
  ///
  /// The new digits overwrite the old ones, are as many, and are greater: whatever part of them a crash lets through,
  /// the counter does not decrease.
  func setCounter(to generation: UInt64, isCompleted: Bool = true) throws(AppControllerError) {
    try file.write(Counter(last: generation, isCompleted: isCompleted).bytes)
    try file.synchronize()
  }
}
