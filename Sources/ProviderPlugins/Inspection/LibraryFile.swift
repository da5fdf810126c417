internal import AppControllerKit
internal import CSystem
import Glibc

/// A library's file, opened once: all facts about it are read through this descriptor, and it is mapped by it.
package final class LibraryFile: ByteSource, Sendable {
  /// The path that it was opened by, with every link resolved.
  let path: String
  /// The status of the file when it was opened.
  let status: LibraryStatus
  private let descriptor: FileDescriptor

  var size: Int { status.size }
  var number: Int32 { descriptor.number }

  /// Throws when the path does not lead to a regular file.
  convenience init(at path: String) throws(PluginError) {
    // What can be opened by a path in which nothing is a link is there by its resolved path.
    if path.isPlainPath, let number = try? Self.open(path) {
      try self.init(number, path: path)
    } else {
      try self.init(resolved: Self.resolve(path))
    }
  }

  /// Refuses a link that has been put there since the path was resolved; throws when it is not a regular file.
  package convenience init(resolved path: String) throws(PluginError) { try self.init(Self.open(path), path: path) }

  private static func open(_ path: String) throws(PluginError) -> Int32 {
    var found = stat()
    guard unsafe lstat(path, &found) == 0 else { throw .unopened(path, errno) }
    // Checked before the file is opened, because opening has an effect on some devices.
    try checkKind(found, path)
    let number = unsafe place_open(path, true)
    guard number >= 0 else { throw .unopened(path, -number) }
    return number
  }

  /// Throws when it is not a regular file.
  init(_ number: Int32, path: String) throws(PluginError) {
    descriptor = FileDescriptor(number: number, path: path)
    self.path = path
    var found = stat()
    guard unsafe fstat(number, &found) == 0 else { throw .unopened(path, errno) }
    try Self.checkKind(found, path)
    status = LibraryStatus(found, .ofFile(number))
  }

  private static func checkKind(_ status: stat, _ path: String) throws(PluginError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .notALibrary(.folder, path, "a folder", fix: "name the provider's .so file in the folder")
    case S_IFLNK: throw .notALibrary(.specialFile, path, "a symbolic link that was put there just now")
    default: throw .notALibrary(.specialFile, path, "a device, pipe or socket")
    }
  }

  /// The result is absolute, with every link resolved.
  package static func resolve(_ path: String) throws(PluginError) -> String {
    // The system would use only the part before the zero byte.
    if path.utf8.contains(0) { throw .unopened(path.displayable, EINVAL) }
    guard let resolved = unsafe realpath(path, nil) else { throw .unopened(path, errno) }
    defer { unsafe free(resolved) }
    guard let text = unsafe String(validatingCString: resolved) else {
      throw .notUTF8("\(path), which leads to \(unsafe String(cString: resolved).displayable)")
    }
    return text
  }

  /// Its owner may write into it while it is looked at, so the check is repeated after loading.
  func checkUnchanged() throws(PluginError) {
    var found = stat()
    guard unsafe fstat(number, &found) == 0 else { throw .unopened(path, errno) }
    try LibraryStatus(found, nil).require(status, path)
  }

  func bytes(in range: Range<Int>) throws(ELFFault) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let read = unsafe pread(descriptor.number, rest.baseAddress, rest.count, off_t(range.lowerBound + count))
        if read < 0, errno == EINTR { continue }
        if read < 0 { failure = errno }
        if read <= 0 { break }
        count += read
      }
    }
    if failure != 0 { throw .unreadable(failure) }
    return bytes
  }
}

extension String {
  /// Whether it is absolute, and names each folder as the system does: without empty parts, `.` and `..`.
  fileprivate var isPlainPath: Bool {
    guard isAbsolutePath else { return false }
    // The bytes of the part so far, and how many of them are dots.
    var (count, dots) = (0, 0)
    let bytes = utf8Span.span
    for index in 1..<bytes.count {
      switch bytes[index] {
      case 0: return false
      case UInt8(ascii: "/"):
        if count == dots, count <= 2 { return false }
        (count, dots) = (0, 0)
      default:
        count += 1
        if bytes[index] == UInt8(ascii: ".") { dots += 1 }
      }
    }
    return count != dots || count > 2
  }
}

struct OpenedLibrary {
  let windows: FileWindows
  let image: ELFImage

  /// Throws an error that names the kind of the file when it is not a library for this host.
  init(_ source: any ByteSource, path: String) throws(PluginError) {
    do throws(ELFFault) { windows = try FileWindows(source) } catch { throw PluginError(error, path) }
    let header = try ELFHeader.ofLibrary(windows, path: path)
    do throws(ELFFault) { image = try ELFImage(header, windows) } catch { throw PluginError(error, path) }
  }
}

/// The identity of a file, and its owner and permissions.
package struct LibraryStatus: Sendable, Equatable {
  package internal(set) var owner: UInt32
  package internal(set) var group: UInt32
  package internal(set) var permissions: UInt32
  /// The size in bytes.
  package internal(set) var size: Int
  var identity: (device: UInt64, number: UInt64)
  /// The time of the last change of content, owner or mode, in seconds and nanoseconds.
  var changed: (seconds: Int, nanoseconds: Int)
  /// The access list of the file; setting one counts as a change.
  var accessList: AccessList?

  init(_ status: stat, _ accessList: AccessList?) {
    self.accessList = accessList
    owner = status.st_uid
    group = status.st_gid
    permissions = status.st_mode & 0o7777
    size = Int(status.st_size)
    identity = (UInt64(status.st_dev), UInt64(status.st_ino))
    changed = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
  }

  /// `nil` when there is no regular file.
  init?(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status, .ofEntry(path))
  }

  func require(_ earlier: LibraryStatus, _ path: String) throws(PluginError) {
    guard size == earlier.size else { throw .changed(path, "it had \(earlier.size) bytes, and has \(size)") }
    guard self == earlier else { throw .changed(path, "its content, owner, mode or name was set") }
  }

  /// A change of owner, group or mode sets the time, too.
  ///
  /// In the user namespace of a provider's process, owners have other numbers.
  package static func == (left: LibraryStatus, right: LibraryStatus) -> Bool {
    left.identity == right.identity && left.changed == right.changed && left.size == right.size
  }
}
