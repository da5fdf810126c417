/// What a controller is asked from outside; whoever records it can ask the same again.
package enum ControllerInput: Sendable {
  case initialState
  case describe(AppController.State, Session?)
  case configuration(AppController.State, Session?)
  case install(TraitCollection)
  case login(Session?, rebuilds: Bool)
  case logout(isForced: Bool, rebuilds: Bool)
  /// An action whose inputs have passed the form is done; the number counts the screens of the live tree.
  case perform(InterfaceAction, isHostAction: Bool, screen: Int)
  /// A node of an interface that is no longer installed was used.
  case staleAction(nodeID: String, revision: UInt64)
  case apply(ActionResponse, screen: Int)
  /// The provider, or another part of the app, has asked through the controller's inbox.
  case request(ControllerRequest, chain: Int)
  case terminate
}

/// A function of the app that a controller calls, by its name and the number of its hooks.
package struct HookCall: Sendable, Hashable {
  /// Which function of ``TransitionHooks``.
  package enum Name: String, Sendable, Hashable, CaseIterable {
    case should, will, did
    case didAbort = "did-abort"
  }

  /// The hooks, in the order of their calls; 0 for the app's own handlers.
  package let hooks: Int
  package let name: Name
  package let target: AppController.State

  package init(_ hooks: Int, _ name: Name, _ target: AppController.State) {
    (self.hooks, self.name, self.target) = (hooks, name, target)
  }
}

/// What passes between a controller and its store, at the moment at which the controller knows of it.
package enum StoreObservation: Sendable {
  package enum Call: Sendable {
    case load
    case replace(with: Session?, ifGeneration: UInt64?)
  }

  /// A function of the store is called; calls are counted from 1.
  case isCalled(Call, number: Int)
  case hasAnswered(Result<SessionRecord, any Error>, number: Int)
  /// It tells that what is stored may have changed.
  case hasChanged(generation: UInt64?)
}

/// Something that goes into a controller, that it does, or that comes of it.
package enum ControllerObservation: Sendable {
  /// It is asked something, which has this number from now on.
  case isAsked(ControllerInput, number: Int)
  /// What was asked has come to its end, in a few words.
  case hasAnswered(number: Int, outcome: String)
  /// Whoever asked does not want it any more.
  case isWithdrawn(number: Int)
  /// An operation begins a step; one without a number is an installation.
  case begins(TransitionMachine.Step, operation: Int)
  /// An operation has come to its end.
  case ends(operation: Int)
  /// An event has happened, and whoever subscribes knows of it.
  case happens(ControllerEvent)
  /// A function of the app is called.
  case calls(HookCall)
  /// A function of the app has returned; with a text when it objects.
  case hasCalled(HookCall, objection: String?)
  case store(StoreObservation)
}

/// Sees what goes into a controller, what it does and what comes of it, in the order in which it happens.
///
/// Isolation: the main actor.
@MainActor
package protocol ControllerObserver: AnyObject, Sendable {
  func observe(_ observation: ControllerObservation)
}

// MARK: - Telling

// How the controller tells its observers; without any it costs a look at an empty list.
extension AppController {
  /// Tells whoever observes the controller, if anybody does.
  func note(_ observation: @autoclosure () -> ControllerObservation) {
    if observers.isEmpty { return }
    let observation = observation()
    for observer in observers { observer.observe(observation) }
  }

  /// Takes note of what is asked.
  ///
  /// - Returns: The number of it.
  @discardableResult
  func isAsked(_ input: @autoclosure () -> ControllerInput) -> Int {
    if observers.isEmpty { return 0 }
    lastInput += 1
    note(.isAsked(input(), number: lastInput))
    return lastInput
  }

  /// Does what is asked, and tells whoever observes the controller of it.
  ///
  /// Of a transition for a task that is cancelled nothing is told, because it is not asked for.
  ///
  /// - Parameters:
  ///   - input: What is asked.
  ///   - text: The answer in a few words.
  ///   - body: What does it.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  func observed<Answer, Failure>(
    _ input: @autoclosure () -> ControllerInput, as text: (Answer) -> String,
    _ body: () async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    if observers.isEmpty { return try await body() }
    let input = input()
    if Task.isCancelled, input.isForTransition { return try await body() }
    let number = isAsked(input)
    let result: Result<Answer, Failure> = await withTaskCancellationHandler {
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    } onCancel: {
      Task { @MainActor in self.note(.isWithdrawn(number: number)) }
    }
    switch result {
    case .success(let answer): note(.hasAnswered(number: number, outcome: text(answer)))
    case .failure(let error):
      let code = (error as? any ExplainedError)?.codeName ?? "\(error)"
      note(.hasAnswered(number: number, outcome: "failed: \(code)"))
    }
    return try result.get()
  }
}

extension ControllerInput {
  fileprivate var isForTransition: Bool {
    switch self {
    case .install, .login, .logout: true
    case .initialState, .describe, .configuration, .perform, .staleAction, .apply, .request, .terminate: false
    }
  }
}

extension TransitionOutcome {
  /// It in a few words.
  var summary: String {
    switch self {
    case .completed: "completed"
    case .unchanged: "unchanged"
    case .superseded: "superseded"
    case .cancelled: "cancelled"
    case .vetoed: "vetoed"
    case .failed(let error): "failed: \(error.codeName)"
    }
  }
}

extension ActionOutcome {
  /// It in a few words.
  var summary: String { "effects: \(response.effects.count)" + (transition.map { "; \($0.summary)" } ?? "") }
}
