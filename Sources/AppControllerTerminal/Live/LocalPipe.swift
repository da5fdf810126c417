internal import AppControllerKit
internal import Glibc

/// A pipe between parts of this process, which no program inherits and whose ends nobody waits for.
struct LocalPipe: ~Copyable {
  let reader: FileDescriptor
  let writer: FileDescriptor

  /// Makes a pipe of something, such as signals; `nil` when there is no room for one.
  init?(of content: String) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    reader = FileDescriptor(number: ends[0], path: "a pipe of \(content)")
    writer = FileDescriptor(number: ends[1], path: "a pipe of \(content)")
  }
}
