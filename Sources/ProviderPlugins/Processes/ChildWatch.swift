internal import AppControllerKit
internal import CSystem
internal import Glibc
internal import Synchronization

struct ChildWatch: ~Copyable {
  /// The maximum size of one read, and of the output that is still read after the child's end, in bytes; the latter is
  /// the largest size of a pipe.
  private static let (readLimit, leftLimit) = (64 << 10, 1 << 20)

  private let child: RunningChild
  private let handlers: ChildProcess.Handlers
  private var pipes: [OutputPipe]
  private var room = [UInt8](repeating: 0, count: readLimit)

  private init(_ child: RunningChild, _ handlers: ChildProcess.Handlers, _ pipes: [OutputPipe]) throws(PluginError) {
    (self.child, self.handlers, self.pipes) = (child, handlers, pipes)
    for pipe in pipes { try child.queue.add(pipe.file.number, as: pipe.tag) }
  }

  static func start(
    _ program: ChildProcess.Program, _ handlers: ChildProcess.Handlers
  ) throws(PluginError) -> RunningChild {
    let answer = StartAnswer()
    // The watching thread starts the child, because the kernel ends the child with the thread that started it.
    let number = DetachedThread.start {
      do throws(PluginError) {
        let (child, pipes) = try ChildSpawn.run(program)
        LiveChildren.add(child)
        defer { LiveChildren.remove(child) }
        do throws(PluginError) {
          var watch = try ChildWatch(child, handlers, pipes)
          answer.give(.success(child))
          watch.run()
        } catch {
          child.kill()
          _ = child.reap()
          throw error
        }
      } catch {
        answer.give(.failure(error))
      }
    }
    if number != 0 { throw .notStarted("start a thread that watches the child", number) }
    return try answer.wait().get()
  }

  private mutating func run() {
    var ready: Set<EventQueue.Tag> = []
    while !ready.contains(.process) {
      ready = child.queue.ready(waits: true)
      if ready.contains(.socket) { handlers.readable() }
      for pipe in pipes where ready.contains(pipe.tag) { _ = read(pipe) }
    }
    // Kills the rest of the process group; the group's identifier cannot be reused before the child is reaped.
    child.kill()
    for pipe in pipes {
      var count = 0
      // Bounded, because a process that has left the group may hold the pipe and write without end.
      while count < Self.leftLimit, let more = read(pipe), more > 0 { count += more }
    }
    if child.queue.ready(waits: false).contains(.socket) { handlers.readable() }
    let exit = child.reap()
    ControlGroup.delegated?.remove(child.identifier)
    for pipe in pipes { end(pipe) }
    handlers.exit(exit)
  }

  private mutating func read(_ pipe: OutputPipe) -> Int? {
    let count = pipe.read(into: &room, for: child, handlers.line)
    if count == 0 { end(pipe) }
    return count
  }

  private mutating func end(_ pipe: OutputPipe) {
    child.queue.remove(pipe.file.number)
    pipes.removeAll { $0 === pipe }
    pipe.end(for: child, handlers.line)
  }
}

/// The children that are not reaped yet.
///
/// When the app exits, the kernel gives them to another process, which may never reap them. So they are ended and
/// reaped before.
private enum LiveChildren {
  private static let all = Mutex<[Int32: RunningChild]>([:])
  private static let handler = atexit { LiveChildren.end() }

  static func add(_ child: RunningChild) {
    _ = handler
    all.withLock { $0[child.identifier] = child }
  }

  static func remove(_ child: RunningChild) { all.withLock { _ = $0.removeValue(forKey: child.identifier) } }

  /// Waits for at most a second; a killed process ends at once.
  private static func end() {
    for child in all.withLock({ Array($0.values) }) { child.kill() }
    for _ in 0..<1000 where !all.withLock(\.isEmpty) { usleep(1000) }
  }
}

package enum ChildExit: Sendable, Hashable {
  case exited(Int32)
  case signaled(Int32)
  /// Unknown, because the app has reaped the child itself, or ignores `SIGCHLD`.
  case unknown
}

extension ChildExit: CustomStringConvertible {
  /// The end in words, to follow the name of the child: "was ended by SIGSEGV (a bad memory access)".
  package var description: String {
    switch self {
    case .exited(let status): "ended by itself with the status \(status)"
    case .signaled(let number):
      if let (name, meaning) = Self.signals[number] {
        "was ended by \(name) (\(meaning))"
      } else {
        "was ended by the signal \(number)"
      }
    case .unknown: "ended, and the app has let nobody know how"
    }
  }

  private static let signals: [Int32: (name: String, meaning: String)] = [
    SIGHUP: ("SIGHUP", "its terminal was closed"),
    SIGINT: ("SIGINT", "an interruption"),
    SIGQUIT: ("SIGQUIT", "a request to quit"),
    SIGILL: ("SIGILL", "a trap, as a failed check in Swift is one"),
    SIGTRAP: ("SIGTRAP", "a trap, as a failed check in Swift is one"),
    SIGABRT: ("SIGABRT", "it gave up by itself, as `abort` and a failed assertion do"),
    SIGBUS: ("SIGBUS", "a bad memory access, or a file that became shorter"),
    SIGFPE: ("SIGFPE", "bad arithmetic, such as a division by zero"),
    SIGKILL: ("SIGKILL", "it was killed by this app, by somebody else, or because memory had run out"),
    SIGSEGV: ("SIGSEGV", "a bad memory access"),
    SIGPIPE: ("SIGPIPE", "it wrote where nobody reads"),
    SIGALRM: ("SIGALRM", "an alarm that it had set"),
    SIGTERM: ("SIGTERM", "a request to end"),
    SIGUSR1: ("SIGUSR1", "a signal that it did not handle"),
    SIGUSR2: ("SIGUSR2", "a signal that it did not handle"),
    SIGXCPU: ("SIGXCPU", "it used more processor time than it may"),
    SIGXFSZ: ("SIGXFSZ", "it wrote a larger file than it may"),
    SIGSYS: ("SIGSYS", "a system call that does not exist"),
  ]
}

struct EventQueue: ~Copyable, Sendable {
  enum Tag: UInt32 {
    case socket
    case output
    case errors
    case process
  }

  private let file: FileDescriptor

  init() throws(PluginError) {
    file = FileDescriptor(number: try PluginError.checked("watch the child", child_queue_open()), path: "epoll")
  }

  func add(_ number: Int32, as tag: Tag) throws(PluginError) {
    _ = try PluginError.checked("watch the child", child_queue_add(file.number, number, tag.rawValue))
  }

  /// Watched until it has been reported once.
  func arm(_ number: Int32, as tag: Tag) {
    // It fails only when the kernel has no memory, which an armed file needs once; the end of the child is still
    // reported.
    _ = child_queue_arm(file.number, number, tag.rawValue)
  }

  func remove(_ number: Int32) { _ = child_queue_remove(file.number, number) }

  func ready(waits: Bool) -> Set<Tag> {
    var tags = [UInt32](repeating: 0, count: 4)
    let count = unsafe child_queue_wait(file.number, &tags, Int32(tags.count), waits)
    return Set(tags.prefix(max(0, Int(count))).compactMap(Tag.init))
  }
}
