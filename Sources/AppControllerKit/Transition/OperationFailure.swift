/// A hook's veto against a transition.
struct Veto: Error {
  let reason: String
}

/// The error for a step that has exceeded its time limit.
struct StepTookTooLong: Error {
  let limit: Duration

  var text: String { "it has not returned within \(limit)" }
}

/// The reason why an operation did not reach its goal.
enum OperationFailure {
  case vetoed(String)
  case failed(AppControllerError)

  init(_ error: any Error, at step: TransitionMachine.Step, on state: AppController.State) {
    if let error = error as? StepTookTooLong {
      self = .failed(.timedOut(step, after: error.limit))
    } else if let veto = error as? Veto {
      self = .vetoed(veto.reason)
    } else if case .callWill = step {
      self = .failed(.handlerFailed(state, error))
    } else {
      self = .failed(.wrapping(error, as: .storeFailed, doing: "storing the session"))
    }
  }

  /// The error; `nil` for a veto.
  var error: AppControllerError? {
    switch self {
    case .failed(let error): error
    case .vetoed: nil
    }
  }
}

extension AppControllerError {
  fileprivate static func timedOut(_ step: TransitionMachine.Step, after limit: Duration) -> AppControllerError {
    let isQuestion = step.isQuestion
    return AppControllerError(
      .timedOut,
      what: "\(step.subject) has not returned within \(limit)",
      why: isQuestion ? "the provider waits for something that does not come" : "a handler of the app waits for long",
      fix: isQuestion
        ? "try again; or give it more time with the controller's providerDeadline"
        : "have it return sooner; or give it more time with the controller's handlerDeadline"
    )
  }
}

extension TransitionMachine.Step {
  /// The subject of a sentence about the step.
  fileprivate var subject: String {
    switch self {
    case .showSplash: "the provider's splash"
    case .askInitialState: "the provider's initial state"
    case .describe: "the provider's interface"
    case .configure: "the provider's configuration"
    case .tellProvider: "the provider's notification"
    case .askForVeto: "a shouldTransition handler"
    case .callWill: "a will handler"
    case .callDid: "a did handler"
    case .callDidAbort: "a didAbort handler"
    case .loadSession, .save, .erase, .takeBack: "the session store"
    case .exchange, .adopt, .animate, .takeApart, .end: "the controller"
    }
  }
}
