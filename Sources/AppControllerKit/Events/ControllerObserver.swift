/// A request to a controller from outside; a recording of requests can be replayed.
package enum ControllerInput: Sendable {
  case initialState
  case describe(AppController.State, Session?)
  case configuration(AppController.State, Session?)
  case install(TraitCollection)
  case login(Session?, rebuilds: Bool)
  case loginFor(AuthenticationPurpose)
  case logout(isForced: Bool, rebuilds: Bool)
  /// An action whose inputs have passed the form; the number counts the screens of the live tree.
  case perform(InterfaceAction, isHostAction: Bool, screen: Int)
  case staleAction(nodeID: String, revision: UInt64)
  case apply(ActionResponse, screen: Int)
  /// A request of the provider, or of another part of the app, through the controller's inbox.
  case request(ControllerRequest, RequestSource)
  case credential(CredentialRequest)
  case terminate
}

package struct RequestSource: Sendable, Equatable {
  /// The number of requests that led to it; 0 when it comes from outside any operation.
  package var chain: Int
  /// The operation from inside which it was made.
  package var operation: Int?
  /// Whether another session has taken the place of the current one since it was made.
  package var isLate: Bool

  package init(chain: Int = 0, operation: Int? = nil, isLate: Bool = false) {
    (self.chain, self.operation, self.isLate) = (chain, operation, isLate)
  }
}

/// A call of one of the app's functions by the controller.
package struct HookCall: Sendable, Hashable {
  package enum Name: String, Sendable, Hashable, CaseIterable {
    case should, will, did
    case didAbort = "did-abort"

    /// The name of the function in ``TransitionHooks``, without that of the state.
    var function: String {
      switch self {
      case .should: "shouldTransition"
      case .will: "will"
      case .did: "did"
      case .didAbort: "didAbort"
      }
    }
  }

  /// The number of the hooks, in the order of their calls; 0 for the app's own handlers.
  package let hooks: Int
  package let name: Name
  package let target: AppController.State

  package init(_ hooks: Int, _ name: Name, _ target: AppController.State) {
    (self.hooks, self.name, self.target) = (hooks, name, target)
  }
}

/// A call or notification between a controller and its store, at the moment at which the controller learns of it.
package enum StoreObservation: Sendable {
  package enum Call: Sendable {
    case load
    case replace(with: Session?, ifGeneration: UInt64?)
  }

  /// Calls are counted from 1.
  case called(Call, number: Int)
  case returned(Result<SessionRecord, any Error>, number: Int)
  case hasChanged(generation: UInt64?)
}

package enum ControllerObservation: Sendable {
  case requestReceived(ControllerInput, number: Int)
  case requestAnswered(number: Int, outcome: String)
  case requestWithdrawn(number: Int)
  /// The operation is 0 for an installation.
  case stepBegan(TransitionMachine.Step, operation: Int)
  case operationEnded(operation: Int)
  /// The subscribers have received it already.
  case eventEmitted(ControllerEvent)
  case hookCalled(HookCall)
  case hookReturned(HookCall, objection: String?)
  case store(StoreObservation)
}

/// Receives the requests to a controller, its steps and its results, in the order in which they happen.
///
/// Isolation: the main actor.
@MainActor
package protocol ControllerObserver: AnyObject, Sendable {
  func observe(_ observation: ControllerObservation)
}

extension AppController {
  /// Calls a function with each event as it happens; a reader of ``events`` on another actor may have it before.
  package func onEvent(_ body: @escaping @MainActor (_ event: ControllerEvent) -> Void) {
    addObserver(EventObserver(body))
  }
}

@MainActor
private final class EventObserver: ControllerObserver {
  private let body: @MainActor (ControllerEvent) -> Void

  init(_ body: @escaping @MainActor (ControllerEvent) -> Void) { self.body = body }

  func observe(_ observation: ControllerObservation) {
    if case .eventEmitted(let event) = observation { body(event) }
  }
}

extension ControllerInput {
  /// Whether the request is dropped when its task is already cancelled.
  var isForTransition: Bool {
    switch self {
    case .install, .login, .loginFor, .logout: true
    case .initialState, .describe, .configuration, .perform, .staleAction, .apply, .request, .credential, .terminate:
      false
    }
  }
}

extension TransitionOutcome {
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
  var summary: String { "effects: \(response.effects.count)" + (transition.map { "; \($0.summary)" } ?? "") }
}
