import TestSupport
import Testing

@testable import ProviderPlugins

@Suite struct `The reason of a crash` {
  /// The output of runtimes, and the line with the reason.
  private static let crashes: [(words: String, reason: String)] = [
    // Swift's backtracer.
    (
      """
      Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range

      *** Signal 4: Backtracing from 0x7f3a1ed6df7f... done ***

      *** Program crashed: Illegal instruction at 0x00007f3a1ed6df7f ***

      Thread 0 "t" crashed:

        0      0x00007f3a1ed6df7f closure #1 in _assertionFailure(_:_:file:line:flags:) + 623 in libswiftCore.so
      rflags 0x0000000000010206  PF
      """, "Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range"
    ),
    // Swift without its backtracer.
    (
      """
      boiling
      t/t.swift:2: Fatal error: the kettle is on
      Current stack trace:
      0    libswiftCore.so                    0x00007f1ac815f130 swift_reportError + 33
      7    libc.so.6                          0x00007f1ac7c76280 __libc_start_main + 133
      """, "t/t.swift:2: Fatal error: the kettle is on"
    ),
    ("Fatal error: Unexpectedly found nil\nCurrent stack trace:\n0 x", "Fatal error: Unexpectedly found nil"),
    ("Kettle/Kettle.swift:1: Assertion failed: dry\n0 x", "Kettle/Kettle.swift:1: Assertion failed: dry"),
    (
      "Could not cast value of type 'A' (0x1) to 'B' (0x2).\nCurrent stack trace:\n0 x",
      "Could not cast value of type 'A' (0x1) to 'B' (0x2)."
    ),
    // A bad access, which only the backtracer reports.
    (
      "\n*** Program crashed: Bad pointer dereference at 0x8 ***\n\nThread 0 crashed:\n\n0 x",
      "*** Program crashed: Bad pointer dereference at 0x8 ***"
    ),
    // Rust; a panic that leaves a function for C is followed by the library's own message.
    (
      """

      thread 'main' (26315) panicked at r.rs:1:63:
      index out of bounds: the len is 0 but the index is 1
      stack backtrace:
         0: __rustc::rust_begin_unwind
                   at /rustc/59807616e1/library/std/src/panicking.rs:689:5

      thread 'main' (26315) panicked at /rustc/59807616e1/library/core/src/panicking.rs:225:5:
      panic in a function that cannot unwind
      stack backtrace:
         0:     0x55b3667b07e1 - _start
      thread caused non-unwinding panic. aborting.
      """,
      "thread 'main' (26315) panicked at r.rs:1:63: index out of bounds: the len is 0 but the index is 1"
    ),
    (
      """

      thread '<unnamed>' (7) panicked at src/lib.rs:2:5:
      assertion `left == right` failed: dry
        left: 1
       right: 2
      stack backtrace:
         0: __rustc::rust_begin_unwind
                   at /rustc/59807616e1/library/std/src/panicking.rs:689:5
         3: tea::pour
                   at ./src/lib.rs:2:5
      note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.
      """,
      "thread '<unnamed>' (7) panicked at src/lib.rs:2:5: assertion `left == right` failed: dry left: 1 right: 2"
    ),
    (
      "thread '<unnamed>' panicked at 'dry', src/lib.rs:2:5\nnote: run with `RUST_BACKTRACE=1`",
      "thread '<unnamed>' panicked at 'dry', src/lib.rs:2:5"
    ),
    // C.
    (
      "tc: t.cpp:6: int main(int, char **): Assertion `c==1' failed.\nand more",
      "tc: t.cpp:6: int main(int, char **): Assertion `c==1' failed."
    ),
    ("Assertion failed: c==1 (t.c: main: 6)\nmore", "Assertion failed: c==1 (t.c: main: 6)"),
    ("*** buffer overflow detected ***: terminated\nmore", "*** buffer overflow detected ***: terminated"),
    ("free(): double free detected in tcache 2\nmore", "free(): double free detected in tcache 2"),
    // C++.
    (
      "terminate called after throwing an instance of 'std::runtime_error'\n  what():  kaboom\nmore",
      "terminate called after throwing an instance of 'std::runtime_error' what():  kaboom"
    ),
    (
      "terminate called without an active exception\nmore", "terminate called without an active exception"
    ),
    (
      "libc++abi: terminating due to uncaught exception of type A: dry\nmore",
      "libc++abi: terminating due to uncaught exception of type A: dry"
    ),
    // Go.
    (
      "panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:\nmain.main()",
      "panic: runtime error: index out of range [5] with length 3"
    ),
    // The sanitizers.
    (
      """
      =================================================================
      ==26207==ERROR: AddressSanitizer: attempting double-free on 0x7bd6899e0010 in thread T0:
          #0 0x55c0e9a3a2c6 in free asan_malloc_linux.cpp:51:3
      SUMMARY: AddressSanitizer: double-free t.cpp:6:84 in main
      ==26210==ABORTING
      """, "==26207==ERROR: AddressSanitizer: attempting double-free on 0x7bd6899e0010 in thread T0:"
    ),
    // A reason after which the program continued is not the reason of its end.
    ("Fatal error: one\nand on it went\nFatal error: two\nmore", "Fatal error: two"),
    // Without a reason, the last line is used.
    ("good morning\nthe kettle is on\n\n", "the kettle is on"),
  ]

  @Test(arguments: crashes)
  func `is the line that says why, whichever runtime writes it`(_ crash: (words: String, reason: String)) {
    #expect(CrashReason.line(of: crash.words) == crash.reason)
  }

  /// Text after a reason does not displace it, however long the text is.
  @Test(arguments: crashes.dropLast())
  func `outlives a long backtrace`(_ crash: (words: String, reason: String)) {
    var output = LastOutput()
    let frames = (0..<500).map { "\($0) 0x0000 somewhere + 12\n" }.joined()
    let all = "\(crash.words)\n\(frames)"
    for line in all.split(separator: "\n", omittingEmptySubsequences: false) { output.take(line: String(line)) }
    output.append(Array(all.utf8)[...])
    #expect(CrashReason.line(of: output.text) == crash.reason)
    #expect(output.text.hasSuffix("499 0x0000 somewhere + 12\n") && output.text.utf8.count <= LastOutput.limit)
  }

  @Test func `is none where nothing was written, and is bounded`() {
    #expect(CrashReason.line(of: "") == nil && CrashReason.line(of: "\n\n") == nil)
    let long = "Fatal error: \(String(repeating: "x", count: 1000))"
    #expect(CrashReason.line(of: long) == String(long.prefix(CrashReason.limit)))
    #expect(CrashReason.line(of: String(repeating: "x", count: 1000))?.count == CrashReason.limit)
  }

  /// Lines that only resemble a reason.
  @Test(arguments: ["*** starting ***", "no corrupted files", "free of charge", "thread 3 started", "a panic: none"])
  func `is not a line that only resembles one`(_ line: String) {
    #expect(CrashReason(in: ["\(line)"]).text == nil)
  }
}
