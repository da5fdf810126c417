import Foundation
import Glibc
import ProviderPlugins
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct `Children of a process of its own` {
  @Test(arguments: [
    ["rounds", "\(Effort.cases(200))", "true"], ["drops", "\(Effort.cases(200))", "wait"],
    ["rounds", "50", "fork", "group"],
  ])
  func `leave no descriptor, no thread and no zombie`(_ arguments: [String]) throws {
    let command = Array(arguments[..<2]) + [try TestChild.program()] + arguments[2...]
    let outcome = try Tool.run(try TestChild.tool(), command)
    #expect(outcome.output == "files 0\nthreads 0\nchildless true\n")
  }

  /// The tool exits while they run, in the middle of their lives.
  @Test func `are left to nobody when their app exits`() throws {
    let outcome = try Tool.run(try TestChild.tool(), ["orphans", "\(Effort.cases(50))"])
    #expect(outcome.output == "left 0\n")
  }

  @Test func `leave nothing when they are providers'`() throws {
    let outcome = try Tool.run(
      try TestChild.tool(), ["providers", "\(Effort.cases(200))", try FixtureLibrary.exampleInC()])
    #expect(outcome.output == "files 0\nthreads 0\nchildless true\n")
  }

  @Test func `have their files in their places when the app has closed its own`() throws {
    let outcome = try Tool.run(try TestChild.tool(), ["closed", try TestChild.program(), "tell"])
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("open") } == ["open 0", "open 1", "open 2", "open 3"])
    #expect(lines.contains("input 0") && lines.last == "ended by itself with the status 0")
  }

  @Test func `end for an app that ignores the ends of children, too`() throws {
    let outcome = try Tool.run(try TestChild.tool(), ["ignoring", try TestChild.program(), "close"])
    #expect(outcome.output == "\(ChildExit.unknown)\n")
  }

  @Test func `end with a parent that is killed`() async throws {
    let folder = try TestFolder()
    let pipe = folder.path(of: "pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    let parent = try TestChild(command: [try TestChild.tool(), "parent", pipe])
    // `open` blocks until the child opens its end.
    let reader = unsafe open(pipe, O_RDONLY)
    defer { close(reader) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).hasPrefix("child "))
    // The child is in a session of its own, so a signal to the process group of its parent does not reach it.
    #expect(Glibc.kill(parent.process.identifier, SIGKILL) == 0)
    #expect(await parent.exit() == .signaled(SIGKILL))
    var end = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    var ready: Int32
    repeat { ready = unsafe poll(&end, 1, 600_000) } while ready < 0 && errno == EINTR
    #expect(unsafe ready == 1 && read(reader, &bytes, bytes.count) == 0, "the child lives")
  }

  @Test func `go on only below who has made their socket`() async throws {
    let tool = try TestChild.tool()
    #expect(await (try TestChild(command: [tool, "prepare"])).end().lines(of: .output) == ["prepared"])
    let events = try await TestChild("stepchild", tool, "prepare").end()
    #expect(events.lines(of: .output) == ["stepchild 1"])
  }
}
