internal import AppControllerKit

/// The reason of a crash, found in the output of the process itself.
///
/// Runtimes write one line with the reason, and then pages of backtrace. The last such line counts, because a process
/// may continue after an earlier one.
package struct CrashReason: Sendable {
  /// The maximum length of the reason, in characters.
  static let limit = 500

  private struct Pattern {
    let words: [String]
    let isAtStart: Bool

    static func begins(_ words: String...) -> Pattern { Pattern(words: words, isAtStart: true) }
    static func has(_ words: String...) -> Pattern { Pattern(words: words, isAtStart: false) }

    func matches(_ line: String) -> Bool {
      if isAtStart, let first = words.first, !line.utf8.starts(with: first.utf8) { return false }
      var rest = line.utf8[...]
      for word in words {
        guard let range = rest.firstRange(of: word.utf8) else { return false }
        rest = rest[range.upperBound...]
      }
      return true
    }
  }

  /// Lines that follow a reason, and are the reason only if there is no other.
  private static let consequences: [Pattern] = [
    // Rust: a panic in a function that is called from C is followed by a second panic of the standard library.
    .has("panicked at ", "/panicking.rs:"), .has("panic in a function that cannot unwind"),
    .has("panicked while processing panic"), .begins("terminate called recursively"),
    // Swift's backtraces.
    .has("Program crashed: "), .begins("Thread ", " crashed:"), .begins("Segmentation fault"),
  ]

  private static let causes: [Pattern] = [
    // Swift.
    .begins("Fatal error: "), .has(": Fatal error: "), .begins("Assertion failed"), .has(": Assertion failed"),
    .begins("Precondition failed"), .has(": Precondition failed"),
    .begins("Could not cast value of type "), .begins("Fatal access conflict detected"),
    // C: assert() and glibc's checks.
    .has("Assertion `", "' failed."), .has("Assertion '", "' failed."), .has("assertion failed: "),
    .begins("*** ", " ***: terminated"), .begins("*** Error in `"), .begins("Fatal glibc error: "),
    .begins("free(): "), .begins("malloc(): "), .begins("realloc(): "), .begins("calloc(): "),
    .begins("munmap_chunk(): "), .begins("malloc_consolidate(): "), .begins("double free or corruption"),
    .begins("corrupted size vs. prev_size"), .begins("corrupted double-linked list"),
    // C++, with either library.
    .begins("terminate called "), .begins("libc++abi: "), .begins("pure virtual method called"),
    // Rust, Go and Zig.
    .begins("thread '", "panicked at "), .begins("fatal runtime error: "), .begins("memory allocation of ", " failed"),
    .begins("panic: "), .begins("fatal error: "), .begins("thread ", " panic: "),
    // The sanitizers.
    .has("ERROR: ", "Sanitizer: "), .has("WARNING: ThreadSanitizer: "), .has(": runtime error: "),
  ]

  /// `nil` when no line gave one.
  private(set) var text: String?

  private var isOpen = false

  /// Without a reason, the last line that is not empty.
  package static func line(of output: String) -> String? {
    let lines = output.split(separator: "\n")
    return CrashReason(in: lines).text ?? lines.last.map { String($0.prefix(limit)) }
  }

  init() {}

  init(in lines: [Substring]) { for line in lines { take(String(line)) } }

  mutating func take(_ line: String) {
    if isOpen, goOn(with: line) { return }
    if Self.consequences.contains(where: { $0.matches(line) }) {
      if text == nil { text = String(line.prefix(Self.limit)) }
    } else if Self.causes.contains(where: { $0.matches(line) }) {
      (text, isOpen) = (String(line.prefix(Self.limit)), true)
    }
  }

  /// Adds a line that belongs to the reason: an exception's `what()`, the message of a panic, or the two values that it
  /// has compared.
  private mutating func goOn(with line: String) -> Bool {
    let said = line.drop { $0 == " " }
    isOpen = false
    guard let text, !said.isEmpty else { return false }
    let isPanic = text.contains("panicked at ")
    let isValue = isPanic && (said.hasPrefix("left: ") || said.hasPrefix("right: "))
    guard isPanic && text.hasSuffix(":") || isValue || said.hasPrefix("what():") else { return false }
    self.text = String("\(text) \(said)".prefix(Self.limit))
    isOpen = isPanic
    return true
  }
}

/// The last bytes that a child wrote on its two streams, and the line before them that gives the reason of its crash.
struct LastOutput: Sendable {
  /// The maximum size, in bytes.
  static let limit = 4096

  private var bytes: [UInt8] = []
  private var reason = CrashReason()

  mutating func append(_ written: ArraySlice<UInt8>) {
    if written.count < Self.limit {
      bytes.removeFirst(max(0, bytes.count + written.count - Self.limit))
    } else {
      bytes.removeAll()
    }
    bytes += written.suffix(Self.limit)
  }

  mutating func take(line: String) { reason.take(line) }

  /// The output made displayable, without a line or a character whose beginning is lost.
  ///
  /// The reason of a crash precedes it, if the output does not contain the reason any more.
  var text: String {
    let output = output(atMost: Self.limit)
    guard let reason = reason.text, CrashReason(in: output.split(separator: "\n")).text != reason else { return output }
    let beginning = "\(reason)\n…\n"
    return beginning + self.output(atMost: Self.limit - beginning.utf8.count)
  }

  private func output(atMost count: Int) -> String {
    var output = bytes.suffix(count)
    if output.count == count, let end = output.firstIndex(of: UInt8(ascii: "\n")), end + 1 < output.endIndex {
      output = output[(end + 1)...]
    }
    return String(decoding: output, as: UTF8.self).displayableLines
  }
}
