import AppControllerKit
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import ProviderPlugins

/// The executable that serves providers, and programs in its place.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A process for a provider` {
  /// Programs that do something else with their argument: exit with success, exit with an error, or never end.
  @Test(arguments: [("/bin/true", "status 0"), ("/bin/cat", "status 1"), ("/usr/bin/yes", "was killed")])
  func `is told from a program that serves none`(_ program: String, _ end: String) throws {
    var loader = ProviderLoader(isolation: .process)
    loader.child.executable = program
    // Only the program that never ends is waited for in vain.
    loader.child.startDeadline = program == "/usr/bin/yes" ? .milliseconds(500) : .seconds(600)
    let error = #expect(throws: PluginError.self) { try loader.load(FixtureLibrary.exampleInC()) }
    expect(error, "ACK2206", [end, "kitty.so"])
    #expect(error?.fix.contains("ProviderChild.runIfRequested()") == true)
    if program == "/bin/cat" { #expect(error?.why.contains("No such file") == true, "\(error?.why ?? "")") }
  }

  @Test func `is not to be had of a program that is not there`() {
    var loader = ProviderLoader(isolation: .process)
    loader.child.executable = "/nowhere/app"
    expect(
      #expect(throws: PluginError.self) { try loader.load(FixtureLibrary.exampleInC()) }, "ACK2211", ["/nowhere/app"])
  }

  private static let order = StartOrder(
    libraries: [StartOrder.Library(name: "", soname: nil, path: "/nowhere/kitty.so", file: .blank)], places: [],
    limits: ChildLimits(), home: nil)

  private static func frames(_ messages: ToChild...) throws -> [UInt8] {
    var writer = FrameWriter()
    return try messages.flatMap { message in
      writer.write(message)
      _ = try writer.finish()
      return writer.bytes
    }
  }

  private static func bytes(_ what: String) throws -> [UInt8] {
    switch what {
    case "tick": try frames(.tick, .start(order))
    case "hello": try SampleMessages.frame { $0.write(FromChild.hello) }
    case "large": [0xFF, 0xFF, 0xFF, 0x7F, 101, 0, UInt8(FrameHeader.version), 0, 1, 0, 0, 0]
    default: Array(what.utf8)
    }
  }

  /// Messages that a host may not send: each ends the process, which names the rule.
  @Test(arguments: [
    ("", "nothing"), ("garbage that is no frame at all", "version"), ("tick", "order to start"),
    ("hello", "kind 1"), ("large", "bytes"),
  ])
  func `does nothing for a host that breaks the rules`(_ what: String, _ rule: String) async throws {
    let bytes = try Self.bytes(what)
    let child = try TestChild(command: [FixtureLibrary.executable("appctl"), ProviderChild.argument])
    let sent = unsafe send(child.process.socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    #expect(sent == bytes.count)
    if what.isEmpty { shutdown(child.process.socket, Int32(SHUT_WR)) }
    let events = await child.end()
    #expect(TestChild.exit(of: events) == .exited(0))
    let lines = events.lines(of: .errors)
    // A host that has gone has broken no rule.
    #expect(what.isEmpty ? lines.isEmpty : lines.contains { $0.contains("the host broke a rule") && $0.contains(rule) })
  }

  @Test func `says why it does not load a library, and ends`() async throws {
    let child = try TestChild(command: [FixtureLibrary.executable("appctl"), ProviderChild.argument])
    let bytes = try Self.frames(.start(Self.order))
    #expect(unsafe send(child.process.socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
    #expect(await child.exit() == .exited(0))
    var (machine, heard) = (ChildMachine(), ChildMachine.Heard())
    _ = unsafe machine.hear(&heard) { unsafe recv(child.process.socket, $0.baseAddress, $0.count, 0) }
    guard case .refused(let error)? = heard.reply else {
      Issue.record("it has refused nothing")
      return
    }
    expect(error, "ACK2001", ["/nowhere/kitty.so"])
  }

  /// Starts a program that says this, then a line, and waits for its end.
  private func link(_ messages: [FromChild], _ context: HostContext, in folder: TestFolder) throws -> ChildLink {
    var writer = FrameWriter()
    let bytes = try messages.flatMap { message in
      writer.write(message)
      _ = try writer.finish()
      return writer.bytes
    }
    let program = ChildProcess.Program(
      path: "/bin/sh",
      arguments: ["sh", "-c", "cat \"$0\" >&3; echo said; exec cat <&3", try folder.write(bytes, to: "said")],
      environment: ["PATH": "/usr/bin:/bin"])
    return try ChildLink(program, context, patience: .zero)
  }

  /// This process may have been too busy to read the answer before the deadline.
  @Test func `is not killed at the deadline of a question that it has answered`() async throws {
    let folder = try TestFolder()
    let context = HostContext { _ in }
    let link = try link([.hello, .answer(3, .unsupported)], context, in: folder)
    link.send([], expecting: .answer(3))
    await reached { !context.takeLines().isEmpty }
    link.expire(.seconds(10))
    #expect(link.machine { $0.end } == nil)
    let reply = link.machine { $0.takeReply() }
    #expect(reply != nil)
    link.expire(.seconds(10))
    #expect(link.machine { $0.end } == .hung(.seconds(10)))
  }

  /// Otherwise a recording would miss a log line that came after the answer, and a wake would have no effect.
  @Test func `has told what came before an answer when the answer can be taken`() async throws {
    let folder = try TestFolder()
    let seen = Mutex((link: ChildLink?.none, hasReply: [Bool]()))
    let context = HostContext { signal in
      guard case .tick = signal else { return }
      seen.withLock { seen in seen.hasReply.append(seen.link?.machine { $0.hasReply } ?? true) }
    }
    let link = try link([.hello, .tick, .answer(3, .unsupported)], context, in: folder)
    seen.withLock { $0.link = link }
    link.send([], expecting: .answer(3))
    #expect(link.poll(atMost: .seconds(60)) != nil)
    #expect(seen.withLock { $0.hasReply } == [false])
    seen.withLock { $0.link = nil }
    link.kill(.unwanted)
  }
}
