internal import AppControllerKit
import Glibc

/// The file that a recording is written to, line after line.
struct RecordingFile: ~Copyable {
  /// What a recording begins with.
  static let beginning = #"{"at":0,"line":"recording","version":"#

  private let file: FileDescriptor

  /// Makes the file, or empties the recording that is there.
  ///
  /// - Throws: ``PluginError`` with the code `ACK2303`; any other file is as it was then.
  init(path: String) throws(PluginError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .recordingNotWritten(path, "a path has at least one byte, and none that is zero")
    }
    file = FileDescriptor(number: try Self.open(path), path: path)
    _ = fcntl(file.number, F_SETFL, O_APPEND)
  }

  private static func open(_ path: String) throws(PluginError) -> Int32 {
    let new = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    if new >= 0 { return new }
    guard errno == EEXIST else { throw .recordingNotWritten(path, errno) }
    var status = stat()
    let isRegular = unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    // NONBLOCK: for a pipe that nobody reads there is an error, and no waiting.
    let flags = (isRegular ? O_RDWR : O_WRONLY) | O_APPEND | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    let found = unsafe Glibc.open(path, flags)
    guard found >= 0 else { throw .recordingNotWritten(path, errno) }
    if isRegular { try empty(found, path) }
    return found
  }

  /// Empties a recording.
  private static func empty(_ number: Int32, _ path: String) throws(PluginError) {
    var found = [UInt8](repeating: 0, count: beginning.utf8.count)
    let count = unsafe found.withUnsafeMutableBytes { unsafe pread(number, $0.baseAddress, $0.count, 0) }
    let isRecording = count == found.count && found.elementsEqual(beginning.utf8)
    guard count == 0 || isRecording else {
      close(number)
      throw .recordingNotWritten(path, "there is a file at the path, and it is no recording")
    }
    guard ftruncate(number, 0) == 0, fchmod(number, 0o600) == 0 else {
      defer { close(number) }
      throw .recordingNotWritten(path, errno)
    }
  }

  /// Writes all bytes at the end.
  mutating func write(_ bytes: [UInt8]) throws(PluginError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file.number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .recordingNotWritten(file.path, errno) }
      rest = rest.dropFirst(count)
    }
  }
}

extension PluginError {
  fileprivate static func recordingNotWritten(_ path: String, _ number: Int32) -> PluginError {
    let words = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    return recordingNotWritten(path, "the system says: \(words)")
  }

  fileprivate static func recordingNotWritten(_ path: String, _ why: String) -> PluginError {
    PluginError(
      .recordingNotWritten,
      what: "cannot write the recording \(path.isEmpty ? "to a file without a name" : path.displayable)",
      why: why, fix: "name a file that is not there yet, in a folder that can be written"
    )
  }
}
