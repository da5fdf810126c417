/// The outcome of a user's action.
public struct ActionOutcome: Sendable, Equatable {
  /// The provider's answer; all of it has been applied.
  ///
  /// It is empty for an action that the host carried out itself.
  public let response: ActionResponse
  /// The outcome of the login or logout that the answer ended with; `nil` when it had none.
  public let transition: TransitionOutcome?

  /// Makes an outcome.
  public init(response: ActionResponse, transition: TransitionOutcome? = nil) {
    self.response = response
    self.transition = transition
  }
}
