import Foundation
import Glibc
import ProviderPlugins
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct `A child process` {
  @Test func `starts with clean signals, its own session and environment, and nothing open but four files`()
    async throws
  {
    // A file descriptor that a child would inherit, and a signal that is ignored here.
    let leak = unsafe open("/dev/null", O_RDONLY)
    defer { close(leak) }
    let before = signal(SIGUSR2, SIG_IGN)
    let child = try TestChild("tell", environment: ["B": "2=", "A": "1"])
    signal(SIGUSR2, before)
    let events = await child.end()
    #expect(
      events.lines(of: .output) == [
        "argument \(try TestChild.program())", "argument tell", "session 1", "signals 0", "input 0", "open 0", "open 1",
        "open 2", "open 3", "waits 000", "environment A=1", "environment B=2=",
      ])
    #expect(TestChild.exit(of: events) == .exited(0) && events.lines(of: .errors) == [])
  }

  @Test(arguments: [0, 3, 255] as [Int32])
  func `ends with its own status`(_ status: Int32) async throws {
    #expect(try await TestChild("exit", "\(status)").exit() == .exited(status))
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGKILL, SIGTERM, SIGILL])
  func `ends by a signal, which is told`(_ number: Int32) async throws {
    #expect(try await TestChild("crash", "\(number)").exit() == .signaled(number))
  }

  @Test func `is told from what ends it outside`() async throws {
    let child = try TestChild("wait")
    #expect(await child.wait(for: "ready"))
    #expect(Glibc.kill(child.process.identifier, SIGTERM) == 0)
    #expect(await child.exit() == .signaled(SIGTERM))
  }

  @Test(arguments: ["ignore", "wait", "shutdown"])
  func `is killed, whatever it ignores or has closed, and any number of times`(_ what: String) async throws {
    let child = try TestChild(what)
    #expect(await child.wait(for: "ready"))
    for _ in 0..<3 { child.process.kill() }
    #expect(await child.exit() == .signaled(SIGKILL))
    child.process.kill()
  }

  @Test func `is killed when it has stopped itself`() async throws {
    let child = try TestChild("stop")
    #expect(await child.wait(for: "ready"))
    // It waits for the stop, without reaping the child.
    var status: Int32 = 0
    let stopped = unsafe waitpid(child.process.identifier, &status, WUNTRACED)
    #expect(stopped == child.process.identifier && status & 0xFF == 0x7F)
    child.process.kill()
    #expect(await child.exit() == .signaled(SIGKILL))
  }

  @Test func `is killed when nobody holds it any more`() async throws {
    var child: TestChild? = try TestChild("ignore")
    let events = try #require(child).events
    child = nil
    let last = await events.reduce(into: []) { $0.append($1) }
    #expect(TestChild.exit(of: last) == .signaled(SIGKILL))
  }

  @Test func `reports its socket once for each time that it was armed`() async throws {
    let child = try TestChild("echo")
    var events = child.events.makeAsyncIterator()
    for text in ["one", "two"] {
      child.process.arm()
      child.process.arm()
      #expect(child.send(text))
      #expect(await events.next() == .readable)
      #expect(child.receive() == text && child.receive() == nil)
    }
    // The socket is not armed, so the handler is not called for this.
    child.process.arm()
    child.process.disarm()
    #expect(child.send("three"))
    child.process.kill()
    #expect(await events.next() == .exit(.signaled(SIGKILL)))
    #expect(await events.next() == nil)
  }

  @Test func `reports a socket that it has closed`() async throws {
    let child = try TestChild("shutdown")
    #expect(await child.wait(for: "ready"))
    child.process.arm()
    var events = child.events.makeAsyncIterator()
    #expect(await events.next() == .readable)
    #expect(child.receive() == "")
  }

  @Test func `leaves its last answer in the socket`() async throws {
    let child = try TestChild("answer")
    // Both events are there at once, and the answer comes first.
    child.process.arm()
    #expect(child.send("x"))
    let events = await child.end()
    #expect(TestChild.exit(of: events) == .exited(0))
    #expect(events.count { $0 == .readable } == 1)
    #expect(child.receive() == "the last answer")
    #expect(child.waitForSocket() && child.receive() == "")
    child.process.arm()
  }

  @Test func `has its lines told, also one without a line feed, and made displayable`() async throws {
    let child = try TestChild("answer")
    #expect(child.send("x"))
    let events = await child.end()
    #expect(events.lines(of: .output) == ["no line feed"])
    #expect(events.lines(of: .errors) == ["\u{FFFD}[31mred\u{FFFD}[0m tab", "\u{FFFD}\u{FFFD}"])
    #expect(child.process.lastOutput.contains("no line feed") && !child.process.lastOutput.contains("\u{1b}"))
  }

  @Test func `is watched to its end when it has closed its streams`() async throws {
    let child = try TestChild("close")
    #expect(child.send("x"))
    #expect(await child.end() == [.exit(.exited(7))])
  }

  @Test(arguments: ["lines", "one"])
  func `floods its output and neither stops nor drowns who listens`(_ kind: String) async throws {
    let start = ContinuousClock.now
    // The argument is a number of MiB.
    let child = try TestChild("flood", "\(Effort.cases(10))", kind)
    let events = await child.end()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    #expect(TestChild.exit(of: events) == .exited(0))
    let lines = events.lines(of: .output)
    #expect(lines.allSatisfy { $0.utf8.count <= 1024 })
    // At most a hundred lines in each second, and the number of lines that were left out.
    #expect(Double(lines.count) <= 101 * (seconds + 3))
    #expect(child.process.lastOutput.split(separator: "\n").last == "the end")
    #expect(child.process.lastOutput.utf8.count <= 4096)
  }

  @Test func `takes with it what it has forked`() async throws {
    let child = try TestChild("fork", "group")
    #expect(await child.exit() == .exited(0))
    #expect(child.waitForSocket() && child.receive() == "")
  }

  @Test func `ends for us when a process that has left its group holds its files`() async throws {
    let child = try TestChild("fork", "escaped")
    let events = await child.end()
    #expect(TestChild.exit(of: events) == .exited(0))
    let left = try #require(events.lines(of: .output).first { $0.hasPrefix("left ") })
    let number = try #require(Int32(left.dropFirst(5)))
    #expect(events.lines(of: .output).last == "no line feed", "nobody waits for the rest of it")
    #expect(child.receive() == nil, "it holds the socket, so that it lives")
    #expect(Glibc.kill(number, SIGKILL) == 0)
  }

  @Test(arguments: ["/nonexistent/program", "/", "/etc/passwd", "a\0b", ""])
  func `cannot be started from what is no program`(_ path: String) {
    let error = #expect(throws: PluginError.self) {
      try ChildProcess(ChildProcess.Program(path: path, arguments: ["x"]), ChildProcess.Handlers())
    }
    #expect(error?.code == .childNotStarted)
  }

  @Test(arguments: [["": "x"], ["a=b": "c"], ["a\0": "b"], ["a": "\0"]])
  func `cannot be started with an environment that nobody could read`(_ environment: [String: String]) {
    let error = #expect(throws: PluginError.self) { try TestChild("true", environment: environment) }
    #expect(error?.code == .childNotStarted)
  }
}
