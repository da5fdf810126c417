internal import CSystem
internal import Glibc

/// Hides typed input on a terminal until it is restored.
///
/// The terminal shows typed input again when the process ends, in whatever way, and when it is suspended. When the
/// process continues, the terminal hides typed input again. There is one terminal, so only one guard may exist at a
/// time.
package final class HiddenInput {
  /// The two ends of a pipe, which are never closed because a signal handler may be writing to it; -1 when no pipe can
  /// be made.
  private static let wakeUp = LocalPipe.makeEnds() ?? (reading: -1, writing: -1)

  private static let watchedSignals = [SIGTSTP, SIGCONT]

  private var hidden = termios()
  /// The settings before this guard, which show typed input.
  private var shown = termios()
  private var guardian: TerminalGuardian?
  private var heldBack = sigset_t()
  private var isHiding = false
  private var former: [(number: Int32, handler: __sighandler_t?)] = []

  package init() {
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    shown = settings
    settings.c_lflag &= ~tcflag_t(ECHO)
    hidden = settings
    guardian = TerminalGuardian.start(terminal: STDIN_FILENO, settings: (hidden, shown))
    // A signal may interrupt any thread while the others read on, so the thread that reads handles it.
    if Self.wakeUp.reading >= 0 { for number in Self.watchedSignals { watch(number) } }
    // The threads of the runtime block signals, including those that stop a background job that uses the terminal.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGTSTP, SIGTTIN, SIGTTOU] { _ = unsafe sigaddset(&signals, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, &heldBack)
    isHiding = true
    hide()
  }

  /// Returns true when the process was stopped meanwhile, and the input that was typed before is gone.
  package func waitForInput() -> Bool {
    while isHiding {
      var sources = [STDIN_FILENO, Self.wakeUp.reading].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = unsafe poll(&sources, nfds_t(sources.count), -1)
      if count < 0, errno != EINTR { return false }
      let signals = Self.received()
      if signals.contains(SIGTSTP) { suspend() }
      // SIGSTOP, which cannot be handled, stops the process too, and the shell restores the terminal.
      if signals.contains(SIGTSTP) || (!signals.isEmpty && isShowing) {
        hide()
        return true
      }
      if count > 0, sources[0].revents != 0 { return false }
    }
    return false
  }

  package func restore() {
    guard isHiding else { return }
    isHiding = false
    show()
    guardian.take()?.end()
    for (number, handler) in former { signal(number, handler) }
    // A SIGTSTP that came too late to be handled still stops the process.
    if Self.received().contains(SIGTSTP) { raise(SIGTSTP) }
    unsafe pthread_sigmask(SIG_SETMASK, &heldBack, nil)
  }

  private func watch(_ number: Int32) {
    let before = signal(number, SIG_DFL)
    // SIG_IGN: a signal that the parent process wants to be ignored stays ignored.
    if unsafe unsafeBitCast(before, to: Int.self) == 1 {
      signal(number, before)
    } else if terminal_signal_tell(number, Self.wakeUp.writing) {
      former.append((number, before))
    }
  }

  /// Hides typed input; in the background, the process stops until it has the terminal.
  ///
  /// TCSAFLUSH discards the input that was typed before the prompt, because it was not meant for it.
  private func hide() { unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) }

  private func show() {
    // In the background, another process has the terminal, and a change of its settings would stop this process instead
    // of letting it end.
    let foreground = tcgetpgrp(STDIN_FILENO)
    if foreground < 0 || foreground == getpgrp() { unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown) }
  }

  private func suspend() {
    show()
    // SIGCONT needs no handler: execution continues after the stop.
    terminal_signal_reset(SIGCONT)
    terminal_signal_perform(SIGTSTP)
    for number in Self.watchedSignals { _ = terminal_signal_tell(number, Self.wakeUp.writing) }
  }

  private var isShowing: Bool {
    var settings = termios()
    return unsafe tcgetattr(STDIN_FILENO, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  private static func received() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(wakeUp.reading, $0.baseAddress, $0.count) }
    return bytes.prefix(max(0, count)).map(Int32.init)
  }
}
