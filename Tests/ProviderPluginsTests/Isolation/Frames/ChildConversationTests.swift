import AppControllerKit
import CProviderABI
import Glibc
import Synchronization
import Testing

@testable import ProviderPlugins

/// The host's handling of the messages of a process, and the order that it requires of them.
@Suite struct `The inbox of a provider's process` {
  private let inbox: ChildConversation
  private let ends: (host: Int32, child: Int32)

  init() throws {
    inbox = ChildConversation(HostContext { _ in })
    var pair: [Int32] = [-1, -1]
    try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &pair) == 0)
    ends = (pair[0], pair[1])
  }

  /// Passes messages of the process to the inbox, whose frames are numbered from 1 on.
  private func hear(_ messages: [FromChild], _ other: ChildConversation? = nil) throws -> FrameFault? {
    var writer = FrameWriter()
    for message in messages {
      writer.write(message)
      _ = try writer.finish()
      _ = unsafe write(ends.child, writer.bytes, writer.bytes.count)
    }
    defer {
      close(ends.child)
      close(ends.host)
    }
    return (other ?? inbox).read(from: ends.host)
  }

  private static let claim = LibraryClaim(id: "com.example.kitty", version: "1", major: 1)

  @Test func `takes the start, and what comes before it`() throws {
    #expect(try hear([.hello, .lacking("Landlock"), .tick, .started(Self.claim)]) == nil)
    guard case .started(Self.claim)? = inbox.takeReply() else {
      Issue.record("the start was not reported")
      return
    }
    #expect(inbox.notes.count == 1)
    #expect(inbox.hasGreeted)
  }

  @Test(
    arguments: [
      [FromChild.tick], [.started(claim)], [.hello, .hello], [.hello, .started(claim), .started(claim)],
      [.hello, .started(claim), .lacking("Landlock")], [.hello, .answer(1, .unsupported)],
      [.hello, .done(1)], [.hello, .started(claim), .answer(0, .unsupported)],
    ] as [[FromChild]])
  func `takes nothing when it is not due`(_ messages: [FromChild]) throws {
    guard case .unexpected? = try hear(messages) else {
      Issue.record("it was taken")
      return
    }
    guard case .broken? = inbox.end else {
      Issue.record("it goes on")
      return
    }
  }

  @Test func `takes one answer to a question, and only its own`() throws {
    inbox.expect(.answer(3))
    #expect(try hear([.hello, .answer(3, .unsupported)]) == nil)
    #expect(inbox.takeReply() != nil)
    #expect(inbox.takeReply() == nil)
  }

  /// Otherwise a recording would miss a log line that came after the answer, and a wake would have no effect.
  @Test func `has told what came before an answer when the answer can be taken`() throws {
    let seen = Mutex((inbox: ChildConversation?.none, replies: [Bool]()))
    let inbox = ChildConversation(
      HostContext { _ in seen.withLock { $0.replies.append($0.inbox?.takeReply() != nil) } })
    seen.withLock { $0.inbox = inbox }
    inbox.expect(.answer(3))
    #expect(try hear([.hello, .tick, .answer(3, .unsupported)], inbox) == nil)
    #expect(seen.withLock { $0.replies } == [false])
    #expect(inbox.takeReply() != nil)
  }

  @Test(arguments: [[FromChild.hello, .answer(4, .unsupported)], [.hello, .answer(3, .unsupported), .done(3)]])
  func `takes no other answer, and none twice`(_ messages: [FromChild]) throws {
    inbox.expect(.answer(3))
    #expect(try hear(messages) != nil)
  }

  @Test func `hears nothing after the first fault`() throws {
    #expect(try hear([.tick, .hello, .started(Self.claim)]) != nil)
    #expect(inbox.takeReply() == nil)
    #expect(inbox.read(from: -1) == nil)
  }

  @Test func `waits for the end of a process that has closed its end`() throws {
    #expect(try hear([.hello]) == nil)
    #expect(!inbox.isClosed)
    inbox.close(.exited(3))
    #expect(inbox.end == .exited(.exited(3)))
    #expect(inbox.isReaped)
  }

  @Test func `knows whether anything was asked of a process when it ended`() {
    inbox.expect(.answer(1))
    inbox.close(.signaled(SIGKILL))
    #expect(!inbox.hasDiedAtRest)
    inbox.expect(.nothing)
    inbox.close(.signaled(SIGKILL))
    #expect(inbox.hasDiedAtRest)
  }

  @Test func `hears what is logged by a process that was told to end`() throws {
    #expect(inbox.abandon(.unwanted))
    #expect(try hear([.hello, .log(.warning, "last"), .tick, .done(7)]) != nil)
    #expect(inbox.end == .unwanted)
  }

  @Test func `keeps the first reason`() {
    #expect(inbox.abandon(.hung(.seconds(1))))
    #expect(!inbox.abandon(.closed))
    inbox.close(.signaled(SIGKILL))
    #expect(inbox.end == .hung(.seconds(1)))
  }

  @Test(
    arguments: [
      (.closed, .signaled(SIGILL), .exited(.signaled(SIGILL))), (.closed, .exited(3), .exited(.exited(3))),
      (.closed, .signaled(SIGKILL), .closed), (.closed, .unknown, .closed),
      (.hung(.seconds(1)), .signaled(SIGSEGV), .exited(.signaled(SIGSEGV))), (.flooded, .exited(0), .flooded),
      (.unwanted, .exited(0), .unwanted), (.pretended("id"), .signaled(SIGILL), .pretended("id")),
    ] as [(ChildConversation.End, ChildExit, ChildConversation.End)])
  func `tells how a process ended by itself while it was about to be killed`(
    _ reason: ChildConversation.End, _ exit: ChildExit, _ end: ChildConversation.End
  ) {
    #expect(inbox.abandon(reason))
    inbox.close(exit)
    #expect(inbox.end == end)
  }
}

// MARK: - The reader

extension `The inbox of a provider's process` {
  @Test func `is not read by the watching thread while the main actor reads`() throws {
    #expect(inbox.takeOver())
    var writer = FrameWriter()
    writer.write(FromChild.hello)
    _ = try writer.finish()
    #expect(unsafe write(ends.child, writer.bytes, writer.bytes.count) == writer.bytes.count)
    #expect(inbox.read(from: ends.host, isOnWatch: true) == nil)
    #expect(!inbox.hasGreeted)
    #expect(inbox.leave())
    #expect(inbox.read(from: ends.host, isOnWatch: true) == nil)
    #expect(inbox.hasGreeted)
    close(ends.child)
    close(ends.host)
  }

  @Test func `goes back to the watching thread once, and not when another exchange has come first`() {
    #expect(inbox.takeOver())
    #expect(inbox.leave())
    // The thread has no part in it, so nothing has to be taken over.
    #expect(!inbox.takeOver())
    // The requested turn has not come yet.
    #expect(!inbox.leave())
    #expect(inbox.handOverIfDue())
    #expect(!inbox.handOverIfDue())
    #expect(inbox.takeOver())
    #expect(inbox.leave())
    #expect(!inbox.takeOver())
    #expect(!inbox.handOverIfDue())
    close(ends.child)
    close(ends.host)
  }
}
