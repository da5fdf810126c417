import Synchronization

/// The requests of providers to a controller, from any thread, in order.
package final class ControllerInbox: ControllerPort {
  fileprivate struct Queue {
    var requests: [(ControllerRequest, link: TransitionChain.Link?, era: Int)] = []
    var lines: [(LogLevel, String)] = []
    var isScheduled = false
    var era = 0
  }

  private static let count = Mutex<UInt64>(0)

  /// Unique in the process.
  let id = ControllerInbox.count.withLock { count in
    count += 1
    return count
  }
  private let queue = Mutex(Queue())
  /// A request of a library during the question follows from it, even if it comes from a thread outside our tasks.
  private let asking = Mutex<TransitionChain.Link?>(nil)
  @MainActor private weak var controller: AppController?

  @MainActor
  func attach(_ controller: AppController) { self.controller = controller }

  package func send(_ request: ControllerRequest) { send(request, of: era) }

  /// Counts the sessions that others have taken the place of; what is reported of an earlier one comes too late.
  package var era: Int { queue.withLock { $0.era } }

  func noteReplaced() { queue.withLock { $0.era += 1 } }

  package func send(_ request: ControllerRequest, of era: Int) {
    let link = TransitionChain.link ?? asking.withLock { $0 }
    let mustSchedule = queue.withLock { queue in
      queue.requests.append((request, link, era))
      return queue.schedule()
    }
    if mustSchedule { Task { @MainActor in drain() } }
  }

  package func log(_ level: LogLevel, _ text: String) {
    let mustSchedule = queue.withLock { queue in
      queue.lines.append((level, text))
      return queue.schedule()
    }
    if mustSchedule { Task { @MainActor in drain() } }
  }

  /// `nil` when the question ends.
  func ask(for link: TransitionChain.Link?) { asking.withLock { $0 = link } }

  package var isEmpty: Bool { queue.withLock { $0.requests.isEmpty && $0.lines.isEmpty } }

  /// Runs outside of any call; later contents are delivered in another turn.
  @MainActor
  func drain() {
    let (requests, lines) = queue.withLock { queue in
      defer { queue = Queue(era: queue.era) }
      return (queue.requests, queue.lines)
    }
    for (level, text) in lines { controller?.reports.log(level, text) }
    if requests.isEmpty { return }
    OpenCall.$current.withValue(nil) {
      for (request, link, era) in requests {
        let source = RequestSource(
          chain: link.map { $0.length + 1 } ?? 0, operation: link?.operation, isLate: era < self.era)
        controller?.transitions.receive(request, from: source)
      }
    }
  }

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
