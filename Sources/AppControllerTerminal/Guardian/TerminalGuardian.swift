internal import CSystem
internal import Glibc

/// What gives the terminal back however this process ends: by a signal, a crash, `exit` or `kill -9`.
///
/// A signal that ends the process gives it back before. For the other ends there is a copy of this process that does
/// nothing but wait for the end of it, out of reach of what ends the group and the session. It changes nothing when
/// somebody else has made the terminal's settings meanwhile, as a shell does. Meanwhile it keeps the last of what was not
/// meant for the screen, and writes that when the terminal is given back.
struct TerminalGuardian: ~Copyable {
  private let number: Int32

  /// Starts the process, and has signals give the terminal back.
  ///
  /// - Parameters:
  ///   - terminal: The file of the terminal.
  ///   - settings: Those of this process, and those that were there before.
  ///   - text: What is written when they are restored; at most 64 bytes.
  ///   - words: The end of a pipe for reading, of what is to be written afterwards.
  /// - Returns: `nil` when no process can be started; then nobody restores the terminal after a crash.
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

  /// Has the process write the words and end; the terminal is restored already.
  consuming func end() { terminal_guard_end(number) }
}
