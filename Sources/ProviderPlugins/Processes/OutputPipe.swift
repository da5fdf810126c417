internal import AppControllerKit
internal import Glibc
internal import Synchronization

/// The end of a pipe that a child's stream is read from.
final class OutputPipe {
  let stream: ChildProcess.Stream
  let file: FileDescriptor
  private var lines = OutputLines()

  var tag: ChildQueue.Tag {
    switch stream {
    case .output: .output
    case .errors: .errors
    }
  }

  init(_ stream: ChildProcess.Stream, _ file: consuming FileDescriptor) {
    self.stream = stream
    self.file = file
  }

  /// Reads what is there, as far as there is room.
  ///
  /// - Returns: How many bytes that were; 0 at the end of the stream, and nil when nothing is there now.
  func read(
    into room: inout [UInt8], for child: RunningChild, _ line: (ChildProcess.Stream, String) -> Void
  ) -> Int? {
    var count = 0
    repeat {
      count = unsafe room.withUnsafeMutableBytes { unsafe Glibc.read(file.number, $0.baseAddress, $0.count) }
    } while count < 0 && errno == EINTR
    if count < 0 { return errno == EAGAIN ? nil : 0 }
    child.lastWords.withLock { $0.append(room[..<count]) }
    lines.take(room[..<count], at: Self.second) { tell($0, of: child, line) }
    return count
  }

  /// Tells what is left when nothing is read any more.
  func end(for child: RunningChild, _ line: (ChildProcess.Stream, String) -> Void) {
    lines.end { tell($0, of: child, line) }
  }

  private func tell(_ text: String, of child: RunningChild, _ line: (ChildProcess.Stream, String) -> Void) {
    child.lastWords.withLock { $0.take(line: text) }
    line(stream, text)
  }

  private static var second: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
