/// The outcome of a request to log in or out.
public enum TransitionOutcome: Sendable, Equatable {
  /// The other interface is installed.
  case completed(TransitionReport)
  /// The interface was installed already; at most the session was updated.
  case unchanged
  /// A later request has replaced it.
  case superseded
  /// A handler vetoed it; nothing has changed.
  case vetoed(reason: String)
  /// It failed; nothing has changed.
  case failed(AppControllerError)
  /// The task of the request was cancelled; the request has changed nothing.
  case cancelled
}

/// A report of a transition.
public struct TransitionReport: Sendable, Hashable {
  /// The target state.
  public let state: AppController.State
  /// The number of the installed interface, counting up.
  public let revision: UInt64
  /// The problems that did not stop the transition, such as a logged-out interface that the provider could not
  /// describe, or a failed `did` handler.
  ///
  /// Empty when there were none.
  public let problems: [String]
}
