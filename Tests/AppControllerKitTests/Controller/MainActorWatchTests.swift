import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AppControllerKit

@Suite struct `A controller on a main thread that serves nobody` {
  @Test func `says so instead of doing nothing`() throws {
    let errors = Pipe()
    let program = try Program(
      [TransitionProcess.program.path, "/nowhere", "0", "keep-main-thread"],
      streams: .init(errors: errors.fileHandleForWriting.fileDescriptor))
    try errors.fileHandleForWriting.close()
    var text = Data()
    // Without the message, nothing would end the wait but the time limit of the tests.
    while !text.contains(UInt8(ascii: "\n")) {
      let more = errors.fileHandleForReading.availableData
      if more.isEmpty { break }
      text += more
    }
    program.send(SIGKILL)
    _ = program.waitUntilExit()
    #expect(String(decoding: text, as: UTF8.self).hasPrefix("error[ACK3017]: "))
  }

  /// The main thread of the tests is one: their `main` is asynchronous.
  @Test func `is told from a main thread that has left the jobs to others`() {
    #expect(MainActorWatch.waitingPlace(of: getpid()) == nil)
  }

  @Test func `is told by where it waits from one that runs`() throws {
    #expect(MainActorWatch.waitingPlace(of: try WaitingThread.current()) == nil)
    let (pipe, waiting) = (Pipe(), WaitingThread())
    let end = pipe.fileHandleForReading.fileDescriptor
    #expect(
      DetachedThread.start {
        var byte: UInt8 = 0
        waiting.number.withLock { $0 = (try? WaitingThread.current()) ?? 0 }
        _ = unsafe read(end, &byte, 1)
        waiting.end.signal()
      } == 0)
    while MainActorWatch.waitingPlace(of: waiting.number.withLock { $0 }) == nil { sched_yield() }
    try pipe.fileHandleForWriting.close()
    waiting.end.wait()
  }
}

private final class WaitingThread: Sendable {
  let number = Mutex<Int32>(0)
  let end = DispatchSemaphore(value: 0)

  /// The kernel's number of the calling thread.
  static func current() throws -> Int32 {
    let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    return try #require(path.split(separator: "/").last.flatMap { Int32($0) })
  }
}
