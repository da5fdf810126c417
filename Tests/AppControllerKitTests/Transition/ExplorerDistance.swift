import AppControllerKit

// How far it is to the end, so that an explorer sees that there is one.
extension ExplorableMachine {
  /// More than that of every machine that the end of an operation may lead to.
  ///
  /// An operation that follows another process is begun again when it was stopped, and leads to a logout when it fails;
  /// one that takes back what it has stored over another process's leads to that.
  var distance: Int {
    let own =
      switch active?.request.origin {
      case nil: 0
      case .explicit, .expiry, .invalidation, .update: active?.replacedExternalGoal == nil ? 1 : 3
      case .store: active?.isStopping == true ? 3 : active?.request.goal == .loggedOut ? 1 : 2
      }
    return own + (pending == nil ? 0 : 2) + (mustFollow ? 2 : 0)
  }
}

extension TransitionMachine.Step {
  /// How it can go.
  var results: [TransitionMachine.StepResult] {
    switch self {
    case .askInitialState: [.decided(.loggedOut), .decided(.loggedIn(subject: "kitty")), .refused]
    case .animate: [.succeeded]
    case .showSplash, .loadSession, .askForVeto, .describe, .configure, .callWill, .save, .erase:
      [.succeeded, .refused]
    case .callDid, .tellProvider, .takeBack, .callDidAbort: [.succeeded, .refused]
    case .exchange, .adopt, .takeApart, .end: []
    }
  }

  /// More than that of every step that may come after it in the same operation.
  func distance(in kind: TransitionMachine.Operation.Kind) -> Int {
    switch self {
    case .showSplash: 99
    case .loadSession: kind == .installation ? 98 : 61
    case .askInitialState: 97
    case .askForVeto(let hook): 90 - hook
    case .describe: 80
    case .configure: 79
    case .callWill(let hook): 70 - hook
    case .save, .erase: 60
    case .exchange: 59
    case .adopt: 58
    case .animate: 57
    case .callDid(let hook): 50 - hook
    case .tellProvider: 40
    case .takeBack: 30
    case .callDidAbort(let hook): 20 + hook
    case .takeApart: 10
    case .end: 0
    }
  }
}
