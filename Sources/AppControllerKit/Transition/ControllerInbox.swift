import Synchronization

/// The requests of providers to a controller, from any thread, in order.
final class ControllerInbox: ControllerPort {
  fileprivate struct Queue {
    var requests: [(ControllerRequest, link: TransitionChain.Link?, era: Int)] = []
    var lines: [(LogLevel, String)] = []
    var isScheduled = false
    /// The number of sessions that others have taken the place of.
    var era = 0
  }

  private static let count = Mutex<UInt64>(0)

  /// The id of the controller; unique in the process.
  let id = ControllerInbox.count.withLock { count in
    count += 1
    return count
  }
  private let queue = Mutex(Queue())
  /// The operation that is asking the provider a question; a request of a library in that time follows from it, even if
  /// it comes from a thread outside our tasks.
  private let asking = Mutex<TransitionChain.Link?>(nil)
  @MainActor private weak var controller: AppController?

  @MainActor
  func attach(_ controller: AppController) { self.controller = controller }

  func send(_ request: ControllerRequest) { send(request, of: era) }

  /// The number of sessions that others have taken the place of; what is reported of an earlier one comes too late.
  var era: Int { queue.withLock { $0.era } }

  func noteReplaced() { queue.withLock { $0.era += 1 } }

  func send(_ request: ControllerRequest, of era: Int) {
    let link = TransitionChain.link ?? asking.withLock { $0 }
    let mustSchedule = queue.withLock { queue in
      queue.requests.append((request, link, era))
      return queue.schedule()
    }
    if mustSchedule { Task { @MainActor in drain() } }
  }

  func log(_ level: LogLevel, _ text: String) {
    let mustSchedule = queue.withLock { queue in
      queue.lines.append((level, text))
      return queue.schedule()
    }
    if mustSchedule { Task { @MainActor in drain() } }
  }

  /// Sets the operation that begins a question to the provider, or `nil` when the question ends.
  func ask(for link: TransitionChain.Link?) { asking.withLock { $0 = link } }

  /// Whether everything has been delivered to the controller.
  var isEmpty: Bool { queue.withLock { $0.requests.isEmpty && $0.lines.isEmpty } }

  /// Delivers the current contents to the controller, outside of any call; later ones are delivered in another turn.
  @MainActor
  func drain() {
    let (requests, lines) = queue.withLock { queue in
      defer { queue = Queue(era: queue.era) }
      return (queue.requests, queue.lines)
    }
    for (level, text) in lines { controller?.reports.log(level, text) }
    if requests.isEmpty { return }
    TransitionChain.$call.withValue(nil) {
      for (request, link, era) in requests {
        let source = RequestSource(
          chain: link.map { $0.length + 1 } ?? 0, operation: link?.operation, isLate: era < self.era)
        controller?.transitions.receive(request, from: source)
      }
    }
  }

  /// Delivers the lines of the log to the controller, and leaves the requests in the queue.
  @MainActor
  func drainLines() {
    let lines = queue.withLock { queue in
      defer { queue.lines = [] }
      return queue.lines
    }
    for (level, text) in lines { controller?.reports.log(level, text) }
  }
}

extension ControllerInbox.Queue {
  fileprivate mutating func schedule() -> Bool {
    defer { isScheduled = true }
    return !isScheduled
  }
}
