import Synchronization

/// The events of a controller, from now on.
///
/// Each loop over it is a subscription of its own and begins with a snapshot. It holds a bounded number of events for
/// its reader; a reader that is too slow for them gets a snapshot in their place, which says how many were missed, and
/// goes on from there. It ends when the controller does, and never keeps it alive.
public struct ControllerEvents: AsyncSequence, Sendable {
  let hub: EventHub
  let capacity: Int

  /// Subscribes.
  public func makeAsyncIterator() -> Iterator { Iterator(subscription: hub.subscribe(capacity: capacity)) }

  /// One subscription.
  public struct Iterator: AsyncIteratorProtocol {
    let subscription: EventSubscription

    /// The next event; `nil` when the controller has ended, or the task is cancelled.
    public mutating func next() async -> ControllerEvent? { await subscription.next() }
  }
}

/// What one reader has not read yet.
final class EventSubscription: Sendable {
  private struct Queue {
    var events: [ControllerEvent] = []
    var isFinished = false
    var reader: CheckedContinuation<ControllerEvent?, Never>?
  }

  private let capacity: Int
  private let queue: Mutex<Queue>

  init(capacity: Int, snapshot: ControllerEvent) {
    self.capacity = Swift.max(2, capacity)
    queue = Mutex(Queue(events: [snapshot]))
  }

  /// Hands an event to the reader, or keeps it; when there is no room, a snapshot stands for everything that was kept.
  func send(_ event: ControllerEvent) {
    let reader = queue.withLock { queue -> CheckedContinuation<ControllerEvent?, Never>? in
      if queue.isFinished { return nil }
      if let reader = queue.reader {
        queue.reader = nil
        return reader
      }
      if queue.events.count == capacity {
        let missed = queue.events.reduce(1) { $0 + $1.count }
        queue.events = [event.snapshot(missed: missed)]
      } else {
        queue.events.append(event)
      }
      return nil
    }
    reader?.resume(returning: event)
  }

  /// Has the reader end after what is kept.
  func finish() {
    let reader = queue.withLock { queue in
      queue.isFinished = true
      defer { queue.reader = nil }
      return queue.reader
    }
    reader?.resume(returning: nil)
  }

  func next() async -> ControllerEvent? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = queue.withLock { queue -> ControllerEvent?? in
          if !queue.events.isEmpty { return .some(queue.events.removeFirst()) }
          if queue.isFinished || Task.isCancelled { return .some(nil) }
          queue.reader = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      finish()
    }
  }
}

extension ControllerEvent {
  /// How many events it stands for, when it is missed itself.
  fileprivate var count: Int {
    switch kind {
    case .snapshot(let missed): missed
    case .launching, .installed, .installationFailed, .requested, .began, .prepared, .exchanged, .sessionUpdated,
      .sessionExpired, .sessionChangedElsewhere, .completed, .vetoed, .failed, .stopped, .changed, .staleAction,
      .terminated:
      1
    }
  }

  fileprivate func snapshot(missed: Int) -> ControllerEvent {
    ControllerEvent(number: number, operation: nil, state: state, revision: revision, kind: .snapshot(missed: missed))
  }
}

@available(*, unavailable)
extension ControllerEvents.Iterator: Sendable {}
