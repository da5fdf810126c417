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
  package enum Name: String, Sendable, Hashable {
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

/// Receives what goes into a controller and what comes of it, in the order in which it happens.
///
/// Isolation: the main actor.
@MainActor
package protocol ControllerJournal: AnyObject, Sendable {
  /// The controller is asked.
  ///
  /// - Returns: The number of what is asked, which ``answers(_:_:)`` names.
  func isAsked(_ input: ControllerInput) -> Int
  /// What was asked has come to its end, in a few words.
  func answers(_ number: Int, _ outcome: String)
  /// Whoever asked does not want it any more.
  func isWithdrawn(_ number: Int)
  /// An event has happened, and whoever subscribes knows of it.
  func happens(_ event: ControllerEvent)
  /// A function of the app is called.
  func calls(_ hook: HookCall)
  /// A function of the app has returned; with a text when it objects.
  func returns(_ hook: HookCall, objection: String?)
}

extension ControllerJournal {
  /// Does what is asked, and takes note of it.
  func recorded<Answer: JournalAnswer>(
    _ input: ControllerInput, _ body: () async throws(AppControllerError) -> Answer
  ) async throws(AppControllerError) -> Answer {
    let number = isAsked(input)
    let result: Result<Answer, AppControllerError> = await withTaskCancellationHandler {
      do throws(AppControllerError) { return .success(try await body()) } catch { return .failure(error) }
    } onCancel: {
      Task { @MainActor in self.isWithdrawn(number) }
    }
    switch result {
    case .success(let answer): answers(number, answer.journalText)
    case .failure(let error): answers(number, "failed: \(error.codeName)")
    }
    return try result.get()
  }
}

extension ControllerJournal {
  /// Makes a transition, and takes note of it.
  func outcome(of input: ControllerInput, _ body: () async -> TransitionOutcome) async -> TransitionOutcome {
    // Nothing is asked.
    if Task.isCancelled { return .cancelled }
    do throws(AppControllerError) { return try await recorded(input, body) } catch { return .failed(error) }
  }
}

// MARK: - What came of it, in a few words

/// What a journal can say in a few words.
protocol JournalAnswer {
  var journalText: String { get }
}

extension TransitionOutcome: JournalAnswer {
  var journalText: String {
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

extension ActionOutcome: JournalAnswer {
  var journalText: String { "effects: \(response.effects.count)" + (transition.map { "; \($0.journalText)" } ?? "") }
}

extension InterfaceDescription: JournalAnswer {
  var journalText: String { "nodes: \(nodeCount)" }
}

extension AppController.Configuration: JournalAnswer {
  var journalText: String { "done" }
}

/// An answer of which nothing is said but that there is one.
struct JournaledState: JournalAnswer {
  let state: AppController.State
  let session: Session?

  var journalText: String { state.rawValue }
}

/// Something that gives no answer has been done.
struct JournaledEnd: JournalAnswer {
  var journalText: String { "done" }
}
