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

/// The lines of what a child writes on one stream.
///
/// What is too much is left out, and a line says how much that was. The work for a byte that is left out is next to
/// nothing, so that a child that floods does not hold up whoever reads.
struct OutputLines {
  /// How many bytes a line may have; a longer one is cut off.
  private static let lengthLimit = 1024
  /// How many lines are told a second.
  static let rate = 100

  private static let lineFeed = UInt8(ascii: "\n")

  /// What came of a line that is not whole yet, cut off one byte behind the limit.
  private var partial: [UInt8] = []
  private var second = 0
  private var allowance = rate
  private var omitted = 0

  /// Takes in what was written.
  ///
  /// - Parameters:
  ///   - bytes: What was written.
  ///   - second: The time in seconds, by any clock that does not go back.
  ///   - tell: Who is told the lines.
  mutating func take(_ bytes: ArraySlice<UInt8>, at second: Int, _ tell: (String) -> Void) {
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
        finishLine(tell)
      }
      rest = rest[(end + 1)...]
    }
    keep(rest)
  }

  /// Takes in the end of the stream.
  mutating func end(_ tell: (String) -> Void) {
    allowance = Self.rate
    if partial.isEmpty { tellOmission(tell) } else { finishLine(tell) }
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    partial += bytes.prefix(Self.lengthLimit + 1 - partial.count)
  }

  private mutating func finishLine(_ tell: (String) -> Void) {
    tellOmission(tell)
    tell(Self.line(partial))
    partial = []
    allowance -= 1
  }

  private mutating func tellOmission(_ tell: (String) -> Void) {
    if omitted > 0 { tell("(\(omitted) bytes were left out)") }
    omitted = 0
  }

  private static func line(_ bytes: [UInt8]) -> String {
    let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...]
    let words = bytes.map { $0 == UInt8(ascii: "\t") ? UInt8(ascii: " ") : $0 }
    let text = String(decoding: words, as: UTF8.self).displayable
    if text.utf8.count <= lengthLimit { return text }
    // What may not be shown takes three bytes for one, and so does the mark of what is missing.
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
