internal import CSystem
internal import Glibc

/// A process that gives the terminal back when this one has ended without doing so: by a crash, or by `kill -9`.
///
/// It is a copy of this process that does nothing but wait for the end of it, out of reach of what ends the group and the
/// session. It changes nothing when somebody else has made the terminal's settings meanwhile, as a shell does. Meanwhile
/// it keeps the last of what was not meant for the screen, and writes that when the terminal is given back.
struct TerminalGuardian: ~Copyable {
  private let process: pid_t
  private let lifeline: Int32

  /// Starts the process.
  ///
  /// - Parameters:
  ///   - terminal: The file of the terminal.
  ///   - settings: Those of this process, and those that were there before.
  ///   - text: What is written when they are restored.
  ///   - words: The end of a pipe for reading, of what is to be written afterwards.
  /// - Returns: `nil` when no process can be started; then nobody restores the terminal after a crash.
  static func start(
    terminal: Int32, settings: (own: termios, former: termios), text: [UInt8], words: Int32
  ) -> TerminalGuardian? {
    var lifeline: Int32 = -1
    let process = unsafe withUnsafePointer(to: settings.own) { own in
      unsafe withUnsafePointer(to: settings.former) { former in
        unsafe text.withUnsafeBytes { text in
          var guardian = unsafe terminal_guard(
            terminal: terminal, words: words, own: own, former: former, text: text.baseAddress, size: text.count)
          return unsafe terminal_guardian_start(&guardian, &lifeline)
        }
      }
    }
    return process > 0 ? TerminalGuardian(process: process, lifeline: lifeline) : nil
  }

  /// Has the process write the words and end; the terminal is restored already.
  consuming func end() { terminal_guardian_end(process, lifeline) }
}
