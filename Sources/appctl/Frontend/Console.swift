import AppControllerKit
import AppControllerTerminal
import CSystem
import Glibc
import ProviderPlugins
import Synchronization

/// The output of a command: results go to standard output, everything else to standard error.
///
/// Text for standard error may quote a path, an argument or a library, so its control characters are replaced. When a
/// result cannot be written, the command completes its work and then fails. A failure to write to standard error is
/// ignored: the exit status describes the work of the command, and a full disk under a log file must not make a logout
/// fail.
@MainActor
final class Console {
  enum Stream {
    case output
    case errors
  }

  var isQuiet = false
  var isVerbose = false
  private let write: @Sendable (String, Stream) -> Int32
  /// `nil` for streams that are no terminal.
  private let (outputRows, errorRows): (MarkedRows?, MarkedRows?)
  private let environment: [String: String]
  private struct State {
    var colorUse = ColorUse.auto
    /// The system's error number of the first result that could not be written; 0 when all were written.
    var failure: Int32 = 0
  }
  private let state = Mutex(State())

  /// `write` returns 0 or the system's error number; `columns` is asked for once, and returns nil for a stream that is
  /// no terminal.
  nonisolated init(
    _ write: @escaping @Sendable (String, Stream) -> Int32 = Console.write, columns: (Stream) -> Int? = { _ in nil },
    environment: [String: String] = TerminalEnvironment.current
  ) {
    (self.write, self.environment) = (write, environment)
    (outputRows, errorRows) = (columns(.output).map(MarkedRows.init), columns(.errors).map(MarkedRows.init))
  }

  nonisolated var outputIsTerminal: Bool { outputRows != nil }

  nonisolated var colorUse: ColorUse {
    get { state.withLock { $0.colorUse } }
    set { state.withLock { $0.colorUse = newValue } }
  }

  /// For results.
  nonisolated var paint: Paint { Paint(colorUse, isTerminal: outputRows != nil, environment: environment) }

  nonisolated func result(_ table: TextTable) { result(table.text(columns: outputRows?.columns, paint)) }

  /// May be called on any thread.
  nonisolated func result(_ text: String) {
    let number = write(text, .output)
    if number != 0 { state.withLock { if $0.failure == 0 { $0.failure = number } } }
  }

  /// A result in one line, with a sign before it.
  nonisolated func done(_ text: String) { result("\(paint("✓", .success)) \(text)\n") }

  /// Some lines are words of a provider; may be called on any thread.
  nonisolated func lines(_ text: String) { result(outputRows?.wrap(text) ?? text) }

  /// Throws `ACK5018` when a result could not be written.
  nonisolated func requireWritten() throws(CommandError) {
    let number = state.withLock { $0.failure }
    if number != 0 { throw .outputNotWritten(number) }
  }

  func note(_ text: String) {
    if !isQuiet { say(text + "\n") }
  }

  /// A quiet console prints only warnings and errors.
  func message(_ severity: Severity, _ text: String) {
    let line = "\(severity.rawValue): \(text)"
    switch severity {
    case .info, .success: note(line)
    case .warning, .error: say(line + "\n")
    }
  }

  /// May be called on any thread.
  nonisolated func warning(_ text: String) { say("warning: \(text)\n") }

  /// The failure with its code, and with its remedy where the user has to do something; may be called on any thread.
  nonisolated func warning(_ error: any ExplainedError, withFix: Bool = false) {
    warning("\(error.what)\(withFix ? "; \(error.fix)" : "") [\(error.codeName)]")
  }

  /// Prints every diagnostic of an invalid description; may be called on any thread.
  nonisolated func error(_ error: any Error) {
    // The remedy is the last line.
    var text = "\(error)\(Self.help(with: error))\n"
    if let invalid = error as? AppControllerError, invalid.diagnostics.count > 1 {
      text += invalid.diagnostics.map { "  \($0)\n" }.joined()
    }
    say(text)
  }

  /// The command with which to follow the remedy; empty when there is none.
  nonisolated private static func help(with error: any Error) -> String {
    switch error {
    case let error as PluginError: error.command.map { "; run: \($0)" } ?? ""
    case let error as AppControllerError where error.code == .invalidStoryboard: "; appctl lint lists everything"
    case let error as AppControllerError: error.underlyingError.map(help(with:)) ?? ""
    default: ""
    }
  }

  func prompt(_ text: String) { say(text) }

  /// Without `--verbose` only warnings and errors.
  func log(_ level: LogLevel, _ text: String) {
    if isVerbose || level >= .warning { say("\(level): \(text)\n") }
  }

  private nonisolated func say(_ text: String) {
    let text = text.displayableLines
    let paint = Paint(colorUse, isTerminal: errorRows != nil, environment: environment)
    _ = write(paint.messages(errorRows?.wrap(text, atWords: true) ?? text), .errors)
  }

  /// `nil` when the stream is no terminal.
  nonisolated static func columns(of stream: Stream) -> Int? {
    let file = stream == .output ? STDOUT_FILENO : STDERR_FILENO
    return isatty(file) == 1 ? TerminalSettings.size(of: file).columns : nil
  }

  private nonisolated static func write(_ text: String, to stream: Stream) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      switch stream {
      case .output: unsafe standard_file_write(STDOUT_FILENO, bytes.baseAddress, bytes.count, -1)
      // A reader that blocks standard error delays each write by one second at most.
      case .errors: unsafe standard_file_write(STDERR_FILENO, bytes.baseAddress, bytes.count, 1000)
      }
    }
  }
}

extension CommandError {
  fileprivate static func outputNotWritten(_ number: Int32) -> CommandError {
    let reason = unsafe String(cString: strerror(number))
    return CommandError(
      .outputNotWritten, what: "the result cannot be written to standard output: \(reason)",
      why: "the command has done what it was to do, but whoever asked has not got all of the result",
      fix: "give it a standard output that takes it, such as a file on a disk with room")
  }
}

extension Console {
  func confirm(_ text: String, _ question: String) -> Bool {
    prompt(text)
    do { return try agrees(to: question) } catch {
      self.error(error)
      return false
    }
  }

  func agrees(to question: String) throws(CommandError) -> Bool {
    // Input that was typed before the question is not an answer to it.
    tcflush(STDIN_FILENO, TCIFLUSH)
    let answer = try StandardInput.ask("\(question) [y/N] ", echoes: true, self)
    return ["y", "yes"].contains(answer?.text.lowercased() ?? "")
  }
}
