internal import Glibc

/// How a child process has ended.
package enum ChildExit: Sendable, Hashable {
  /// It ended by itself, with a status.
  case exited(Int32)
  /// A signal ended it.
  case signaled(Int32)
  /// The app has taken the end of the child from the kernel, or ignores `SIGCHLD`, so that nobody knows.
  case unknown
}

extension ChildExit: CustomStringConvertible {
  /// What happened, to follow the name of the child: "was ended by SIGSEGV (a bad memory access)".
  package var description: String {
    switch self {
    case .exited(let status): "ended by itself with the status \(status)"
    case .signaled(let number):
      if let (name, meaning) = Self.signals[number] {
        "was ended by \(name) (\(meaning))"
      } else {
        "was ended by the signal \(number)"
      }
    case .unknown: "ended, and the app has let nobody know how"
    }
  }

  private static let signals: [Int32: (name: String, meaning: String)] = [
    SIGHUP: ("SIGHUP", "its terminal was closed"),
    SIGINT: ("SIGINT", "an interruption"),
    SIGQUIT: ("SIGQUIT", "a request to quit"),
    SIGILL: ("SIGILL", "a trap, as a failed check in Swift is one"),
    SIGTRAP: ("SIGTRAP", "a trap, as a failed check in Swift is one"),
    SIGABRT: ("SIGABRT", "it gave up by itself, as `abort` and a failed assertion do"),
    SIGBUS: ("SIGBUS", "a bad memory access, or a file that became shorter"),
    SIGFPE: ("SIGFPE", "bad arithmetic, such as a division by zero"),
    SIGKILL: ("SIGKILL", "it was killed by this app, by somebody else, or because memory had run out"),
    SIGSEGV: ("SIGSEGV", "a bad memory access"),
    SIGPIPE: ("SIGPIPE", "it wrote where nobody reads"),
    SIGALRM: ("SIGALRM", "an alarm that it had set"),
    SIGTERM: ("SIGTERM", "a request to end"),
    SIGUSR1: ("SIGUSR1", "a signal that it did not handle"),
    SIGUSR2: ("SIGUSR2", "a signal that it did not handle"),
    SIGXCPU: ("SIGXCPU", "it used more processor time than it may"),
    SIGXFSZ: ("SIGXFSZ", "it wrote a larger file than it may"),
    SIGSYS: ("SIGSYS", "a system call that does not exist"),
  ]
}
