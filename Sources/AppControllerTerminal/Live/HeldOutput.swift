internal import AppControllerKit
internal import CSystem
internal import Glibc

/// Holds back what is written to standard output and standard error while the terminal shows a screen.
///
/// A provider in this process may print, a library warn, the runtime say why it ends: in the middle of a screen it would
/// be damage, and gone with the next drawing. It goes into a pipe instead, whose reader has it for afterwards. A file
/// that is something else than this terminal is left alone.
struct HeldOutput: ~Copyable {
  /// Its end for reading is open here too, so that a write ends nobody when whoever reads is gone.
  private let words: LocalPipe
  /// The files that were replaced, and what they were.
  private var former: [(number: Int32, copy: Int32)] = []

  /// Replaces the files, or gives `nil` when there is no pipe.
  ///
  /// - Parameter terminal: The terminal that shows a screen.
  init?(for terminal: Int32) {
    guard let words = LocalPipe(of: "words") else { return nil }
    self.words = words
    terminal_flush()
    for number in [STDOUT_FILENO, STDERR_FILENO] where Self.device(of: number) == Self.device(of: terminal) {
      let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
      if copy < 0 { continue }
      former.append((number, copy))
      dup2(self.words.writer.number, number)
    }
  }

  /// The end for reading.
  var reader: Int32 { words.reader.number }

  private static func device(of file: Int32) -> dev_t? {
    var status = stat()
    guard isatty(file) == 1, unsafe fstat(file, &status) == 0 else { return nil }
    return status.st_rdev
  }

  /// Gives the files back.
  deinit {
    terminal_flush()
    for (number, copy) in former {
      dup2(copy, number)
      close(copy)
    }
  }
}
