import Glibc

/// Another process that sends back what it is sent: the least that a question to a process costs.
final class Echo {
  private static let argument = "echo"
  private static let size = 64

  private let socket: Int32
  private let process: pid_t

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw EchoFailure(number: errno)
    }
    socket = ends[0]
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
    var process: pid_t = 0
    let name = unsafe strdup("/proc/self/exe")
    let mode = unsafe strdup(Self.argument)
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [name, mode, nil]
    let number = unsafe posix_spawn(&process, "/proc/self/exe", &actions, nil, &arguments, nil)
    close(ends[1])
    guard number == 0 else { throw EchoFailure(number: number) }
    self.process = process
    // The other side runs.
    roundTrip()
  }

  deinit {
    close(socket)
    var status: Int32 = 0
    unsafe waitpid(process, &status, 0)
  }

  /// Sends something, and waits for it to come back.
  func roundTrip() {
    unsafe withUnsafeTemporaryAllocation(byteCount: Self.size, alignment: 8) { bytes in
      unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
      guard unsafe write(socket, bytes.baseAddress, bytes.count) == bytes.count,
        unsafe read(socket, bytes.baseAddress, bytes.count) == bytes.count
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

struct EchoFailure: Error {
  let number: Int32
}
