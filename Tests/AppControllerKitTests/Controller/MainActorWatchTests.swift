import Foundation
import TestSupport
import Testing

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
}
