import Glibc
import Measuring

/// Another process that answers a few bytes with a requested number of bytes: the least cost of a question to a
/// process.
final class Echo {
  private static let argument = "echo"

  private let process: ConnectedProcess
  private let answerBytes: Int

  init(answerBytes: Int) throws {
    self.answerBytes = answerBytes
    process = try ConnectedProcess("/proc/self/exe", [Self.argument, "\(answerBytes)"])
  }

  /// Sends a request, and waits for the whole answer.
  func roundTrip() throws {
    unsafe try withUnsafeTemporaryAllocation(byteCount: max(64, answerBytes), alignment: 8) { bytes in
      unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
      guard unsafe process.send(UnsafeRawBufferPointer(rebasing: bytes[..<64])) else { throw EchoFailure() }
      var rest = answerBytes
      while rest > 0 {
        let count = unsafe process.receive(into: bytes)
        if count == 0 { throw EchoFailure() }
        rest -= count
      }
    }
  }

  /// Runs the other side if the process was started for it.
  static func runIfRequested() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.first == argument, let size = arguments.last.flatMap({ Int($0) }) else { return }
    var question = [UInt8](repeating: 0, count: 64)
    let answer = [UInt8](repeating: 0, count: size)
    while unsafe read(3, &question, question.count) > 0 {
      var sent = 0
      while sent < size {
        let count = unsafe answer.withUnsafeBytes { unsafe write(3, $0.baseAddress?.advanced(by: sent), size - sent) }
        if count <= 0 { exit(0) }
        sent += count
      }
    }
    exit(0)
  }
}

struct EchoFailure: Error {}
