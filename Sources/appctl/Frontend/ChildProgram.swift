import AppControllerKit
import CSystem
import Glibc

enum ChildProgram {
  /// Searches `PATH` as a shell does; nil when there is none.
  static func path(of name: String) -> String? {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
  }

  /// Runs in a session of its own, which Ctrl-C does not reach, with empty input; the output is the first 64 KiB.
  ///
  /// Throws `ACK5023` when the program cannot be run.
  static func run(_ name: String, _ words: [String]) throws(CommandError) -> (status: Int32, output: String) {
    guard let program = path(of: name) else { throw .notSetUp("there is no program \(name)") }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .notSetUp("\(name) cannot be run") }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let child = spawn(program, [name] + words, output: ends[1], errors: STDERR_FILENO)
    close(ends[1])
    guard child > 0 else { throw .notSetUp("\(name) cannot be run") }
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

  /// Returns whether the desktop was asked to open a URL; `nil` without a desktop or `xdg-open`.
  static var opener: (@MainActor (String) -> Bool)? {
    let hasDesktop = unsafe getenv("WAYLAND_DISPLAY") != nil || getenv("DISPLAY") != nil
    guard hasDesktop, let program = path(of: "xdg-open") else { return nil }
    return { start(program, $0) }
  }

  private static func start(_ program: String, _ argument: String) -> Bool {
    let nothing = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nothing >= 0 else { return false }
    defer { close(nothing) }
    let child = spawn(program, [program, argument], output: nothing, errors: nothing)
    // The program ends soon; a thread reaps it, so that no caller has to wait.
    if child > 0 { _ = DetachedThread.start { while waitpid(child, nil, 0) < 0 && errno == EINTR {} } }
    return child > 0
  }

  /// In a session of its own, with empty input; returns the process identifier, or a negated error number.
  private static func spawn(_ program: String, _ words: [String], output: Int32, errors: Int32) -> pid_t {
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    return unsafe child_spawn(program, &arguments, environ, [output, errors], 2)
  }
}
