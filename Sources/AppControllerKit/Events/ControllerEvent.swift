/// One event of a controller.
///
/// Events are numbered from 1 without a gap, and contain no time: the same requests and answers give the same events.
public struct ControllerEvent: Sendable, Equatable {
  /// The kind of an event.
  public enum Kind: Sendable, Equatable {
    /// The current state, without any change: sent at the start of a subscription and in place of missed events.
    ///
    /// `missed` counts the events that the subscriber was too slow to receive.
    case snapshot(missed: Int)
    /// The splash is installed, until the first interface is known.
    case launching
    /// The first interface is installed.
    case installed
    /// The first installation failed.
    case installationFailed(AppControllerError)
    /// A state was requested.
    case requested(AppController.State)
    /// A transition to a state, a session update or a refresh has begun.
    case began(AppController.State)
    /// The interface has been loaded, and it and the configuration are valid; the `will` handlers come next.
    case prepared
    /// The interfaces are exchanged; the operation can no longer be given up.
    case exchanged
    /// The session of the logged-in subject was replaced.
    case sessionUpdated(SessionUpdate)
    /// The session of a subject has expired; a logout follows, or the app starts logged out.
    case sessionExpired(subject: String)
    /// Another process has logged in as a subject or replaced that subject's session, or has logged out (`nil`).
    case sessionChangedElsewhere(subject: String?)
    /// A transition has ended, after the `did` handlers.
    case completed(TransitionReport)
    /// A transition was given up because a handler vetoed it.
    case vetoed(reason: String)
    /// A transition, update or refresh was given up after a failure, or a request was refused before one began; nothing
    /// has changed.
    case failed(AppControllerError)
    /// A transition, update or refresh was given up because it is no longer wanted; nothing has changed.
    case stopped
    /// The shown interface has changed, and no ``launching``, ``installed`` or ``exchanged`` event reports the change.
    ///
    /// A renderer may skip an event whose number is not above the value of ``AppController/eventNumber`` at its last
    /// drawing.
    case changed(InterfaceChange)
    /// An action was refused because its interface is no longer installed.
    case staleAction(nodeID: String)
    /// The provider has ended by itself, such as by a crash of its process, and answers nothing any more; a logout
    /// works without it. The error's `underlyingError` says how it ended.
    case providerEnded(AppControllerError)
    /// The controller has ended; this is the last event.
    case terminated
  }

  /// The number, counting up; a snapshot has the number of the last event that it replaces.
  public let number: UInt64
  /// The number of the transition, update or refresh that it belongs to; `nil` when it belongs to none.
  public let operation: Int?
  /// The state of the controller after the event.
  public let state: AppController.State
  /// The revision of the installed interface after the event.
  public let revision: UInt64
  /// The kind of the event.
  public let kind: Kind
}

extension ControllerEvent: CustomStringConvertible {
  /// The event on one line, for people.
  public var description: String {
    let operation = operation.map { " of operation \($0)" } ?? ""
    return "event \(number)\(operation): \(kind.text) (\(state.rawValue), revision \(revision))"
  }
}

extension ControllerEvent.Kind {
  fileprivate var text: String {
    switch self {
    case .snapshot(0): "this is where the controller is"
    case .snapshot(let missed): "\(missed) events were missed"
    case .launching: "the splash is installed"
    case .installed: "the first interface is installed"
    case .installationFailed(let error): "the installation failed: \(error.what)"
    case .requested(let state): "\(state.rawValue) is asked for"
    case .began(let state): "work towards \(state.rawValue) has begun"
    case .prepared: "the interface is ready"
    case .exchanged: "the interfaces are exchanged"
    case .sessionUpdated(let update): update.description
    case .sessionExpired(let subject): "the session of \(subject.displayable) has expired"
    case .sessionChangedElsewhere(nil): "another process has logged out"
    case .sessionChangedElsewhere(let subject?): "another process has stored a session of \(subject.displayable)"
    case .completed(let report) where report.problems.isEmpty: "it is done"
    case .completed(let report): "it is done, with problems: \(report.problems.joined(separator: "; "))"
    case .vetoed(let reason): "it was vetoed: \(reason.displayable)"
    case .failed(let error): "it failed: \(error.what)"
    case .stopped: "it was stopped"
    case .changed(let change): "\(change.text) changed"
    case .staleAction(let nodeID): "an action of \"\(nodeID)\" came too late"
    case .providerEnded(let error): "the provider has ended: \(error.why)"
    case .terminated: "the controller has ended"
    }
  }
}
