import Glibc

/// Another process that sends back what it is sent: the least that a question to a process costs.
final class Echo {
  private static let argument = "echo"
  private static let size = 64

  private let process: ConnectedProcess

  init() throws { process = try ConnectedProcess("/proc/self/exe", Self.argument) }

  /// Sends something, and waits for it to come back.
  func roundTrip() {
    unsafe withUnsafeTemporaryAllocation(byteCount: Self.size, alignment: 8) { bytes in
      unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
      guard unsafe process.send(UnsafeRawBufferPointer(bytes)), unsafe process.receive(into: bytes) == bytes.count
      else { fatalError("the echo is gone") }
    }
  }

  /// Is the other side, if the process was started for that.
  static func runIfRequested() {
    guard CommandLine.arguments.dropFirst().first == argument else { return }
    unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { bytes in
      while true {
        let count = unsafe read(3, bytes.baseAddress, bytes.count)
        guard count > 0, unsafe write(3, bytes.baseAddress, count) == count else { exit(0) }
      }
    }
  }
}
