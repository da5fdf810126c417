import Glibc

/// The system calls for files, with interrupted calls repeated and failures explained.
///
/// Every function blocks its thread while the disk works. Failures are `storeFailed`, with the path and the system's
/// message.
package enum FileSystem {
  /// Repeats the call while it is interrupted; nil for the failure whose error number is `expected`.
  ///
  /// `verb` completes the message "cannot VERB PATH". A negative result of the call is a failure; throws `storeFailed`
  /// for every other one.
  static func call<Number: SignedInteger>(
    _ verb: String,
    _ path: String,
    except expected: Int32,
    _ body: () -> Number
  ) throws(AppControllerError) -> Number? {
    while true {
      let result = body()
      if result >= 0 { return result }
      let number = errno
      if number == EINTR { continue }
      if number == expected { return nil }
      throw failure(verb, path, number)
    }
  }

  @discardableResult
  static func call<Number: SignedInteger>(
    _ verb: String,
    _ path: String,
    _ body: () -> Number
  ) throws(AppControllerError) -> Number {
    // No call fails with 0, so that the result is never nil.
    try call(verb, path, except: 0, body) ?? 0
  }

  /// When fewer bytes than all were taken, `errno` has the reason.
  ///
  /// `call` returns the number of bytes that it has taken of the remaining ones, or a negative number.
  package static func writeAll(_ bytes: UnsafeRawBufferPointer, by call: (UnsafeRawBufferPointer) -> Int) -> Int {
    var taken = 0
    while taken < bytes.count {
      let count = unsafe call(UnsafeRawBufferPointer(rebasing: bytes[taken...]))
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      taken += count
    }
    return taken
  }

  package static func failure(_ verb: String, _ path: String, _ number: Int32) -> AppControllerError {
    let words = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    let fix =
      switch number {
      case EACCES, EPERM: "give the user that runs this the right to read and write there, or use another folder"
      case ENOSPC: "make room on the disk, then try again"
      case EDQUOT: "delete files of this user on the disk, or have the quota raised, then try again"
      case EROFS: "use a folder on a file system that can be written"
      case EMFILE, ENFILE: "raise the limit of open files, or have the app open fewer"
      case ENAMETOOLONG: "use a folder with a shorter path"
      case ENOTDIR, EISDIR, EEXIST: "move away what stands there, or use another folder"
      case ENOENT: "make sure that the folder exists and stays while the app runs"
      case ENOLCK, EOPNOTSUPP: "use a folder on a local file system, which has locks"
      case EIO: "check the disk: it could not be read or written"
      default: "make sure that the folder can be read and written, then try again"
      }
    return AppControllerError(.storeFailed, what: "cannot \(verb) \(path)", why: "the system says: \(words)", fix: fix)
  }

  /// The `why` of the error names the kind of the entry or the system's message.
  package static func content(of path: String, atMost limit: Int) throws(AppControllerError) -> [UInt8] {
    func unusable(_ why: String) -> AppControllerError {
      AppControllerError(.unreadableFile, what: "cannot read \(path)", why: why, fix: "name another file")
    }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw unusable("a path has at least one byte, and none that is zero")
    }
    // Does not block on a pipe.
    let number = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw failure("read", path, errno) }
    let file = FileDescriptor(number: number, path: path)
    let status = try file.status()
    guard status.kind == .regular else { throw unusable("it is \(status.kind.rawValue), not a regular file") }
    guard status.size <= limit else { throw unusable("it has \(status.size) bytes, and may have at most \(limit)") }
    return try file.read(atMost: status.size)
  }

  /// Throws `unreadableFile` when the working directory's path is not UTF-8.
  package static func absolute(_ path: String) throws(AppControllerError) -> String {
    guard !path.isEmpty, !path.isAbsolutePath, let current = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(current) }
    let bytes = unsafe Array(UnsafeRawBufferPointer(start: current, count: strlen(current)))
    return try SystemText.text(bytes, "the path of the current folder").appending(entry: path)
  }

  /// Nil when there is none.
  package static func openFolder(_ path: String) throws(AppControllerError) -> FileDescriptor? {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw AppControllerError(
        .storeFailed,
        what: "\(path.debugDescription) cannot be the path of a folder",
        why: "a path has at least one byte, and none that is zero",
        fix: "give the path of a folder"
      )
    }
    let number = try call("open", path, except: ENOENT) { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    return number.map { FileDescriptor(number: $0, path: path) }
  }

  /// For the owner only; new folders are not on the disk until ``synchronizeFolders(above:)`` has returned.
  package static func makeFolder(_ path: String) throws(AppControllerError) -> FileDescriptor {
    if let folder = try openFolder(path) { return folder }
    _ = try makeFolder(parent(of: path))
    // Another process may have made the folder in the meantime, which is equally good.
    _ = try call("make the folder", path, except: EEXIST) { unsafe mkdir(path, 0o700) }
    guard let folder = try openFolder(path) else { throw failure("open", path, ENOENT) }
    return folder
  }

  /// A process that was killed may have made some of the folders without waiting.
  ///
  /// The function goes up to the root of the file system; a folder that may not be opened is not one that we have made.
  package static func synchronizeFolders(above folder: borrowing FileDescriptor) throws(AppControllerError) {
    let device = try folder.status().identity.first
    var path = folder.path
    while path != "/", path != "." {
      path = parent(of: path)
      let number = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard number >= 0 else { continue }
      let folder = FileDescriptor(number: number, path: path)
      guard try folder.status().identity.first == device else { return }
      try folder.synchronize()
    }
  }

  static func parent(of path: String) -> String {
    // Counted in bytes from the end; "a//b" and "a/b/" have empty components, which name nothing.
    let trimmed = path.utf8.reversed().drop { $0 == UInt8(ascii: "/") }
    let parent = trimmed.drop { $0 != UInt8(ascii: "/") }.drop { $0 == UInt8(ascii: "/") }
    if !parent.isEmpty { return String(decoding: parent.reversed(), as: UTF8.self) }
    return path.isAbsolutePath ? "/" : "."
  }
}

/// Names have no slashes and no zero bytes.
extension FileDescriptor {
  /// For messages.
  package func path(of name: String) -> String { path.appending(entry: name) }

  /// Follows no link; nil when there is none.
  package func status(of name: String) throws(AppControllerError) -> FileStatus? {
    var status = stat()
    let found = try FileSystem.call("look at", path(of: name), except: ENOENT) {
      unsafe fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW)
    }
    return found.map { _ in FileStatus(status, .ofEntry(path(of: name))) }
  }

  /// Follows no link and does not block on a pipe; nil when there is none.
  package func openEntry(_ name: String, _ flags: Int32 = O_RDONLY) throws(AppControllerError) -> FileDescriptor? {
    let opened = try FileSystem.call("open", path(of: name), except: ENOENT) {
      unsafe openat(number, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    return opened.map { FileDescriptor(number: $0, path: path(of: name)) }
  }

  /// Only the owner can read and write the entry; nil when the name is taken.
  package func createEntry(_ name: String) throws(AppControllerError) -> FileDescriptor? {
    let opened = try FileSystem.call("make", path(of: name), except: EEXIST) {
      unsafe openat(number, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    guard let opened else { return nil }
    let file = FileDescriptor(number: opened, path: path(of: name))
    do throws(AppControllerError) {
      try file.setPermissions(0o600)
    } catch {
      try? removeEntry(name)
      throw error
    }
    return file
  }

  /// A missing entry counts as removed.
  package func removeEntry(_ name: String) throws(AppControllerError) {
    _ = try FileSystem.call("remove", path(of: name), except: ENOENT) { unsafe unlinkat(number, name, 0) }
  }

  /// Atomic.
  package func renameEntry(_ name: String, over other: String) throws(AppControllerError) {
    try FileSystem.call("rename \(name) to", path(of: other)) { unsafe renameat(number, name, number, other) }
  }

  /// False when the other name is taken.
  package func linkEntry(_ name: String, as other: String) throws(AppControllerError) -> Bool {
    try FileSystem.call("rename \(name) to", path(of: other), except: EEXIST) {
      unsafe linkat(number, name, number, other, 0)
    } != nil
  }

  /// Atomic and durable, including the path of the folder.
  package func replaceEntry(_ name: String, with bytes: [UInt8]) throws(AppControllerError) {
    let temporary = ".\(name).\(getpid())"
    // The name contains this process's id: an existing file was left behind by an earlier process with the same id.
    try removeEntry(temporary)
    guard let file = try createEntry(temporary) else {
      throw FileSystem.failure("make", path(of: temporary), EEXIST)
    }
    do throws(AppControllerError) {
      try file.write(bytes)
      try file.synchronize()
      // When the entry exists, the process that made it has waited for the folders above.
      if try status(of: name) == nil { try FileSystem.synchronizeFolders(above: self) }
      try renameEntry(temporary, over: name)
    } catch {
      try? removeEntry(temporary)
      throw error
    }
    try synchronize()
  }
}
