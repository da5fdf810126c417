import AppControllerKit
import Glibc

/// Where a command's words go: results to standard output, everything else to standard error.
///
/// What goes to standard error may quote a path, an argument or a library, so nothing in it drives the terminal.
@MainActor
final class Console {
  /// The two streams that a process writes to.
  enum Stream {
    case output
    case errors
  }

  var isQuiet = false
  var isVerbose = false
  private let write: @MainActor (String, Stream) -> Void

  /// Makes a console of the process's own streams, or of what a test gives.
  init(_ write: @escaping @MainActor (String, Stream) -> Void = Console.write) { self.write = write }

  /// Prints what the command was asked for.
  func result(_ text: String) { write(text, .output) }

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

  /// Says what may go wrong later.
  func warning(_ text: String) { say("warning: \(text)\n") }

  /// Says why the command failed, with every diagnostic of an invalid description.
  func error(_ error: any Error) {
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

  private func say(_ text: String) { write(text.displayableLines, .errors) }

  private static func write(_ text: String, to stream: Stream) {
    let descriptor =
      switch stream {
      case .output: STDOUT_FILENO
      case .errors: STDERR_FILENO
      }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      // Nobody can be told that nobody reads.
      if count < 0, errno != EINTR { return }
      bytes = bytes.dropFirst(max(0, count))
    }
  }
}
