import AppControllerKit
import CSystem
import Glibc
import Synchronization

/// Where a command's words go: results to standard output, everything else to standard error.
///
/// What goes to standard error may quote a path, an argument or a library, so nothing in it drives the terminal. A result
/// that cannot be written fails the command, when it has done what it has to do. What standard error does not take
/// changes nothing: the status says how the command went, and a full disk below a log makes no logout a failure.
@MainActor
final class Console {
  /// The two streams that a process writes to.
  enum Stream {
    case output
    case errors
  }

  var isQuiet = false
  var isVerbose = false
  private let write: @Sendable (String, Stream) -> Int32
  /// Why a result could not be written first; 0 when all were.
  private let failure = Mutex<Int32>(0)

  /// Makes a console of the process's own streams, or of what a test gives.
  ///
  /// - Parameter write: Writes a text, and gives 0 or the number of the system's error.
  nonisolated init(_ write: @escaping @Sendable (String, Stream) -> Int32 = Console.write) { self.write = write }

  /// Prints what the command was asked for; may be called on any thread.
  nonisolated func result(_ text: String) {
    let number = write(text, .output)
    if number != 0 { failure.withLock { if $0 == 0 { $0 = number } } }
  }

  /// - Throws: ``CommandError`` with the code `ACK5018` when a result could not be written.
  nonisolated func requireWritten() throws(CommandError) {
    let number = failure.withLock { $0 }
    if number != 0 { throw .outputNotWritten(number) }
  }

  /// Says something that the caller did not ask for.
  func note(_ text: String) {
    if !isQuiet { say(text + "\n") }
  }

  /// Says what the provider has to say; a caller that wants quiet is told of what goes wrong all the same.
  func message(_ severity: MessageSeverity, _ text: String) {
    let line = "\(severity.rawValue): \(text)"
    switch severity {
    case .info, .success: note(line)
    case .warning, .error: say(line + "\n")
    }
  }

  /// Says what may go wrong later; may be called on any thread.
  nonisolated func warning(_ text: String) { say("warning: \(text)\n") }

  /// Says why the command failed, with every diagnostic of an invalid description; may be called on any thread.
  nonisolated func error(_ error: any Error) {
    var text = "\(error)\n"
    if let invalid = error as? AppControllerError, invalid.diagnostics.count > 1 {
      text += invalid.diagnostics.map { "  \($0)\n" }.joined()
    }
    say(text)
  }

  /// Asks for something, without a line feed.
  func prompt(_ text: String) { say(text) }

  /// A line of the provider's log.
  func log(_ level: LogLevel, _ text: String) {
    if isVerbose || level >= .warning { say("\(level): \(text)\n") }
  }

  private nonisolated func say(_ text: String) { _ = write(text.displayableLines, .errors) }

  private nonisolated static func write(_ text: String, to stream: Stream) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      switch stream {
      case .output: unsafe standard_file_write(STDOUT_FILENO, bytes.baseAddress, bytes.count, -1)
      // What is said beside the result is not worth more than a moment.
      case .errors: unsafe standard_file_write(STDERR_FILENO, bytes.baseAddress, bytes.count, 1000)
      }
    }
  }
}

extension CommandError {
  /// Standard output fails; the number is the system's.
  fileprivate static func outputNotWritten(_ number: Int32) -> CommandError {
    let reason = unsafe String(cString: strerror(number))
    return CommandError(
      .outputNotWritten, what: "the result cannot be written to standard output: \(reason)",
      why: "the command has done what it was to do, but whoever asked has not got all of the result",
      fix: "give it a standard output that takes it, such as a file on a disk with room")
  }
}
