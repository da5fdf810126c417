import Synchronization

/// The events of a controller, from the moment when this value is made.
///
/// Each loop over the sequence is a subscription of its own and begins with a snapshot: the first loop with that of the
/// moment when the value was made, and each further one with its own. A subscription buffers a bounded number of events
/// for its reader. A reader that falls further behind misses the oldest events: a snapshot replaces them, and contains
/// their number. The sequence ends with the controller, and never keeps it alive.
public struct ControllerEvents: AsyncSequence, Sendable {
  typealias Subscription = (last: UInt64, events: AsyncStream<ControllerEvent>)

  /// The subscription for the first loop; `nil` when that has begun.
  private final class First: Sendable {
    private let subscription: Mutex<Subscription?>

    init(_ subscription: Subscription) { self.subscription = Mutex(subscription) }

    func take() -> Subscription? { subscription.withLock { $0.take() } }
  }

  private let hub: EventHub
  private let capacity: Int
  private let first: First

  init(hub: EventHub, capacity: Int) {
    (self.hub, self.capacity) = (hub, capacity)
    first = First(hub.subscribe(capacity: capacity))
  }

  /// Begins a loop.
  public func makeAsyncIterator() -> Iterator {
    let (last, events) = first.take() ?? hub.subscribe(capacity: capacity)
    return Iterator(last: last, events: events.makeAsyncIterator())
  }

  /// One subscription.
  public struct Iterator: AsyncIteratorProtocol {
    /// The number of the last event that was read, or that happened before the subscription.
    fileprivate var last: UInt64
    fileprivate var events: AsyncStream<ControllerEvent>.Iterator

    /// The next event; `nil` when the controller has ended, or the task is cancelled.
    public mutating func next() async -> ControllerEvent? {
      guard let event = await events.next(isolation: #isolation) else { return nil }
      defer { last = event.number }
      // The numbers of events have no gaps, so a gap shows the events that the buffer has dropped.
      return event.number <= last + 1 ? event : event.snapshot(missed: Int(event.number - last))
    }
  }
}

/// Numbers the events of a controller, and sends them to the subscribers.
final class EventHub: Sendable {
  private struct State {
    /// A snapshot in the place of the last event.
    var last: ControllerEvent {
      ControllerEvent(number: number, operation: nil, state: now, revision: revision, kind: .snapshot(missed: 0))
    }
    var number: UInt64 = 0
    var now = AppController.State.uninstalled
    var revision: UInt64 = 0
    var readers: [Int: AsyncStream<ControllerEvent>.Continuation] = [:]
    var lastReader = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  deinit { finish() }

  var lastNumber: UInt64 { state.withLock { $0.number } }

  /// The stream begins with a snapshot, and buffers the newest events.
  func subscribe(capacity: Int) -> ControllerEvents.Subscription {
    let (events, reader) = AsyncStream.makeStream(
      of: ControllerEvent.self, bufferingPolicy: .bufferingNewest(max(2, capacity)))
    let (last, number) = state.withLock { state in
      state.lastReader += 1
      if !state.isFinished { state.readers[state.lastReader] = reader }
      reader.yield(state.last)
      return (state.number, state.isFinished ? nil : state.lastReader)
    }
    if let number {
      reader.onTermination = { [weak self] _ in self?.remove(number) }
    } else {
      reader.finish()
    }
    return (last, events)
  }

  private func remove(_ reader: Int) { state.withLock { $0.readers[reader] = nil } }

  /// Numbers an event, which is made only for subscribers or an observer; `nil` otherwise, and at the end, when nothing
  /// is sent any more.
  ///
  /// The kind is made under the lock.
  func send(
    _ kind: @autoclosure () -> ControllerEvent.Kind, operation: Int?, state now: AppController.State, revision: UInt64,
    isObserved: Bool
  ) -> ControllerEvent? {
    state.withLock { state in
      if state.isFinished { return nil }
      state.number += 1
      (state.now, state.revision) = (now, revision)
      if state.readers.isEmpty, !isObserved { return nil }
      let event = ControllerEvent(
        number: state.number, operation: operation, state: now, revision: revision, kind: kind()
      )
      // Sent under the lock, so that every subscriber receives the events in order; a stream only buffers them.
      for reader in state.readers.values { reader.yield(event) }
      return event
    }
  }

  /// Ends every subscription after its buffered events.
  func finish() {
    let readers = state.withLock { state in
      state.isFinished = true
      defer { state.readers = [:] }
      return state.readers
    }
    // Outside the lock, because a stream that ends has its subscriber removed.
    for reader in readers.values { reader.finish() }
  }
}

extension ControllerEvent {
  fileprivate func snapshot(missed: Int) -> ControllerEvent {
    ControllerEvent(number: number, operation: nil, state: state, revision: revision, kind: .snapshot(missed: missed))
  }
}

@available(*, unavailable)
extension ControllerEvents.Iterator: Sendable {}

extension AppController {
  /// Events have several readers now.
  @available(*, unavailable, message: "read events, which may have several readers")
  public var eventHandler: (@MainActor (_ event: ControllerEvent) -> Void)? { nil }
}
