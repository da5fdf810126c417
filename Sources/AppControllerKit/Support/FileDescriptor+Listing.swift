internal import Glibc

extension FileDescriptor {
  /// Returns the names of the folder's entries that begin with a text, in no order; names that are not UTF-8 are not
  /// ours, and are skipped.
  func entryNames(beginningWith prefix: String) throws(AppControllerError) -> [String] {
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
