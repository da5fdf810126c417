import CSpawn
package import Foundation
import Synchronization

/// Another program that a test has started.
///
/// It does not use Foundation's `Process`, which reads past the end of its memory (`findMaximumOpenFromProcSelfFD`)
/// with as many open files as these tests have. The address sanitizer reports that.
package final class Program: Sendable {
  package enum Ending: Equatable {
    case exited(Int32)
    case killed(by: Int32)
  }

  /// The file descriptors of its standard streams; `nil` stands for `/dev/null`.
  package struct Streams {
    package var input: Int32?
    package var output: Int32?
    package var errors: Int32?

    package init(input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil) {
      (self.input, self.output, self.errors) = (input, output, errors)
    }
  }

  package let identifier: pid_t
  private let isReaped = Mutex(false)

  /// Starts a program, with the default signal handlers and no open files but its standard streams.
  ///
  /// - Parameters:
  ///   - words: Its path and its arguments.
  ///   - environment: Its whole environment; by default that of the tests.
  ///   - folder: Its working directory; by default that of the tests.
  ///   - streams: Its standard streams.
  /// - Throws: `POSIXError` when it cannot be started.
  package init(
    _ words: [String], environment: [String: String]? = nil, in folder: String? = nil, streams: Streams = Streams()
  ) throws {
    let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0)=\($1)" }
    let (arguments, environment) = unsafe (CStrings(words), CStrings(variables))
    let identifier = unsafe spawn_program(
      arguments.pointers, environment.pointers, folder, streams.input ?? -1, streams.output ?? -1, streams.errors ?? -1
    )
    if identifier < 0 { throw POSIXError(POSIXErrorCode(rawValue: -identifier) ?? .ECHILD) }
    self.identifier = identifier
  }

  /// Sends it a signal, unless it has been waited for.
  ///
  /// Its process id may belong to another process afterwards, or to a thread of the tests, which a signal would end.
  package func send(_ signal: Int32) { isReaped.withLock { if !$0 { kill(identifier, signal) } } }

  /// Blocks the thread until it has ended; to be called once.
  package func waitUntilExit() -> Ending {
    // The process id stays its own until it is reaped.
    var end = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(identifier), &end, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    let status = isReaped.withLock { isReaped in
      isReaped = true
      var status: Int32 = 0
      while unsafe waitpid(identifier, &status, 0) == -1, errno == EINTR {}
      return status
    }
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(by: signal)
  }
}

// MARK: - Programs that run to their end

extension Program {
  package struct Outcome {
    package let ending: Ending
    package let output: String
    /// Its standard error; empty when that was merged into the output.
    package let errors: String

    /// The exit status, or the number of the signal that killed it.
    package var status: Int32 {
      switch ending {
      case .exited(let status): status
      case .killed(let signal): signal
      }
    }
  }

  /// Runs a program with an input, and reads all of its output.
  ///
  /// - Parameters:
  ///   - words: Its path and its arguments.
  ///   - input: Its standard input, which is closed after that; none by default.
  ///   - mergesErrors: Whether standard error is merged into the output, in the order of the writes.
  ///   - environment: Its whole environment; by default that of the tests.
  ///   - folder: Its working directory; by default that of the tests.
  /// - Returns: Its ending, and all of its output.
  /// - Throws: `POSIXError` when it cannot be started.
  package static func run(
    _ words: [String], input: String? = nil, mergesErrors: Bool = false, environment: [String: String]? = nil,
    in folder: String? = nil
  ) throws -> Outcome {
    let (stdin, stdout, stderr) = (input.map { _ in Pipe() }, Pipe(), Pipe())
    let output = stdout.fileHandleForWriting
    let errors = mergesErrors ? output : stderr.fileHandleForWriting
    let streams = Streams(
      input: stdin?.fileHandleForReading.fileDescriptor, output: output.fileDescriptor, errors: errors.fileDescriptor
    )
    let program = try Program(words, environment: environment, in: folder, streams: streams)
    try stdin?.fileHandleForReading.close()
    try stdout.fileHandleForWriting.close()
    try stderr.fileHandleForWriting.close()
    if let stdin, let input {
      // A program that ends without reading its input must not end the tests.
      signal(SIGPIPE, SIG_IGN)
      try? stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try? stdin.fileHandleForWriting.close()
    }
    let texts = readToEnd(of: [stdout.fileHandleForReading, stderr.fileHandleForReading])
    return Outcome(ending: program.waitUntilExit(), output: texts[0], errors: texts[1])
  }

  /// Reads from all handles as data arrives, so that the program never blocks on a full pipe.
  private static func readToEnd(of handles: [FileHandle]) -> [String] {
    var files = handles.map { pollfd(fd: $0.fileDescriptor, events: Int16(POLLIN), revents: 0) }
    var contents = handles.map { _ in Data() }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while files.contains(where: { $0.fd >= 0 }), unsafe poll(&files, nfds_t(files.count), -1) >= 0 || errno == EINTR {
      for index in files.indices where files[index].revents != 0 {
        let count = unsafe read(files[index].fd, &bytes, bytes.count)
        if count > 0 { contents[index] += bytes.prefix(count) } else { files[index].fd = -1 }
      }
    }
    return contents.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// An array of C strings with a null pointer at the end.
@unsafe private final class CStrings {
  package let pointers: [UnsafeMutablePointer<CChar>?]

  package init(_ strings: [String]) { unsafe pointers = strings.map { unsafe strdup($0) } + [nil] }

  deinit { unsafe pointers.forEach { unsafe free($0) } }
}
