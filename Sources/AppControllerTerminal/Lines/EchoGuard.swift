internal import CSystem
internal import Glibc

/// Keeps a terminal from showing what is typed, until it is restored.
///
/// However the process ends, the terminal shows again what is typed, and so it does when the process is suspended; when it
/// goes on, the terminal hides again what is typed. There is one terminal, so there is one guard at a time.
package final class EchoGuard {
  /// The two ends of a pipe, never closed, because a handler may be writing into it; -1 where there is none to have.
  private static let wakeUp: (reading: Int32, writing: Int32) = {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return (-1, -1) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }()

  private static let told = [SIGTSTP, SIGCONT]

  private var hidden = termios()
  /// The settings that the terminal had.
  private var shown = termios()
  private var guardian: TerminalGuardian?
  /// The signals that the thread has held back before.
  private var heldBack = sigset_t()
  private var isHiding = false
  /// What was done at each signal before.
  private var former: [(number: Int32, handler: __sighandler_t?)] = []

  /// Hides from now on what is typed.
  package init() {
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    shown = settings
    settings.c_lflag &= ~tcflag_t(ECHO)
    hidden = settings
    guardian = TerminalGuardian.start(terminal: STDIN_FILENO, settings: (hidden, shown))
    // Any thread may be the one that a signal interrupts, and others would read on: so the one that reads deals with it.
    if Self.wakeUp.reading >= 0 { for number in Self.told { tell(number) } }
    // The threads of the runtime hold signals back, also those that keep a job in the background from the terminal.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGTSTP, SIGTTIN, SIGTTOU] { _ = unsafe sigaddset(&signals, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, &heldBack)
    isHiding = true
    hide()
  }

  /// Waits until there is something to read.
  ///
  /// - Returns: False; true when the process was stopped meanwhile, and what was typed before is gone.
  package func waitForInput() -> Bool {
    while isHiding {
      var sources = [STDIN_FILENO, Self.wakeUp.reading].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = unsafe poll(&sources, nfds_t(sources.count), -1)
      if count < 0, errno != EINTR { return false }
      let signals = Self.received()
      if signals.contains(SIGTSTP) { suspend() }
      // A signal that nobody can handle stops the process too, and the shell puts the terminal back.
      if signals.contains(SIGTSTP) || (!signals.isEmpty && isShowing) {
        hide()
        return true
      }
      if count > 0, sources[0].revents != 0 { return false }
    }
    return false
  }

  /// Shows again what is typed.
  package func restore() {
    guard isHiding else { return }
    isHiding = false
    show()
    guardian.take()?.end()
    for (number, handler) in former { signal(number, handler) }
    // One that came too late to be dealt with is still meant.
    if Self.received().contains(SIGTSTP) { raise(SIGTSTP) }
    unsafe pthread_sigmask(SIG_SETMASK, &heldBack, nil)
  }

  private func tell(_ number: Int32) {
    let before = signal(number, SIG_DFL)
    // SIG_IGN: what whoever started the process wants to be ignored stays so.
    if unsafe unsafeBitCast(before, to: Int.self) == 1 {
      signal(number, before)
    } else if terminal_signal_tell(number, Self.wakeUp.writing) {
      former.append((number, before))
    }
  }

  /// Hides what is typed; in the background the process stops until it has the terminal.
  ///
  /// FLUSH: what was typed before the prompt was not meant for it.
  private func hide() { unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) }

  private func show() {
    // In the background the terminal is somebody else's, and whoever changed it would stop instead of ending.
    let foreground = tcgetpgrp(STDIN_FILENO)
    if foreground < 0 || foreground == getpgrp() { unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown) }
  }

  private func suspend() {
    show()
    // Nobody needs to be told that the process goes on: that is where it does.
    for number in Self.told { terminal_signal_reset(number) }
    // To this thread: sent to the process, it might come when it is handled again.
    raise(SIGTSTP)
    for number in Self.told { _ = terminal_signal_tell(number, Self.wakeUp.writing) }
  }

  private var isShowing: Bool {
    var settings = termios()
    return unsafe tcgetattr(STDIN_FILENO, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// The signals that came since this was asked last.
  private static func received() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(wakeUp.reading, $0.baseAddress, $0.count) }
    return bytes.prefix(max(0, count)).map(Int32.init)
  }
}
