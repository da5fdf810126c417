import AppControllerKit
import Glibc

enum ChildProgram {
  /// Searches `PATH` as a shell does; nil when there is none.
  static func path(of name: String) -> String? {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
  }

  /// Standard input is empty, and the output is the first 64 KiB; throws `ACK5023` when the program cannot be run.
  static func run(_ name: String, _ words: [String]) throws(CommandError) -> (status: Int32, output: String) {
    guard let program = path(of: name) else { throw .notSetUp("there is no program \(name)") }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .notSetUp("\(name) cannot be run") }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var files = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&files)
    defer { unsafe posix_spawn_file_actions_destroy(&files) }
    unsafe posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO)
    var arguments = unsafe ([name] + words).map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let number = unsafe posix_spawn(&child, program, &files, nil, &arguments, environ)
    close(ends[1])
    guard number == 0 else { throw .notSetUp("\(name) cannot be run") }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(ends[0], &buffer, buffer.count)
      if count > 0, output.count < 64 << 10 { output += buffer[..<count] }
      if count == 0 || count < 0 && errno != EINTR { break }
    }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return (status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F, String(decoding: output, as: UTF8.self))
  }
}
