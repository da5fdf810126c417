/// What became of a request to log in or out.
public enum TransitionOutcome: Sendable, Equatable {
  /// The other interface is installed.
  case completed(TransitionReport)
  /// The interface was installed already; at most the session was updated.
  case unchanged
  /// A later request wanted something else.
  case superseded
  /// A handler said no; nothing has changed.
  case vetoed(reason: String)
  /// It did not work; nothing has changed.
  case failed(AppControllerError)
  /// The task that asked was cancelled; nothing has changed on its account.
  case cancelled
}

/// How a transition went.
public struct TransitionReport: Sendable, Hashable {
  /// The state that was switched to.
  public let state: AppController.State
  /// The number of the installed interface, counting up.
  public let revision: UInt64
  /// What went wrong without stopping it: a logged-out interface that the provider could not describe, a failed `did`
  /// handler.
  ///
  /// Empty when nothing did.
  public let problems: [String]
}
