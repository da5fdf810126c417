internal import AppControllerKit
internal import CSystem
internal import Glibc
internal import Synchronization

/// A child process that a thread of its own watches from start to end.
///
/// The child runs in its own session, with a clean environment, `/dev/null` as standard input, two pipes for its
/// output, and a socket to the app as file descriptor 3. No other file is open in it, except what the program is
/// handed. When the last reference to this object is released, the child is killed and reaped. When the app ends in any
/// way, the child ends too, if it has called ``ChildSide/prepare()``.
package final class ChildProcess: Sendable {
  private let child: RunningChild

  /// Blocks the calling thread until the program has been started, which takes about a millisecond; throws
  /// `childNotStarted`.
  package init(_ program: Program, _ handlers: Handlers) throws(PluginError) {
    child = try ChildWatch.start(program, handlers)
  }

  deinit { child.kill() }

  /// A stream socket, closed on exec, which does not block unless the owner of this object changes that.
  ///
  /// It stays open as long as this object lives, so that messages of a child that has ended can still be read.
  package var socket: Int32 { child.socket.number }

  /// The system may reuse it after the child's end.
  package var identifier: Int32 { child.identifier }

  /// The last output on either stream: at most 4 KiB, made displayable.
  package var lastOutput: String { child.lastOutput.withLock { $0.text } }

  /// Requests one call of `readable` when the socket is readable or its other end is closed.
  ///
  /// Any thread may call it, any number of times. After the end of the child it has no effect.
  package func arm() { child.queue.arm(child.socket.number, as: .socket) }

  /// Cancels ``arm()``; a call that has begun or is about to begin is not stopped.
  package func disarm() { child.queue.remove(child.socket.number) }

  /// Kills the process group, too; any thread may call it at any time, and after the end of the group it has no effect.
  package func kill() { child.kill() }

  /// Called before the child runs untrusted code; blocks for at most a second.
  func limit(_ limits: ChildLimits) { child.limit(limits) }

  /// True even if the watching thread has not noticed it.
  package var hasEnded: Bool { child.hasEnded }
}

/// The state that the owner of a child shares with the thread that watches it; its files are closed when both are gone.
final class RunningChild: Sendable {
  let identifier: Int32
  let socket: FileDescriptor
  let queue: EventQueue
  let lastOutput = Mutex(LastOutput())
  /// The process's file descriptor (pidfd), which never refers to another process, even if the process identifier is
  /// reused.
  private let process: FileDescriptor
  private let isReaped = Mutex(false)

  init(_ identifier: Int32, process: consuming FileDescriptor, socket: consuming FileDescriptor) throws(PluginError) {
    self.identifier = identifier
    self.process = process
    self.socket = socket
    queue = try EventQueue()
    try queue.add(self.process.number, as: .process)
  }

  var hasEnded: Bool {
    var end = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&end, 1, 0) > 0
  }

  /// Has no effect when the group has ended.
  func kill() { isReaped.withLock { child_kill(process.number, identifier, $0) } }

  /// Has no effect on a child that can make a group by itself; the child is not reaped meanwhile.
  func limit(_ limits: ChildLimits) {
    if ControlGroup.delegated != nil { return }
    isReaped.withLock { if !$0 { _ = UserScope.start(identifier, limits) } }
  }

  func reap() -> ChildExit {
    isReaped.withLock { isReaped in
      var wasKilled = false
      let status = unsafe child_reap(process.number, &wasKilled)
      isReaped = true
      return status < 0 ? .unknown : wasKilled ? .signaled(status) : .exited(status)
    }
  }
}

extension ChildProcess {
  package struct Program: Sendable {
    /// The path is not searched in `PATH`.
    package var path: String
    package var arguments: [String]
    package var environment: [String: String]
    /// A second socket, which becomes file descriptor 4 of the child; `nil` for none.
    var broker: Int32?
    /// Open files that become the file descriptors from ``firstFile`` on of the child.
    var files: [Int32] = []

    /// The number of the first of ``files`` in the child.
    static let firstFile: Int32 = 5

    package init(path: String, arguments: [String], environment: [String: String] = [:]) {
      self.path = path
      self.arguments = arguments
      self.environment = environment
    }
  }

  package enum Stream: Sendable, Hashable {
    case output
    case errors
  }

  /// The handlers of a child's events.
  ///
  /// All of them are called on the thread that watches the child, one at a time, and each call delays the next event.
  package struct Handlers: Sendable {
    /// The socket is readable, or its other end is closed: called once after each ``ChildProcess/arm()``.
    package var readable: @Sendable () -> Void
    /// The child wrote a line: displayable, at most 1 KiB, and at most a hundred lines per second of each stream.
    package var line: @Sendable (Stream, String) -> Void
    /// The child has ended and was reaped, and its last line was delivered: called once, as the last event.
    package var exit: @Sendable (ChildExit) -> Void

    package init(
      readable: @escaping @Sendable () -> Void = {},
      line: @escaping @Sendable (Stream, String) -> Void = { _, _ in },
      exit: @escaping @Sendable (ChildExit) -> Void = { _ in }
    ) {
      self.readable = readable
      self.line = line
      self.exit = exit
    }
  }
}

enum ChildSpawn {
  private struct Ends: ~Copyable {
    let ours: FileDescriptor
    let theirs: FileDescriptor

    init(_ name: String, _ make: (UnsafeMutablePointer<Int32>) -> Int32) throws(PluginError) {
      var numbers: [Int32] = [-1, -1]
      _ = try PluginError.checked("make \(name) to the child", unsafe make(&numbers))
      ours = FileDescriptor(number: numbers[0], path: name)
      theirs = FileDescriptor(number: numbers[1], path: name)
    }
  }

  /// This thread has to live as long as the child.
  static func run(_ program: ChildProcess.Program) throws(PluginError) -> (RunningChild, [OutputPipe]) {
    let texts = [program.path] + program.arguments + program.environment.flatMap { [$0, $1] }
    guard !texts.contains(where: { $0.utf8.contains(0) }), !program.environment.keys.contains(where: Self.isInvalidName)
    else { throw .notStarted("start \(program.path.displayable)", EINVAL) }
    let output = try unsafe Ends("a pipe", child_make_pipe)
    let errors = try unsafe Ends("a pipe", child_make_pipe)
    let socket = try unsafe Ends("a socket", child_make_sockets)
    let environment = program.environment.map { "\($0)=\($1)" }.sorted()
    let number = unsafe withCStrings(program.arguments) { arguments in
      unsafe withCStrings(environment) { environment in
        let files =
          [output.theirs.number, errors.theirs.number, socket.theirs.number, program.broker ?? -1] + program.files
        return unsafe child_spawn(program.path, arguments, environment, files, Int32(files.count))
      }
    }
    let identifier = try PluginError.checked("start \(program.path.displayable)", number)
    do throws(PluginError) {
      let process = FileDescriptor(
        number: try PluginError.checked("watch the child", child_open(identifier)), path: "process \(identifier)")
      let child = try RunningChild(identifier, process: process, socket: socket.ours)
      return (child, [OutputPipe(.output, output.ours), OutputPipe(.errors, errors.ours)])
    } catch {
      child_discard(identifier)
      throw error
    }
  }

  private static func isInvalidName(_ name: String) -> Bool { name.isEmpty || name.utf8.contains(UInt8(ascii: "=")) }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(&pointers)
  }
}

package enum ChildSide {
  /// Binds the child to the life of its parent process, and prevents it from gaining privileges.
  ///
  /// The kernel ends the child when the parent ends in any way. If the parent has ended already, the child ends here.
  /// It has to be called first, from the main function.
  package static func prepare() { child_prepare() }

  /// Has the process keep memory that it has freed, because each description needs as much as the one before.
  static func keepMemory() { child_keep_memory() }
}

final class StartAnswer: Sendable {
  private let answer = Mutex<Result<RunningChild, PluginError>?>(nil)
  private let given = Bell()

  /// Called once.
  func give(_ answer: Result<RunningChild, PluginError>) {
    self.answer.withLock { $0 = answer }
    given.ring()
  }

  /// Called once.
  func wait() -> Result<RunningChild, PluginError> {
    while true {
      if let answer = answer.withLock({ $0.take() }) { return answer }
      given.wait(atMost: .seconds(60))
    }
  }
}

extension PluginError {
  /// The number is an `errno`.
  static func notStarted(_ act: String, _ number: Int32) -> PluginError {
    let words = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    let fix =
      switch number {
      case ENOENT, ENOTDIR: "check that the executable is where it was, and that its interpreter or loader is there"
      case EACCES, EPERM: "use an executable that this user may run, on a file system that is not mounted noexec"
      case ENOEXEC: "use a program for this machine"
      case EAGAIN: "end other processes of this user, or raise the limit of processes"
      case EMFILE, ENFILE: "raise the limit of open files, or have the app open fewer"
      case ENOMEM: "free memory, then try again"
      case ESRCH: "look why the program ends at once, or do not have the app ignore SIGCHLD"
      case ENOSYS: "use Linux 5.4 or later, and a container that allows pidfd_open"
      case EINVAL: "use paths, arguments and names of variables without zero bytes and, in names, without ="
      default: "try again; if it stays, look whether the system's log says more"
      }
    return PluginError(.childNotStarted, what: "cannot \(act)", why: "the system says: \(words)", fix: fix)
  }

  /// A failure is a negated `errno`.
  static func checked(_ act: String, _ result: Int32) throws(PluginError) -> Int32 {
    if result < 0 { throw notStarted(act, -result) }
    return result
  }
}
