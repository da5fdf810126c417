/// What became of something that the user did.
public struct ActionOutcome: Sendable, Equatable {
  /// What the provider answered; all of it has been applied.
  ///
  /// Empty for what the host did itself.
  public let response: ActionResponse
  /// What became of the login or logout that the answer ended with; `nil` when it had none.
  public let transition: TransitionOutcome?

  /// Makes an outcome.
  public init(response: ActionResponse, transition: TransitionOutcome? = nil) {
    self.response = response
    self.transition = transition
  }
}
