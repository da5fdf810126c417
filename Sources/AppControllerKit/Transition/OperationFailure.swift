struct StepTookTooLong: Error {
  let limit: Duration

  var text: String { "it has not returned within \(limit)" }
}

enum OperationFailure {
  case vetoed(String)
  case failed(AppControllerError)

  init(_ error: any Error, at step: TransitionMachine.Step, on state: AppController.State) {
    if let error = error as? StepTookTooLong {
      self = .failed(.timedOut(step, after: error.limit))
    } else if case .askForVeto = step {
      self = .vetoed("\(error)")
    } else if case .callWill = step {
      self = .failed(.handlerFailed(state, error))
    } else {
      self = .failed(.wrapping(error, as: .storeFailed, doing: "storing the session"))
    }
  }

  /// `nil` for a veto.
  var error: AppControllerError? {
    switch self {
    case .failed(let error): error
    case .vetoed: nil
    }
  }
}

extension AppControllerError {
  fileprivate static func timedOut(_ step: TransitionMachine.Step, after limit: Duration) -> AppControllerError {
    let isQuestion = if case .provider = step.traits.waitsFor { true } else { false }
    return AppControllerError(
      .timedOut,
      what: "\(step.subject) has not returned within \(limit)",
      why: isQuestion ? "the provider waits for something that does not come" : "a handler of the app waits for long",
      fix: isQuestion
        ? "try again; or give it more time with the controller's providerDeadline"
        : "have it return sooner; or give it more time with the controller's handlerDeadline"
    )
  }

  /// An explained error keeps its texts, as a provider's does.
  fileprivate static func handlerFailed(_ target: AppController.State, _ error: any Error) -> AppControllerError {
    let failure = "the will handler of the transition to \(target.rawValue) failed"
    if let error = error as? any ExplainedError {
      return AppControllerError(
        .handlerFailed, what: "\(failure): \(error.what.displayable) [\(error.codeName)]", why: error.why.displayable,
        fix: error.fix.displayable, underlyingError: error
      )
    }
    return AppControllerError(
      .handlerFailed, what: "\(failure): \("\(error)".displayable)",
      why: "a will handler that throws gives the transition up, and nothing has changed",
      fix: "handle the error inside the handler, or log out with force", underlyingError: error
    )
  }
}
