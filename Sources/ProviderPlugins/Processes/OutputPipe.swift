internal import AppControllerKit
internal import Glibc
internal import Synchronization

final class OutputPipe {
  let stream: ChildProcess.Stream
  let file: FileDescriptor
  private var lines = OutputLines()

  var tag: EventQueue.Tag {
    switch stream {
    case .output: .output
    case .errors: .errors
    }
  }

  init(_ stream: ChildProcess.Stream, _ file: consuming FileDescriptor) {
    self.stream = stream
    self.file = file
  }

  /// Returns 0 at the end of the stream, and `nil` when no bytes are available now.
  func read(
    into room: inout [UInt8], for child: RunningChild, _ line: (ChildProcess.Stream, String) -> Void
  ) -> Int? {
    var count = 0
    repeat {
      count = unsafe room.withUnsafeMutableBytes { unsafe Glibc.read(file.number, $0.baseAddress, $0.count) }
    } while count < 0 && errno == EINTR
    if count < 0 { return errno == EAGAIN ? nil : 0 }
    child.lastOutput.withLock { $0.append(room[..<count]) }
    lines.take(room[..<count], at: Self.second) { deliver($0, of: child, line) }
    return count
  }

  func end(for child: RunningChild, _ line: (ChildProcess.Stream, String) -> Void) {
    lines.end { deliver($0, of: child, line) }
  }

  private func deliver(_ text: String, of child: RunningChild, _ line: (ChildProcess.Stream, String) -> Void) {
    child.lastOutput.withLock { $0.take(line: text) }
    line(stream, text)
  }

  private static var second: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}

/// Splits a child's output on one stream into lines.
///
/// Excess output is left out, and a line reports its size. A byte that is left out costs almost no work, so that a
/// child that floods the stream does not block the reader.
struct OutputLines {
  /// The maximum length of a line, in bytes; a longer one is truncated.
  private static let lengthLimit = 1024
  static let rate = 100

  private static let lineFeed = UInt8(ascii: "\n")

  /// The beginning of an incomplete line, truncated one byte after the limit.
  private var partial: [UInt8] = []
  private var second = 0
  private var allowance = rate
  private var omitted = 0

  /// The seconds are of any monotonic clock.
  mutating func take(_ bytes: ArraySlice<UInt8>, at second: Int, _ deliver: (String) -> Void) {
    if self.second != second { (self.second, allowance) = (second, Self.rate) }
    var rest = bytes
    while let first = Self.firstLineFeed(in: rest) {
      var end = first
      if allowance == 0 {
        end = rest.lastIndex(of: Self.lineFeed) ?? first
        omitted += partial.count + rest[..<end].count + 1
        partial = []
      } else {
        keep(rest[..<end])
        finishLine(deliver)
      }
      rest = rest[(end + 1)...]
    }
    keep(rest)
  }

  mutating func end(_ deliver: (String) -> Void) {
    allowance = Self.rate
    if partial.isEmpty { deliverOmission(deliver) } else { finishLine(deliver) }
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    partial += bytes.prefix(Self.lengthLimit + 1 - partial.count)
  }

  private mutating func finishLine(_ deliver: (String) -> Void) {
    deliverOmission(deliver)
    deliver(Self.line(partial))
    partial = []
    allowance -= 1
  }

  private mutating func deliverOmission(_ deliver: (String) -> Void) {
    if omitted > 0 { deliver("(\(omitted) bytes were left out)") }
    omitted = 0
  }

  private static func line(_ bytes: [UInt8]) -> String {
    let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...]
    let words = bytes.map { $0 == UInt8(ascii: "\t") ? UInt8(ascii: " ") : $0 }
    let text = String(decoding: words, as: UTF8.self).displayable
    if text.utf8.count <= lengthLimit { return text }
    // Truncated again, because the replacement of a character that is not displayable takes three bytes, and so does
    // the ellipsis.
    var short = text.unicodeScalars[...]
    var count = text.utf8.count
    while count > lengthLimit - 3, let last = short.popLast() { count -= UTF8.width(last) }
    return "\(String(short))…"
  }

  private static func firstLineFeed(in bytes: ArraySlice<UInt8>) -> Int? {
    unsafe bytes.withUnsafeBytes { buffer -> Int? in
      guard let base = buffer.baseAddress else { return nil }
      guard let found = unsafe memchr(base, Int32(lineFeed), buffer.count) else { return nil }
      return unsafe bytes.startIndex + (UnsafeRawPointer(found) - base)
    }
  }
}
