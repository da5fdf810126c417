import Glibc
import TestSupport

@testable import ProviderPlugins

/// A child of the tests, and what its handlers are told.
final class TestChild: Sendable {
  enum Event: Sendable, Hashable {
    case readable
    case line(ChildProcess.Stream, String)
    case exit(ChildExit)
  }

  let process: ChildProcess
  /// What the handlers are told, from the first to the exit.
  let events: AsyncStream<Event>

  /// The program in C that children run.
  static func program() throws -> String { try FixtureLibrary.program("Tests/Fixtures/child.c") }

  /// The program in Swift that does what would disturb the process of the tests.
  static func tool() throws -> String { try FixtureLibrary.executable("SandboxTool") }

  /// Starts a child that does something; see `child.c`.
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

  /// All events, to the end of the child and of the thread that watches it.
  func end() async -> [Event] { await events.reduce(into: []) { $0.append($1) } }

  /// How it ended; nil when that was not told once and last.
  func exit() async -> ChildExit? { Self.exit(of: await end()) }

  static func exit(of events: [Event]) -> ChildExit? {
    let exits = events.compactMap { if case .exit(let exit) = $0 { exit } else { nil } }
    guard let last = events.last, case .exit(let exit) = last, exits.count == 1 else { return nil }
    return exit
  }

  /// Waits for a line, or an event that nothing comes after.
  func wait(for line: String) async -> Bool {
    for await event in events where event == .line(.output, line) { return true }
    return false
  }

  /// What can be read from the socket now, as text; nil when that is nothing, and empty at its end.
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
