internal import AppControllerKit
import Glibc

struct RecordingFile: ~Copyable {
  /// The first bytes of every recording.
  static let beginning = #"{"at":0,"line":"recording","version":"#

  private let file: FileDescriptor

  /// Empties an existing recording; throws `ACK2303`, and leaves any other existing file unchanged.
  init(path: String) throws(PluginError) {
    file = try Self.open(path)
    _ = fcntl(file.number, F_SETFL, O_APPEND)
  }

  private static func open(_ path: String) throws(PluginError) -> FileDescriptor {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .recordingNotWritten(path, "a path has at least one byte, and none that is zero")
    }
    let new = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    if new >= 0 { return FileDescriptor(number: new, path: path) }
    guard errno == EEXIST else { throw .recordingNotWritten(path, errno) }
    var status = stat()
    let isRegular = unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    // O_NONBLOCK: a pipe without a reader is an error, instead of blocking.
    let flags = (isRegular ? O_RDWR : O_WRONLY) | O_APPEND | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    let number = unsafe Glibc.open(path, flags)
    guard number >= 0 else { throw .recordingNotWritten(path, errno) }
    let found = FileDescriptor(number: number, path: path)
    if isRegular { try empty(found) }
    return found
  }

  private static func empty(_ file: borrowing FileDescriptor) throws(PluginError) {
    let found: [UInt8]
    do throws(AppControllerError) {
      found = try file.read(atMost: beginning.utf8.count)
    } catch {
      throw .recordingNotWritten(file.path, error.why, error.fix)
    }
    guard found.isEmpty || found.elementsEqual(beginning.utf8) else {
      throw .recordingNotWritten(file.path, "there is a file at the path, and it is no recording")
    }
    guard ftruncate(file.number, 0) == 0, fchmod(file.number, 0o600) == 0 else {
      throw .recordingNotWritten(file.path, errno)
    }
  }

  mutating func write(_ bytes: [UInt8]) throws(PluginError) {
    let written = unsafe bytes.withUnsafeBytes { bytes in
      unsafe FileSystem.writeAll(bytes) { unsafe Glibc.write(file.number, $0.baseAddress, $0.count) }
    }
    guard written == bytes.count else { throw .recordingNotWritten(file.path, errno) }
  }
}

extension PluginError {
  fileprivate static func recordingNotWritten(_ path: String, _ number: Int32) -> PluginError {
    let failure = FileSystem.failure("write", path, number)
    return recordingNotWritten(path, failure.why, failure.fix)
  }

  fileprivate static func recordingNotWritten(
    _ path: String, _ why: String, _ fix: String = "name a file that is not there yet, in a folder that can be written"
  ) -> PluginError {
    PluginError(
      .recordingNotWritten,
      what: "cannot write the recording \(path.isEmpty ? "to a file without a name" : path.displayable)", why: why,
      fix: fix
    )
  }
}
