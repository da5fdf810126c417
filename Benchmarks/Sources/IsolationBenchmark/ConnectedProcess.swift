import Glibc

/// Another process that has one end of a pair of sockets as its file 3; it ends when this object goes.
final class ConnectedProcess {
  private let socket: Int32
  private let number: pid_t

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - argument: Its only argument.
  /// - Throws: ``ProcessFailure``.
  init(_ program: String, _ argument: String) throws {
    var ends: [Int32] = [-1, -1]
    // Nobody but us holds our end, or the other side would not see that it was closed.
    let type = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw ProcessFailure(number: errno) }
    socket = ends[0]
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup(program), strdup(argument), nil]
    var number: pid_t = 0
    let failure = unsafe posix_spawn(&number, program, &actions, nil, &arguments, nil)
    unsafe arguments.forEach { unsafe free($0) }
    unsafe posix_spawn_file_actions_destroy(&actions)
    close(ends[1])
    self.number = number
    guard failure == 0 else { throw ProcessFailure(number: failure) }
  }

  deinit {
    close(socket)
    var status: Int32 = 0
    if number > 0 { unsafe waitpid(number, &status, 0) }
  }

  func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe write(socket, bytes.baseAddress, bytes.count) == bytes.count
  }

  /// Waits for something to come.
  ///
  /// - Returns: How many bytes came; none when the other side is gone.
  func receive(into bytes: UnsafeMutableRawBufferPointer) -> Int {
    unsafe max(0, read(socket, bytes.baseAddress, bytes.count))
  }
}

struct ProcessFailure: Error {
  let number: Int32
}
