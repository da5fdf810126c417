internal import AppControllerKit
internal import Glibc

/// What the thread that watches a child does, from the start of the child to its end.
struct ChildWatch: ~Copyable {
  /// How much is read at once of a stream, and of what an ended child has left in it, which fills a pipe at most.
  private static let (readLimit, leftLimit) = (64 << 10, 1 << 20)

  private let child: RunningChild
  private let handlers: ChildProcess.Handlers
  private var pipes: [OutputPipe]
  private var room = [UInt8](repeating: 0, count: readLimit)

  private init(_ child: RunningChild, _ handlers: ChildProcess.Handlers, _ pipes: [OutputPipe]) throws(PluginError) {
    (self.child, self.handlers, self.pipes) = (child, handlers, pipes)
    for pipe in pipes { try child.queue.add(pipe.file.number, as: pipe.tag) }
  }

  /// Starts a child and the thread that watches it, and waits until the child runs.
  static func start(
    _ program: ChildProcess.Program, _ handlers: ChildProcess.Handlers
  ) throws(PluginError) -> RunningChild {
    let answer = StartAnswer()
    // The thread starts the child, because the kernel ends the child with the thread that has started it.
    let number = DetachedThread.start {
      do throws(PluginError) {
        let (child, pipes) = try ChildSpawn.run(program)
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
    var ready: Set<ChildQueue.Tag> = []
    while !ready.contains(.process) {
      ready = child.queue.ready(waits: true)
      if ready.contains(.socket) { handlers.readable() }
      for pipe in pipes where ready.contains(pipe.tag) { _ = read(pipe) }
    }
    // Whatever it has started goes with it; as long as it was not reaped, the group's number is nobody else's.
    child.kill()
    for pipe in pipes {
      var count = 0
      // Somebody who has left the group may hold the pipe, and write for ever.
      while count < Self.leftLimit, let more = read(pipe), more > 0 { count += more }
    }
    if child.queue.ready(waits: false).contains(.socket) { handlers.readable() }
    let exit = child.reap()
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
