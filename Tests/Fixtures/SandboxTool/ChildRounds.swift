import AppControllerKit
import CSpawn
import Dispatch
import Glibc
import ProviderPlugins
import Synchronization

/// Many children, one after the other, and what they leave behind in this process.
enum ChildRounds {
  static func run(_ operands: [String], dropsThem: Bool) throws {
    var remains = Remains()
    // Whatever the runtime opens once is open after the first rounds.
    for _ in 0..<3 { _ = try end(of: Array(operands[1...]), dropsIt: dropsThem) }
    remains.begin()
    for _ in 0..<(Int(operands[0]) ?? 0) { _ = try end(of: Array(operands[1...]), dropsIt: dropsThem) }
    remains.tell()
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

  /// How many of some processes leave a child behind when they exit.
  static func countOrphans(_ rounds: Int) throws {
    inherit_children()
    var left = 0
    for _ in 0..<rounds {
      _ = try end(of: ["/proc/self/exe", "leave"], dropsIt: false)
      if !Remains.isChildless { left += 1 }
    }
    put("left \(left)")
  }

  /// Exits while a child runs.
  static func leave() throws {
    let child = try ChildProcess(.init(path: "/bin/sleep", arguments: ["sleep", "600"]), .init())
    withExtendedLifetime(child) { exit(0) }
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
}

/// What waits for the end of a child.
final class Gate: Sendable {
  private let exit = Mutex<ChildExit?>(nil)
  private let isOpen = DispatchSemaphore(value: 0)

  func open(with exit: ChildExit) {
    self.exit.withLock { $0 = exit }
    isOpen.signal()
  }

  func wait() -> ChildExit {
    while true {
      isOpen.wait()
      if let exit = exit.withLock({ $0 }) { return exit }
    }
  }
}
