internal import Glibc

/// An open file, closed when the value ends.
package struct FileDescriptor: ~Copyable, Sendable {
  package let number: Int32
  /// For messages.
  package let path: String

  package init(number: Int32, path: String) {
    self.number = number
    self.path = path
  }

  deinit {
    // Never repeated: on Linux the number is free even when `close` was interrupted.
    close(number)
  }
}

extension FileDescriptor {
  package func status() throws(AppControllerError) -> FileStatus {
    var status = stat()
    try FileSystem.call("look at", path) { unsafe fstat(number, &status) }
    return FileStatus(status, .ofFile(number))
  }

  /// Returns `limit` bytes when there may be more.
  package func read(atMost limit: Int) throws(AppControllerError) -> [UInt8] {
    // Filled in place and never grown, so that a secret in it leaves no copy behind; what is not read is not touched.
    var failure: AppControllerError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      do throws(AppControllerError) {
        while count < limit {
          let read = try FileSystem.call("read", path) {
            let rest = unsafe UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[count...]))
            return unsafe pread(number, rest.baseAddress, rest.count, off_t(count))
          }
          if read == 0 { break }
          count += read
        }
      } catch {
        if let start = buffer.baseAddress { unsafe explicit_bzero(start, count) }
        (count, failure) = (0, error)
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Truncates the rest of the file.
  package func write(_ bytes: [UInt8]) throws(AppControllerError) {
    var count = 0
    while count < bytes.count {
      let written = try FileSystem.call("write", path) {
        unsafe bytes.withUnsafeBytes { buffer in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[count...])
          return unsafe pwrite(number, rest.baseAddress, rest.count, off_t(count))
        }
      }
      // A system that writes nothing without an error would cause an endless loop.
      guard written > 0 else { throw FileSystem.failure("write", path, EIO) }
      count += written
    }
    try FileSystem.call("write", path) { ftruncate(number, off_t(bytes.count)) }
  }

  /// Regardless of the process's mask.
  package func setPermissions(_ mode: UInt32) throws(AppControllerError) {
    try FileSystem.call("set the mode of", path) { fchmod(number, mode) }
  }

  package func synchronize() throws(AppControllerError) {
    // Some file systems have nothing to do for a folder and fail with EINVAL.
    _ = try FileSystem.call("write to the disk", path, except: EINVAL) { fsync(number) }
  }

  /// Whether the lock was free; it lasts until it is given up, or nobody has the open file any more.
  package func tryLock() throws(AppControllerError) -> Bool {
    try FileSystem.call("lock", path, except: EWOULDBLOCK) { flock(number, LOCK_EX | LOCK_NB) } != nil
  }

  package func unlock() { flock(number, LOCK_UN) }
}

extension FileDescriptor {
  /// In no particular order; names that are not UTF-8 are not ours, and are skipped.
  package func entryNames(beginningWith prefix: String) throws(AppControllerError) -> [String] {
    // Opened again, because a listing has a position, which belongs to the open folder.
    let copy = try FileSystem.call("list", path) { unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard let list = unsafe fdopendir(copy) else {
      let reason = errno
      close(copy)
      throw FileSystem.failure("list", path, reason)
    }
    defer { unsafe closedir(list) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(list) else {
        if errno != 0 { throw FileSystem.failure("list", path, errno) }
        return names
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe String(validatingCString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      }
      if let name, name.utf8.starts(with: prefix.utf8) { names.append(name) }
    }
  }
}
