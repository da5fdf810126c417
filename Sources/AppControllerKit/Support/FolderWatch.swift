internal import Glibc

/// Watches for changes of a name in a folder by inotify; the folder need not exist yet.
struct FolderWatch: ~Copyable, Sendable {
  /// The changes since the last call.
  struct Changes: Equatable {
    /// Whether the name may refer to something else now.
    var isChanged = false
    /// Whether the folder has appeared or disappeared, so that the watch has to be armed again.
    var isElsewhere = false
  }

  private static let mask =
    UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_CLOSE_WRITE)
    | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)
  /// The size of the buffer for events, which holds several events with the longest name.
  private static let room = 4096

  private let queue: FileDescriptor
  private let folder: String
  private let name: String
  private var watch: Int32 = -1
  /// Whether only a folder above is watched, for the name in it that leads to the folder.
  private var isAbove = false
  private var awaited: String

  /// The file descriptor to poll.
  var number: Int32 { queue.number }

  private init(_ queue: consuming FileDescriptor, for name: String, in folder: String) {
    self.queue = queue
    (self.folder, self.name, awaited) = (folder, name, name)
  }

  /// Watches a name in a folder, whose path is absolute.
  static func watching(_ name: String, in folder: String) throws(AppControllerError) -> FolderWatch {
    let number = try FileSystem.call("watch", folder) { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) }
    var watch = FolderWatch(FileDescriptor(number: number, path: folder), for: name, in: folder)
    try watch.arm()
    return watch
  }

  /// Watches the folder, or the nearest existing one above it.
  mutating func arm() throws(AppControllerError) {
    var before: Int32?
    while true {
      try armOnce()
      // A folder that appears between the look-up and the watch on the folder above it is found in the next iteration.
      // The watches are compared and not the paths, because another folder may be at the same path by now.
      if !isAbove || watch == before { return }
      before = watch
    }
  }

  private mutating func armOnce() throws(AppControllerError) {
    var (path, next) = (folder, name)
    while true {
      if let found = try watched(path) {
        if watch != found, watch >= 0 { inotify_rm_watch(queue.number, watch) }
        (watch, isAbove, awaited) = (found, path != folder, next)
        return
      }
      let above = FileSystem.parent(of: path)
      if above == path { throw FileSystem.failure("watch", path, ENOENT) }
      next = String(decoding: path.utf8.split(separator: UInt8(ascii: "/")).last ?? "".utf8[...], as: UTF8.self)
      path = above
    }
  }

  /// Returns the number of a watch on a folder; nil when the folder does not exist or may not be read.
  private func watched(_ path: String) throws(AppControllerError) -> Int32? {
    let number = unsafe inotify_add_watch(queue.number, path, Self.mask)
    if number >= 0 { return number }
    let problem = errno
    if [ENOENT, ENOTDIR, EACCES].contains(problem) { return nil }
    throw FileSystem.failure("watch", path, problem)
  }

  /// Returns the changes since the last call, without waiting.
  func look() -> Changes {
    var changes = Changes()
    var bytes = [UInt8](repeating: 0, count: Self.room)
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(queue.number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return changes }
      take(bytes[..<count], into: &changes)
    }
  }

  /// Reads events: the watch, the kind of change, a cookie, the size of the name, and the name padded with zeros.
  private func take(_ events: ArraySlice<UInt8>, into changes: inout Changes) {
    var events = events
    while events.count >= 16 {
      let fields = stride(from: events.startIndex, to: events.startIndex + 16, by: 4).map { start in
        events[start..<start + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      let (origin, what, size) = (Int32(bitPattern: fields[0]), fields[1], Int(fields[3]))
      let name = events.dropFirst(16).prefix(size).prefix { $0 != 0 }
      events = events.dropFirst(16 + size)
      if what & UInt32(IN_Q_OVERFLOW) != 0 { changes = Changes(isChanged: true, isElsewhere: true) }
      guard origin == watch else { continue }
      if what & (UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED)) != 0 {
        changes = Changes(isChanged: true, isElsewhere: true)
      } else if name.elementsEqual(awaited.utf8) {
        changes.isChanged = true
        if isAbove { changes.isElsewhere = true }
      }
    }
  }
}
