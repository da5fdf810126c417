import AppControllerKit
import Glibc
import ProviderPlugins
import Synchronization

/// Many children, one after the other, and what they leave behind in this process.
enum ChildRounds {
  static func run(_ operands: [String], dropsThem: Bool) throws {
    let threads = count("/proc/self/task")
    // Whatever the runtime opens once is open after the first rounds.
    for _ in 0..<3 { _ = try end(of: Array(operands[1...]), dropsIt: dropsThem) }
    settle(files: .max, threads: threads)
    let files = count("/proc/self/fd")
    for _ in 0..<(Int(operands[0]) ?? 0) { _ = try end(of: Array(operands[1...]), dropsIt: dropsThem) }
    settle(files: files, threads: threads)
    put("files \(count("/proc/self/fd") - files)")
    put("threads \(count("/proc/self/task") - threads)")
    // There is no child any more, neither a live one nor a zombie.
    let isChildless = waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD
    put("childless \(isChildless)")
  }

  /// A thread ends after its last handler has returned; it gets ten seconds for that.
  private static func settle(files: Int, threads: Int) {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(10)
    while count("/proc/self/fd") > files || count("/proc/self/task") > threads, clock.now < deadline { sched_yield() }
  }

  /// Nothing is open where the streams and the socket of a child go.
  static func runWithoutStandardFiles(_ operands: [String]) throws {
    let kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100)
    for number: Int32 in 0..<10 { close(number) }
    let exit = try end(of: operands, dropsIt: false) { SandboxTool.put($0, to: kept) }
    SandboxTool.put(exit.description, to: kept)
  }

  /// The kernel reaps the children of who ignores their ends.
  static func runIgnoringTheEnd(_ operands: [String]) throws {
    signal(SIGCHLD, SIG_IGN)
    put(try end(of: operands, dropsIt: false).description)
  }

  private static func end(
    of command: [String], dropsIt: Bool, _ line: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> ChildExit {
    let end = Gate()
    let program = ChildProcess.Program(path: command[0], arguments: command)
    let handlers = ChildProcess.Handlers(line: { line($1) }, exit: { end.open(with: $0) })
    var children = [try ChildProcess(program, handlers)]
    // Some wait for a byte, so that they do not end before they are watched.
    for child in children { _ = unsafe send(child.socket, "x", 1, Int32(MSG_NOSIGNAL)) }
    if dropsIt { children.removeAll() }
    let exit = end.wait()
    children.removeAll()
    return exit
  }

  private static func count(_ folder: String) -> Int {
    guard let list = unsafe opendir(folder) else { return -1 }
    defer { unsafe closedir(list) }
    var count = 0
    while unsafe readdir(list) != nil { count += 1 }
    // Without ".", "..".
    return count - 2
  }
}

/// What waits for the end of a child.
final class Gate: Sendable {
  private let exit = Mutex<ChildExit?>(nil)

  func open(with exit: ChildExit) { self.exit.withLock { $0 = exit } }

  func wait() -> ChildExit {
    while true {
      if let exit = exit.withLock({ $0 }) { return exit }
      usleep(200)
    }
  }
}
