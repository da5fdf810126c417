/// Something that happened in a controller.
///
/// Events are numbered from 1 without a gap, and hold no time: the same requests and answers give the same events.
public struct ControllerEvent: Sendable, Equatable {
  /// What happened.
  public enum Kind: Sendable, Equatable {
    /// Nothing new: where the controller is, at the start of a subscription and in the place of what was missed.
    ///
    /// `missed` counts the events that the subscriber was too slow for.
    case snapshot(missed: Int)
    /// The splash is installed, until the first interface is known.
    case launching
    /// The first interface is installed.
    case installed
    /// The first installation failed.
    case installationFailed(AppControllerError)
    /// Somebody asked for a state.
    case requested(AppController.State)
    /// A transition to a state, a session update or a refresh has begun.
    case began(AppController.State)
    /// The interface and the configuration are known and right; the `will` handlers come next.
    case prepared
    /// The interfaces are exchanged; what was begun stands.
    case exchanged
    /// The session of the subject who is logged in was replaced.
    case sessionUpdated
    /// The session of a subject has reached its end; a logout follows, or nobody is logged in at first.
    case sessionExpired(subject: String)
    /// Another process has logged in as a subject or replaced their session, or has logged out (`nil`).
    case sessionChangedElsewhere(subject: String?)
    /// A transition has come to its end, after the `did` handlers.
    case completed(TransitionReport)
    /// A transition was given up because a handler said no.
    case vetoed(reason: String)
    /// A transition, update or refresh was given up because something failed, or a request was refused before one began;
    /// nothing has changed.
    case failed(AppControllerError)
    /// A transition, update or refresh was given up because nobody wants it any more; nothing has changed.
    case stopped
    /// Something is shown differently, without one of the other events that say so: ``launching``, ``installed`` and
    /// ``exchanged``.
    ///
    /// Whoever draws what is shown may leave out an event whose number is not above
    /// ``AppController/eventNumber`` at the time of the last drawing.
    case changed(InterfaceChange)
    /// An action was refused because its interface is no longer the installed one.
    case staleAction(nodeID: String)
    /// The controller has ended; this is the last event.
    case terminated
  }

  /// Counts up; a snapshot has the number of the last event that it stands for.
  public let number: UInt64
  /// Which transition, update or refresh it belongs to; `nil` when to none.
  public let operation: Int?
  /// Where the controller was after it.
  public let state: AppController.State
  /// The number of the interface that was installed after it.
  public let revision: UInt64
  /// What happened.
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
    case .sessionUpdated: "the session is replaced"
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
    case .terminated: "the controller has ended"
    }
  }
}
