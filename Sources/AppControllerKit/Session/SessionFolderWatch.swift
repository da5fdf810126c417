internal import Glibc
internal import Synchronization

/// Reports when the record of a provider changes in a store's folder, whichever process changes it.
struct SessionFolderWatch: ~Copyable, Sendable {
  private let directory: String
  private let provider: String
  private let end: FileDescriptor
  private let interval: Int32
  private var watch: FolderWatch?
  /// The generation at the last reading; unknown before the first one.
  private var last: UInt64?

  /// Reports from now on the stored generation, after each change or after several; nil for no readable record.
  ///
  /// - Parameters:
  ///   - provider: The id of the provider.
  ///   - directory: The path of the folder, from the root.
  ///   - canWatch: Whether the folder is watched, and not only read periodically.
  ///   - interval: The period of reading the file where nothing can be watched, in milliseconds.
  /// - Returns: The generations; the watching ends with the stream.
  /// - Throws: `storeFailed` when no thread can be started.
  static func changes(
    of provider: String, in directory: String, canWatch: Bool = true, interval: Int32 = 2000
  ) throws(AppControllerError) -> AsyncStream<UInt64?> {
    var ends: [Int32] = [-1, -1]
    try FileSystem.call("watch", directory) {
      unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
    }
    let there = ends[1]
    let here = FileDescriptor(number: ends[0], path: directory)
    let (changes, continuation) = AsyncStream.makeStream(of: UInt64?.self, bufferingPolicy: .bufferingNewest(1))
    var watch = SessionFolderWatch(directory: directory, provider: provider, end: here, interval)
    watch.begin(canWatch: canWatch)
    let watching = Watching(watch)
    let number = DetachedThread.start { watching.watch.withLock { $0.run { continuation.yield($0) } } }
    guard number == 0 else {
      close(there)
      throw FileSystem.failure("watch", directory, number)
    }
    // The other end is closed when the stream has no reader any more, which ends the thread.
    continuation.onTermination = { _ in close(there) }
    return changes
  }

  private init(directory: String, provider: String, end: consuming FileDescriptor, _ interval: Int32) {
    (self.directory, self.provider, self.interval) = (directory, provider, interval)
    self.end = end
  }

  private mutating func begin(canWatch: Bool) {
    if canWatch { watch = try? FolderWatch.watching("\(provider).session.json", in: directory) }
    if watched == nil { last = generation }
  }

  /// Watches until the other end is closed.
  mutating func run(_ tell: (UInt64?) -> Void) {
    while waitsLonger() {
      let isWatched = watched != nil
      let changes = watch?.look() ?? FolderWatch.Changes()
      if changes.isElsewhere, (try? watch?.arm()) == nil { watch = nil }
      if isWatched, !changes.isChanged { continue }
      let current = generation
      if isWatched || current != last { tell(current) }
      last = current
    }
  }

  /// Waits until the file has to be read; returns false when the other end is closed.
  private func waitsLonger() -> Bool {
    var polled = [pollfd(fd: end.number, events: Int16(POLLIN), revents: 0)]
    if let watched { polled.append(pollfd(fd: watched, events: Int16(POLLIN), revents: 0)) }
    while unsafe poll(&polled, nfds_t(polled.count), watched == nil ? interval : -1) < 0, errno == EINTR {}
    return polled[0].revents == 0
  }

  /// The file descriptor of the watch to poll; nil when nothing can be watched.
  private var watched: Int32? {
    switch watch {
    case .some(let watch): watch.number
    case .none: nil
    }
  }

  /// The stored generation; nil when there is no readable record.
  private var generation: UInt64? {
    guard let folder = try? SessionFolder.peek(directory, provider: provider),
      case .record(let record, _)? = try? folder.read()
    else { return nil }
    return record.generation
  }
}

/// Carries a watch to its thread, the only user of it.
private final class Watching: Sendable {
  let watch: Mutex<SessionFolderWatch>

  init(_ watch: consuming SessionFolderWatch) { self.watch = Mutex(watch) }
}
