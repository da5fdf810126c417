internal import Glibc

/// Keeps a terminal from showing what is typed, until it is restored.
///
/// A signal that ends the process puts the terminal back before, and so does one that suspends it; when the process goes
/// on, the terminal hides again what is typed. There is one terminal, so there is one guard at a time.
package final class EchoGuard {
  /// What the handlers of signals know.
  ///
  /// They can be given nothing, so it is where they find it.
  private struct Known {
    /// The settings that the terminal had.
    var shown = termios()
    /// Where to write the number of a signal that is not for the handler to deal with.
    var wakeUp: Int32 = -1
  }

  // Memory of its own: a handler may run in the middle of anything, where checked access to a variable is not safe.
  private nonisolated(unsafe) static let known: UnsafeMutablePointer<Known> = {
    let known = UnsafeMutablePointer<Known>.allocate(capacity: 1)
    unsafe known.initialize(to: Known())
    return unsafe known
  }()

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

  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private var hidden = termios()
  /// The signals that the thread has held back before.
  private var heldBack = sigset_t()
  private var isHiding = false
  /// What was done at each signal before.
  private var former: [(number: Int32, handler: __sighandler_t?)] = []

  /// Hides from now on what is typed.
  package init() {
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    unsafe Self.known.pointee.shown = settings
    settings.c_lflag &= ~tcflag_t(ECHO)
    hidden = settings
    unsafe Self.known.pointee.wakeUp = Self.wakeUp.writing
    for number in Self.endings { handle(number) { EchoGuard.end($0) } }
    // Any thread may be the one that a signal interrupts, and others would read on: so the one that reads deals with it.
    if Self.wakeUp.reading >= 0 {
      for number in [SIGTSTP, SIGCONT] { handle(number) { EchoGuard.tell($0) } }
    }
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
      let signals = Self.told()
      if signals.contains(SIGTSTP) { suspend() }
      // A signal that nobody can handle stops the process too, and the shell puts the terminal back.
      if signals.contains(SIGTSTP) || (!signals.isEmpty && Self.isShowing) {
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
    Self.show()
    for (number, handler) in former { signal(number, handler) }
    // One that came too late to be dealt with is still meant.
    if Self.told().contains(SIGTSTP) { raise(SIGTSTP) }
    unsafe pthread_sigmask(SIG_SETMASK, &heldBack, nil)
  }

  private func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    let before = signal(number, handler)
    // SIG_IGN: what whoever started the process wants to be ignored stays so.
    if unsafe unsafeBitCast(before, to: Int.self) == 1 {
      signal(number, before)
    } else {
      former.append((number, before))
    }
  }

  /// Hides what is typed; in the background the process stops until it has the terminal.
  ///
  /// FLUSH: what was typed before the prompt was not meant for it.
  private func hide() { unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) }

  private func suspend() {
    Self.show()
    // Nobody needs to be told that the process goes on: that is where it does.
    for number in [SIGTSTP, SIGCONT] { signal(number, SIG_DFL) }
    // To this thread: sent to the process, it might come when it is handled again.
    raise(SIGTSTP)
    for number in [SIGTSTP, SIGCONT] { signal(number) { EchoGuard.tell($0) } }
  }

  private static var isShowing: Bool {
    var settings = termios()
    return unsafe tcgetattr(STDIN_FILENO, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// The signals that came since this was asked last.
  private static func told() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(wakeUp.reading, $0.baseAddress, $0.count) }
    return bytes.prefix(max(0, count)).map(Int32.init)
  }
}

// MARK: - In handlers of signals, where hardly anything may be called

extension EchoGuard {
  private static func show() {
    // In the background the terminal is somebody else's, and whoever changed it would stop instead of ending.
    let foreground = tcgetpgrp(STDIN_FILENO)
    if foreground < 0 || foreground == getpgrp() { unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &known.pointee.shown) }
  }

  private static func end(_ number: Int32) {
    // It comes again when this returns; until then the interrupted code may look at its error.
    let reason = errno
    show()
    signal(number, SIG_DFL)
    raise(number)
    errno = reason
  }

  private static func tell(_ number: Int32) {
    let reason = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(known.pointee.wakeUp, &byte, 1)
    errno = reason
  }
}
