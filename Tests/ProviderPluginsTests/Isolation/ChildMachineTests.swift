import AppControllerKit
import Glibc
import Testing

@testable import ProviderPlugins

/// What the host decides about the process of a provider, by its bytes, its end and the turns of the main actor.
@Suite struct `The machine of a provider's process` {
  private static let claim = LibraryClaim(id: "com.example.kitty", version: "1", major: 1)

  @Test func `takes the start, and what comes before it`() throws {
    var child = SimulatedChild()
    let heard = child.says(.hello, .lacking("Landlock"), .tick, .started(Self.claim))
    guard case .started(Self.claim)? = heard.reply, case .tick? = heard.events.first else {
      Issue.record("the start was not reported")
      return
    }
    #expect(!heard.isBroken && heard.events.count == 1)
    #expect(child.machine.notes.count == 1 && child.machine.hasGreeted && child.machine.end == nil)
  }

  @Test(
    arguments: [
      (.start, [.tick]), (.start, [.started(claim)]), (.start, [.hello, .hello]),
      (.start, [.hello, .started(claim), .started(claim)]), (.start, [.hello, .started(claim), .lacking("Landlock")]),
      (.start, [.hello, .answer(1, .unsupported)]), (.start, [.hello, .done(1)]),
      (.start, [.hello, .started(claim), .answer(0, .unsupported)]), (.answer(3), [.hello, .answer(4, .unsupported)]),
      (.answer(3), [.hello, .answer(3, .unsupported), .done(3)]),
    ] as [(ChildMachine.Due, [FromChild])])
  func `takes nothing when it is not due, and nothing after it`(_ due: ChildMachine.Due, _ messages: [FromChild]) {
    var child = SimulatedChild()
    _ = child.machine.begin(due, polls: true)
    let heard = child.says(messages)
    #expect(heard.isBroken)
    guard case .broken(.unexpected)? = child.machine.end else {
      Issue.record("it goes on")
      return
    }
    #expect(!child.machine.listens(isOnWatch: false))
  }

  @Test func `takes one answer to a question, once what came before it is delivered`() {
    var child = SimulatedChild()
    _ = child.machine.begin(.answer(3), polls: true)
    let heard = child.says(.hello, .tick, .answer(3, .unsupported))
    #expect(heard.events.count == 1 && !child.machine.hasReply)
    guard let reply = heard.reply else {
      Issue.record("there is no answer")
      return
    }
    child.machine.store(reply)
    #expect(child.machine.hasReply)
    let taken = [child.machine.takeReply(), child.machine.takeReply()]
    #expect(taken.map { $0 != nil } == [true, false])
  }

  @Test func `takes frames in pieces, and knows what is missing`() {
    var child = SimulatedChild()
    let bytes = SimulatedChild.frames([.hello, .log(.info, "hello")])
    var (lines, missing) = (0, Set<Int>())
    for byte in bytes {
      lines += child.says([byte]).events.count
      missing.insert(child.machine.missing)
    }
    #expect(lines == 1)
    // Only the frame of the line has a content.
    #expect(missing.max() == bytes.count - 2 * FrameHeader.size)
  }

  @Test(arguments: [(0, nil), (5, ChildMachine.End.broken(.cut(5)))])
  func `has to end when its connection is closed, which is between two frames`(_ rest: Int, _ end: ChildMachine.End?) {
    var child = SimulatedChild()
    let before = child.says(Array(SimulatedChild.frames([.hello, .tick]).prefix(FrameHeader.size + rest)))
    let heard = child.says([UInt8]())
    #expect(!before.isClosed && heard.isClosed && heard.isBroken == (end != nil))
    #expect(child.machine.isClosed && child.machine.end == end && !child.machine.listens(isOnWatch: false))
  }

  @Test func `says what was wrong with a process, whose log is heard until its end`() {
    var child = SimulatedChild()
    _ = child.machine.abandon(.unwanted)
    let heard = child.says(.hello, .log(.warning, "last"), .tick, .done(7))
    #expect(heard.events.count == 2 && heard.isBroken)
    #expect(child.machine.end == .unwanted && child.machine.listens(isOnWatch: true))
  }
}

// MARK: - The end

extension `The machine of a provider's process` {
  @Test func `knows whether anything was asked of a process when it ended`() {
    for due in [ChildMachine.Due.answer(1), .start, .nothing] {
      var machine = ChildMachine()
      _ = machine.begin(due, polls: false)
      #expect(!machine.isReaped)
      machine.exit(.signaled(SIGKILL))
      #expect(machine.hasDiedAtRest == (due == .nothing))
      #expect(machine.isReaped && machine.end == .exited(.signaled(SIGKILL)))
    }
  }

  @Test func `keeps the first reason`() {
    var machine = ChildMachine()
    let reasons: [ChildMachine.End] = [.hung(.seconds(1)), .closed]
    #expect(reasons.map { machine.abandon($0) } == [true, false])
    machine.exit(.signaled(SIGKILL))
    #expect(machine.end == .hung(.seconds(1)))
  }

  @Test(
    arguments: [
      (.closed, .signaled(SIGILL), .exited(.signaled(SIGILL))), (.closed, .exited(3), .exited(.exited(3))),
      (.closed, .signaled(SIGKILL), .closed), (.closed, .unknown, .closed),
      (.hung(.seconds(1)), .signaled(SIGSEGV), .exited(.signaled(SIGSEGV))), (.flooded, .exited(0), .flooded),
      (.unwanted, .exited(0), .unwanted), (.pretended("id"), .signaled(SIGILL), .pretended("id")),
    ] as [(ChildMachine.End, ChildExit, ChildMachine.End)])
  func `tells how a process ended by itself while it was about to be killed`(
    _ reason: ChildMachine.End, _ exit: ChildExit, _ end: ChildMachine.End
  ) {
    var machine = ChildMachine()
    _ = machine.abandon(reason)
    machine.exit(exit)
    #expect(machine.end == end)
  }
}

// MARK: - The reader

extension `The machine of a provider's process` {
  @Test func `is not read by the watching thread while the main actor reads`() {
    var machine = ChildMachine()
    #expect(machine.listens(isOnWatch: true) && machine.watching == .goesOn)
    let isStopped = machine.begin(.answer(1), polls: true)
    #expect(isStopped && !machine.listens(isOnWatch: true) && machine.listens(isOnWatch: false))
    #expect(machine.watching == .ends)
    let isHandoverNew = machine.leave()
    #expect(isHandoverNew && machine.listens(isOnWatch: true) && machine.watching == .goesOn)
  }

  @Test func `goes back to the watching thread once, and not when another exchange has come first`() {
    var machine = ChildMachine()
    func begins() -> Bool { machine.begin(nil, polls: true) }
    func leaves() -> Bool { machine.leave() }
    func handsOver() -> Bool { machine.handOverIfDue() }
    #expect(begins())
    #expect(leaves())
    // The thread has no part in it, so nothing has to be taken over.
    #expect(!begins())
    // The requested turn has not come yet.
    #expect(!leaves())
    #expect(handsOver())
    #expect(!handsOver())
    #expect(begins())
    #expect(leaves())
    #expect(!begins())
    #expect(!handsOver())
  }

  @Test func `pauses after many events, until the main actor has had a turn`() {
    var child = SimulatedChild()
    _ = child.says([.hello] + [FromChild](repeating: .tick, count: 255))
    #expect(child.machine.watching == .goesOn)
    _ = child.says(.tick)
    #expect(child.machine.watching == .pauses)
    let goesOn = child.machine.resume()
    #expect(goesOn && child.machine.watching == .goesOn)
    _ = child.machine.begin(nil, polls: true)
    let goesOnBesideMainActor = child.machine.resume()
    #expect(!goesOnBesideMainActor)
  }

  @Test(
    arguments: [(nil, .goesOn), (.unwanted, .goesOn), (.flooded, .ends), (.hung(.zero), .ends)]
      as [(ChildMachine.End?, ChildMachine.Watching)])
  func `is read until it is killed`(_ end: ChildMachine.End?, _ watching: ChildMachine.Watching) {
    var machine = ChildMachine()
    if let end { _ = machine.abandon(end) }
    #expect(machine.watching == watching)
  }
}

/// A process whose frames are numbered from 1 on.
private struct SimulatedChild {
  var machine = ChildMachine()
  private var writer = FrameWriter()

  mutating func says(_ messages: FromChild...) -> ChildMachine.Heard { says(messages) }

  mutating func says(_ messages: [FromChild]) -> ChildMachine.Heard { says(Self.frames(messages, &writer)) }

  /// No bytes are the end of its connection.
  mutating func says(_ bytes: [UInt8]) -> ChildMachine.Heard {
    var (heard, rest) = (ChildMachine.Heard(), bytes[...])
    repeat {
      let count = unsafe machine.hear(&heard) { room in
        unsafe room.copyBytes(from: rest.prefix(room.count))
        return min(room.count, rest.count)
      }
      rest = rest.dropFirst(count)
    } while !rest.isEmpty && !heard.isBroken
    return heard
  }

  static func frames(_ messages: [FromChild]) -> [UInt8] {
    var writer = FrameWriter()
    return frames(messages, &writer)
  }

  private static func frames(_ messages: [FromChild], _ writer: inout FrameWriter) -> [UInt8] {
    var bytes: [UInt8] = []
    for message in messages {
      writer.write(message)
      _ = try? writer.finish()
      bytes += writer.bytes
    }
    return bytes
  }
}
