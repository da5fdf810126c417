import Synchronization

/// What providers ask of a controller, from any thread, in the order in which they asked.
final class ControllerInbox: ControllerPort {
  fileprivate struct Queue {
    var requests: [(ControllerRequest, chain: Int)] = []
    var lines: [(LogLevel, String)] = []
    var isScheduled = false
  }

  private static let count = Mutex<UInt64>(0)

  /// Which controller it belongs to; unique in the process.
  let id = ControllerInbox.count.withLock { count in
    count += 1
    return count
  }
  private let queue = Mutex(Queue())
  /// The chain of the operation that asks the provider something now; whatever a library asks for meanwhile follows from
  /// it, though it may come from a thread that knows nothing of our tasks.
  private let questionChain = Mutex<Int?>(nil)
  @MainActor private weak var controller: AppController?

  @MainActor
  func attach(_ controller: AppController) { self.controller = controller }

  func send(_ request: ControllerRequest) {
    let chain = (TransitionChain.length ?? questionChain.withLock { $0 }).map { $0 + 1 } ?? 0
    let mustSchedule = queue.withLock { queue in
      queue.requests.append((request, chain))
      return queue.schedule()
    }
    if mustSchedule { drainSoon() }
  }

  func log(_ level: LogLevel, _ text: String) {
    let mustSchedule = queue.withLock { queue in
      queue.lines.append((level, text))
      return queue.schedule()
    }
    if mustSchedule { drainSoon() }
  }

  /// In nobody's call: whoever sends does not wait for what follows.
  private func drainSoon() {
    TransitionChain.$call.withValue(nil) { _ = Task { @MainActor in self.drain() } }
  }

  /// The provider is asked something for an operation from now on, or no longer.
  func ask(for chain: Int?) { questionChain.withLock { $0 = chain } }

  /// Whether everything has been handed to the controller.
  var isEmpty: Bool { queue.withLock { $0.requests.isEmpty && $0.lines.isEmpty } }

  /// Hands to the controller what there is now; what comes meanwhile has another turn.
  @MainActor
  func drain() {
    let (requests, lines) = queue.withLock { queue in
      defer { queue = Queue() }
      return (queue.requests, queue.lines)
    }
    for (level, text) in lines { controller?.log(level, text) }
    for (request, chain) in requests { controller?.receive(request, chain: chain) }
  }

  /// Hands the lines of the log to the controller, and leaves the requests where they are.
  @MainActor
  func drainLines() {
    let lines = queue.withLock { queue in
      defer { queue.lines = [] }
      return queue.lines
    }
    for (level, text) in lines { controller?.log(level, text) }
  }
}

extension ControllerInbox.Queue {
  fileprivate mutating func schedule() -> Bool {
    defer { isScheduled = true }
    return !isScheduled
  }
}
