import Synchronization

/// The events of a controller, from now on.
///
/// Each loop over the sequence is a subscription of its own and begins with a snapshot. It buffers a bounded number of
/// events for its reader. A reader that falls further behind gets a snapshot in place of the buffered events, which
/// says how many were missed, and continues from there. The sequence ends with the controller, and never keeps it
/// alive.
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

/// The buffer of unread events of one reader.
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

  /// Delivers an event to the reader or buffers it; when the buffer is full, a snapshot replaces its contents.
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

  /// Ends the reader's sequence after the buffered events.
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
  /// The number of events that are missed with this one.
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
