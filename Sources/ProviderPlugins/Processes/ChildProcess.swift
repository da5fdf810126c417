internal import AppControllerKit
internal import CSystem
internal import Glibc
internal import Synchronization

/// A child process that is watched by a thread of its own from its start to its end.
///
/// It starts in a session of its own, with a clean environment, `/dev/null` to read, two pipes to write on and a socket
/// to the app as file 3. Nothing else is open in it. When the last reference to this object goes, the child is killed
/// and reaped; when the app ends in any way, the child does too, if it has called ``ChildSide/prepare()``.
package final class ChildProcess: Sendable {
  private let child: RunningChild

  /// Starts a child.
  ///
  /// It blocks the calling thread until the program has been started, which is a matter of a millisecond.
  ///
  /// - Parameters:
  ///   - program: What is run.
  ///   - handlers: Who is told what happens.
  /// - Throws: `childNotStarted`.
  package init(_ program: Program, _ handlers: Handlers) throws(PluginError) {
    child = try ChildWatch.start(program, handlers)
  }

  deinit { child.kill() }

  /// The number of the app's end of the socket: a stream, closed in other programs that the app runs.
  ///
  /// It does not block, unless whoever has made this object changes that. It stays open as long as this object lives, so
  /// that what the child wrote before its end can be read after it.
  package var socket: Int32 { child.socket.number }

  /// The child's number, which another process may have after the end of this one.
  package var identifier: Int32 { child.identifier }

  /// What it wrote last on either stream: at most 4 KiB, made displayable.
  package var lastWords: String { child.lastWords.withLock { $0.text } }

  /// Asks for one call of `readable` when something can be read from the socket, or its other end is closed.
  ///
  /// Any thread may call it, as often as it likes. After the end of the child nothing comes of it.
  package func arm() { child.queue.arm(child.socket.number, as: .socket) }

  /// Takes ``arm()`` back; a call that has begun, or is about to, is not stopped.
  package func disarm() { child.queue.remove(child.socket.number) }

  /// Kills the child and what it has started in its process group.
  ///
  /// Any thread may call it at any time; when they are gone it does nothing.
  package func kill() { child.kill() }
}

/// What the owner of a child and the thread that watches it share; its files are closed when both have gone.
final class RunningChild: Sendable {
  let identifier: Int32
  let socket: FileDescriptor
  let queue: ChildQueue
  let lastWords = Mutex(LastWords())
  /// The kernel's handle of the process, which never means another one, whatever becomes of the number.
  private let process: FileDescriptor
  private let isReaped = Mutex(false)

  init(_ identifier: Int32, process: consuming FileDescriptor, socket: consuming FileDescriptor) throws(PluginError) {
    self.identifier = identifier
    self.process = process
    self.socket = socket
    queue = try ChildQueue()
    try queue.add(self.process.number, as: .process)
  }

  /// Kills the child's process group, if there is one still.
  func kill() { isReaped.withLock { child_kill(process.number, identifier, $0) } }

  /// Waits for the end of the child and takes it from the kernel.
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
  /// What a child runs.
  package struct Program: Sendable {
    /// The path of the executable; it is not searched for.
    package var path: String
    /// The arguments; the first one is the name that the program sees itself run by.
    package var arguments: [String]
    /// All of its environment.
    package var environment: [String: String]

    /// Describes a program.
    package init(path: String, arguments: [String], environment: [String: String] = [:]) {
      self.path = path
      self.arguments = arguments
      self.environment = environment
    }
  }

  /// A stream that the child writes text on.
  package enum Stream: Sendable, Hashable {
    /// Its standard output.
    case output
    /// Its standard error.
    case errors
  }

  /// Who is told what a child does.
  ///
  /// All of them are called on the thread that watches the child, one at a time, and hold up whatever comes next.
  package struct Handlers: Sendable {
    /// Something can be read from the socket, or nobody is at its other end: once after each ``ChildProcess/arm()``.
    package var readable: @Sendable () -> Void
    /// The child wrote a line: displayable, at most 1 KiB, and not more than a hundred a second of each stream.
    package var line: @Sendable (Stream, String) -> Void
    /// The child has ended and was reaped, and its last line was told: once, and nothing comes after it.
    package var exit: @Sendable (ChildExit) -> Void

    /// Puts the handlers together.
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

/// Starts a child, with everything that it is connected by.
enum ChildSpawn {
  /// Two files of which one is the app's and the other one the child's.
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

  /// Starts a child on this thread, which has to live as long as the child.
  ///
  /// - Returns: The child, and its two streams.
  static func run(_ program: ChildProcess.Program) throws(PluginError) -> (RunningChild, [OutputPipe]) {
    let texts = [program.path] + program.arguments + program.environment.flatMap { [$0, $1] }
    guard !texts.contains(where: { $0.utf8.contains(0) }), !program.environment.keys.contains(where: Self.isNoName)
    else { throw .notStarted("start \(program.path.displayable)", EINVAL) }
    let output = try unsafe Ends("a pipe", child_make_pipe)
    let errors = try unsafe Ends("a pipe", child_make_pipe)
    let socket = try unsafe Ends("a socket", child_make_sockets)
    let environment = program.environment.map { "\($0)=\($1)" }.sorted()
    let number = unsafe withCStrings(program.arguments) { arguments in
      unsafe withCStrings(environment) { environment in
        unsafe child_spawn(
          program.path, arguments, environment, output.theirs.number, errors.theirs.number, socket.theirs.number)
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

  private static func isNoName(_ name: String) -> Bool { name.isEmpty || name.utf8.contains(UInt8(ascii: "=")) }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(&pointers)
  }
}

/// What the program that runs as a child does at its start.
package enum ChildSide {
  /// Ties the child to the process that has started it, and lets it never have more privileges than it has now.
  ///
  /// The kernel ends the child when that process ends, however it does. When it has ended already, the child ends here.
  /// It has to be called first, from the main function.
  package static func prepare() { child_prepare() }
}

/// Where the thread that starts a child puts what came of it, for the one that waits for it.
@safe
final class StartAnswer: Sendable {
  private let answer = Mutex<Result<RunningChild, PluginError>?>(nil)
  private nonisolated(unsafe) let given = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { unsafe sem_init(given, 0, 0) }

  deinit {
    unsafe sem_destroy(given)
    unsafe given.deallocate()
  }

  /// Gives the answer; called once.
  func give(_ answer: Result<RunningChild, PluginError>) {
    self.answer.withLock { $0 = answer }
    unsafe sem_post(given)
  }

  /// Waits for the answer; called once.
  func wait() -> Result<RunningChild, PluginError> {
    while true {
      while unsafe sem_wait(given) != 0 {}
      if let answer = answer.withLock({ $0.take() }) { return answer }
    }
  }
}

extension PluginError {
  /// A child that cannot be started or watched.
  ///
  /// - Parameters:
  ///   - act: What the app cannot do.
  ///   - number: The number of the system's error.
  /// - Returns: The error.
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

  /// The result of a system call of which a negative one is the negative number of its error.
  static func checked(_ act: String, _ result: Int32) throws(PluginError) -> Int32 {
    if result < 0 { throw notStarted(act, -result) }
    return result
  }
}
