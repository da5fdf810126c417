internal import Glibc

/// The lock of one provider's session file, held as long as the value lives, and the counter in the lock's file.
///
/// The file holds the last generation that was begun, as twenty decimal digits and a line feed; as long as no change
/// was ever completed, a question mark stands in the place of the line feed. It is never removed or renamed, so that
/// the counter outlives every session file.
struct SessionLock: ~Copyable, Sendable {
  /// What the counter says.
  enum Counter: Equatable {
    /// Nothing was ever written: the file is new.
    case unused
    /// The last generation that was begun, when none was ever completed.
    case begun(UInt64)
    /// The last generation that was begun.
    case generation(UInt64)
    /// The file holds something else.
    case damaged
  }

  /// The first counter that is ever written.
  private static let first = text(of: 1, isCompleted: false)

  /// How long a change waits for the lock unless a store says otherwise.
  ///
  /// Whoever holds it may have to put a secret into a vault and to erase another one, and a vault may take half a minute
  /// for each, with the time that a user needs to unlock a keyring. A shorter wait would fail for nothing.
  static let patience = Duration.seconds(75)

  private let file: FileDescriptor

  private init(_ file: consuming FileDescriptor) { self.file = file }

  /// Takes the lock, and makes its file where there is none.
  ///
  /// It polls, because a blocking `flock` would hold up a thread of the pool and could wait forever. The first try
  /// does not suspend.
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

  /// Tries once; nil when somebody else has the lock, or has just put another file in its place.
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
    // A lock on a file that was replaced since it was opened keeps nobody out.
    guard try folder.status(of: name)?.identity == status.identity else { return nil }
    return SessionLock(file)
  }

  /// Reads the counter.
  func counter() throws(AppControllerError) -> Counter {
    let bytes = try content(atMost: 64)
    // Zeros, or a part of what is written first, are what a crash can leave of a file that was new.
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

  /// What the file holds, whatever it is.
  func content(atMost limit: Int) throws(AppControllerError) -> [UInt8] { try file.read(atMost: limit) }

  /// Sets the counter, durably.
  ///
  /// The new digits take the place of the old ones, as many, and are greater: whatever part of them a crash lets
  /// through, the counter is not below what it was.
  func setCounter(_ generation: UInt64, isCompleted: Bool = true) throws(AppControllerError) {
    try file.write(Self.text(of: generation, isCompleted: isCompleted))
    try file.synchronize()
  }

  private static func text(of generation: UInt64, isCompleted: Bool) -> [UInt8] {
    let digits = String(generation)
    return Array((String(repeating: "0", count: max(0, 20 - digits.count)) + digits + (isCompleted ? "\n" : "?")).utf8)
  }
}
