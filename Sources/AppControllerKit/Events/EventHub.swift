import Synchronization

/// Numbers the events of a controller, and sends them to the subscribers.
final class EventHub: Sendable {
  private struct Member {
    weak var subscription: EventSubscription?
  }

  private struct State {
    var last = ControllerEvent(
      number: 0, operation: nil, state: .uninstalled, revision: 0, kind: .snapshot(missed: 0)
    )
    var members: [Member] = []
    var isFinished = false
  }

  private let state = Mutex(State())

  deinit { finish() }

  /// Whether the last event was sent.
  var isFinished: Bool { state.withLock { $0.isFinished } }

  /// Adds a subscription, which begins with a snapshot of the current state.
  func subscribe(capacity: Int) -> EventSubscription {
    state.withLock { state in
      let last = state.last
      let snapshot = ControllerEvent(
        number: last.number, operation: nil, state: last.state, revision: last.revision, kind: .snapshot(missed: 0)
      )
      let subscription = EventSubscription(capacity: capacity, snapshot: snapshot)
      if state.isFinished { subscription.finish() }
      state.members.removeAll { $0.subscription == nil }
      state.members.append(Member(subscription: subscription))
      return subscription
    }
  }

  /// Numbers an event and sends it.
  ///
  /// - Returns: The event with its number.
  @discardableResult
  func send(
    _ kind: ControllerEvent.Kind, operation: Int?, state now: AppController.State, revision: UInt64
  ) -> ControllerEvent {
    state.withLock { state in
      let event = ControllerEvent(
        number: state.last.number + 1, operation: operation, state: now, revision: revision, kind: kind
      )
      state.last = event
      // Sent under the lock, so that every subscriber receives the events in order; a subscription only buffers them.
      for member in state.members { member.subscription?.send(event) }
      return event
    }
  }

  /// Numbers an event that has no subscribers, without making it.
  ///
  /// - Returns: Whether there are no subscribers; otherwise nothing is done.
  func skip(state now: AppController.State, revision: UInt64) -> Bool {
    state.withLock { state in
      state.members.removeAll { $0.subscription == nil }
      if !state.members.isEmpty { return false }
      state.last = ControllerEvent(
        number: state.last.number + 1, operation: nil, state: now, revision: revision, kind: .snapshot(missed: 0)
      )
      return true
    }
  }

  /// The number of the last event.
  var lastNumber: UInt64 { state.withLock { $0.last.number } }

  /// Ends every subscription after its buffered events.
  func finish() {
    state.withLock { state in
      state.isFinished = true
      for member in state.members { member.subscription?.finish() }
      state.members = []
    }
  }
}

extension AppController {
  /// The events of the controller from now on, numbered without a gap.
  ///
  /// A reader may fall 256 events behind before a snapshot replaces them.
  public var events: ControllerEvents { events(buffering: 256) }

  /// The events of the controller from now on.
  ///
  /// - Parameter capacity: The number of events that a reader may fall behind before a snapshot replaces them, at least
  ///   2.
  /// - Returns: The events, for any number of readers.
  public func events(buffering capacity: Int) -> ControllerEvents { ControllerEvents(hub: hub, capacity: capacity) }

  /// The number of the last event: a drawing made now shows everything up to it.
  public var eventNumber: UInt64 { hub.lastNumber }

  /// Sends an event to all subscribers; does nothing after the last event.
  func emit(_ kind: ControllerEvent.Kind, operation: Int? = nil) {
    if hub.isFinished { return }
    if kind.showsInterface { hasHeldChange = false }
    let event = hub.send(kind, operation: operation, state: state, revision: revision)
    note(.happens(event))
    eventHandler?(event)
  }
}

// MARK: - Interface changes

extension AppController {
  /// Reports that something is shown differently, unless the next event covers every change.
  ///
  /// A recording contains no such events: the user's changes of the live tree bypass the controller, and could not be
  /// replayed.
  func tell(_ change: @autoclosure () -> InterfaceChange) {
    if machine.position == .terminated { return }
    if holdsChanges { return hasHeldChange = true }
    if eventHandler == nil, observers.isEmpty, hub.skip(state: state, revision: revision) { return }
    let event = hub.send(.changed(change()), operation: nil, state: state, revision: revision)
    note(.happens(event))
    eventHandler?(event)
  }

  /// Reports the change that was held back, when no event has covered it.
  func tellHeldChange() {
    holdsChanges = false
    if !hasHeldChange { return }
    hasHeldChange = false
    tell(.interface)
  }
}

extension ControllerEvent.Kind {
  /// Whether the event implies that everything may be shown differently.
  fileprivate var showsInterface: Bool {
    switch self {
    case .launching, .installed, .exchanged: true
    case .snapshot, .installationFailed, .requested, .began, .prepared, .sessionUpdated, .sessionExpired,
      .sessionChangedElsewhere, .completed, .vetoed, .failed, .stopped, .changed, .staleAction, .terminated:
      false
    }
  }
}
