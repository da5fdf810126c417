extension ChildProcess {
  /// What a child runs.
  package struct Program: Sendable {
    /// The path of the executable; it is not searched for.
    package var path: String
    /// The arguments; the first one is the name that the program sees itself run by.
    package var arguments: [String]
    /// All of its environment.
    package var environment: [String: String]

    /// Describes a program.
    package init(path: String, arguments: [String], environment: [String: String] = [:]) {
      self.path = path
      self.arguments = arguments
      self.environment = environment
    }
  }

  /// A stream that the child writes text on.
  package enum Stream: Sendable, Hashable {
    /// Its standard output.
    case output
    /// Its standard error.
    case errors
  }

  /// Who is told what a child does.
  ///
  /// All of them are called on the thread that watches the child, one at a time, and hold up whatever comes next.
  package struct Handlers: Sendable {
    /// Something can be read from the socket, or nobody is at its other end: once after each ``ChildProcess/arm()``.
    package var readable: @Sendable () -> Void
    /// The child wrote a line: displayable, at most 1 KiB, and not more than a hundred a second of each stream.
    package var line: @Sendable (Stream, String) -> Void
    /// The child has ended and was reaped, and its last line was told: once, and nothing comes after it.
    package var exit: @Sendable (ChildExit) -> Void

    /// Puts the handlers together.
    package init(
      readable: @escaping @Sendable () -> Void = {},
      line: @escaping @Sendable (Stream, String) -> Void = { _, _ in },
      exit: @escaping @Sendable (ChildExit) -> Void = { _ in }
    ) {
      self.readable = readable
      self.line = line
      self.exit = exit
    }
  }
}
