import Glibc
import ProviderPlugins
import TestSupport

/// A child process of the tests, and the events of its handlers.
final class TestChild: Sendable {
  enum Event: Sendable, Hashable {
    case readable
    case line(ChildProcess.Stream, String)
    case exit(ChildExit)
  }

  let process: ChildProcess
  /// The events of the handlers, up to the exit.
  let events: AsyncStream<Event>

  /// The program in C that children run.
  static func program() throws -> String { try FixtureLibrary.program("Tests/Fixtures/child.c") }

  /// The program in Swift for actions that would disturb the test process.
  static func tool() throws -> String { try FixtureLibrary.executable("SandboxTool") }

  /// Starts a child with an action; see `child.c`.
  convenience init(_ what: String..., environment: [String: String] = [:]) throws {
    try self.init(command: [Self.program()] + what, environment: environment)
  }

  init(command: [String], environment: [String: String] = [:]) throws {
    let (events, sink) = AsyncStream.makeStream(of: Event.self)
    self.events = events
    process = try ChildProcess(
      ChildProcess.Program(path: command[0], arguments: command, environment: environment),
      ChildProcess.Handlers(
        readable: { sink.yield(.readable) },
        line: { sink.yield(.line($0, $1)) },
        exit: {
          sink.yield(.exit($0))
          sink.finish()
        }
      )
    )
  }

  /// Waits for all events, up to the end of the child and of the thread that watches it.
  func end() async -> [Event] { await events.reduce(into: []) { $0.append($1) } }

  /// Returns the exit; nil unless it was reported exactly once, as the last event.
  func exit() async -> ChildExit? { Self.exit(of: await end()) }

  static func exit(of events: [Event]) -> ChildExit? {
    let exits = events.compactMap { if case .exit(let exit) = $0 { exit } else { nil } }
    guard let last = events.last, case .exit(let exit) = last, exits.count == 1 else { return nil }
    return exit
  }

  /// Waits for a line, or for the last event.
  func wait(for line: String) async -> Bool {
    for await event in events where event == .line(.output, line) { return true }
    return false
  }

  /// Waits until the socket has a text or has ended.
  ///
  /// It ends when the last process that holds its other end has ended. A program that another test starts meanwhile has
  /// a copy of it for a moment.
  func waitForSocket() -> Bool {
    var end = pollfd(fd: process.socket, events: Int16(POLLIN), revents: 0)
    var ready: Int32
    repeat { ready = unsafe poll(&end, 1, 600_000) } while ready < 0 && errno == EINTR
    return ready == 1
  }

  /// Returns the available text of the socket; nil when there is none, and empty at its end.
  func receive() -> String? {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = unsafe recv(process.socket, &bytes, bytes.count, 0)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Sends a text.
  func send(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return unsafe Glibc.send(process.socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }
}

extension [TestChild.Event] {
  /// The lines of a stream.
  func lines(of stream: ChildProcess.Stream) -> [String] {
    compactMap { if case .line(stream, let line) = $0 { line } else { nil } }
  }
}
