internal import CSystem
internal import Glibc

/// Restores the terminal however this process ends: by a signal, a crash, `exit` or `kill -9`.
///
/// A signal that ends the process restores the terminal first. For the other ends, a copy of this process waits for the
/// end of this process, outside of its process group and session, so that a signal to them does not reach the copy. The
/// copy changes nothing when another program has changed the terminal's settings meanwhile, as a shell does. It also
/// keeps the last output that was not meant for the screen, and writes that output when the terminal is restored.
struct TerminalGuardian: ~Copyable {
  private let number: Int32

  /// The text has at most 128 bytes; the content of the pipe `words` is written after it.
  ///
  /// Returns nil when no process can be started; then nothing restores the terminal after a crash.
  static func start(
    terminal: Int32, settings: (own: termios, former: termios), text: [UInt8] = [], words: Int32 = -1
  ) -> TerminalGuardian? {
    let number = unsafe withUnsafePointer(to: settings.own) { own in
      unsafe withUnsafePointer(to: settings.former) { former in
        unsafe text.withUnsafeBytes { text in
          var guardian = unsafe terminal_guard(
            terminal: terminal, words: words, own: own, former: former, text: text.baseAddress, size: text.count)
          return unsafe terminal_guard_start(&guardian)
        }
      }
    }
    return number >= 0 ? TerminalGuardian(number: number) : nil
  }

  /// Comes after the terminal was restored; the guardian process then writes the kept output and ends.
  consuming func end() { terminal_guard_end(number) }
}
